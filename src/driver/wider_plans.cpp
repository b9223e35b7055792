#include "driver/wider_plans.h"

#include "driver/harnesses.h"

namespace cleave::driver {

namespace {

constexpr unsigned kMostFollowed = 12;  // plans
constexpr unsigned kMostWidened = 2;

}  // namespace

void RimsMet::add(const Prepared& prepared, const explore::PairRun& run) {
  const auto note = [](const program::Program& program, const vm::Outcome& outcome, auto& places) {
    if (outcome.nullFrom) places.emplace(program.global(outcome.nullFrom->global).name, outcome.nullFrom->offset);
  };
  note(prepared.before(), run.before.outcome, places_.before);
  note(prepared.after(), run.after.outcome, places_.after);
}

bool WiderPlans::next(const RimsMet& rims, const explore::EntryPlans& plans) {
  if (made_ - widened_ < kMostFollowed && follow(rims, plans)) {
    ++made_;
    return true;
  }
  if (widened_ == kMostWidened) return false;
  widen(inputs_);
  ++made_;
  ++widened_;
  return true;
}

// False: runs ended at no pointer that the plans cut.
bool WiderPlans::follow(const RimsMet& rims, const explore::EntryPlans& plans) {
  std::set<std::string> followed = inputs_.followed.value_or(std::set<std::string>());
  const size_t known = followed.size();
  const auto look = [&](const inputs::Plan& plan, const auto& places) {
    for (const inputs::Plan::CutPointer& each : plan.cutPointers)
      if (places.contains({plan.objects[each.object].global, each.offset})) followed.insert(each.way.begin(), each.way.end());
  };
  look(plans.before, rims.places().before);
  look(plans.after, rims.places().after);
  if (followed.size() == known) return false;
  inputs_.followed = std::move(followed);
  return true;
}

}  // namespace cleave::driver
