// lookup and record: probe and store for a search with a window, by key and by state.
#include "bindings/call_arguments.hpp"
#include "bindings/lookup_type.hpp"
#include "bindings/scalar.hpp"
#include "table/window.hpp"

namespace tabiya::bindings {
namespace {

using Window = table::Window<double>;

using LookupArguments = Arguments<5, 4>;  // key, depth, alpha, beta, ply
using RecordArguments = Arguments<7, 5>;  // key, depth, alpha, beta, score, move, ply

template <class Named>
LookupArguments::Names lookup_names;
template <class Named>
RecordArguments::Names record_names;

bool parse_window(PyObject* alpha, PyObject* beta, Window& window) {
    if (!parse_limit(alpha, "alpha", window.alpha) || !parse_limit(beta, "beta", window.beta)) return false;
    if (window.alpha < window.beta) [[likely]]
        return true;
    PyErr_Format(PyExc_ValueError, "alpha must be below beta, not %S and %S", alpha, beta);
    return false;
}

// Without a ply, scores stay unchanged.
bool parse_optional_ply(PyObject* value, std::int32_t& ply) {
    ply = 0;
    return value == nullptr || value == Py_None || parse_ply(value, ply);
}

template <class Named>
PyObject* lookup(PyObject* self, PyObject* const* args, Py_ssize_t positional, PyObject* keywords) {
    PyTable* table = table_of(self);
    LookupArguments given;
    if (table == nullptr || !given.parse(Named::kLookup, lookup_names<Named>, args, positional, keywords))
        return nullptr;
    std::uint64_t key;
    table::Entry wanted;
    Window window;
    std::int32_t ply;
    if (!Named::read(given[0], key) || !parse_depth(given[1], wanted) ||
        !parse_window(given[2], given[3], window) || !parse_optional_ply(given[4], ply))
        return nullptr;
    try {
        const table::Found found = look_up(*table, key);
        if (!found.hit) return make_lookup(false, 0, 0);
        const std::uint64_t word = found.opened.word1;
        const std::int32_t score = table::score_at_root(table::score_of(word), ply);
        const bool decides =
            table::depth_of(word) >= wanted.depth && table::decides(table::bound_of(word), score, window);
        return make_lookup(decides, score, table::move_of(word));
    } catch (...) {
        set_python_error();
        return nullptr;
    }
}

template <class Named>
PyObject* record(PyObject* self, PyObject* const* args, Py_ssize_t positional, PyObject* keywords) {
    PyTable* table = table_of(self);
    RecordArguments given;
    if (table == nullptr || !given.parse(Named::kRecord, record_names<Named>, args, positional, keywords))
        return nullptr;
    const StoreRules rules = store_rules(*table);
    std::uint64_t key;
    table::Entry entry;
    Window window;
    double score;  // before clamping
    std::int32_t ply;
    if (!Named::read(given[0], key) || !parse_depth(given[1], entry) ||
        !parse_window(given[2], given[3], window) || !parse_score(given[4], rules.clamp, entry) ||
        !parse_limit(given[4], "score", score) || (given[5] != nullptr && !parse_move(given[5], entry)) ||
        !parse_optional_ply(given[6], ply))
        return nullptr;
    entry.bound = table::bound_in(score, window);
    entry.score = table::score_at_node(entry.score, ply);
    if (rules.dense && !fit_dense(rules.clamp, entry)) return nullptr;
    return store_entry(self, *table, key, entry, rules.locks);
}

constexpr const char* kLookupDoc =
    "lookup($self, key, depth, alpha, beta, ply=None)\n--\n\n"
    "Returns what the table knows for a search of this depth and window.\n\n"
    "`score` of the result is the value to return, or None if a search is needed. `move` is the move to try\n"
    "first, or 0. With `ply`, the distance from the root, wins (91,000 to 100,000) count from the root.";
constexpr const char* kLookupStateDoc =
    "lookup_state($self, state, depth, alpha, beta, ply=None)\n--\n\n"
    "Like lookup(), with the key that `tabiya.key_of` gives the state.";
constexpr const char* kRecordDoc =
    "record($self, key, depth, alpha, beta, score, move=0, ply=None)\n--\n\n"
    "Stores the result of a search of this depth and window. The bound follows from window and score.\n\n"
    "`alpha` is the original one, not one raised by the moves. With `ply`, the distance from the root, wins\n"
    "(91,000 to 100,000) are stored relative to this position.";
constexpr const char* kRecordStateDoc =
    "record_state($self, state, depth, alpha, beta, score, move=0, ply=None)\n--\n\n"
    "Like record(), under the key that `tabiya.key_of` gives the state.";

PyMethodDef methods[] = {
    {"lookup", as_method(lookup<ByKey>), METH_FASTCALL | METH_KEYWORDS, kLookupDoc},
    {"lookup_state", as_method(lookup<ByState>), METH_FASTCALL | METH_KEYWORDS, kLookupStateDoc},
    {"record", as_method(record<ByKey>), METH_FASTCALL | METH_KEYWORDS, kRecordDoc},
    {"record_state", as_method(record<ByState>), METH_FASTCALL | METH_KEYWORDS, kRecordStateDoc},
    {},
};

template <class Named>
void intern_names() {
    intern(lookup_names<Named>, {Named::kArgument, "depth", "alpha", "beta", "ply"});
    intern(record_names<Named>, {Named::kArgument, "depth", "alpha", "beta", "score", "move", "ply"});
}

}  // namespace

PyMethodDef* window_methods() {
    intern_names<ByKey>();
    intern_names<ByState>();
    return methods;
}

}  // namespace tabiya::bindings
