// Source text that is kept beside a result, so that reports can show it wherever they are read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/both.h"

namespace cleave::result {

// Lines that follow each other.
struct SourcePiece {
  uint32_t first = 1;  // the number of the first one
  std::string text;
};

struct SourceFile {
  std::string name;  // as changes and places name it
  std::vector<SourcePiece> pieces;
};

using KeptSources = Both<std::vector<SourceFile>>;

}  // namespace cleave::result
