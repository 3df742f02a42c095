// What Python can ask of a table's second tier.
#include "bindings/py_table.hpp"

namespace tabiya::bindings {
namespace {

// None without a second tier. Walks over all of its lines.
nb::object second_tier(PyTable& table) {
    const table::UseGuard use(table);
    if (table.tiers() == nullptr) return nb::none();
    const table::tier::SecondTier& second = table.tiers()->second();
    table::tier::TierContents contents;
    {
        const nb::gil_scoped_release released;
        contents = second.contents();
    }
    nb::dict result;
    result["entries"] = contents.entries;
    result["entry_bits"] = contents.entry_bits;
    result["used_lines"] = contents.used_lines;
    result["lines"] = second.settings().lines;
    result["bytes"] = second.bytes();
    result["moves"] = second.moves().size();
    return result;
}

}  // namespace

void bind_tiers(nb::class_<PyTable>& type) {
    type.def("_second_tier", second_tier);
}

}  // namespace tabiya::bindings
