#include "bindings/lookup_type.hpp"

#include "bindings/arguments.hpp"
#include "bindings/free_list.hpp"
#include "bindings/owned.hpp"

namespace tabiya::bindings {
namespace {

struct LookupObject {
    PyObject_HEAD std::int32_t score;
    std::uint32_t move;
    bool decides;
};

PyTypeObject* lookup_type = nullptr;
constinit FreeList<LookupObject> free_lookups;

const LookupObject* self_of(PyObject* self) {
    return reinterpret_cast<const LookupObject*>(self);
}

PyObject* get_score(PyObject* self, void*) {
    return self_of(self)->decides ? PyLong_FromLong(self_of(self)->score) : Py_NewRef(Py_None);
}
PyObject* get_move(PyObject* self, void*) {
    return PyLong_FromLong(static_cast<long>(self_of(self)->move));
}

PyGetSetDef getters[] = {
    {"score", get_score, nullptr, "The score that decides the window, or None: search on.", nullptr},
    {"move", get_move, nullptr, "The move to try first; 0 is none.", nullptr},
    {},
};

PyObject* new_lookup(PyTypeObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"score", "move", nullptr};
    PyObject* score = Py_None;
    PyObject* move = nullptr;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "|OO:Lookup", const_cast<char**>(names), &score, &move))
        return nullptr;
    table::Entry entry;
    const bool decides = score != Py_None;
    if ((decides && !parse_score(score, false, entry)) || (move != nullptr && !parse_move(move, entry)))
        return nullptr;
    return make_lookup(decides, entry.score, entry.move);
}

void dealloc_lookup(PyObject* self) {
    free_lookups.drop(self);
}

PyObject* repr_lookup(PyObject* self) {
    const Owned score(get_score(self, nullptr));
    return score ? PyUnicode_FromFormat("Lookup(score=%S, move=%u)", score.get(), self_of(self)->move)
                 : nullptr;
}

PyObject* compare_lookups(PyObject* left, PyObject* right, int operation) {
    if (Py_TYPE(right) != lookup_type || (operation != Py_EQ && operation != Py_NE)) Py_RETURN_NOTIMPLEMENTED;
    const LookupObject *one = self_of(left), *other = self_of(right);
    const bool equal = one->decides == other->decides && one->move == other->move &&
                       (!one->decides || one->score == other->score);
    return PyBool_FromLong(equal == (operation == Py_EQ));
}

Py_hash_t hash_lookup(PyObject* self) {
    const Owned fields(Py_BuildValue("(NN)", get_score(self, nullptr), get_move(self, nullptr)));
    return fields ? PyObject_Hash(fields.get()) : -1;
}

PyObject* reduce_lookup(PyObject* self, PyObject*) {
    return Py_BuildValue("(O(NN))", lookup_type, get_score(self, nullptr), get_move(self, nullptr));
}

PyMethodDef methods[] = {{"__reduce__", reduce_lookup, METH_NOARGS, "For pickle."}, {}};

constexpr const char* kDoc =
    "Lookup(score=None, move=0)\n--\n\n"
    "What `lookup` found: the score that decides the window, or None, and the move to try first.";

PyType_Slot slots[] = {
    {Py_tp_new, reinterpret_cast<void*>(new_lookup)},
    {Py_tp_dealloc, reinterpret_cast<void*>(dealloc_lookup)},
    {Py_tp_repr, reinterpret_cast<void*>(repr_lookup)},
    {Py_tp_richcompare, reinterpret_cast<void*>(compare_lookups)},
    {Py_tp_hash, reinterpret_cast<void*>(hash_lookup)},
    {Py_tp_getset, getters},
    {Py_tp_methods, methods},
    {Py_tp_doc, const_cast<char*>(kDoc)},
    {0, nullptr},
};

PyType_Spec spec = {"tabiya.Lookup", sizeof(LookupObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
                    slots};

}  // namespace

bool add_lookup_type(PyObject* module) {
    PyObject* type = PyType_FromSpec(&spec);
    if (type == nullptr) return false;
    lookup_type = reinterpret_cast<PyTypeObject*>(type);
    const Owned names(Py_BuildValue("(ss)", "score", "move"));
    if (!names || PyDict_SetItemString(lookup_type->tp_dict, "__match_args__", names.get()) < 0) return false;
    PyType_Modified(lookup_type);
    return PyModule_AddObjectRef(module, "Lookup", type) == 0;
}

PyObject* make_lookup(bool decides, std::int32_t score, std::uint32_t move) {
    LookupObject* lookup = free_lookups.make(lookup_type);
    if (lookup == nullptr) return nullptr;
    lookup->score = score;
    lookup->move = move;
    lookup->decides = decides;
    return reinterpret_cast<PyObject*>(lookup);
}

}  // namespace tabiya::bindings
