// Both versions of a program with some properties compiled in, ready to be looked at.
#pragma once

#include <set>

#include "driver/guard_list.h"
#include "driver/guard_parts.h"
#include "driver/prepare.h"
#include "support/temp_dir.h"

namespace cleave::driver {

enum class LoopsAre {
  Bounded,  // runs end at a bound on iterations
  Cut,      // one iteration stands for all of them (explore/induction.h)
};

struct PropertyRound {
  TempDir work;
  Options options;
  Both<std::set<uint32_t>> injected;  // numbers that found their places
  Prepared prepared;
  bool hasLoops = false;  // that were cut
};

// `wanted`: numbers of properties and of tightened forms.
Expected<PropertyRound> compileRound(const GuardOptions& options, const GuardList& list, const GuardPart& part, const std::set<uint32_t>& wanted,
                                     LoopsAre loops, const StopFlag* stop);

}  // namespace cleave::driver
