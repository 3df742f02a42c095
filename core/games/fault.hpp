// What makes a position impossible, for every game's setup and parser.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace tabiya {

// Which part of a description is wrong ("pieces", "side", ...), and why.
struct Fault {
    std::string field;
    std::string reason;
};

class SetupError : public std::invalid_argument {
  public:
    explicit SetupError(Fault fault)
        : std::invalid_argument(fault.field + ": " + fault.reason), fault_(std::move(fault)) {}
    const Fault& fault() const { return fault_; }

  private:
    Fault fault_;
};

}  // namespace tabiya
