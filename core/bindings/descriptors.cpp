// Descriptor: an open file that is closed at the latest when its object dies.
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

// Opened and owned in one call: an interrupt finds no number that nobody closes. A file that this made
// (O_EXCL) goes as well, unless it was kept, or others hold it by now: unfinished tables leave nothing
// behind.
class Descriptor {
  public:
    Descriptor(std::string path, int flags, int mode)
        : kept((flags & O_EXCL) == 0), path_(std::move(path)), process_(getpid()) {
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
    bool is_still_there() const {
        struct stat ours, theirs;
        return fstat(number_, &ours) == 0 && lstat(path_.c_str(), &theirs) == 0 &&
               ours.st_dev == theirs.st_dev && ours.st_ino == theirs.st_ino;
    }

    std::string path_;
    pid_t process_;  // a fork's child has a copy of this object, but made no file
    int number_ = -1;
};

}  // namespace

void bind_descriptors(nb::module_& module) {
    using nb::literals::operator""_a;
    nb::class_<Descriptor>(module, "Descriptor", "An open file that is closed when its object dies.")
        .def(nb::init<std::string, int, int>(), "path"_a, "flags"_a, "mode"_a = 0)
        .def("fileno", &Descriptor::number)
        .def("close", &Descriptor::close, nb::lock_self())
        .def_rw("kept", &Descriptor::kept, "False: a file that is removed with its descriptor.");
}

}  // namespace tabiya::bindings
