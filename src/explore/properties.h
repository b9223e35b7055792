// Whether properties hold that are compiled into a version. Where a run comes to a place that has property K, and it does not hold there, the
// version sets a global of its own, `cleave_property_K`, and goes on; `cleave_property_cut` is set where a run is ended at a bound (so many
// iterations of a loop), so that whatever holds holds up to there. Marks are looked at however a run ends.
//
//   total += is_available(&list[i]);
//   cleave_property_3 |= !(total >= 0);
//
// One walk by output conditions, in which nothing counts but the marks, serves all properties (property_walk.h): a partition is a way in which they
// are computed, and each is asked whether one of its members sets a mark.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "explore/explore.h"
#include "support/both.h"

namespace cleave::explore {

std::string markOf(uint32_t property);  // its global, by name
std::string markOfCut();
std::string nameOfBound();  // of the global that holds how many iterations a loop may have

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
  uint32_t bound = 0;     // HoldsToCut: iterations; 0: as compiled in
  bool isDefined = true;  // Broken: C gives the run of `input` a meaning up to its end
};

// What counts, and how hard to look.
struct PropertyRules {
  bool undefinedCounts = false;  // also inputs on which C gives the run no meaning break a property
  // Whether an input does not count, whatever it breaks; then a condition, which holds of the input, for all that do not count for the same reason.
  std::function<std::optional<expr::ExprId>(const expr::Assignment&)> leftOut = {};
  std::string leftOutReason = {};  // of properties that only such inputs break
  bool smallInputs = false;        // that break a property: for people, at the price of further questions
  // Iterations of loops, ascending: a walk with few of them comes to an end where others do not, and its inputs are small. What holds up to one bound
  // is looked at up to the next. Empty: as many as are compiled in.
  std::vector<uint32_t> bounds = {};
  std::set<uint32_t> apart = {};   // are computed in many ways (all elements of an array): they are looked at alone, behind the others
  bool unknownIsOpen = false;      // an input that looks at what has no value leaves all that is open undecided (induction.h)
  bool goOnWhenOpen = true;        // look for what breaks a property even when it cannot be proved any more
};

// C gives a run that ended in this way no meaning: not abort and failed assertions, by which the program itself ends the run.
bool hasNoMeaning(const vm::Outcome& outcome);

// Whether the run of the input, without a bound on its loops, sets the mark of the property.
bool breaksBeyondBounds(const Task& task, Side side, uint32_t property, const expr::Assignment& input, const Options& options, const StopFlag* stop);

// Inputs on which `side` of the entry has no meaning, or does not come to an end, for PropertyRules::leftOut. Its loops have no bound here.
class Meaningless {
 public:
  Meaningless(const Task& task, Side side, const Options& options, const StopFlag* stop);
  ~Meaningless();
  std::optional<expr::ExprId> operator()(const expr::Assignment& input);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// The same for inputs on which a signed number overflows there: C gives that no meaning, and that the machine wraps is no fault of the program.
class Overflowing {
 public:
  Overflowing(const Task& task, const CheckedVersion& version, const Options& options, const StopFlag* stop);
  std::optional<expr::ExprId> operator()(const expr::Assignment& input);

 private:
  const Task& task_;
  const CheckedVersion& version_;
  vm::Vm vm_;
  Budget budget_;
};

struct PropertyChecks {
  std::vector<PropertyCheck> checks;  // as asked
  result::Guarantee guarantee;
  result::Statistics statistics;
};

// Random and boundary inputs alone: what they break is broken, the others are undecided. Cheap, and ends most of what tests show by chance.
std::vector<PropertyCheck> tryProperties(const Task& task, Side side, const std::vector<uint32_t>& properties, const PropertyRules& rules,
                                         const Options& options, const StopFlag* stop);

// `side` of the entry is walked: for all properties at once, and where that does not come to an end, for each of those that are left alone, as far
// as the budget goes. Those that matter most should come first.
PropertyChecks checkProperties(const Task& task, Side side, const std::vector<uint32_t>& properties, const PropertyRules& rules,
                               const Options& options, const StopFlag* stop);

}  // namespace cleave::explore
