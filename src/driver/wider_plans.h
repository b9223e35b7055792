// Plans of inputs for an entry of which nothing is known with the one that it has: no input comes to a change, or past a null pointer. First pointers
// are followed where runs looked behind those that the plan cuts, as often as that tells something new; then bounds are wider. In the worker of an entry.
#pragma once

#include <set>
#include <string>
#include <utility>

#include "driver/prepare.h"
#include "explore/pair_runner.h"
#include "inputs/options.h"
#include "support/both.h"

namespace cleave::driver {

// The null pointers that runs ended at: the linker's names of the globals that hold them, and where.
class RimsMet {
 public:
  void add(const Prepared& prepared, const explore::PairRun& run);
  const Both<std::set<std::pair<std::string, uint64_t>>>& places() const { return places_; }

 private:
  Both<std::set<std::pair<std::string, uint64_t>>> places_;
};

class WiderPlans {
 public:
  explicit WiderPlans(inputs::Options inputs) : inputs_(std::move(inputs)) {}

  // What to plan with after these plans led nowhere; false: there is no more.
  bool next(const RimsMet& rims, const explore::EntryPlans& plans);
  const inputs::Options& inputs() const { return inputs_; }
  unsigned made() const { return made_; }

 private:
  bool follow(const RimsMet& rims, const explore::EntryPlans& plans);

  inputs::Options inputs_;
  unsigned made_ = 0, widened_ = 0;
};

}  // namespace cleave::driver
