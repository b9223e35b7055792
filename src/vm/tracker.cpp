#include "vm/private/tracker.h"

#include "support/check.h"

namespace cleave::vm {

void Tracker::reset(Rules rules) {
  rules_ = rules;
  dag_.reset();
  log_.reset();
  open_.clear();
  stamps_.assign(1, {});
  end_ = {};
}

void Tracker::open(RelId decision, uint32_t closesAt, const flow::Effects& effects) {
  open_.push_back({decision, dag_.join(allOpen(), decision), closesAt, &effects});
}

RelId Tracker::closeAt(uint32_t block, size_t base) {
  RelId closed = 0;
  while (open_.size() > base && open_.back().closesAt == block) {
    closed = dag_.join(closed, open_.back().decision);
    close(open_.back());
    open_.pop_back();
  }
  return closed;
}

RelId Tracker::closeFrom(size_t base) {
  CHECK(open_.size() >= base, "regions of a caller were closed by its callee");
  RelId closed = 0;
  while (open_.size() > base) {
    closed = dag_.join(closed, open_.back().decision);
    close(open_.back());
    open_.pop_back();
  }
  return closed;
}

void Tracker::add(EndReliance& to, RelId rel, bool impacted) {
  to.all = dag_.join(to.all, rel);
  if (impacted) to.impacted = dag_.join(to.impacted, rel);
}

void Tracker::close(const Region& region) {
  const flow::Effects& effects = *region.effects;
  if (!effects.any()) return;
  const uint32_t flags = effects.flags;
  const bool anything = (flags & flow::kAnything) != 0;
  if (anything || !effects.writes.empty()) log_.add(effects.writes, anything, region.decision);
  const bool ends = rules_.has(Rule::Ends), prints = rules_.has(Rule::Output);
  if (ends && (flags & flow::kExits) != 0) add(end_.outcome, region.decision, (flags & flow::kImpactedExits) != 0);
  // An object that might be gone: whoever looks at it later, clean or not, might trap.
  if (ends && (flags & flow::kFrees) != 0) add(end_.outcome, region.decision, true);
  if (prints && (flags & flow::kPrintsStdout) != 0) add(end_.output[0], region.decision, (flags & flow::kImpactedStdout) != 0);
  if (prints && (flags & flow::kPrintsStderr) != 0) add(end_.output[1], region.decision, (flags & flow::kImpactedStderr) != 0);
  if ((flags & flow::kChanges) != 0) end_.unreached = dag_.join(end_.unreached, region.decision);
}

void Tracker::wrote(const flow::Effects& effects, RelId address) {
  if (address != 0 && rules_.has(Rule::StoreAddress)) log_.add(effects.writes, (effects.flags & flow::kAnything) != 0, address);
}

void Tracker::passedCheck(RelId rel, bool impacted) {
  if (rel != 0 && rules_.has(Rule::Ends)) add(end_.outcome, rel, impacted);
}

void Tracker::printed(unsigned channel, RelId rel, bool impacted) {
  add(end_.output[channel], rules_.has(Rule::Output) ? dag_.join(rel, allOpen()) : rel, impacted);
  end_.impactedOutput[channel] = end_.impactedOutput[channel] || impacted;
}

RunReliance Tracker::finish(bool returned, RelId last, bool impacted) {
  RunReliance end = end_;
  if (returned) return end;
  const RelId ended = dag_.join(last, allOpen());
  end.outcome.all = dag_.join(end.outcome.all, ended);
  end.outcome.impacted = dag_.join(end.outcome.impacted, ended);
  end.unreached = dag_.join(end.unreached, end.outcome.all);
  end.endedByImpacted = impacted;
  return end;
}

uint32_t Tracker::stamp(RelId rel) {
  const uint32_t now = log_.now();
  if (stamps_.back().rel == rel && stamps_.back().moment == now && stamps_.size() > 1) return static_cast<uint32_t>(stamps_.size() - 1);
  stamps_.push_back({rel, now});
  return static_cast<uint32_t>(stamps_.size() - 1);
}

}  // namespace cleave::vm
