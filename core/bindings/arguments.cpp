#include "bindings/arguments.hpp"

#include "bindings/owned.hpp"
#include "table/dense.hpp"
#include "table/mate_score.hpp"

namespace tabiya::bindings {
namespace {

// Calls tabiya.table.arguments.check_NAME(value, ...). Returns the converted value, or null with an
// exception set.
template <class... More>
PyObject* check(const char* function, PyObject* value, More... more) {
    PyObject* module = PyImport_ImportModule("tabiya.table.arguments");
    if (module == nullptr) return nullptr;
    PyObject* callable = PyObject_GetAttrString(module, function);
    Py_DECREF(module);
    if (callable == nullptr) return nullptr;
    PyObject* result = PyObject_CallFunctionObjArgs(callable, value, more..., nullptr);
    Py_DECREF(callable);
    return result;
}

bool read_checked(PyObject* checked, std::int32_t& out) {
    if (checked == nullptr) return false;
    out = static_cast<std::int32_t>(PyLong_AsLong(checked));
    Py_DECREF(checked);
    return PyErr_Occurred() == nullptr;
}

constexpr std::int32_t kMaxSmall = (1 << 30) - 1;

bool parse_small(PyObject* value, std::int32_t low, std::int32_t high, const char* function,
                 std::int32_t& out) {
    if (read_small(value, low, high, out)) [[likely]]
        return true;
    return read_checked(check(function, value), out);
}

}  // namespace

bool convert_key(PyObject* value, const char* name, std::uint64_t& out) {
    const Owned shown_name(PyUnicode_FromString(name));
    if (!shown_name) return false;
    const Owned checked(check("check_key", value, shown_name.get()));
    if (!checked) return false;
    out = PyLong_AsUnsignedLongLong(checked.get());
    return PyErr_Occurred() == nullptr;
}

bool parse_move(PyObject* value, table::Entry& entry) {
    std::int32_t number;
    if (!parse_small(value, 0, table::kMaxMove, "check_move", number)) return false;
    entry.move = static_cast<std::uint32_t>(number);
    return true;
}

bool parse_score(PyObject* value, bool clamp, table::Entry& entry) {
    if (read_small(value, -table::kMaxScore, table::kMaxScore, entry.score)) [[likely]]
        return true;
    return read_checked(check("check_score", value, clamp ? Py_True : Py_False), entry.score);
}

bool parse_eval(PyObject* value, table::Entry& entry) {
    std::int32_t number = table::kNoEval;
    if (value != Py_None && !parse_small(value, -table::kMaxEval, table::kMaxEval, "check_eval", number))
        return false;
    entry.eval = static_cast<std::int16_t>(number);
    return true;
}

bool parse_depth(PyObject* value, table::Entry& entry) {
    std::int32_t number;
    if (!parse_small(value, 0, 255, "check_depth", number)) return false;
    entry.depth = static_cast<std::uint8_t>(number);
    return true;
}

bool parse_bound(PyObject* value, table::Entry& entry) {
    std::int32_t number;
    if (!parse_small(value, 1, 3, "check_bound", number)) return false;
    entry.bound = static_cast<table::Bound>(number);
    return true;
}

bool parse_generation(PyObject* value, table::Entry& entry) {
    std::int32_t number;
    if (!parse_small(value, 0, table::kGenerations - 1, "check_generation", number)) return false;
    entry.generation = static_cast<std::uint8_t>(number);
    return true;
}

bool parse_source(PyObject* value, table::Entry& entry) {
    std::int32_t number;
    if (!parse_small(value, 0, 4, "check_source", number)) return false;
    entry.source = static_cast<table::Source>(number);
    return true;
}

bool parse_pv(PyObject* value, table::Entry& entry) {
    if (value == Py_True || value == Py_False) [[likely]] {
        entry.pv = value == Py_True;
        return true;
    }
    std::int32_t number;
    if (!read_checked(check("check_pv", value), number)) return false;
    entry.pv = number != 0;
    return true;
}

bool fit_dense(bool clamp, table::Entry& entry) {
    namespace dense = table::dense;
    if (clamp) entry.score = dense::nearest_score(entry.score);
    const bool fits = entry.move <= dense::kMaxMove && dense::holds_score(entry.score) &&
                      dense::holds_eval(entry.eval) && entry.depth <= dense::kMaxDepth;
    if (fits) [[likely]]
        return true;
    const Owned module(PyImport_ImportModule("tabiya.table.dense"));
    if (!module) return false;
    const Owned refused(PyObject_CallMethod(module.get(), "check_entry", "Iiii", entry.move, entry.score,
                                            int{entry.eval}, int{entry.depth}));
    return static_cast<bool>(refused);
}

bool parse_limit(PyObject* value, const char* name, double& out) {
    std::int32_t small;
    if (read_small(value, -kMaxSmall, kMaxSmall, small)) [[likely]] {
        out = small;
        return true;
    }
    const Owned shown_name(PyUnicode_FromString(name));
    if (!shown_name) return false;
    const Owned checked(check("check_limit", value, shown_name.get()));
    if (!checked) return false;
    out = PyFloat_AsDouble(checked.get());
    return PyErr_Occurred() == nullptr;
}

bool parse_ply(PyObject* value, std::int32_t& out) {
    return parse_small(value, 0, table::kLongestWin, "check_ply", out);
}

}  // namespace tabiya::bindings
