// What stands where in an object whose type is known.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "program/place_name.h"
#include "program/program.h"

namespace cleave::program {

// So many elements stand in an object of that type from the offset on, one behind the other: one, where it is the first part of something
// larger, `&table.base`. None: it has other things there.
std::optional<uint64_t> elementsAt(const Program& program, SourceTypeId whole, SourceTypeId element, uint64_t offset);

struct Part {
  SourceTypeId type;
  const SourceMember* bitField = nullptr;  // its type is that of the number it is cut from
  uint64_t offset = 0;                     // of a bit-field, of the object that has it
  PlaceName name;
};

// The largest parts that begin there or behind, in order. `name`: of the whole.
std::vector<Part> partsBehind(const Program& program, SourceTypeId whole, uint64_t from, const PlaceName& name);

}  // namespace cleave::program
