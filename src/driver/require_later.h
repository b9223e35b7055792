// Statements that only later calls of functions come to, through memory: a count that the next call reads. No state just before the change tells whether there is
// such a call, so there are no predicates. Tests can tell: after is built once more with the change taken back, and each test is run on both. Up to
// the change both runs are the same; so where what is recorded just before the statement differs, time by time, the versions came to it in different states.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "driver/require_tests.h"
#include "support/both.h"

namespace cleave::driver {

// What a run recorded at a place, visit by visit: of pointers whether they are null, since every run has other addresses.
struct Trace {
  std::vector<std::string> names;
  std::vector<std::vector<std::optional<uint64_t>>> visits;  // by name; none: it has no value there
};

// By file of the log.
std::map<uint32_t, Trace> tracesAt(const probes::Log& log, const ProbedPlace& place);

struct TraceDifference {
  bool isDifferent = false;  // a visit of both has another state
  bool isOnlyAfter = false;  // after has more visits
  bool isOnlyBefore = false;
};
TraceDifference compareTraces(const Both<Trace>& traces);

// Options whose after is built with this text instead of that of the file.
Expected<RequireOptions> optionsWith(const RequireOptions& options, const std::string& file, const std::string& text, const TempDir& folder);

}  // namespace cleave::driver
