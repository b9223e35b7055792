#include "explore/variable_values.h"

#include <fmt/format.h>

#include "explore/vocabulary.h"
#include "expr/print.h"
#include "expr/value_words.h"
#include "program/facts.h"
#include "support/float_format.h"

namespace cleave::explore {

using program::PlaceName;
using program::SourceKind;
using program::SourceType;
using program::SourceTypeId;

namespace {

constexpr uint64_t objectOf(uint64_t address) { return address >> 32; }
constexpr uint64_t offsetOf(uint64_t address) { return address & 0xffffffff; }

// The global that an address is computed from.
std::optional<program::GlobalId> globalOf(const program::Function& function, program::Operand address) {
  while (true) {
    if (!address.present()) return std::nullopt;
    if (address.isConstant()) {
      const program::Constant& constant = function.constants[address.index()];
      if (constant.kind != program::Constant::Kind::Global) return std::nullopt;
      return program::GlobalId(constant.target);
    }
    const program::Definition& by = function.facts.definitions[address.index()];
    if (by.kind != program::Definition::Kind::Instruction) return std::nullopt;
    const program::Instruction& inst = function.instructions[by.index];
    if (inst.op != program::Op::PtrAdd && inst.op != program::Op::Copy) return std::nullopt;
    address = inst.a;
  }
}

}  // namespace

std::optional<VariableValues::Named> VariableValues::ofNote(const program::Function& function, const vm::TraceNote& seen, uint32_t depth) {
  const program::VariableNote& note = function.notes[seen.note];
  const program::Variable& variable = function.variables[note.variable];
  if (!seen.isKnown) return std::nullopt;
  if (note.isAddress) {
    roots_[objectOf(seen.bits)] = {PlaceName::plain(variable.name), variable.type, offsetOf(seen.bits), false, "", depth};
    return std::nullopt;
  }
  const SourceType* type = typeOf(variable.type);
  if (type == nullptr || type->sizeBytes > 8) return std::nullopt;
  if (type->kind == SourceKind::Pointer) notePointer(variable.name, variable.type, seen.bits, depth);
  std::optional<std::string> text = textOf(variable.type, seen.bits, static_cast<unsigned>(8 * type->sizeBytes));
  if (!text || *text == variable.name) return std::nullopt;
  std::string& last = last_[{depth, variable.name}];
  if (last == *text) return std::nullopt;
  last = *text;
  return Named{variable.name, std::move(*text)};
}

std::optional<VariableValues::Named> VariableValues::ofStore(const program::Function& function, const vm::TraceStep& store) {
  const program::Instruction& inst = function.instructions[store.instruction];
  const auto address = static_cast<uint64_t>(store.left);
  if (!roots_.contains(objectOf(address))) noteGlobal(function, inst, address);
  const std::optional<Place> place = placeAt(address);
  const SourceType* type = place ? typeOf(place->type) : nullptr;
  if (type == nullptr || inst.type.bytes() != type->sizeBytes) return std::nullopt;
  if (type->kind == SourceKind::Pointer) notePointer(place->name, place->type, static_cast<uint64_t>(store.bits), store.depth);
  std::optional<std::string> text = textOf(place->type, store.bits, static_cast<unsigned>(8 * type->sizeBytes));
  if (!text || *text == place->name) return std::nullopt;
  return Named{place->name, std::move(*text)};
}

std::optional<VariableValues::Named> VariableValues::ofReturn(const program::Function& function, const vm::TraceStep& step) const {
  const SourceType* type = typeOf(function.sourceResult);
  if (type == nullptr || !step.hasValue || type->sizeBytes > 8 || function.results.size() != 1) return std::nullopt;
  std::optional<std::string> text = textOf(function.sourceResult, step.bits, static_cast<unsigned>(8 * type->sizeBytes));
  if (!text) return std::nullopt;
  return Named{"return", std::move(*text)};
}

void VariableValues::leave(uint32_t depth) {
  std::erase_if(last_, [&](const auto& each) { return each.first.first >= depth; });
  std::erase_if(roots_, [&](const auto& each) { return each.second.depth >= depth; });
}

// --- places

std::optional<VariableValues::Place> VariableValues::placeAt(uint64_t address, SourceTypeId wanted) const {
  const auto found = roots_.find(objectOf(address));
  if (found == roots_.end()) return std::nullopt;
  const Root& root = found->second;
  const uint64_t offset = offsetOf(address);
  const SourceType* type = typeOf(root.type);
  if (type == nullptr || type->sizeBytes == 0 || offset < root.offset) return std::nullopt;
  const uint64_t rest = offset - root.offset;
  if (!root.isPointee) return within(root.name, root.type, rest, wanted);
  const uint64_t index = rest / type->sizeBytes;
  return within(index == 0 ? root.name : PlaceName::plain(root.pointer + "[" + std::to_string(index) + "]"), root.type,
                rest % type->sizeBytes, wanted);
}

std::optional<VariableValues::Place> VariableValues::within(PlaceName name, SourceTypeId id, uint64_t offset, SourceTypeId wanted) const {
  const SourceType* type = typeOf(id);
  if (type == nullptr || offset >= type->sizeBytes) return std::nullopt;
  if (offset == 0 && wanted.valid() && id == wanted) return Place{name.text, id};
  if (type->kind == SourceKind::Array) {
    const SourceType* element = typeOf(type->element);
    if (element == nullptr || element->sizeBytes == 0) return std::nullopt;
    return within(name.element(offset / element->sizeBytes), type->element, offset % element->sizeBytes, wanted);
  }
  if (type->kind == SourceKind::Struct) {
    for (const program::SourceMember& member : type->members) {
      const SourceType* inner = typeOf(member.type);
      const uint64_t begin = member.offsetBits / 8;
      if (inner == nullptr || member.isBitField || offset < begin || offset >= begin + inner->sizeBytes) continue;
      return within(name.part(member.name), member.type, offset - begin, wanted);
    }
    return std::nullopt;
  }
  if (type->kind == SourceKind::Union || type->kind == SourceKind::Unknown || offset != 0) return std::nullopt;
  return Place{name.text, id};
}

void VariableValues::notePointer(const std::string& name, SourceTypeId type, uint64_t bits, uint32_t depth) {
  const SourceTypeId element = program_.sourceType(type).element;
  if (objectOf(bits) == 0 || !element.valid() || roots_.contains(objectOf(bits))) return;
  roots_[objectOf(bits)] = {PlaceName::pointee(PlaceName::plain(name)), element, offsetOf(bits), true, name, depth};
}

void VariableValues::noteGlobal(const program::Function& function, const program::Instruction& store, uint64_t address) {
  const std::optional<program::GlobalId> id = globalOf(function, store.b);
  if (!id) return;
  const program::Global& global = program_.global(*id);
  if (!global.fromModels && global.type.valid() && !global.display.empty())
    roots_[objectOf(address)] = {PlaceName::plain(global.display), global.type, 0, false, "", 0};
}

// --- values

std::optional<std::string> VariableValues::textOf(SourceTypeId id, U128 bits, unsigned width) const {
  const SourceType& type = program_.sourceType(id);
  const U128 value = truncateTo(bits, width);
  if (const expr::ValueWords* words = wordsFor(entry_, &type))
    if (std::optional<std::string> word = expr::wordFor(*words, value, width)) return word;
  switch (type.kind) {
    case SourceKind::Bool:
    case SourceKind::Char:
    case SourceKind::Int:
    case SourceKind::Enum:
      return expr::toCLiteral(expr::Sort::bits(width), value, type.isSigned);
    case SourceKind::Float:
      if (!isFloatWidth(width)) return std::nullopt;
      return expr::toCLiteral(expr::Sort::floating(width), value, true);
    case SourceKind::Pointer: {
      std::string text = pointerText(static_cast<uint64_t>(value), type.element);
      return text.empty() ? std::nullopt : std::optional(std::move(text));
    }
    case SourceKind::Void:
    case SourceKind::Array:
    case SourceKind::Struct:
    case SourceKind::Union:
    case SourceKind::Function:
    case SourceKind::Unknown:
      return std::nullopt;
  }
  return std::nullopt;
}

// Empty: no variable leads there.
std::string VariableValues::pointerText(uint64_t bits, SourceTypeId pointee) const {
  if (bits == 0) return "NULL";
  const auto found = roots_.find(objectOf(bits));
  if (found == roots_.end()) return "";
  const Root& root = found->second;
  if (!root.isPointee) {
    const std::optional<Place> place = placeAt(bits, pointee);
    return place ? "&" + place->name : "";
  }
  const SourceType* type = typeOf(root.type);
  const auto distance = static_cast<int64_t>(offsetOf(bits)) - static_cast<int64_t>(root.offset);
  if (distance == 0) return root.pointer;
  if (type == nullptr || type->sizeBytes == 0 || distance % static_cast<int64_t>(type->sizeBytes) != 0) return "";
  const int64_t elements = distance / static_cast<int64_t>(type->sizeBytes);
  return fmt::format("{} {} {}", root.pointer, elements < 0 ? '-' : '+', elements < 0 ? -elements : elements);
}

}  // namespace cleave::explore
