// tabiya._cpu: the x86-64 levels that this processor supports. Plain C API and the oldest instruction set,
// because it runs before a level is chosen.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

namespace {

PyObject* supports(PyObject*, PyObject* name) {
    const char* level = PyUnicode_AsUTF8(name);
    if (level == nullptr) return nullptr;
#if defined(__x86_64__)
    __builtin_cpu_init();
    const bool v2 = __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("ssse3") &&
                    __builtin_cpu_supports("popcnt");
    const bool v3 = v2 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                    __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") &&
                    __builtin_cpu_supports("lzcnt");
    if (PyUnicode_CompareWithASCIIString(name, "x86-64-v2") == 0) return PyBool_FromLong(v2);
    if (PyUnicode_CompareWithASCIIString(name, "x86-64-v3") == 0) return PyBool_FromLong(v3);
#endif
    return PyErr_Format(PyExc_ValueError, "unknown level of this architecture: %R", name);
}

PyMethodDef methods[] = {
    {"supports", supports, METH_O,
     "supports(level, /)\n--\n\nReturns whether this processor supports the level."},
    {},
};

int ready(PyObject*) {
    return 0;
}

PyModuleDef_Slot slots[] = {
    {Py_mod_exec, reinterpret_cast<void*>(ready)},
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, nullptr},
};

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "_cpu",
    "The capabilities of this processor.",
    0,
    methods,
    slots,
    nullptr,
    nullptr,
    nullptr,
};

}  // namespace

PyMODINIT_FUNC PyInit__cpu() {
    return PyModuleDef_Init(&definition);
}
