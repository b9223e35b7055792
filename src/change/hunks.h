// Groups the places of a function that differ into changes as a person sees them: by lines of the source, neighbours together.
#pragma once

#include <cstdint>
#include <vector>

#include "change/change.h"
#include "change/match.h"

namespace cleave::change {

struct Hunk {
  uint32_t beforeFile = UINT32_MAX;
  uint32_t afterFile = UINT32_MAX;
  LineRange before;
  LineRange after;
};

struct Hunks {
  std::vector<Hunk> hunks;
  std::vector<uint32_t> hunkOfPlace;  // by place of the match
};

Hunks groupPlaces(const Match& match);

}  // namespace cleave::change
