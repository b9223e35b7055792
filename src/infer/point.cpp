#include "infer/point.h"

#include <algorithm>

#include "support/check.h"

namespace cleave::infer {

namespace {

constexpr uint32_t kNumbers = 0, kBooleans = 1, kFloats = 2, kFirstEnum = 3;

uint32_t groupOf(const Scalar& type, std::vector<Scalar>& enums) {
  switch (type.kind) {
    case ScalarKind::Integer:
    case ScalarKind::Length:
      return kNumbers;
    case ScalarKind::Bool:
      return kBooleans;
    case ScalarKind::Float:
      return kFloats;
    case ScalarKind::Nullness:
      return kAlone;
    case ScalarKind::Enum: {
      const auto found = std::find(enums.begin(), enums.end(), type);
      const auto index = static_cast<uint32_t>(found - enums.begin());
      if (found == enums.end()) enums.push_back(type);
      return kFirstEnum + index;
    }
  }
  UNREACHABLE("a kind of scalar");
}

}  // namespace

void relateByFamily(Point& point) {
  std::vector<Scalar> enums;
  for (Variable& variable : point.variables) {
    variable.group = groupOf(variable.type, enums);
    variable.lengthGroup = variable.isArray ? kNumbers : kAlone;
  }
}

I128 numberOf(const Scalar& type, uint64_t bits) {
  const U128 pattern = truncateTo(bits, type.width);
  return type.isSigned ? asSigned(pattern, type.width) : static_cast<I128>(pattern);
}

double floatNumberOf(const Scalar& type, uint64_t bits) { return type.width == 32 ? floatOf(bits) : doubleOf(bits); }

}  // namespace cleave::infer
