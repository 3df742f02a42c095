// The search of any game for Python: runs on native threads, waits without the GIL, reports infos with it.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/unique_ptr.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>

#include "bindings/gil.hpp"
#include "bindings/py_table.hpp"
#include "bindings/search_claim.hpp"
#include "bindings/search_config.hpp"
#include "search/search.hpp"
#include "table/fork.hpp"
#include "threads.hpp"

namespace tabiya::bindings {

// Running searches, so that Python can stop them at exit: a thread that returns to a finished interpreter
// never continues.
class RunningSearches {
  public:
    // Registers a search while it lives. Created with the GIL.
    class Listed {
      public:
        explicit Listed(search::Control& control) : control_(control) { all().add(control); }
        ~Listed() { all().remove(control_); }
        Listed(const Listed&) = delete;
        Listed& operator=(const Listed&) = delete;

      private:
        search::Control& control_;
    };
    // Stops all searches, rejects new ones, and waits without the GIL until none is left.
    void end();

    static RunningSearches& all();

  private:
    void add(search::Control& control);
    void remove(search::Control& control);

    std::mutex mutex_;
    std::condition_variable removed_;
    std::vector<search::Control*> controls_;
    bool ending_ = false;
    table::Remade remade_;                  // a child of fork has no threads of its parent
    std::atomic<bool> registered_ = false;  // with Python's atexit
};

nb::dict statistics_for_python(const search::Statistics& statistics);
nb::dict progress_for_python(const search::Progress& progress);

// Throws std::invalid_argument unless searches with this table can be recorded.
void check_recordable(const PyTable* table);

// A game's Python board for a search: its root, and its moves as objects.
template <class PyBoard>
class SearchedBoard {
  public:
    using Game = typename PyBoard::Game;

    explicit SearchedBoard(const PyBoard& board)
        : board_(board),
          root_{board.board(), {board.position().past().begin(), board.position().past().end()}} {}

    const search::Root<Game>& root() const { return root_; }
    nb::object object(typename Game::Move move) const { return nb::steal(board_.object(move)); }

  private:
    PyBoard board_;
    search::Root<Game> root_;
};

template <class PyBoard>
class PySearch {
  public:
    using Boards = SearchedBoard<PyBoard>;
    using G = typename Boards::Game;
    using Move = typename G::Move;
    using Info = search::Info<Move>;

    // With a recording, `table` must not be null.
    nb::dict run(const PyBoard& board, PyTable* table, search::Limits limits, const PyConfig& config,
                 nb::object on_info, SearchClaim& claim, search::Recording* recording);
    nb::dict progress() const { return progress_for_python(search_.progress()); }
    SearchSeat& seat() { return seat_; }
    void clear() {
        const SearchClaim claim(seat_);
        search_.clear();
    }

  private:
    // Passed from the search thread.
    struct News {
        std::mutex mutex;
        std::condition_variable arrived;
        std::deque<Info> infos;
        bool done = false;
    };

    template <class Search>
    auto run_here(const Search& search, const nb::object& on_info, const Boards& boards);
    void listen(News& news, const nb::object& on_info, const Boards& boards, PyTable* table);
    bool tell(News& news, const nb::object& on_info, const Boards& boards);

    search::Search<G> search_;
    SearchSeat seat_{search_.control()};
};

template <class Boards, class Move>
nb::list moves_for_python(const Boards& boards, const std::vector<Move>& moves) {
    nb::list list;
    for (const Move move : moves) list.append(boards.object(move));
    return list;
}

template <class Boards, class Move>
nb::dict info_for_python(const Boards& boards, const search::Info<Move>& info) {
    nb::dict dict;
    dict["depth"] = info.depth;
    dict["nodes"] = info.nodes;
    dict["ms"] = info.ms;
    dict["hashfull"] = info.hashfull;
    dict["probes"] = info.probes;
    dict["hits"] = info.hits;
    if (info.current_number > 0) {
        dict["currmove"] = boards.object(info.current_move);
        dict["currmovenumber"] = info.current_number;
        return dict;
    }
    dict["seldepth"] = info.seldepth;
    dict["multipv"] = info.multipv;
    dict["score"] = info.score;
    dict["bound"] = static_cast<int>(info.bound);
    dict["pv"] = moves_for_python(boards, info.pv);
    return dict;
}

template <class Boards, class Move>
nb::dict result_for_python(const Boards& boards, const search::Result<Move>& result) {
    nb::dict dict;
    nb::list variations;
    for (const auto& variation : result.variations) {
        nb::dict one;
        one["score"] = variation.score;
        one["bound"] = static_cast<int>(variation.bound);
        one["depth"] = variation.depth;
        one["pv"] = moves_for_python(boards, variation.pv);
        variations.append(one);
    }
    const std::vector<Move>& pv = result.variations[0].pv;
    dict["best_move"] = result.best_move ? boards.object(result.best_move) : nb::none();
    dict["ponder"] = pv.size() > 1 ? boards.object(pv[1]) : nb::none();
    dict["score"] = result.score;
    dict["bound"] = static_cast<int>(result.bound);
    dict["depth"] = result.depth;
    dict["seldepth"] = result.seldepth;
    dict["nodes"] = result.nodes;
    dict["ms"] = result.ms;
    dict["pv"] = moves_for_python(boards, pv);
    dict["variations"] = variations;
    dict["stopped"] = result.stopped;
    dict["stats"] = statistics_for_python(result.statistics);
    return dict;
}

template <class PyBoard>
nb::dict PySearch<PyBoard>::run(const PyBoard& board, PyTable* table, search::Limits limits,
                                const PyConfig& given, nb::object on_info, SearchClaim& claim,
                                search::Recording* recording) {
    if (!claim.holds(seat_)) throw std::runtime_error("a search needs the claim of its own engine");
    if (recording != nullptr) check_recordable(table);
    const Boards boards(board);  // a copy: another thread may push while this one searches
    const search::ConfigOf<G> config(given, PyBoard::rules(given));
    for (std::uint32_t& move : limits.moves) move = board.resolve(move).pack();
    std::optional<table::UseGuard> use;
    if (table != nullptr) use.emplace(*table);
    if (table != nullptr && config.table_mode != search::TableMode::kReadOnly) table->new_search();

    const auto search = [&](const search::OnInfo<Move>& tell) {
        return recording == nullptr
                   ? search_.run_begun(boards.root(), table, limits, config, tell)
                   : search_.run_recorded(boards.root(), *table, limits, config, tell, *recording);
    };
    search_.control().begin(limits, &claim.token());
    const RunningSearches::Listed listed(search_.control());
    if constexpr (!kHasThreads) return result_for_python(boards, run_here(search, on_info, boards));

    News news;
    search::Result<Move> result;
    std::exception_ptr failure;
    const search::OnInfo<Move> hand_over = [&](Info&& info) {
        const std::lock_guard guard(news.mutex);
        news.infos.push_back(std::move(info));
        news.arrived.notify_one();
    };
    std::exception_ptr raised;
    {
        Thread thread([&] {
            try {
                result = search(on_info.is_none() ? search::OnInfo<Move>{} : hand_over);
            } catch (...) {
                failure = std::current_exception();
            }
            const std::lock_guard guard(news.mutex);
            news.done = true;
            news.arrived.notify_one();
        });
        try {
            listen(news, on_info, boards, table);
        } catch (...) {
            search_.control().stop();
            raised = std::current_exception();
        }
        const WithoutGil released;
        thread.join();
    }
    if (raised) std::rethrow_exception(raised);
    if (failure) std::rethrow_exception(failure);
    return result_for_python(boards, result);
}

// Searches on the calling thread, with the GIL. An exception of `on_info` or of a signal handler, which run
// between two moves of the root, ends the search first.
template <class PyBoard>
template <class Search>
auto PySearch<PyBoard>::run_here(const Search& search, const nb::object& on_info, const Boards& boards) {
    std::exception_ptr raised;
    auto result = search([&](Info&& info) {
        try {
            if (!raised && !on_info.is_none()) on_info(info_for_python(boards, info));
            if (!raised && PyErr_CheckSignals() != 0) throw nb::python_error();
        } catch (...) {
            raised = std::current_exception();
            search_.control().stop();
        }
    });
    if (raised) std::rethrow_exception(raised);
    return result;
}

// Waits for the search: passes infos to `on_info`, logs recovered locks and checks for Ctrl-C every 20 ms.
template <class PyBoard>
void PySearch<PyBoard>::listen(News& news, const nb::object& on_info, const Boards& boards, PyTable* table) {
    constexpr auto kInterval = std::chrono::milliseconds(20);
    while (true) {
        bool done = false;
        {
            const WithoutGil released;
            std::unique_lock lock(news.mutex);
            news.arrived.wait_for(lock, kInterval, [&] { return news.done || !news.infos.empty(); });
            done = news.done;
        }
        while (tell(news, on_info, boards)) {
        }
        if (table != nullptr) {
            const nb::object owner = nb::find(table);
            report_recoveries(owner.ptr(), table->locks(), table->reported_recoveries);
            if (!PyErr_Occurred()) report_collisions(owner.ptr(), *table);
            if (PyErr_Occurred()) throw nb::python_error();
        }
        if (done) return;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
    }
}

template <class PyBoard>
bool PySearch<PyBoard>::tell(News& news, const nb::object& on_info, const Boards& boards) {
    Info info;
    {
        const std::lock_guard guard(news.mutex);
        if (news.infos.empty()) return false;
        info = std::move(news.infos.front());
        news.infos.pop_front();
    }
    on_info(info_for_python(boards, info));
    return true;
}

template <class PyBoard>
void bind_search_of(nb::module_& module, const char* name, const char* doc) {
    using nb::literals::operator""_a;
    using Self = PySearch<PyBoard>;
    nb::class_<Self>(module, name, doc)
        .def(nb::init<>())
        .def("_run", &Self::run, "board"_a.lock(), "table"_a.none(), "limits"_a.lock(), "config"_a,
             "on_info"_a.none(), "claim"_a, "recording"_a.none() = nb::none())
        .def("_progress", &Self::progress)
        .def(
            "_claim", [](Self& self) { return std::make_unique<SearchClaim>(self.seat()); },
            nb::keep_alive<0, 1>())
        .def("_stop", [](Self& self) { self.seat().stop(); })
        .def("_searching", [](Self& self) { return self.seat().taken(); })
        .def("_clear", &Self::clear);
}

}  // namespace tabiya::bindings
