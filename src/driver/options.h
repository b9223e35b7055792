// What the commands that look at sources share: what is looked at, in which way, within which limits; as one plain struct with its
// defaults. A command that takes more derives its own options from it. tools/ fills them from the command line.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "explore/options.h"
#include "frontend/frontend.h"
#include "harness/expression.h"
#include "inputs/options.h"
#include "result/criterion.h"
#include "support/budget.h"
#include "support/expected.h"

namespace cleave::driver {

struct Options {
  frontend::Sources before;
  frontend::Sources after;
  std::vector<std::string> entries;         // empty: every function that may behave differently
  std::vector<std::string> pairs;           // "before=after": functions that correspond, whatever their names are
  std::set<std::string> comparedElsewhere;  // no entries: functions that another part of the same project is compared with
  std::optional<unsigned> depth;            // without named entries: only callers so many calls away from a change; none: all
  // Which differences of an entry are wanted, in C (explore/intention.h). Without an entry: of the only one that is explored.
  struct Intended {
    std::string entry;
    harness::Stated expression;
  };
  std::vector<Intended> intended;
  frontend::EnvironmentSaid environment;    // what is known of functions without a body
  inputs::Options inputs;                   // what is known of the inputs
  result::Criterion criterion;              // what of the observations counts
  explore::Options explore;
  unsigned jobs = 0;                    // entries at a time; 0: as many as there are cores
  uint64_t memory = uint64_t{2} << 30;  // bytes for each of them
  Seconds totalBudget{0};               // for all of them; 0: no limit
  Clock::time_point planUntil = Clock::time_point::max();  // from then on the inputs of entries are not planned any more, and nobody looks at these
  std::vector<std::string> faults;      // for tests: failed_entry.h
  bool unsafeNative = false;            // where there is no sandbox, run natively without one
  bool exploreUnchanged = false;        // explore a named entry even if its code is the same in both versions
  std::filesystem::path output = "cleave.out";
  std::filesystem::path models;  // the compiled C library models
};

Expected<Seconds> parseDuration(const std::string& text);  // 30s, 500ms, 2m, 1h, or seconds without a unit
Expected<uint64_t> parseSize(const std::string& text);     // 2G, 500M, 64K, or bytes without a unit
Expected<explore::Strategy> parseStrategy(const std::string& text);
Expected<explore::Granularity> parseGranularity(const std::string& text);

}  // namespace cleave::driver
