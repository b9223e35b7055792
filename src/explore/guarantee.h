// What the verdict of a walk rests on: the premises (result/guarantee.h) that apply, those of the input plan, and those that runs reported.
#pragma once

#include <set>
#include <string>

#include "explore/explore.h"
#include "explore/stages.h"
#include "result/result.h"

namespace cleave::explore {

// What a walk found out that its guarantee depends on.
struct Walked {
  const Task& task;
  const Options& options;
  const Tracking* tracking = nullptr;                // none at path granularity
  const Tracking* mergedTracking = nullptr;          // none where branches were not merged
  bool covered = false;                              // every input lies in some partition
  size_t unfinished = 0;                             // partitions
  bool endsElsewhere = false;                        // members of an equal partition may end elsewhere than its witness, in clean code
  const std::set<std::string>& ofOneVersion;  // globals that a run wrote, members that it showed
  const std::set<std::string>& keptByOne;            // pair_runner.h
  const std::set<std::string>& keptInPart;
  std::set<std::string> assumptions;  // of the runs
  const Stage* stage = nullptr;       // every input of it lies in a partition that is decided
};

result::Guarantee stateGuarantee(Walked walked);
const char* nameOf(Granularity granularity);  // as the guarantee has it

}  // namespace cleave::explore
