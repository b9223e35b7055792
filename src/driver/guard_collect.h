// Builds a project with probes and runs its tests: what they show of variables is then a log.
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "driver/guard.h"
#include "probes/log.h"
#include "project/watcher.h"

namespace cleave::driver {

struct Collected {
  project::WatchedDir directory;  // of the log's files
  probes::Log log;
  double testSeconds = 0;
};

// How much there is, and what is missing: visits beyond the bound, records that a process was writing when it died, logs that were full.
std::string summaryOf(const Collected& collected);

// `watched`: functions by their linker names. Fails with what the tests said last, if they fail.
Expected<Collected> collect(const GuardOptions& options, Side side, const std::set<std::string>& watched, const Listeners& listeners,
                            const StopFlag* stop);

}  // namespace cleave::driver
