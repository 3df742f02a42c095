#include "bindings/errors.hpp"

#include <nanobind/nanobind.h>

#include "games/chess/fen.hpp"
#include "games/perft.hpp"
#include "games/shogi/sfen.hpp"

namespace tabiya::bindings {

void raise_as(const char* name, const char* what) {
    PyObject* module = PyImport_ImportModule("tabiya.errors");
    PyObject* type = module != nullptr ? PyObject_GetAttrString(module, name) : nullptr;
    if (type != nullptr) PyErr_SetString(type, what);
    Py_XDECREF(type);
    Py_XDECREF(module);
}

void add_game_exceptions() {
    nanobind::register_exception_translator([](const std::exception_ptr& pointer, void*) {
        try {
            std::rethrow_exception(pointer);
        } catch (const chess::FenError& error) {
            raise_as("FenError", error.what());
        } catch (const shogi::SfenError& error) {
            raise_as("SfenError", error.what());
        } catch (const IllegalMove& error) {
            raise_as("IllegalMoveError", error.what());
        } catch (const PerftDrift& error) {
            raise_as("ValidationError", error.what());
        }
    });
}

}  // namespace tabiya::bindings
