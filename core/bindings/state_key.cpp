// key_of: reads Python objects and feeds their words to zobrist/state_hash.hpp. Exact built-in types are read
// here. tabiya.keys.class_keys describes each class once and has the messages about types without a key.
#include "bindings/state_key.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>
#include <vector>

#include "bindings/integers.hpp"
#include "bindings/owned.hpp"
#include "zobrist/state_hash.hpp"

namespace tabiya::bindings {
namespace {

using zobrist::absorb;
using zobrist::Tag;

constexpr int kMaxDepth = 200;

bool absorb_value(PyObject* value, std::uint64_t& h, int depth);

// Calls a function of tabiya.keys.class_keys.
Owned ask(const char* function, PyObject* argument) {
    const Owned module(PyImport_ImportModule("tabiya.keys.class_keys"));
    if (!module) return {};
    const Owned callable(PyObject_GetAttrString(module.get(), function));
    return callable ? Owned(PyObject_CallOneArg(callable.get(), argument)) : Owned();
}

// ---- numbers and texts -----------------------------------------------------------------------------------

std::uint64_t absorb_words(const Digits& number, std::uint64_t h) {
    const auto top = static_cast<std::uint32_t>(number.digits[number.count - 1]);
    const auto bits = static_cast<std::uint64_t>(number.count - 1) * 30 + std::bit_width(top);
    const std::uint64_t words = bits / 64 + 1;
    h = absorb(h, Tag::kBigInt, words);
    zobrist::StateProduct waiting = 0;
    int waiting_bits = 0;
    Py_ssize_t next = 0;
    bool borrow = number.negative;  // two's complement: invert all bits and add one
    for (std::uint64_t i = 0; i < words; ++i) {
        for (; waiting_bits < 64 && next < number.count; waiting_bits += 30) {
            waiting |= zobrist::StateProduct{number.digits[next++]} << waiting_bits;
        }
        auto word = static_cast<std::uint64_t>(waiting);
        waiting >>= 64;
        waiting_bits = std::max(waiting_bits - 64, 0);
        if (number.negative) word = ~word + borrow;
        borrow = borrow && word == 0;
        h = absorb(h, Tag::kData, word);
    }
    return h;
}

std::uint64_t absorb_int(PyObject* value, std::uint64_t h) {
    std::uint64_t word;
    if (read_int64(value, word)) [[likely]]
        return absorb(h, Tag::kInt, word);
    return absorb_words(Digits(value), h);
}

std::uint64_t absorb_float(PyObject* value, std::uint64_t h) {
    const double number = PyFloat_AS_DOUBLE(value);
    std::uint64_t bits = std::bit_cast<std::uint64_t>(number);
    if (number == 0) bits = 0;                     // -0.0 equals 0.0
    if (number != number) bits = 0x7FF8ULL << 48;  // all NaNs have one key
    return absorb(h, Tag::kFloat, bits);
}

std::uint64_t absorb_text(Tag tag, std::string_view text, std::uint64_t h) {
    return zobrist::absorb_bytes(absorb(h, tag, text.size()), text.data(), text.size());
}

bool absorb_str(PyObject* value, std::uint64_t& h) {
    if (PyUnicode_IS_COMPACT_ASCII(value)) [[likely]] {
        const auto size = static_cast<std::size_t>(PyUnicode_GET_LENGTH(value));
        h = absorb_text(Tag::kStr, {static_cast<const char*>(PyUnicode_DATA(value)), size}, h);
        return true;
    }
    // File names and foreign texts may have lone surrogates, which strict UTF-8 refuses.
    const Owned encoded(PyUnicode_AsEncodedString(value, "utf-8", "surrogatepass"));
    if (!encoded) return false;
    const auto size = static_cast<std::size_t>(PyBytes_GET_SIZE(encoded.get()));
    h = absorb_text(Tag::kStr, {PyBytes_AS_STRING(encoded.get()), size}, h);
    return true;
}

// ---- containers ------------------------------------------------------------------------------------------

bool absorb_items(Tag tag, PyObject* tuple, std::uint64_t& state, int depth) {
    const Py_ssize_t size = PyTuple_GET_SIZE(tuple);
    std::uint64_t h = absorb(state, tag, static_cast<std::uint64_t>(size));
    for (Py_ssize_t i = 0; i < size; ++i) {
        PyObject* item = PyTuple_GET_ITEM(tuple, i);
        std::uint64_t word;
        if (Py_IS_TYPE(item, &PyLong_Type) && read_digit(item, word)) [[likely]] {
            h = absorb(h, Tag::kInt, word);
            continue;
        }
        std::uint64_t after = h;  // a copy, so that h stays in a register
        if (!absorb_value(item, after, depth)) return false;
        h = after;
    }
    state = h;
    return true;
}

bool absorb_list(PyObject* list, std::uint64_t& h, int depth) {
    const Owned items(PyList_AsTuple(list));  // Python code that runs meanwhile may change the list
    return items && absorb_items(Tag::kList, items.get(), h, depth);
}

bool absorb_frozenset(PyObject* set, std::uint64_t& h, int depth) {
    const Owned iterator(PyObject_GetIter(set));
    if (!iterator) return false;
    std::vector<std::uint64_t> keys;
    keys.reserve(static_cast<std::size_t>(PySet_GET_SIZE(set)));
    while (const Owned element{PyIter_Next(iterator.get())}) {
        std::uint64_t key = zobrist::kStateStart;
        if (!absorb_value(element.get(), key, depth)) return false;
        keys.push_back(zobrist::mix(key));
    }
    if (PyErr_Occurred()) return false;
    std::ranges::sort(keys);
    h = absorb(h, Tag::kFrozenset, keys.size());
    for (const std::uint64_t key : keys) h = absorb(h, Tag::kData, key);
    return true;
}

// ---- arrays ----------------------------------------------------------------------------------------------

class View {
  public:
    explicit View(PyObject* array) : held_(PyObject_GetBuffer(array, &buffer_, PyBUF_FULL_RO) == 0) {}
    View(const View&) = delete;
    View& operator=(const View&) = delete;
    ~View() {
        if (held_) PyBuffer_Release(&buffer_);
    }
    explicit operator bool() const { return held_; }
    const Py_buffer* operator->() const { return &buffer_; }
    const Py_buffer* get() const { return &buffer_; }

  private:
    Py_buffer buffer_{};
    bool held_;
};

struct ItemType {
    char kind;  // as NumPy names it; 0 if there is no stable key
    bool swapped;
};

ItemType item_type(const char* format) {
    const bool marked = std::strchr("<>=@|", *format) != nullptr && *format != 0;
    const bool swapped = *format == '>' || *format == '!';
    const std::string_view code(format + (marked || swapped ? 1 : 0));
    if (code.size() != 1) return {0, false};
    for (const auto& [kind, codes] :
         {std::pair{'i', "bhilqn"}, std::pair{'u', "BHILQN"}, std::pair{'f', "efd"}, std::pair{'b', "?"}}) {
        if (std::strchr(codes, code[0]) != nullptr) return {kind, swapped};
    }
    return {0, false};
}

// Whether an array of bools, such as a view of another type, has true values other than 1.
bool has_odd_bools(const void* buffer, std::size_t size) {
    const auto* bytes = static_cast<const unsigned char*>(buffer);
    return std::any_of(bytes, bytes + size, [](unsigned char byte) { return byte > 1; });
}

bool absorb_array(PyObject* array, std::uint64_t& h) {
    const View view(array);
    const ItemType type = view && view->format != nullptr ? item_type(view->format) : ItemType{0, false};
    if (type.kind == 0) {
        PyErr_Clear();
        ask("refuse_array", array);
        return false;
    }
    const auto item_size = static_cast<std::size_t>(view->itemsize);
    h = absorb(h, Tag::kArray,
               static_cast<std::uint64_t>(type.kind) | item_size << 8 |
                   static_cast<std::uint64_t>(view->ndim) << 16);
    for (int i = 0; i < view->ndim; ++i) {
        h = absorb(h, Tag::kData, static_cast<std::uint64_t>(view->shape[i]));
    }
    const auto size = static_cast<std::size_t>(view->len);
    const bool contiguous = PyBuffer_IsContiguous(view.get(), 'C');
    if (contiguous && !type.swapped && !(type.kind == 'b' && has_odd_bools(view->buf, size))) {
        h = zobrist::absorb_bytes(h, static_cast<const char*>(view->buf), size);
        return true;
    }
    std::vector<char> bytes(size);
    if (PyBuffer_ToContiguous(bytes.data(), view.get(), view->len, 'C') < 0) return false;
    if (type.swapped) {
        for (std::size_t i = 0; i < size; i += item_size) {
            std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(i),
                         bytes.begin() + static_cast<std::ptrdiff_t>(i + item_size));
        }
    }
    if (type.kind == 'b') {
        for (char& byte : bytes) byte = byte != 0;
    }
    h = zobrist::absorb_bytes(h, bytes.data(), size);
    return true;
}

// ---- classes ---------------------------------------------------------------------------------------------

// Descriptions of classes by class. Cleared when full, so that temporary classes are freed.
PyObject* descriptions = nullptr;
constexpr Py_ssize_t kMaxDescriptions = 1024;

// Returns a class's key and the names of its fields; "item" or "array" for NumPy classes.
Owned describe(PyObject* type) {
    Owned told = ask("describe", type);
    if (!told || PyUnicode_Check(told.get())) return told;
    std::uint64_t class_key;
    if (!state_key(PyTuple_GET_ITEM(told.get(), 0), class_key)) return {};
    return Owned(
        Py_BuildValue("(KO)", static_cast<unsigned long long>(class_key), PyTuple_GET_ITEM(told.get(), 1)));
}

// Whether a class equals no other: a metaclass can say otherwise.
bool is_itself(PyTypeObject* type) {
    const PyTypeObject* meta = Py_TYPE(type);
    return meta->tp_richcompare == PyType_Type.tp_richcompare && meta->tp_hash == PyType_Type.tp_hash;
}

Owned description_of(PyTypeObject* type) {
    auto* key = reinterpret_cast<PyObject*>(type);
    if (!is_itself(type)) return describe(key);
#if PY_VERSION_HEX >= 0x030D0000
    PyObject* known = nullptr;
    if (PyDict_GetItemRef(descriptions, key, &known) < 0) return {};
#else
    PyObject* known = Py_XNewRef(PyDict_GetItemWithError(descriptions, key));
#endif
    if (known != nullptr || PyErr_Occurred()) return Owned(known);
    Owned fresh = describe(key);
    if (!fresh) return {};
    if (PyDict_Size(descriptions) >= kMaxDescriptions) PyDict_Clear(descriptions);
    if (PyDict_SetItem(descriptions, key, fresh.get()) < 0) return {};
    return fresh;
}

bool absorb_instance(PyObject* value, std::uint64_t& h, int depth) {
    const Owned description = description_of(Py_TYPE(value));
    if (!description) return false;
    if (PyUnicode_Check(description.get())) {
        if (PyUnicode_CompareWithASCIIString(description.get(), "array") == 0) return absorb_array(value, h);
        const Owned item(PyObject_CallMethod(value, "item", nullptr));
        return item && absorb_value(item.get(), h, depth);
    }
    std::uint64_t class_key = 0;
    if (!read_uint64(PyTuple_GET_ITEM(description.get(), 0), class_key)) return false;
    h = absorb(h, Tag::kRecord, class_key);
    PyObject* names = PyTuple_GET_ITEM(description.get(), 1);
    if (PyTuple_Check(value) && PyTuple_GET_SIZE(value) != PyTuple_GET_SIZE(names)) {
        if (!ask("check_fields", value)) return false;
    }
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(names); ++i) {
        const Owned field(PyObject_GetAttr(value, PyTuple_GET_ITEM(names, i)));
        if (!field || !absorb_value(field.get(), h, depth)) return false;
    }
    return true;
}

bool absorb_value(PyObject* value, std::uint64_t& h, int depth) {
    PyTypeObject* type = Py_TYPE(value);
    if (type == &PyLong_Type) return h = absorb_int(value, h), true;
    if (type == &PyUnicode_Type) return absorb_str(value, h);
    if (value == Py_None) return h = absorb(h, Tag::kConstant, 0), true;
    if (type == &PyBool_Type) return h = absorb(h, Tag::kConstant, value == Py_True ? 2 : 1), true;
    if (type == &PyFloat_Type) return h = absorb_float(value, h), true;
    if (type == &PyBytes_Type) {
        const auto size = static_cast<std::size_t>(PyBytes_GET_SIZE(value));
        return h = absorb_text(Tag::kBytes, {PyBytes_AS_STRING(value), size}, h), true;
    }
    if (depth == kMaxDepth) {
        PyErr_Format(PyExc_ValueError, "a state may be nested %d deep, and this one is deeper", kMaxDepth);
        return false;
    }
    if (type == &PyTuple_Type) return absorb_items(Tag::kTuple, value, h, depth + 1);
    if (type == &PyList_Type) return absorb_list(value, h, depth + 1);
    if (type == &PyFrozenSet_Type) return absorb_frozenset(value, h, depth + 1);
    return absorb_instance(value, h, depth + 1);
}

PyObject* key_of(PyObject*, PyObject* state) {
    std::uint64_t key;
    return state_key(state, key) ? PyLong_FromUnsignedLongLong(key) : nullptr;
}

constexpr const char* kKeyOfDoc =
    "key_of($module, state, /)\n--\n\n"
    "Returns a 64-bit key of a state: the same in every process, machine and Python version.";

PyMethodDef functions[] = {{"key_of", key_of, METH_O, kKeyOfDoc}, {}};

}  // namespace

bool state_key(PyObject* state, std::uint64_t& out) {
    std::uint64_t h = zobrist::kStateStart;
    try {
        if (!absorb_value(state, h, 0)) return false;
    } catch (const std::bad_alloc&) {
        PyErr_NoMemory();
        return false;
    }
    out = zobrist::mix(h);
    return true;
}

bool add_key_of(PyObject* module) {
    descriptions = PyDict_New();
    return descriptions != nullptr && PyModule_AddFunctions(module, functions) == 0;
}

}  // namespace tabiya::bindings
