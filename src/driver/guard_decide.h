// Which properties are true of before, and which of those no longer hold on after, in one program or library of the versions: tried with random
// inputs, then proved and checked from each entry on, and traced where they are violated.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "driver/guard_list.h"
#include "driver/guard_memory.h"
#include "driver/guard_parts.h"
#include "driver/guard_rounds.h"
#include "driver/guard_verdicts.h"

namespace cleave::driver {

class GuardDecider {
 public:
  GuardDecider(const GuardOptions& options, const GuardListeners& listeners, const GuardList& list, const std::vector<bool>& isOutdated,
               GuardMemory& memory, result::GuardResult& result, const StopFlag* stop)
      : options_(options), listeners_(listeners), list_(list), isOutdated_(isOutdated), memory_(memory), result_(result), stop_(stop) {}

  // First random inputs, with everything that the tests showed: most of it is false. What is left is what proofs are about, without what then follows
  // from the rest; the code that is walked computes nothing else.
  Status tryRandom(const GuardPart& part);
  size_t left() const { return wanted_.size(); }
  Status prove(const GuardPart& part);  // what tryRandom has left of the same part
  size_t entries() const { return entries_; }
  void traceNew(const GuardPart& part);  // the violations that have no trace yet

 private:
  std::vector<EntryProperties> look(const GuardPart& part, const PropertyRound& round, const PropertyRound* cut,
                                    const std::function<std::vector<uint32_t>(size_t)>& askedOf);
  std::vector<uint32_t> reachedIn(const PropertyRound& round, size_t entry, const std::set<uint32_t>& numbers) const;
  std::vector<uint32_t> withoutImplied(const EntryProperties& found);
  std::vector<uint32_t> firstOf(const GuardPart& part, const std::string& entry, std::vector<uint32_t> numbers);
  void trace(const GuardPart& part, result::GuardViolation& violation);

  const GuardOptions& options_;
  const GuardListeners& listeners_;
  const GuardList& list_;
  const std::vector<bool>& isOutdated_;
  GuardMemory& memory_;
  result::GuardResult& result_;
  const StopFlag* stop_;
  GuardVerdicts verdicts_{list_, isOutdated_, result_};
  // Of the part at work:
  std::map<std::string, std::vector<uint32_t>> first_;  // by entry, of those that are left: in order, as many as can be looked at
  std::set<uint32_t> wanted_;                           // all of these
  std::map<std::string, std::vector<uint32_t>> implied_;  // by entry: what follows from others, at heads of loops and at exits
  size_t entries_ = 0;                                  // that proofs started from, in all parts
  size_t traced_ = 0;                                   // violations
};

}  // namespace cleave::driver
