#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

#include "lab/lab.hpp"
#include "lab/ticks.hpp"

namespace tabiya::lab {
namespace {

// Stores are spread evenly among the probes.
void run_mixed(const TableAccess& table, Keys keys, int stores) {
    constexpr int kWhole = 1000;
    const table::Entry entry{7, 12, 3, 5, 0, table::Bound::kLower, table::Source::kMain, false};
    int due = 0;
    for (const std::uint64_t& key : keys) {
        due += stores;
        if (due >= kWhole) {
            due -= kWhole;
            table.store_all(table.handle, &key, 1, entry);
        } else {
            table.probe_all(table.handle, &key, 1);
        }
    }
}

}  // namespace

double time_threads(const TableAccess& table, Keys keys, int threads, int stores) {
    if (threads < 1 || keys.size() < static_cast<std::size_t>(threads)) {
        throw std::invalid_argument("threads must be at least 1, and there must be a key for each");
    }
    if (stores < 0 || stores > 1000) throw std::invalid_argument("stores must be 0 to 1000 of 1,000");
    const std::size_t share = keys.size() / static_cast<std::size_t>(threads);
    std::vector<std::uint64_t> begins(static_cast<std::size_t>(threads)), ends(begins);
    std::atomic<int> ready{0};
    {
        std::vector<std::jthread> crew;
        for (std::size_t number = 0; number < begins.size(); ++number) {
            crew.emplace_back([&, number] {
                ready.fetch_add(1);
                while (ready.load() < threads) std::this_thread::yield();
                begins[number] = read_ticks();
                run_mixed(table, keys.subspan(number * share, share), stores);
                ends[number] = read_ticks();
            });
        }
    }
    const std::uint64_t ticks = *std::ranges::max_element(ends) - *std::ranges::min_element(begins);
    return static_cast<double>(ticks) / static_cast<double>(share * begins.size());
}

}  // namespace tabiya::lab
