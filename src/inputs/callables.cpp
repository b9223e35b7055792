// A std::function as an input: empty, or a pointer to a function of the program, or to one that stands for those outside of it. The object and
// its two functions, which call and copy what it holds, are as the library would have made them of a pointer to a function.
#include "inputs/plan_builder.h"

namespace cleave::inputs {

using program::Container;
using program::PlaceName;
using program::SourceKind;
using program::SourceType;

namespace {

constexpr uint64_t kManagerAt = 16, kInvokerAt = 24;

bool isByReference(const SourceType& type) { return type.kind == SourceKind::Pointer && type.name.ends_with('&'); }

}  // namespace

void PlanBuilder::fillFunction(uint32_t object, uint64_t offset, const Container& container, const PlaceName& name) {
  if (!container.element.valid() || program_.sourceType(container.element).kind != SourceKind::Function || isObjectCut(name.text))
    return addBound(sentence(Premise::FunctionEmpty, name.text));
  const SourceType type = program_.sourceType(container.element);
  PointerOptions chosen;
  if (const auto said = options_.pointers.find(name.text); said != options_.pointers.end()) chosen = said->second;
  plan_.asked.push_back(name.text);
  plan_.chosen.push_back({name.text, "std::function", chosen});
  Value held = functionPointer(type, name, chosen);
  Callable callable;
  for (const std::string& each : held.functions)
    if (!each.empty()) callable.targets.push_back(each);
  if (callable.targets.empty()) return addBoundOnce(sentence(Premise::FunctionEmpty, name.text));
  for (size_t k = 1; k < type.members.size(); ++k) {
    if (!type.members[k].type.valid()) return refuseFunction(name, type);
    const SourceType& parameter = program_.sourceType(type.members[k].type);
    const bool isClass = parameter.kind == SourceKind::Struct || parameter.kind == SourceKind::Union;
    if (!isClass && parameter.kind != SourceKind::Pointer && !isScalar(parameter)) return refuseFunction(name, type);
    callable.parameters.push_back({isByReference(parameter), isClass});
  }
  callable.invoker = "cleave_invoker." + std::to_string(plan_.callables.size()) + "." + options_.tag;
  callable.manager = "cleave_manager." + options_.tag;
  const auto instead = [&](const std::string& function) {
    Value value = held;
    for (std::string& each : value.functions)
      if (!each.empty()) each = function;
    return value;
  };
  put(object, offset + kManagerAt, instead(callable.manager));
  put(object, offset + kInvokerAt, instead(callable.invoker));
  put(object, offset, std::move(held));
  plan_.callables.push_back(std::move(callable));
}

void PlanBuilder::refuseFunction(const PlaceName& name, const SourceType& type) {
  plan_.unsupported = name.text + " is a std::function of type " + type.name + ", which is not supported as an input";
}

}  // namespace cleave::inputs
