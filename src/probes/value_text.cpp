#include <fmt/format.h>

#include <bit>

#include "probes/log.h"
#include "support/text.h"

namespace cleave::probes {
namespace {

int64_t extended(uint64_t bits, uint32_t width) {
  if (width == 0 || width >= 64) return int64_t(bits);
  const uint64_t sign = uint64_t{1} << (width - 1);
  return int64_t((bits ^ sign) - sign);
}

std::string enumText(const Type& type, uint64_t bits) {
  const int64_t number = type.isSigned ? extended(bits, type.bits) : int64_t(bits);
  for (const Enumerator& each : type.enumerators)
    if (each.value == number) return each.name;
  return std::to_string(number);
}

}  // namespace

std::string scalarText(const Type& type, ValueKind kind, uint64_t bits) {
  switch (kind) {
    case ValueKind::Signed:
      return std::to_string(extended(bits, type.bits));
    case ValueKind::Unsigned:
      return std::to_string(bits);
    case ValueKind::Bool:
      return bits == 0 ? "false" : "true";
    case ValueKind::Enum:
      return enumText(type, bits);
    case ValueKind::Float:
      return type.bits == 32 ? fmt::format("{}", std::bit_cast<float>(uint32_t(bits))) : fmt::format("{}", std::bit_cast<double>(bits));
    case ValueKind::Pointer:
      return bits == 0 ? "null" : fmt::format("{:#x}", bits);
    case ValueKind::Sequence:
      break;
  }
  UNREACHABLE("a sequence is no scalar");
}

std::string valueText(const Record& record, const Point& point, size_t variable) {
  if (!record.present(variable)) return "absent";
  const Type& type = point.variables[variable].type;
  if (type.kind != ValueKind::Sequence) return scalarText(type, type.kind, record.bits(variable));
  const Sequence sequence = record.sequence(variable);
  std::vector<std::string> texts;
  for (const uint64_t element : sequence.elements) texts.push_back(scalarText(type, type.element, element));
  if (sequence.length > sequence.elements.size()) texts.push_back(fmt::format("... of {}", sequence.length));
  return "{" + join(texts, ", ") + "}";
}

}  // namespace cleave::probes
