// Which pointers may point into the same memory. By default none do, and that is said; the user may name pairs that may be one object, or
// ask for all overlaps: then a pointer may also point to every element of the objects of its type that other pointers stand for, and of
// global variables. INCOMPLETE: not to members of other objects, which is said.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "inputs/plan_builder.h"
#include "program/shown_name.h"
#include "support/text.h"

namespace cleave::inputs {

using program::Global;
using program::GlobalId;
using program::SourceKind;
using program::SourceType;
using program::SourceTypeId;

// Those that inputs choose, in the order of the plan.
std::vector<Value*> PlanBuilder::pointers() {
  std::vector<Value*> all;
  const auto add = [&](Value& value) {
    if (value.kind == Value::Kind::Pointer && value.object != kNone && !value.path.empty()) all.push_back(&value);
  };
  for (auto* arguments : {&plan_.arguments, &plan_.variableArguments})
    for (Argument& each : *arguments) add(each.value);
  for (Object& object : plan_.objects)
    for (Fill& fill : object.fills) add(fill.value);
  return all;
}

// Bytes and characters may lie in any object; otherwise the types must be the same, but for the sign, whatever name a typedef gives them.
bool PlanBuilder::mayShare(SourceTypeId x, SourceTypeId y) const {
  if (!x.valid() || !y.valid()) return true;
  const SourceType &a = program_.sourceType(x), &b = program_.sourceType(y);
  if (a.kind == SourceKind::Char || b.kind == SourceKind::Char) return true;
  if (a.kind == SourceKind::Array && a.element.valid() && a.name != b.name) return mayShare(a.element, y);
  if (b.kind == SourceKind::Array && b.element.valid() && a.name != b.name) return mayShare(x, b.element);
  const auto isInteger = [](const SourceType& type) { return type.kind == SourceKind::Int || type.kind == SourceKind::Enum; };
  if (isInteger(a) && isInteger(b)) return a.sizeBytes == b.sizeBytes;
  if (a.kind == SourceKind::Pointer && b.kind == SourceKind::Pointer) return mayShare(a.element, b.element);
  return a.kind == b.kind && program::ownName(a) == program::ownName(b);
}

// Of a struct or union, at any depth.
bool PlanBuilder::mayBeMember(SourceTypeId inner, SourceTypeId outer) const {
  if (!outer.valid()) return false;
  const SourceType& type = program_.sourceType(outer);
  if (type.kind == SourceKind::Array) return mayBeMember(inner, type.element);
  if (type.kind != SourceKind::Struct && type.kind != SourceKind::Union) return false;
  return std::ranges::any_of(
      type.members, [&](const program::SourceMember& each) { return mayShare(inner, each.type) || mayBeMember(inner, each.type); });
}

// Whether it may point to a member of another's object, or another to a member of its own.
bool PlanBuilder::mayLieInside(const Value& pointer, const std::vector<Value*>& all, const std::vector<GlobalId>& globals) const {
  return std::ranges::any_of(all,
                             [&](const Value* other) {
                               return other->object != pointer.object &&
                                      (mayBeMember(pointer.element, other->element) || mayBeMember(other->element, pointer.element));
                             }) ||
         std::ranges::any_of(globals, [&](GlobalId id) { return mayBeMember(pointer.element, program_.global(id).type); });
}

// Globals that code of the entry looks at, so that a pointer to them could show.
std::vector<GlobalId> PlanBuilder::sharedGlobals() {
  if (!partners_.isPair || !options_.aliasAny) {
    std::set<GlobalId> reached;
    for (const auto& each : reach())
      for (const GlobalId id : globalsReached(*each)) reached.insert(id);
    return {reached.begin(), reached.end()};
  }
  std::vector<GlobalId> globals;
  for (const std::string& name : partners_.reached) globals.push_back(program_.findGlobal(name));
  return globals;
}

std::vector<PlanBuilder::Target> PlanBuilder::targetsOf(const Value& pointer, const std::vector<Value*>& all,
                                                        const std::vector<GlobalId>& globals) const {
  std::vector<Target> targets;
  const auto sizeOf = [&](SourceTypeId id) { return id.valid() ? std::max<uint64_t>(program_.sourceType(id).sizeBytes, 1) : 1; };
  const uint64_t step = sizeOf(pointer.element);
  const auto elements = [&](Target target, SourceTypeId element, uint64_t size) {
    while (element.valid() && program_.sourceType(element).kind == SourceKind::Array) element = program_.sourceType(element).element;
    const uint64_t width = sizeOf(element);
    const std::string text = target.text;
    for (uint64_t at = 0; at + std::min(step, width) <= size; at += std::max(step, width)) {
      target.offset = at;
      target.text = fmt::format("{} + {}", text, at);
      targets.push_back(target);
    }
  };
  for (const Value* other : all)
    if (other != &pointer && other->object != pointer.object && mayShare(pointer.element, other->element))
      elements({other->object, {}, 0, other->path}, other->element, plan_.objects[other->object].size);
  for (const GlobalId id : globals) {
    const Global& global = program_.global(id);
    if (mayShare(pointer.element, global.type)) elements({kNone, global.name, 0, program::shownName(global)}, global.type, global.size);
  }
  return targets;
}

// p,q and q,r may also make p and r the same.
void PlanBuilder::namedAliases() {
  const std::vector<Value*> all = pointers();
  const auto find = [&](const std::string& path) -> Value* {
    for (Argument& each : plan_.arguments)
      if (each.value.path == path && each.value.object != kNone) return &each.value;
    return nullptr;
  };
  std::vector<std::vector<Value*>> groups;
  for (const auto& [first, second] : options_.aliases) {
    Value *p = find(first), *q = find(second);
    if (p == nullptr || q == nullptr || p == q) {
      plan_.unsupported = fmt::format("--alias {},{}: these are not two pointer parameters of {}", first, second, function_.display);
      return;
    }
    std::vector<Value*> joined;
    const auto add = [&](Value* value) {
      if (std::find(joined.begin(), joined.end(), value) == joined.end()) joined.push_back(value);
    };
    for (size_t g = groups.size(); g-- > 0;) {
      const bool meets = std::ranges::any_of(groups[g], [&](const Value* each) { return each == p || each == q; });
      if (!meets) continue;
      for (Value* each : groups[g]) add(each);
      groups.erase(groups.begin() + static_cast<ptrdiff_t>(g));
    }
    add(p);
    add(q);
    groups.push_back(std::move(joined));
  }
  slot_ = "alias";
  for (const std::vector<Value*>& group : groups)
    for (size_t j = 1; j < group.size(); ++j)
      for (size_t k = 0; k < j; ++k)
        group[j]->instead.insert(group[j]->instead.begin(),
                                 {addChoice(fmt::format("{}_is_{}", group[j]->path, group[k]->path)), 1, group[k]->object, {}, 0});
}

void PlanBuilder::sharing() {
  if (!options_.aliases.empty()) namedAliases();
  if (!plan_.unsupported.empty()) return;
  const std::vector<Value*> all = pointers();
  std::vector<std::string> said;
  for (const auto& [first, second] : options_.aliases) said.push_back(first + ", " + second);
  slot_ = "alias";
  std::set<std::string> apart;
  const std::vector<GlobalId> globals = all.empty() ? std::vector<GlobalId>() : sharedGlobals();
  for (Value* pointer : all) {
    const std::vector<Target> targets = targetsOf(*pointer, all, globals);
    if (targets.empty() && !mayLieInside(*pointer, all, globals)) continue;
    if (!options_.aliasAny) {
      apart.insert(pointer->path);
      continue;
    }
    addAssumption(sentence(Premise::PointersShare));
    if (targets.empty()) continue;
    std::vector<std::string>& meaning = plan_.choices[slot_ + " " + pointer->path];
    meaning.push_back("its own");
    const size_t most = std::min(targets.size(), kMostTargets);
    if (most < targets.size()) addBound(sentence(Premise::FirstTargets, pointer->path, most, targets.size()));
    const uint32_t cell = addCell({pointer->path + "_target", "unsigned char", 8, false, false, 0, static_cast<int64_t>(most), false, {}});
    for (size_t k = 0; k < most; ++k) {
      pointer->instead.push_back({cell, k + 1, targets[k].object, targets[k].global, targets[k].offset});
      meaning.push_back(targets[k].text);
    }
  }
  if (apart.empty()) return;
  const std::string paths = join({apart.begin(), apart.end()}, ", ");
  addAssumption(sentence(Premise::PointersApart, paths + (said.empty() ? "" : "; but these may be one object: " + join(said, "; "))));
}

}  // namespace cleave::inputs
