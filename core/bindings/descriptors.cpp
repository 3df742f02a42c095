// Descriptor: an open file that is closed when its object dies, if not before.
#include <fcntl.h>
#include <nanobind/stl/string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <utility>

#include "bindings/py_table.hpp"

namespace tabiya::bindings {
namespace {

// Opened and owned in one call, so that an interrupt cannot leak a descriptor. A file that this created
// (O_EXCL) is removed as well, unless it is kept or others hold it: unfinished tables leave nothing behind.
class Descriptor {
  public:
    Descriptor(nb::handle path, int flags, int mode)
        : kept((flags & O_EXCL) == 0), path_(path_bytes(path)), process_(getpid()) {
        number_ = open(path_.c_str(), flags | O_CLOEXEC, mode);
        if (number_ < 0) {
            PyErr_SetFromErrnoWithFilename(PyExc_OSError, path_.c_str());
            throw nb::python_error();
        }
    }
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int number() const {
        if (number_ < 0) throw std::invalid_argument("the descriptor is closed");
        return number_;
    }
    void close() {
        if (number_ < 0) return;
        if (!kept && process_ == getpid() && is_still_there() && flock(number_, LOCK_EX | LOCK_NB) == 0)
            unlink(path_.c_str());
        ::close(std::exchange(number_, -1));
    }

    bool kept;

  private:
    // A path is str, bytes or os.PathLike, and holds no zero. Not all paths are UTF-8.
    static std::string path_bytes(nb::handle path) {
        PyObject* bytes = nullptr;
        if (PyUnicode_FSConverter(path.ptr(), &bytes) == 0) throw nb::python_error();
        const nb::bytes owned = nb::steal<nb::bytes>(bytes);
        return {owned.c_str(), owned.size()};
    }
    bool is_still_there() const {
        struct stat ours, theirs;
        return fstat(number_, &ours) == 0 && lstat(path_.c_str(), &theirs) == 0 &&
               ours.st_dev == theirs.st_dev && ours.st_ino == theirs.st_ino;
    }

    std::string path_;
    pid_t process_;  // the child of a fork has a copy of this object but created no file
    int number_ = -1;
};

}  // namespace

void bind_descriptors(nb::module_& module) {
    using nb::literals::operator""_a;
    nb::class_<Descriptor>(module, "Descriptor", "An open file that is closed when its object dies.")
        .def(nb::init<nb::handle, int, int>(), "path"_a, "flags"_a, "mode"_a = 0)
        .def("fileno", &Descriptor::number)
        .def("close", &Descriptor::close, nb::lock_self())
        .def_rw("kept", &Descriptor::kept, "False: the file is removed with its descriptor.");
}

}  // namespace tabiya::bindings
