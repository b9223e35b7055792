#include "driver/guard_verdicts.h"

#include <algorithm>

namespace cleave::driver {

using result::GuardProperty;
using result::PropertyFate;

namespace {

void addOnce(std::vector<std::string>& list, const std::string& text) {
  if (std::ranges::find(list, text) == list.end()) list.push_back(text);
}

}  // namespace

void GuardVerdicts::take(const EntryProperties& found, const Both<std::set<uint32_t>>& injected) {
  if (!found.failure.empty()) {
    result_.notes.push_back(found.entry + ": " + found.failure);
    return;
  }
  for (const Side side : kSides) {
    const result::Guarantee& guarantee = found.sides.of(side).guarantee;
    for (const std::string& bound : guarantee.bounds) addOnce(result_.bounds, found.entry + ": " + bound);
    for (const std::string& assumption : guarantee.assumptions)
      if (assumption.find(program::kPropertyMark) == std::string::npos) addOnce(result_.assumptions, assumption);
  }
  // A bound that nothing comes near, where inputs or runs are bounded, says nothing: total <= 25 of lists of up to four elements. One that is proved
  // without a bound on runs, although nothing comes near it within that bound, does.
  std::set<uint32_t> farOff, proved;
  const bool isBounded = !found.sides.before.guarantee.bounds.empty();
  for (const result::Partition& each : found.sides.before.partitions)
    if (each.kind == result::PartitionKind::Equal && each.reason == kProved) proved.insert(each.id);
  for (const result::Partition& each : found.sides.before.partitions) {
    if (!list_.isTighter(each.id) || each.kind != result::PartitionKind::Equal) continue;
    const bool isProved = proved.contains(each.id);
    if (isProved ? isBounded : !proved.contains(list_.looserOf(each.id))) farOff.insert(each.id);
  }
  for (const result::Partition& each : found.sides.before.partitions)
    if (!list_.isTighter(each.id)) takeBefore(found, each, injected, farOff.contains(list_.tighterOf(each.id)));
  for (const result::Partition& each : found.sides.after.partitions)
    if (!farOff.contains(list_.tighterOf(each.id))) takeAfter(found, each);
}

void GuardVerdicts::takeBefore(const EntryProperties& found, const result::Partition& each, const Both<std::set<uint32_t>>& injected, bool isFarOff) {
  GuardProperty& property = result_.properties[each.id];
  if (result::isTrueOnBefore(property.fate)) return;  // from another entry on
  property.from = found.entry;
  if (isFarOff && each.kind == result::PartitionKind::Equal) {
    if (property.fate == PropertyFate::Unproved) property.reason = "nothing comes near it within the bounds of the proof";
    return;
  }
  switch (each.kind) {
    case result::PartitionKind::Equal:
      property.proof = each.reason;
      property.reason.clear();
      property.input.clear();
      property.fate = !injected.after.contains(each.id) ? PropertyFate::Gone : isOutdated_[each.id] ? PropertyFate::Outdated : PropertyFate::Open;
      return;
    case result::PartitionKind::Different:
      property.fate = PropertyFate::False;
      property.input = each.witness;
      return;
    case result::PartitionKind::Unfinished:
    case result::PartitionKind::Undefined:
      if (property.fate == PropertyFate::Unproved) property.reason = each.reason;
      return;
  }
}

void GuardVerdicts::takeAfter(const EntryProperties& found, const result::Partition& each) {
  GuardProperty& property = result_.properties[each.id];
  if (property.fate == PropertyFate::Violated) return;
  switch (each.kind) {
    case result::PartitionKind::Equal:
      if (property.from == found.entry || property.fate == PropertyFate::Valid) {
        property.fate = PropertyFate::Valid;
        property.check = each.reason;
      }
      return;
    case result::PartitionKind::Different:
      property.fate = PropertyFate::Violated;
      property.from = found.entry;
      addViolation(found, each);
      return;
    case result::PartitionKind::Unfinished:
    case result::PartitionKind::Undefined:
      if (property.fate == PropertyFate::Open) property.reason = each.reason;
      return;
  }
}

// Those that the same changes break are one; of those of which that is not known, those from the same entry on.
void GuardVerdicts::addViolation(const EntryProperties& found, const result::Partition& each) {
  std::vector<result::Change> changes;
  for (const result::Change& change : result_.changes)
    if (std::ranges::find(each.changes, change.id) != each.changes.end()) changes.push_back(change);
  const auto idsOf = [](const std::vector<result::Change>& list) {
    std::vector<uint32_t> ids;
    for (const result::Change& change : list) ids.push_back(change.id);
    return ids;
  };
  for (result::GuardViolation& known : result_.violations)
    if (idsOf(known.changes) == idsOf(changes) && (!changes.empty() || known.entry == found.entry)) {
      known.properties.push_back(each.id);
      return;
    }
  result::GuardViolation violation;
  violation.properties = {each.id};
  violation.entry = found.entry;
  violation.inputs = found.sides.after.inputs;
  violation.vocabulary = found.sides.after.vocabulary;
  violation.input = each.witness;
  violation.inputBits = each.witnessBits;
  violation.confirmed = each.confirmed;
  violation.note = each.reason;
  violation.changes = std::move(changes);
  if (std::ranges::find(each.marks, kShows) != each.marks.end()) {
    violation.difference = each;
    violation.difference->kind = result::PartitionKind::Different;
    violation.difference->confirmed = true;
  }
  result_.violations.push_back(std::move(violation));
}

}  // namespace cleave::driver
