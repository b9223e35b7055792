#include "flow/private/terms.h"

#include "program/facts.h"

namespace cleave::flow {

using program::Definition;
using program::Instruction;
using program::Op;
using program::Operand;
using program::SourceKind;
using program::SourceType;
using program::SourceTypeId;

namespace {

constexpr unsigned kMostDepth = 12;     // of pointers, one computed from the other
constexpr size_t kMostRegisters = 100;  // that one value is followed through

bool isMinOrMax(Op op) { return op == Op::SMin || op == Op::SMax || op == Op::UMin || op == Op::UMax; }

// With a constant on its right.
bool scales(Op op) {
  return op == Op::Mul || op == Op::Shl || op == Op::LShr || op == Op::AShr || op == Op::UDiv || op == Op::SDiv || op == Op::And;
}

}  // namespace

Terms::Terms(const program::Program& program, const program::Function& function) : program_(program), function_(function) {
  for (const Instruction& i : function.instructions) {
    if (i.op != Op::Store) continue;
    if (const std::optional<size_t> parameter = parameterOf(i.b)) setBehind_.insert(*parameter);
    if (const Instruction* variable = definition(i.b); variable != nullptr && variable->op == Op::Alloca) stored_[i.b.index()].push_back(i.a);
  }
}

const std::vector<Operand>& Terms::storedAt(Operand address) const {
  static const std::vector<Operand> kNothing;
  const auto found = program::isRegister(address) ? stored_.find(address.index()) : stored_.end();
  return found == stored_.end() ? kNothing : found->second;
}

const Instruction* Terms::definition(Operand value) const {
  if (!program::isRegister(value)) return nullptr;
  const Definition& definition = function_.facts.definitions[value.index()];
  return definition.kind == Definition::Kind::Instruction ? &function_.instructions[definition.index] : nullptr;
}

Operand Terms::withoutCasts(Operand value) const {
  for (unsigned k = 0; k < kMostDepth; ++k) {
    const Instruction* i = definition(value);
    const bool isCast = i != nullptr && (i->op == Op::ZExt || i->op == Op::SExt || i->op == Op::Trunc || i->op == Op::Copy ||
                                         i->op == Op::Freeze || i->op == Op::PtrToInt);
    if (!isCast) return value;
    value = i->a;
  }
  return value;
}

std::optional<size_t> Terms::parameterOf(Operand value) const {
  if (!program::isRegister(value)) return std::nullopt;
  const Definition& definition = function_.facts.definitions[value.index()];
  if (definition.kind != Definition::Kind::Parameter || function_.parameters[definition.index].structReturn) return std::nullopt;
  size_t before = 0;
  for (uint32_t k = 0; k < definition.index; ++k) before += function_.parameters[k].structReturn ? 1 : 0;
  return definition.index - before;
}

std::optional<Term> Terms::of(Operand value) const {
  value = withoutCasts(value);
  if (const std::optional<size_t> parameter = parameterOf(value)) return Term{{}, {}, *parameter, false};
  const Instruction* i = definition(value);
  if (i == nullptr || i->op != Op::Load) return std::nullopt;
  if (const std::optional<size_t> parameter = i->type.isPointer() ? parameterOf(i->a) : std::nullopt; parameter && isPointerToPointer(*parameter))
    return Term{{}, {}, *parameter, true};
  const std::optional<Place> place = placeBehind(i->a, 0);
  const std::optional<Member> member = place ? memberAt(*place) : std::nullopt;
  if (!member || member->member->name.empty()) return std::nullopt;
  return Term{program::ownName(program_.sourceType(member->owner)), member->member->name, 0, false};
}

bool Terms::isPointerToPointer(size_t parameter) const {
  if (!function_.plainParameters || parameter >= function_.sourceParameters.size()) return false;
  const std::optional<Place> behind = pointee(function_.sourceParameters[parameter].type);
  return behind && program_.sourceType(behind->type).kind == SourceKind::Pointer;
}

std::optional<Terms::Place> Terms::pointee(SourceTypeId pointer) const {
  if (!pointer.valid() || program_.sourceType(pointer).kind != SourceKind::Pointer) return std::nullopt;
  const SourceTypeId element = program_.sourceType(pointer).element;
  if (!element.valid()) return std::nullopt;
  return Place{element, 0};
}

// The innermost struct's.
std::optional<Terms::Member> Terms::memberAt(Place place) const {
  for (unsigned depth = 0; depth < kMostDepth; ++depth) {
    const SourceType& type = program_.sourceType(place.type);
    if (type.kind != SourceKind::Struct) return std::nullopt;
    const program::SourceMember* found = nullptr;
    for (const program::SourceMember& member : type.members) {
      if (member.isBitField || !member.type.valid()) continue;
      const uint64_t start = member.offsetBits / 8;
      if (place.offset >= start && place.offset < start + program_.sourceType(member.type).sizeBytes) found = &member;
    }
    if (found == nullptr) return std::nullopt;
    const uint64_t inner = place.offset - found->offsetBits / 8;
    if (program_.sourceType(found->type).kind != SourceKind::Struct)
      return inner == 0 ? std::optional(Member{place.type, found}) : std::nullopt;
    place = {found->type, inner};
  }
  return std::nullopt;
}

std::optional<Terms::Place> Terms::placeBehind(Operand pointer, unsigned depth) const {
  if (depth > kMostDepth || !pointer.present()) return std::nullopt;
  if (pointer.isConstant()) {
    const program::Constant& constant = function_.constants[pointer.index()];
    if (constant.kind != program::Constant::Kind::Global || !program_.globals[constant.target].type.valid()) return std::nullopt;
    return Place{program_.globals[constant.target].type, constant.bits};
  }
  if (const std::optional<size_t> parameter = parameterOf(pointer)) {
    if (!function_.plainParameters || *parameter >= function_.sourceParameters.size()) return std::nullopt;
    return pointee(function_.sourceParameters[*parameter].type);
  }
  const Definition& defined = function_.facts.definitions[pointer.index()];
  if (defined.kind == Definition::Kind::Phi) {
    for (const auto& [from, value] : function_.blocks[defined.index].phis[defined.phi].incoming)
      if (const std::optional<Place> place = placeBehind(value, depth + 4)) return place;
    return std::nullopt;
  }
  const Instruction* i = definition(pointer);
  if (i == nullptr) return std::nullopt;
  if (i->op == Op::Copy || i->op == Op::Freeze) return placeBehind(i->a, depth + 1);
  if (i->op == Op::Load) {
    const std::optional<Place> holder = placeBehind(i->a, depth + 1);
    const std::optional<Member> member = holder ? memberAt(*holder) : std::nullopt;
    return member ? pointee(member->member->type) : std::nullopt;
  }
  if (i->op == Op::PtrAdd) {
    std::optional<Place> place = placeBehind(i->a, depth + 1);
    if (!place) return std::nullopt;
    const bool isWhole =
        place->offset == 0 && static_cast<uint64_t>(i->imm) % std::max<uint64_t>(1, program_.sourceType(place->type).sizeBytes) == 0;
    if (isWhole) return place;  // another element
    if (i->b.present()) return std::nullopt;
    place->offset += static_cast<uint64_t>(i->imm);
    return place;
  }
  if (i->op == Op::Call) {
    const program::CallInfo& call = function_.calls[i->extra];
    return call.callee.valid() ? pointee(program_.function(call.callee).sourceResult) : std::nullopt;
  }
  return std::nullopt;
}

Sum Terms::sumOf(Operand number) const {
  Sum sum;
  addTo(sum, number, true);
  return sum;
}

void Terms::addTo(Sum& sum, Operand value, bool isPositive) const {
  value = withoutCasts(value);
  if (!program::isRegister(value) || sum.registers.size() > kMostRegisters) return;
  if (!sum.registers.emplace(value.index(), isPositive).second) return;
  if (const std::optional<Term> term = of(value)) {
    sum.terms.emplace(*term, isPositive);
    return;
  }
  const Definition& defined = function_.facts.definitions[value.index()];
  if (defined.kind == Definition::Kind::Phi) {
    for (const auto& [from, incoming] : function_.blocks[defined.index].phis[defined.phi].incoming) addTo(sum, incoming, isPositive);
    return;
  }
  const Instruction* i = definition(value);
  if (i == nullptr) return;
  const Op op = i->op;
  if (op == Op::Add || op == Op::Sub || isMinOrMax(op)) {
    addTo(sum, i->a, isPositive);
    addTo(sum, i->b, op == Op::Sub ? !isPositive : isPositive);
    if (op == Op::Sub && i->b.isConstant()) sum.minusConstant = true;
    if (op == Op::Add && i->b.isConstant() && i->type.width <= 64)
      sum.minusConstant = sum.minusConstant || (function_.constants[i->b.index()].bits >> (i->type.width - 1) & 1) != 0;
  } else if (op == Op::Select) {
    addTo(sum, i->b, isPositive);
    addTo(sum, i->c, isPositive);
  } else if (scales(op) && i->b.isConstant()) {
    addTo(sum, i->a, isPositive);
  } else if (op == Op::Load) {
    for (const Operand each : storedAt(i->a)) addTo(sum, each, isPositive);
  }
}

Way Terms::wayOf(Operand pointer) const {
  Way way;
  addTo(way, pointer);
  return way;
}

Terms::Distance Terms::distanceOf(Operand pointer) const {
  Distance distance{pointer};
  for (unsigned k = 0; k < kMostDepth; ++k) {
    const Instruction* i = definition(distance.from);
    const bool isMove = i != nullptr && (i->op == Op::Copy || i->op == Op::Freeze);
    if (i == nullptr || !(isMove || (i->op == Op::PtrAdd && !i->b.present()))) break;
    if (!isMove) distance.bytes += i->imm;
    distance.from = i->a;
  }
  return distance;
}

Way Terms::wayBehind(Operand pointer) const {
  Way way;
  for (const Operand each : storedAt(pointer)) addTo(way, each);
  if (const std::optional<size_t> parameter = parameterOf(pointer); parameter && isPointerToPointer(*parameter))
    way.roots.insert({{}, {}, *parameter, true});
  return way;
}

void Terms::addTo(Way& way, Operand pointer) const {
  if (!program::isRegister(pointer) || way.registers.size() > kMostRegisters) return;
  if (!way.registers.insert(pointer.index()).second) return;
  if (const std::optional<Term> term = of(pointer)) {
    way.roots.insert(*term);
    way.steps = way.steps || (term->isBehind && setBehind_.contains(term->parameter));
    return;
  }
  const Definition& defined = function_.facts.definitions[pointer.index()];
  if (defined.kind == Definition::Kind::Phi) {
    for (const auto& [from, incoming] : function_.blocks[defined.index].phis[defined.phi].incoming) addTo(way, incoming);
    return;
  }
  const Instruction* i = definition(pointer);
  if (i == nullptr) return;
  if (i->op == Op::PtrAdd) {
    if (i->b.present()) way.indices.push_back(i->b);
    way.steps = way.steps || i->b.present() || i->imm != 0;
    addTo(way, i->a);
  } else if (i->op == Op::Copy || i->op == Op::Freeze) {
    addTo(way, i->a);
  } else if (i->op == Op::Select) {
    addTo(way, i->b);
    addTo(way, i->c);
  } else if (i->op == Op::Load) {
    const std::vector<Operand>& stored = storedAt(i->a);
    way.steps = way.steps || stored.size() > 1;
    for (const Operand each : stored) addTo(way, each);
  }
}

}  // namespace cleave::flow
