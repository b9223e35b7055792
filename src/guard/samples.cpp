#include "guard/samples.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "support/check.h"

namespace cleave::guard {

namespace {

using probes::ValueKind;

infer::Scalar scalarOf(ValueKind kind, const probes::Type& type, bool isLength) {
  if (isLength) return infer::Scalar::length();
  switch (kind) {
    case ValueKind::Signed:
    case ValueKind::Unsigned:
      return infer::Scalar::integer(type.bits, kind == ValueKind::Signed);
    case ValueKind::Bool:
      return infer::Scalar::boolean();
    case ValueKind::Float:
      return infer::Scalar::floating(type.bits);
    case ValueKind::Pointer:
      return infer::Scalar::nullness();
    case ValueKind::Enum: {
      std::vector<infer::Enumerator> names;
      for (const probes::Enumerator& each : type.enumerators) names.push_back({each.name, each.value});
      return infer::Scalar::enumeration(std::move(names), type.bits, type.isSigned);
    }
    case ValueKind::Sequence:
      break;
  }
  UNREACHABLE("a sequence is no scalar");
}

bool isLength(std::string_view name) { return name.starts_with("strlen("); }

// The pointer that a variable is read through: p of p->count, *p, strlen(p) and p[0..n). Empty: none.
std::string_view pointerOf(std::string_view name) {
  if (isLength(name)) return name.substr(7, name.size() - 8);
  if (name.starts_with("*")) return name.substr(1);
  if (const size_t arrow = name.find("->"); arrow != std::string_view::npos) return name.substr(0, arrow);
  if (name.ends_with(")")) {  // a sequence; or the result of a call, "f()", which is read through nothing
    const size_t bracket = name.rfind("[0..");
    return bracket == std::string_view::npos ? std::string_view() : name.substr(0, bracket);
  }
  return {};
}

std::optional<uint32_t> behind(const probes::Point& point, const probes::Variable& variable) {
  const std::string_view pointer = pointerOf(variable.name);
  if (pointer.empty()) return std::nullopt;
  for (size_t k = 0; k < point.variables.size(); ++k) {
    const probes::Variable& other = point.variables[k];
    if (other.name == pointer && other.onEntry == variable.onEntry && other.type.kind == ValueKind::Pointer) return static_cast<uint32_t>(k);
  }
  return std::nullopt;
}

infer::Variable variableOf(const probes::Point& point, const probes::Variable& given) {
  const bool isArray = given.type.kind == ValueKind::Sequence;
  infer::Variable variable;
  variable.name = given.name;
  variable.type = scalarOf(isArray ? given.type.element : given.type.kind, given.type, isLength(given.name));
  variable.role = given.onEntry ? infer::Role::OnEntry : given.role == probes::Role::Return ? infer::Role::Result : infer::Role::Here;
  variable.isArray = isArray;
  variable.behind = behind(point, given);
  if (!isArray) return variable;
  // "a[0..n)": the array and how many elements it has.
  const size_t bracket = given.name.rfind("[0..");
  CHECK(bracket != std::string::npos && given.name.ends_with(")"), "the name of a sequence: " + given.name);
  variable.name = given.name.substr(0, bracket);
  variable.length = given.name.substr(bracket + 4, given.name.size() - bracket - 5);
  return variable;
}

}  // namespace

infer::Point samplesAt(const probes::Point& point) {
  infer::Point samples;
  samples.name = probes::keyOf(point);
  for (const probes::Variable& each : point.variables) samples.variables.push_back(variableOf(point, each));
  infer::relateByFamily(samples);
  return samples;
}

RowMaker::RowMaker(const probes::Point& point) : values_(point.variables.size()), elements_(point.variables.size()) {
  for (const probes::Variable& each : point.variables) kinds_.push_back(each.type.kind);
}

infer::Row RowMaker::row(const probes::Record& record) {
  for (size_t k = 0; k < kinds_.size(); ++k) {
    values_[k] = {};
    if (!record.present(k)) continue;
    if (kinds_[k] == ValueKind::Sequence) {
      probes::Sequence sequence = record.sequence(k);
      elements_[k] = std::move(sequence.elements);
      values_[k] = {true, sequence.length, elements_[k]};
    } else {
      const uint64_t bits = record.bits(k);
      values_[k] = infer::Value::of(kinds_[k] == ValueKind::Pointer ? bits == 0 : bits);
    }
  }
  return values_;
}

}  // namespace cleave::guard
