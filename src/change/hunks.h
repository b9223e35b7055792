// Groups the places of a function that differ into changes as a person sees them: by lines of the source, neighbours together.
#pragma once

#include <cstdint>
#include <vector>

#include "change/change.h"
#include "change/match.h"

namespace cleave::change {

struct FileLines {
  uint32_t file = UINT32_MAX;  // index in Program::files
  LineRange lines;
  bool present() const { return lines.present(); }
};

using Hunk = Both<FileLines>;

struct Hunks {
  std::vector<Hunk> hunks;
  std::vector<uint32_t> hunkOfPlace;  // by place of the match
};

Hunks groupPlaces(const Match& match);

}  // namespace cleave::change
