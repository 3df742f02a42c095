// Why a position is impossible, for the setup and parser of every game.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace tabiya {

// The wrong part of a description ("pieces", "side", ...) and the reason.
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
