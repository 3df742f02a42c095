#include "lab/lab.hpp"

namespace tabiya::lab {

void replay(const TableAccess& table, Keys keys, Keys words, std::span<std::uint64_t> found) {
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const std::uint64_t word = words[i];
        if (table::is_live(word)) {
            table.store(table.handle, keys[i], table::unpack(word, table::kNoEval),
                        table::generation_of(word));
            found[i] = 0;
        } else {
            found[i] = table.probe(table.handle, keys[i]);
        }
    }
}

}  // namespace tabiya::lab
