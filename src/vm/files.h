// What a run left in files. To the machine a file is a global of the models with a name, a size and bytes (models/stream.h), each byte a cell of its own;
// to people, and to the machine that a native run is on, it is a name and a text.
#pragma once

#include "vm/observation.h"

namespace cleave::vm {

struct LeftFile {
  unsigned number = 0;           // of the models' place for it
  std::string name;              // for this run's values
  std::vector<OutputItem> text;  // what has come to the file
  uint64_t pending = 0;          // bytes that a stream still held when the run was cut short
  std::vector<std::string> cells;  // whose names say all this
};

bool isOfFile(const ObservedCell& cell);
std::vector<LeftFile> leftFiles(const std::vector<ObservedCell>& globals);  // by number

// The names of observations, with those of files' cells as people call the file. Each once.
std::vector<std::string> withFileNames(const std::vector<std::string>& names, const std::vector<LeftFile>& before,
                                       const std::vector<LeftFile>& after);

}  // namespace cleave::vm
