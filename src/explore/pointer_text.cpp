#include "explore/pointer_text.h"

#include <algorithm>

namespace cleave::explore {

using vm::ObservedCell;

PointerTexts::PointerTexts(const std::vector<ObservedCell>& cells, const std::vector<ObservedCell>& globals) {
  const auto isInto = [](const ObservedCell& each) { return !each.targetRoot.empty(); };
  if (std::ranges::none_of(cells, isInto) && std::ranges::none_of(globals, isInto)) return;
  for (const auto* list : {&cells, &globals})
    for (const ObservedCell& each : *list)
      if (each.path.follow.empty() && each.path.bits == 0) places_.emplace(std::pair(each.path.root, each.path.offset), each.name);
}

namespace {

// "table[3].x" is the first of what "table[3]" has.
std::string withoutMember(const std::string& name) {
  const size_t dot = name.rfind('.'), arrow = name.rfind("->");
  const size_t at = dot == std::string::npos ? arrow : arrow == std::string::npos ? dot : std::max(dot, arrow);
  return at == std::string::npos ? name : name.substr(0, at);
}

// What a name without address-of is: `p` for "*p".
std::string addressOf(const std::string& name) { return name.starts_with('*') ? name.substr(1) : "&" + name; }

}  // namespace

// `object`: what the global is called, "*p" where it is the one that a parameter p points to.
std::string PointerTexts::within(const std::string& object, const ObservedCell& pointer, uint64_t offset) const {
  const bool isArray = pointer.targetRoot.starts_with(vm::kArrayRoot);
  const std::string root = isArray ? pointer.targetRoot.substr(std::string_view(vm::kArrayRoot).size()) : pointer.targetRoot;
  const auto here = places_.find({root, offset});
  const bool isRecord = pointer.type != nullptr && pointer.type->kind == program::SourceKind::Struct;
  const uint64_t step = pointer.type != nullptr ? pointer.type->sizeBytes : 0;
  if (offset == 0) return isArray ? object : addressOf(object);
  const bool isElement = here == places_.end() || here->second.find_first_of(".>") == std::string::npos || isRecord;
  if (step != 0 && offset % step == 0 && isElement && (isArray || here == places_.end()))
    return (isArray ? object : addressOf(object)) + " + " + std::to_string(offset / step);
  if (here == places_.end()) return "(char *)" + (isArray ? object : addressOf(object)) + " + " + std::to_string(offset);
  return addressOf(isRecord ? withoutMember(here->second) : here->second);
}

std::string PointerTexts::textOf(const ObservedCell& pointer) const {
  if (pointer.bits != 0 && pointer.target == "null") return "an invalid pointer";
  if (!pointer.targetRoot.empty()) return within(pointer.target.substr(1), pointer, static_cast<uint64_t>(pointer.bits));
  return pointer.target + (pointer.bits == 0 ? "" : " + " + toDecimal(pointer.bits));
}

}  // namespace cleave::explore
