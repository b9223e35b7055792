// The part of a tracked run that outlives an instruction: open regions, what was written when, and what the end of the run relies on.
#pragma once

#include <cstdint>
#include <vector>

#include "flow/effects.h"
#include "vm/private/write_log.h"
#include "vm/reliance.h"
#include "vm/rules.h"

namespace cleave::vm {

class Tracker {
 public:
  Tracker() : log_(dag_) {}

  void reset(Rules rules);
  RelianceDag& dag() { return dag_; }
  const RelianceDag& dag() const { return dag_; }
  WriteLog& log() { return log_; }
  const WriteLog& log() const { return log_; }
  RelId join(RelId a, RelId b) { return dag_.join(a, b); }

  // --- regions. The open ones of a frame are the topmost; those of its callers lie below.
  static constexpr uint32_t kAtReturn = UINT32_MAX;          // closes when its frame returns
  static constexpr uint32_t kAtCallReturn = UINT32_MAX - 1;  // what a call might have entered: closes when the call returns
  void open(RelId decision, uint32_t closesAt, const flow::Effects& effects);
  size_t openCount() const { return open_.size(); }
  RelId closeAt(uint32_t block, size_t base);  // all topmost regions of a frame that close at this block: what a phi there relies on
  RelId closeFrom(size_t base);                // all from `base` on
  RelId allOpen() const { return open_.empty() ? 0 : open_.back().all; }

  // --- effects as they happen
  void wrote(const flow::Effects& effects, RelId address);  // through an address that relies on something
  void passedCheck(RelId rel, bool impacted);
  void printed(unsigned channel, RelId rel, bool impacted);
  // What the run relies on that ends now; `last` is what its trap or exit relies on.
  RunReliance finish(bool returned, RelId last, bool impacted);

  // --- moments of stores
  struct Stamp {
    RelId rel = 0;
    uint32_t moment = 0;
  };
  uint32_t stamp(RelId rel);  // of a store now
  const Stamp& stampOf(uint32_t id) const { return stamps_[id]; }

 private:
  struct Region {
    RelId decision = 0;
    RelId all = 0;  // with those below
    uint32_t closesAt = 0;
    const flow::Effects* effects = nullptr;
  };
  void close(const Region& region);
  void add(EndReliance& to, RelId rel, bool impacted);

  Rules rules_;
  RelianceDag dag_;
  WriteLog log_;
  std::vector<Region> open_;
  std::vector<Stamp> stamps_;
  RunReliance end_;
};

}  // namespace cleave::vm
