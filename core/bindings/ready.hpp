// The object behind an instance whose __init__ was called. nanobind would say of others that their arguments
// are incompatible.
#pragma once

#include <nanobind/nanobind.h>

#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace tabiya::bindings {

// Null with an exception set if the instance's __init__ was skipped. `what` names the instance.
template <class Object>
Object* ready(PyObject* self, const char* what) {
    if (!nanobind::inst_ready(self)) [[unlikely]] {
        PyErr_Format(PyExc_RuntimeError, "the %s was not initialised: its __init__ was never called", what);
        return nullptr;
    }
    return nanobind::inst_ptr<Object>(self);
}

namespace ready_methods {

// As fast as nanobind's own check, which a typed handle would not be.
template <class Object>
Object& checked(nanobind::handle self, const char* what) {
    static PyTypeObject* const type = reinterpret_cast<PyTypeObject*>(nanobind::type<Object>().ptr());
    if (!PyType_IsSubtype(Py_TYPE(self.ptr()), type)) [[unlikely]]
        throw nanobind::next_overload();  // for nanobind's message about arguments
    if (!nanobind::inst_ready(self)) [[unlikely]]
        throw std::runtime_error("the " + std::string(what) +
                                 " was not initialised: its __init__ was never called");
    return *nanobind::inst_ptr<Object>(self);
}

// Whether the first parameter of a function is the object itself: constructors take a pointer, others a
// handle that they check themselves.
template <class Object, class First>
inline constexpr bool kTakesObject =
    std::is_lvalue_reference_v<First> && std::is_base_of_v<std::remove_cvref_t<First>, Object>;

template <class Object, class Function, class Result, class First, class... Rest>
auto wrapped(const char* what, const Function& function, Result (*)(First, Rest...)) {
    if constexpr (kTakesObject<Object, First>) {
        return [what, function](nanobind::handle self, Rest... rest) -> Result {
            return function(checked<Object>(self, what), std::forward<Rest>(rest)...);
        };
    } else {
        return function;
    }
}
template <class Function, class Result, class... Arguments>
auto plain(Result (Function::*)(Arguments...) const) -> Result (*)(Arguments...);

}  // namespace ready_methods

// The function as a method that checks its instance first. `what` names the instance.
template <class Object, class Result, class... Arguments>
auto when_ready(const char* what, Result (*function)(Arguments...)) {
    return ready_methods::wrapped<Object>(what, function, function);
}
template <class Object, class Result, class Owner, class... Arguments>
auto when_ready(const char* what, Result (Owner::*method)(Arguments...)) {
    return [what, method](nanobind::handle self, Arguments... arguments) -> Result {
        return (ready_methods::checked<Object>(self, what).*method)(std::forward<Arguments>(arguments)...);
    };
}
template <class Object, class Result, class Owner, class... Arguments>
auto when_ready(const char* what, Result (Owner::*method)(Arguments...) const) {
    return [what, method](nanobind::handle self, Arguments... arguments) -> Result {
        return (ready_methods::checked<Object>(self, what).*method)(std::forward<Arguments>(arguments)...);
    };
}
template <class Object, class Lambda>
    requires std::is_class_v<Lambda>
auto when_ready(const char* what, const Lambda& lambda) {
    using Plain = decltype(ready_methods::plain(&Lambda::operator()));
    return ready_methods::wrapped<Object>(what, lambda, Plain{});
}

// A class of tables whose methods check their instance.
template <class Object>
class TableClass : public nanobind::class_<Object> {
  public:
    using Base = nanobind::class_<Object>;
    using Base::Base;

    template <class... Arguments, class... Extra>
    TableClass& def(nanobind::init<Arguments...>&& init, const Extra&... extra) {
        Base::def(std::move(init), extra...);
        return *this;
    }
    template <class Function, class... Extra>
    TableClass& def(const char* name, const Function& function, const Extra&... extra) {
        Base::def(name, when_ready<Object>("table", function), extra...);
        return *this;
    }
    template <class Getter, class... Extra>
    TableClass& def_prop_ro(const char* name, const Getter& getter, const Extra&... extra) {
        Base::def_prop_ro(name, when_ready<Object>("table", getter), extra...);
        return *this;
    }
    template <class Getter, class Setter, class... Extra>
    TableClass& def_prop_rw(const char* name, const Getter& getter, const Setter& setter,
                            const Extra&... extra) {
        Base::def_prop_rw(name, when_ready<Object>("table", getter), when_ready<Object>("table", setter),
                          extra...);
        return *this;
    }
};

}  // namespace tabiya::bindings
