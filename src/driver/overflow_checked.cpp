#include "driver/overflow_checked.h"

#include <algorithm>

#include "harness/harness.h"

namespace cleave::driver {

namespace {

constexpr size_t kMostFunctions = 2000;  // larger programs take too long to be made once more

// Alone, a version may call variables otherwise than beside the other one (frontend/units.h, frontend/renamed_statics.h).
bool hasGlobalsOf(const inputs::Plan& plan, const program::Program& program) {
  return std::ranges::all_of(plan.objects, [&](const inputs::Object& each) {
    return each.isOwn || each.global.empty() || program.findGlobal(each.global).valid();
  });
}

}  // namespace

const explore::CheckedVersion* OverflowChecked::of(size_t index, const explore::Entry& entry) {
  if (const auto known = entries_.find(index); known != entries_.end()) return known->second ? &*known->second : nullptr;
  std::optional<explore::CheckedVersion>& made = entries_[index];
  const std::optional<vm::EntryBinding> binding = bind(index, entry);
  if (!binding) return nullptr;
  made.emplace(explore::CheckedVersion{version_->program, *binding});
  return &*made;
}

std::optional<vm::EntryBinding> OverflowChecked::bind(size_t index, const explore::Entry& entry) {
  const bool isBefore = side_ == Side::Before;
  const program::Program& plain = isBefore ? prepared_.before() : prepared_.after();
  if (plain.functions.size() > kMostFunctions) return std::nullopt;
  frontend::LoadOptions load{options_.models, directory_, stop_, true};
  load.environment = options_.environment;
  load.agreed = &plain.environment;
  const std::string label = std::string("checked-") + nameOf(side_);
  // Compiled once more: in the code that wraps nobody tells any more which operations are signed.
  if (!std::exchange(asked_, true))
    if (Expected<frontend::Version> loaded = frontend::load(isBefore ? options_.before : options_.after, label, load)) version_ = loaded.take();
  if (!version_) return std::nullopt;
  vm::EntryBinding binding = isBefore ? entry.before : entry.after;
  const std::string& name = plain.function(binding.function).name;
  if (binding.function != binding.body) {
    const explore::EntryPlans& plans = prepared_.planned[index].plans;
    const inputs::Plan& plan = isBefore ? plans.before : plans.after;
    if (!hasGlobalsOf(plan, version_->program)) return std::nullopt;
    const Expected<std::vector<std::string>> problems = harness::addHarnesses(*version_, {{name, &plan, {}}}, label, load);
    if (!problems || !problems->front().empty()) return std::nullopt;
  }
  const std::string& body = plain.function(binding.body).name;
  binding.function = version_->program.findFunction(name);
  binding.body = version_->program.findFunction(body);
  if (!binding.function.valid() || !binding.body.valid()) return std::nullopt;
  return binding;
}

}  // namespace cleave::driver
