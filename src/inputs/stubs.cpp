// Functions that stand for those that a function pointer could point to outside of the program.
#include <fmt/format.h>

#include "inputs/plan_builder.h"

namespace cleave::inputs {

using program::PlaceName;
using program::SourceKind;
using program::SourceType;

bool PlanBuilder::addStub(const SourceType& type, const PlaceName& name) {
  if (type.members.empty() || isObjectCut(name.text)) return false;
  Stub stub;
  const auto scalarOf = [&](program::SourceTypeId id, Stub::Scalar& scalar) {
    if (!id.valid()) return false;  // variadic
    const SourceType& each = program_.sourceType(id);
    scalar.isPointer = each.kind == SourceKind::Pointer;
    scalar.isFloat = each.kind == SourceKind::Float;
    scalar.isSigned = each.isSigned;
    scalar.bits = each.kind == SourceKind::Bool ? 1 : static_cast<unsigned>(8 * each.sizeBytes);
    return scalar.isPointer || (isScalar(each) && each.sizeBytes <= 8);
  };
  for (size_t k = 1; k < type.members.size(); ++k)
    if (!scalarOf(type.members[k].type, stub.parameters.emplace_back())) return false;
  stub.returns = type.members[0].type.valid();
  if (stub.returns && (!scalarOf(type.members[0].type, stub.result) || stub.result.isPointer)) return false;

  stub.calls = addObject(name.text + "_calls", {}, 0, true, 8 + 8 * Stub::kCalls * stub.parameters.size());
  stub.name = "cleave_stub." + plan_.objects[stub.calls].global.substr(std::string_view(program::kInputMemory).size());
  if (stub.returns) {
    const SourceType& result = program_.sourceType(type.members[0].type);
    stub.results = addObject(name.text + "_results", {}, 0, true, 8 * Stub::kCalls);
    for (uint64_t k = 0; k < Stub::kCalls; ++k) put(stub.results, 8 * k, scalar(result, fmt::format("{}_result[{}]", name.text, k)));
    addBound(sentence(Premise::StubResults, name.text, Stub::kCalls));
  }
  addAssumption(sentence(Premise::StubReturns, name.text));
  addBound(sentence(Premise::StubCalls, name.text, Stub::kCalls));
  plan_.stubs.push_back(std::move(stub));
  return true;
}

}  // namespace cleave::inputs
