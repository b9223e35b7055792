// What the library functions that the VM carries out itself may do, for the static analyses. A function that is not in the table may do
// anything.
#pragma once

#include <cstdint>
#include <string_view>

namespace cleave::flow {

struct LibraryFunction {
  std::string_view name;
  bool allocates = false;       // the result is a fresh object
  bool frees = false;           // what argument 0 points to
  bool ends = false;            // ends the program
  bool traps = false;           // may trap (reads or writes memory, or looks at a value)
  uint8_t prints = 0;           // mask: 1 stdout, 2 stderr
  uint8_t writes = 0;           // mask of pointer arguments whose objects it writes
  int8_t copiesFrom = -1;       // ... with what is behind this argument
  int8_t returns = -1;          // the argument that it returns
  bool readsArguments = false;  // reads memory behind its pointer arguments (the variable ones, too)
};

const LibraryFunction* findLibraryFunction(std::string_view name);  // null: unknown

}  // namespace cleave::flow
