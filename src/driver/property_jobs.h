// Properties that are compiled into both versions (explore/properties.h), looked at from each entry on, each entry in a worker of its own: which of
// them hold on before, and of those, which no longer do on after.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "driver/options.h"
#include "driver/prepare.h"
#include "result/result.h"
#include "support/both.h"

namespace cleave::driver {

// The same versions with loops cut (explore/induction.h). What holds there is proved without a bound on iterations.
struct CutVersions {
  const Prepared* prepared = nullptr;  // none: there are no loops, or nobody wants to know
  Both<std::set<uint32_t>> injected;   // numbers that are compiled into them
  // By entry: further numbers, which follow from others, but may be what these need. Of before they are looked at in no other way; what is proved of
  // them is looked at on after like all else.
  std::vector<std::vector<uint32_t>> helpers = {};
};

struct PropertyWork {
  const Options& options;
  const Prepared& prepared;
  std::vector<std::vector<uint32_t>> asked;  // by entry: numbers of properties that its code may come to
  std::vector<bool> isOnAfter;               // by number: whether it is to be looked at on after, if it holds on before
  std::set<uint32_t> apart;                  // numbers of those to be looked at alone: explore::PropertyRules
  unsigned iterations = 5;                   // the bound that is compiled in
  bool triesAlone = false;                   // random inputs on before, and no more: those that they do not break are undecided
  std::function<void(const std::string& entry)> done = {};
  const StopFlag* stop = nullptr;
  // By entry, if not empty: what an earlier run found. Of before it counts where the entry has the same inputs; of after where both are there.
  std::vector<Both<std::optional<result::EntryResult>>> known = {};
  CutVersions cut = {};
  // What changed, as the user is told. The versions here have properties compiled in, and with them other changes: those that a violation relies
  // on are found among these by their places.
  std::vector<result::Change> changes = {};
};

// What became of properties from one entry on. A partition stands for a property: its id is the number. Equal: it holds, and the reason says up to
// where. Different: the witness breaks it; on after, `changes` are those that this relies on, `confirmed` and the reason tell of the native
// run, before and after are what the versions show on the witness, and the mark kShows stands where that differs. Unfinished: undecided, the
// reason tells. Those that hold on before and are not asked on after have no partition there.
struct EntryProperties {
  std::string entry;
  Both<result::EntryResult> sides;
  std::string failure;  // the worker's: nothing is known then
};
inline constexpr const char* kShows = "shows";
inline constexpr const char* kProved = "proved";  // the reason of one that holds without a bound on runs

std::vector<EntryProperties> decideProperties(const PropertyWork& work);

}  // namespace cleave::driver
