// Classes with virtual functions, as debug information and their tables tell of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "program/program.h"

namespace cleave::inputs {

// Where in a class's tables the functions begin of the base class that stands at that offset in its objects; 0: its own, and the first one's.
std::optional<uint64_t> functionsIn(const program::Global& vtable, uint64_t offset);
// "B" of its table
std::string tableOwner(const program::Global& vtable);
std::string className(std::string name);  // "B" of "class B"

// The table of the virtual functions of a class; null: there is none.
const program::Global* vtableOf(const program::Program& program, const std::string& name);

// Objects of this class exist: all of its virtual functions have a body.
bool isConcrete(const program::Program& program, const program::Global& vtable);

bool isPolymorphic(const program::Program& program, program::SourceTypeId type);

// Classes whose objects begin with an object of the class and have one table: the class itself is not among them, nor are those of which
// there are no objects. Ordered by name.
std::vector<program::SourceTypeId> derivedFrom(const program::Program& program, program::SourceTypeId type);

}  // namespace cleave::inputs
