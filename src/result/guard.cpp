#include "result/guard.h"

#include <algorithm>

#include "support/check.h"

namespace cleave::result {

const char* toText(PropertyFate fate) {
  switch (fate) {
    case PropertyFate::Unproved:
      return "unproved";
    case PropertyFate::False:
      return "false";
    case PropertyFate::Gone:
      return "gone";
    case PropertyFate::Outdated:
      return "outdated";
    case PropertyFate::Valid:
      return "valid";
    case PropertyFate::Violated:
      return "violated";
    case PropertyFate::Open:
      return "open";
  }
  UNREACHABLE("fate");
}

uint64_t GuardResult::count(PropertyFate fate) const {
  return static_cast<uint64_t>(std::ranges::count(properties, fate, &GuardProperty::fate));
}

}  // namespace cleave::result
