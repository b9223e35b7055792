// The rows of both sources side by side, with notes below the lines that they are about.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/source_pairs.h"

namespace cleave::browse {

struct SourceNote {
  Side side = Side::After;
  std::string place;  // file:line
  std::string text;
};

struct SourceRow {
  enum class Kind { Files, Gap, Code, Note };
  Kind kind = Kind::Code;
  size_t pair = 0;
  Both<long> line{-1, -1};  // indices into the pair's lines; -1: nothing on that side
  bool differs = false;
  std::string note = {};
  Side side = Side::After;  // of a note
};

// `inOneColumn`: a line of both versions is a row, and of lines that differ those of before come first.
std::vector<SourceRow> sourceRows(const std::vector<const report::SourcePair*>& pairs, const std::vector<SourceNote>& notes,
                                  bool inOneColumn);

}  // namespace cleave::browse
