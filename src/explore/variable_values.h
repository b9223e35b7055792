// Values of the source's variables along a traced run, as a person would write them: `x = 3`, `a->balance = -1`, `name[2] = 'k'`, `p = q +
// 1`. Which object a pointer leads to is known from the first variable that held it, or was it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "explore/entry.h"
#include "program/place_name.h"
#include "program/program.h"
#include "vm/trace.h"

namespace cleave::explore {

class VariableValues {
 public:
  VariableValues(const program::Program& program, const Entry& entry) : program_(program), entry_(entry) {}

  using Named = std::pair<std::string, std::string>;
  // Nothing: the value is not known, cannot be said, or is what it was.
  std::optional<Named> ofNote(const program::Function& function, const vm::TraceNote& seen, uint32_t depth);
  std::optional<Named> ofStore(const program::Function& function, const vm::TraceStep& store);
  std::optional<Named> ofReturn(const program::Function& function, const vm::TraceStep& step) const;
  void leave(uint32_t depth);  // the call at this depth is over

 private:
  // What an object holds, as the source says.
  struct Root {
    program::PlaceName name;
    program::SourceTypeId type;
    uint64_t offset = 0;     // where that begins in the object
    bool isPointee = false;  // of a pointer, which may lead to more than one
    std::string pointer;     // its name
    uint32_t depth = 0;
  };
  struct Place {
    std::string name;
    program::SourceTypeId type;
  };
  const program::SourceType* typeOf(program::SourceTypeId id) const { return id.valid() ? &program_.sourceType(id) : nullptr; }
  std::optional<Place> placeAt(uint64_t address, program::SourceTypeId wanted = {}) const;
  // The innermost part that begins there, or the one of type `wanted`.
  std::optional<Place> within(program::PlaceName name, program::SourceTypeId type, uint64_t offset, program::SourceTypeId wanted) const;
  std::optional<std::string> textOf(program::SourceTypeId type, U128 bits, unsigned width) const;
  std::string pointerText(uint64_t bits, program::SourceTypeId pointee) const;
  void notePointer(const std::string& name, program::SourceTypeId type, uint64_t bits, uint32_t depth);
  void noteGlobal(const program::Function& function, const program::Instruction& store, uint64_t address);

  const program::Program& program_;
  const Entry& entry_;
  std::map<uint64_t, Root> roots_;                                // by object
  std::map<std::pair<uint32_t, std::string>, std::string> last_;  // what was said of a variable, by depth
};

}  // namespace cleave::explore
