// Whether properties hold that are compiled into a version. Where a run comes to a place that has property K, and it does not hold there, the
// version sets a global of its own, `cleave_property_K`, and goes on; `cleave_property_cut` is set where a run is ended at a bound (so many
// iterations of a loop), so that whatever holds holds up to there. Marks are looked at however a run ends.
//
//   total += is_available(&list[i]);
//   cleave_property_3 |= !(total >= 0);
//
// One walk by output conditions, in which nothing counts but the marks, serves all properties: a partition is a way in which they are
// computed, and each is asked whether one of its members sets a mark.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "explore/explore.h"
#include "support/both.h"

namespace cleave::explore {

std::string markOf(uint32_t property);  // its global, by name
std::string markOfCut();

struct PropertyCheck {
  enum class Fate : uint8_t {
    Holds,      // on every input
    HoldsToCut, // on every input, as far as the bounds in the code let its run get
    Broken,     // `input` shows it
    Undecided,  // `reason` tells
  };
  uint32_t property = 0;
  Fate fate = Fate::Undecided;
  std::string reason;
  std::optional<expr::Assignment> input;
  bool isDefined = true;  // Broken: C gives the run of `input` a meaning up to its end
};

struct PropertyChecks {
  std::vector<PropertyCheck> checks;  // as asked
  result::EntryResult walk;           // its partitions, guarantee and statistics
};

// Random and boundary inputs alone: what they break is broken, the others are undecided. Cheap, and ends most of what tests show by chance.
std::vector<PropertyCheck> tryProperties(const Task& task, Side side, const std::vector<uint32_t>& properties, const Options& options,
                                         const StopFlag* stop);

// `side` of the entry is walked. Inputs on which C gives a run no meaning break nothing, unless `undefinedCounts`.
PropertyChecks checkProperties(const Task& task, Side side, const std::vector<uint32_t>& properties, bool undefinedCounts,
                               const Options& options, const Listeners& listeners, const StopFlag* stop);

}  // namespace cleave::explore
