// What a pointer may point to.
#include <algorithm>

#include <fmt/ranges.h>

#include "inputs/plan_builder.h"

namespace cleave::inputs {

using program::PlaceName;
using program::SourceKind;
using program::SourceMember;
using program::SourceType;
using program::SourceTypeId;

// What callers pass where code lets them choose how memory is had.
struct Allocator {
  const char* name;
  bool returns = false;
  std::vector<SourceKind> parameters;
};
static const Allocator kAllocators[] = {
    {"malloc", true, {SourceKind::Int}},
    {"calloc", true, {SourceKind::Int, SourceKind::Int}},
    {"realloc", true, {SourceKind::Pointer, SourceKind::Int}},
    {"free", false, {SourceKind::Pointer}},
};

namespace {

bool isReference(const SourceType& type) { return type.name.ends_with('&'); }

bool flexibleMember(const program::Program& program, const SourceType& type) {
  if (type.kind != SourceKind::Struct || type.members.empty() || !type.members.back().type.valid()) return false;
  const SourceType& last = program.sourceType(type.members.back().type);
  return last.kind == SourceKind::Array && last.count == 0 && last.element.valid() && program.sourceType(last.element).sizeBytes > 0;
}

}  // namespace

Value PlanBuilder::pointer(SourceTypeId id, const PlaceName& name, const Way& way) {
  PointerOptions chosen = choose(program_.sourceType(id), name, way);
  if (chosen.behind == Behind::Opaque) {
    id = takenFor(id, name, way);
    chosen = choose(program_.sourceType(id), name, way);
    if (chosen.behind != Behind::Opaque) addAssumption(sentence(Premise::TakenFor, name.text, program_.sourceType(program_.sourceType(id).element).name));
  }
  const SourceType& type = program_.sourceType(id);
  // What the user says of a reference to a container is said of the container.
  const bool isContainer = isReference(type) && type.element.valid() && program::containerOf(program_, type.element).has_value();
  if (isContainer) chosen.bound = 1;
  if (isContainer) chosen.behind = Behind::Elements;
  plan_.asked.push_back(name.text);
  if (type.element.valid() && program_.sourceType(type.element).kind == SourceKind::Function)
    return functionPointer(program_.sourceType(type.element), name, chosen);
  if (type.element.valid() && isOpaque(type.element) && !chosen.behind) return stream();
  Value value;
  value.kind = Value::Kind::Pointer;
  value.bits = 64;
  if (!isFollowed(name, way) || isObjectCut(name.text)) {
    cutPointer(name, way);
    return value;
  }
  const Part part(*this, way.depth == 0 ? 1 : options_.followed ? 2 : kPartsOfPointer, Part::Others::NeedTheirs);
  if (!isContainer) plan_.chosen.push_back({name.text, type.name, chosen});
  if (*chosen.null) value.cell = addNull(name.text, way.root, way.depth);
  if (!*chosen.null && references_.contains(name.text) && !isReference(type)) addBoundOnce(sentence(Premise::NotNull, name.text));
  Way inner = way;
  inner.isReference = isReference(type);
  way_.push_back(slot_ + " " + name.text);
  if (const std::set<uint64_t> fronts = frontsOf(type, name, way); !fronts.empty())
    withFronts(value, fronts, chosen, type.element, name);
  else
    value.object = behind(type, chosen, name, inner);
  value.path = name.text;
  value.element = type.element;
  plan_.objects[value.object].isHeap = true;
  if (*chosen.behind == Behind::Elements && *chosen.bound == 1) addDynamicTypes(value, type.element, name, way);
  way_.pop_back();
  return value;
}

bool PlanBuilder::isFollowed(const PlaceName& pointer, const Way& way) const {
  if (!options_.followed) return way.depth <= mostDepth();
  return way.depth == 0 || options_.followed->contains(slot_ + " " + pointer.text) || options_.pointers.contains(pointer.text);
}

void PlanBuilder::cutPointer(const PlaceName& pointer, const Way& way) {
  const std::string text = options_.followed ? sentence(Premise::PointersLookedAt, way.root) : sentence(Premise::PointerDepth, way.root, mostDepth());
  addBound(text, way.holder, way.at);
  plan_.cut.push_back(pointer.text);
  if (way.holder == kNone) return;
  plan_.cutPointers.push_back({way.holder, way.at, way_});
  plan_.cutPointers.back().way.push_back(slot_ + " " + pointer.text);
}

// What the user says, and by type what is not said.
PointerOptions PlanBuilder::choose(const SourceType& type, const PlaceName& name, const Way& way) const {
  PointerOptions chosen;
  if (const auto said = options_.pointers.find(name.text); said != options_.pointers.end()) chosen = said->second;
  if (const auto length = lengthNames_.find(name.text); length != lengthNames_.end() && chosen.length.empty())
    chosen.length = length->second;
  const bool isOne = isReference(type) || references_.contains(name.text);
  if (!chosen.null) chosen.null = !isOne && name.text != "this";
  const SourceType* element = type.element.valid() ? &program_.sourceType(type.element) : nullptr;
  if (element != nullptr && element->kind == SourceKind::Function) return chosen;
  if (element != nullptr && isOpaque(type.element)) return chosen;
  if (chosen.length.empty()) chosen.length = memberLength(type, way);
  const bool hasLength = !chosen.length.empty() && chosen.length != "-";
  const bool isString = byUse_.contains(name.text) || way.depth > 0;  // also where something counts its characters
  const bool isCounted = hasLength || hasEnd(name.text, way);
  if (!chosen.behind) {
    if (element == nullptr) {
      chosen.behind = chosen.bound || hasLength ? Behind::Bytes : Behind::Opaque;
    } else if (program::isPlainChar(*element) && (!hasLength || isString) && !isOne) {
      chosen.behind = Behind::String;
    } else {
      chosen.behind = Behind::Elements;
    }
  }
  if (chosen.bound) return chosen;
  switch (*chosen.behind) {
    case Behind::String:
      chosen.bound = options_.stringBytes;
      break;
    case Behind::Bytes:
      chosen.bound = options_.stringBytes;
      break;
    case Behind::Opaque:
      chosen.bound = 0;
      break;
    case Behind::Elements: {
      const bool isLarge = element->kind == SourceKind::Struct || leadsFurther(type.element, 0);
      const bool single = isOne || name.text == "this" || (!isCounted && (way.depth > 0 || isLarge));
      chosen.bound = single                     ? 1
                     : way.depth > 0 && isLarge ? kMostCounted
                     : element->sizeBytes == 1  ? std::max(options_.elements, options_.stringBytes)
                                                : options_.elements;
      break;
    }
  }
  return chosen;
}

uint32_t PlanBuilder::behind(const SourceType& type, const PointerOptions& chosen, const PlaceName& name, const Way& way) {
  const uint64_t bound = *chosen.bound;
  switch (*chosen.behind) {
    case Behind::String:
      return stringBehind(bound, type.element, name);
    case Behind::Bytes: {
      const uint32_t object = addObject(name.text, {}, bound, true, bound);
      plan_.objects[object].alignment = 1;
      fillBytes(object, 0, bound, name);
      addBound(sentence(Premise::UntypedBytes, name.text, bound), object, bound == 0 ? 0 : bound - 1);
      return object;
    }
    case Behind::Opaque:
      return opaqueBehind(name);
    case Behind::Elements:
      return elementsBehind(type.element, bound, name, way);
  }
  return kNone;
}

// Bytes with something in front of them, as much as one of these: a header that says how long they are, say, and may itself come in several
// sizes. Each is an object of its own, with the same bytes in it.
void PlanBuilder::withFronts(Value& value, const std::set<uint64_t>& fronts, const PointerOptions& chosen, SourceTypeId element, const PlaceName& name) {
  const uint64_t bound = *chosen.bound, most = *fronts.rbegin();
  const bool isString = chosen.behind == Behind::String;
  const SourceType& type = program_.sourceType(element);
  std::vector<uint32_t> inFront, cells;
  const auto byte = [&](const std::string& text) {
    return addCell({text, isString ? "char" : type.name, 8, isString || type.isSigned, false, 0, -1, false, {}});
  };
  for (uint64_t k = 1; k <= most; ++k) inFront.push_back(byte(fmt::format("{}[-{}]", name.index, k)));
  for (uint64_t k = 0; k < bound; ++k) cells.push_back(byte(name.element(k).text));
  const auto put8 = [&](uint32_t object, uint64_t offset, uint32_t cell) {
    Value part;
    part.bits = 8;
    part.cell = cell;
    put(object, offset, std::move(part));
  };
  const uint32_t choice = fronts.size() < 2 ? kNone : addCell({name.text + "_front", "unsigned char", 8, false, false, 0, static_cast<int64_t>(fronts.size()) - 1, false, {}});
  for (const uint64_t front : fronts) {
    const uint64_t size = front + bound + (isString ? 1 : 0);
    const uint32_t object = addObject(fmt::format("({} - {})", name.text, front), element, size, true, size);
    for (uint64_t k = 0; k < front; ++k) put8(object, k, inFront[front - 1 - k]);
    for (uint64_t k = 0; k < bound; ++k) put8(object, front + k, cells[k]);
    plan_.objects[object].isHeap = true;
    addBound(sentence(isString ? Premise::StringLength : Premise::ElementCount, name.text, bound), object, size - 1);
    if (value.object == kNone) {
      value.object = object;
      value.offset = front;
    } else {
      value.instead.push_back({choice, value.instead.size() + 1, object, {}, front});
    }
  }
  addAssumption(sentence(Premise::BytesInFront, name.text, fmt::format("{}", fmt::join(fronts, ", "))));
  if (!isString) return;
  addText(name.text, cells);
  std::vector<std::string>& bytes = plan_.texts.emplace_back();
  for (uint64_t k = 0; k <= bound; ++k) bytes.push_back(name.element(k).text);
}

uint32_t PlanBuilder::stringBehind(uint64_t bound, SourceTypeId element, const PlaceName& name) {
  const uint32_t object = addObject(name.text, element, bound + 1, true, bound + 1);
  plan_.objects[object].alignment = 1;
  std::vector<uint32_t> cells;
  for (uint64_t k = 0; k < bound; ++k) {
    Value value;
    value.bits = 8;
    value.cell = addCell({name.element(k).text, "char", 8, true, false, 0, -1, false, {}});
    cells.push_back(value.cell);
    put(object, k, std::move(value));
  }
  addText(name.text, std::move(cells));
  addBound(sentence(Premise::StringLength, name.text, bound), object, bound);
  std::vector<std::string>& bytes = plan_.texts.emplace_back();
  for (uint64_t k = 0; k <= bound; ++k) bytes.push_back(name.element(k).text);
  return object;
}

uint32_t PlanBuilder::elementsBehind(SourceTypeId element, uint64_t count, const PlaceName& name, const Way& way) {
  const SourceType& type = program_.sourceType(element);
  const bool isArray = count != 1;
  // Rows of a length that only the run knows (int a[n][m]) are one row of elements.
  if (type.kind == SourceKind::Array && type.count == 0 && type.element.valid()) return elementsBehind(type.element, count, PlaceName::pointee(name), way);
  if (type.sizeBytes == 0) return opaqueBehind(name);
  // A reference to a string is called what the string is.
  const PlaceName one = way.isReference && program::containerOf(program_, element) ? name : PlaceName::pointee(name);
  const uint32_t object = addObject(isArray ? name.text : one.text, element, count, isArray, count * type.sizeBytes);
  Way inner = way;
  inner.isReference = false;
  inner.keepsPointers = false;
  for (uint64_t k = 0; k < count; ++k) fill(object, k * type.sizeBytes, element, isArray ? name.element(k) : one, inner);
  if (isArray)
    addBound(sentence(Premise::ElementCount, name.text, count), object, (count - 1) * type.sizeBytes);
  else if (one.text == name.text)
    return object;  // a reference to a container: one it is
  else if (!flexibleMember(program_, type))
    addBound(sentence(Premise::OneObject, name.text), object, type.sizeBytes);
  else
    fillFlexible(object, element, PlaceName::pointee(name), inner);
  return object;
}

// An array without a length at the end of a struct has elements like any buffer.
void PlanBuilder::fillFlexible(uint32_t object, SourceTypeId id, const PlaceName& name, const Way& way) {
  const SourceMember& member = program_.sourceType(id).members.back();
  const SourceTypeId element = program_.sourceType(member.type).element;
  const uint64_t size = program_.sourceType(element).sizeBytes;
  const PlaceName own = name.part(member.name);
  PointerOptions chosen;
  if (const auto said = options_.pointers.find(own.text); said != options_.pointers.end()) chosen = said->second;
  chosen.behind = Behind::Elements;
  chosen.null = false;
  if (!chosen.bound) chosen.bound = size == 1 ? std::max(options_.elements, options_.stringBytes) : options_.elements;
  plan_.asked.push_back(own.text);
  plan_.chosen.push_back({own.text, program_.sourceType(member.type).name, chosen});
  const uint64_t start = member.offsetBits / 8;
  plan_.objects[object].size = std::max(plan_.objects[object].size, start + *chosen.bound * size);
  for (uint64_t k = 0; k < *chosen.bound; ++k) {
    if (isCut(own.element(k).text)) {
      addBound(sentence(Premise::ZeroFromHere, own.element(k).text), object, start + k * size);
      break;
    }
    fill(object, start + k * size, element, own.element(k), way);
  }
  addBound(sentence(Premise::ElementCount, own.text, *chosen.bound), object, start + (*chosen.bound == 0 ? 0 : *chosen.bound - 1) * size);
}

uint32_t PlanBuilder::opaqueBehind(const PlaceName& name) {
  const uint32_t object = addObject(name.text, {}, 0, true, 1);
  addBound(sentence(Premise::OpaqueObject, name.text), object, 0);
  return object;
}

// Any function of the program that has the type, and of both programs if there are two: a number means the same function in both.
Value PlanBuilder::functionPointer(const SourceType& type, const PlaceName& name, const PointerOptions& said) {
  Value value;
  value.kind = Value::Kind::Function;
  value.bits = 64;
  std::vector<std::string>& meaning = plan_.choices[slot_ + " " + name.text];
  const auto meaningOf = [](uint32_t number) { return "function " + std::to_string(number); };
  struct Fitting {
    bool doesTheSame;  // in both versions, with all that it calls
    uint32_t number;
    std::string name;
    auto operator<=>(const Fitting&) const = default;
  };
  std::vector<Fitting> fitting;
  for (size_t f = 0; f < program_.functions.size(); ++f) {
    const program::Function& function = program_.functions[f];
    if (!function.defined || function.fromModels || !function.hasSourceSignature || &function == &function_) continue;
    if (signatureText(program_, function) != type.name && !hasType(function, type)) continue;
    const auto partner = partners_.functions.find(function.name);
    if (!partners_.isPair)
      fitting.push_back({false, static_cast<uint32_t>(f), function.name});
    else if (partner != partners_.functions.end() && isCommon(name, meaningOf(partner->second)))
      fitting.push_back({!partners_.changed.contains(partner->second), partner->second, function.name});
  }
  for (uint32_t k = 0; k < std::size(kAllocators); ++k) {
    const auto isIt = [&](const program::Function& each) { return !each.defined && each.name == kAllocators[k].name; };
    const uint32_t number = UINT32_MAX - 1 - k;
    if (takes(type, kAllocators[k]) && std::ranges::any_of(program_.functions, isIt) && (!partners_.isPair || isCommon(name, meaningOf(number))))
      fitting.push_back({true, number, kAllocators[k].name});
  }
  // Those that come to a change first.
  std::ranges::sort(fitting);
  if (const uint64_t most = std::clamp<uint64_t>(said.bound.value_or(options_.functions), 1, kMostFunctions); fitting.size() > most) fitting.resize(most);
  for (const Fitting& each : fitting) {
    value.functions.push_back(each.name);
    meaning.push_back(meaningOf(each.number));
  }
  constexpr const char* kStub = "a stub";
  const bool isStub = fitting.empty() && isCommon(name, kStub) && addStub(type, name);
  if (isStub) {
    value.functions.push_back(plan_.stubs.back().name);
    meaning.push_back(kStub);
  }
  if (value.functions.empty()) {
    addAssumption(sentence(Premise::NoFunctionOfType, name.text, type.name));
    value.functions.push_back("");
    meaning.push_back("null");
    return value;
  }
  if (!isStub) addBound(sentence(Premise::FunctionChoice, name.text, fitting.size()));
  if (said.null.value_or(true)) {
    value.functions.insert(value.functions.begin(), "");
    meaning.insert(meaning.begin(), "null");
  }
  if (value.functions.size() > 1)
    value.cell =
        addCell({name.text + "_choice", "unsigned char", 8, false, false, 0, static_cast<int64_t>(value.functions.size()) - 1, false, {}});
  return value;
}

// Sizes and pointers to anything, as the library has them.
bool PlanBuilder::takes(const SourceType& type, const Allocator& function) const {
  const auto isAnything = [&](SourceTypeId id) {
    return id.valid() && program_.sourceType(id).kind == SourceKind::Pointer && !program_.sourceType(id).element.valid();
  };
  if (type.members.size() != function.parameters.size() + 1 || !(function.returns ? isAnything(type.members[0].type) : !type.members[0].type.valid())) return false;
  for (size_t k = 0; k < function.parameters.size(); ++k) {
    const SourceTypeId id = type.members[k + 1].type;
    if (!id.valid()) return false;
    const SourceType& own = program_.sourceType(id);
    const bool isSize = own.kind == SourceKind::Int && own.sizeBytes == 8 && !own.isSigned;
    if (function.parameters[k] == SourceKind::Int ? !isSize : !isAnything(id)) return false;
  }
  return true;
}

// Whatever typedefs call what it takes and returns.
bool PlanBuilder::hasType(const program::Function& function, const SourceType& type) const {
  const auto isSame = [&](SourceTypeId x, SourceTypeId y) { return x.valid() == y.valid() && (!x.valid() || ownTypeName(x) == ownTypeName(y)); };
  if (type.members.size() != function.sourceParameters.size() + 1 || !isSame(type.members[0].type, function.sourceResult)) return false;
  for (size_t k = 0; k < function.sourceParameters.size(); ++k)
    if (!isSame(type.members[k + 1].type, function.sourceParameters[k].type)) return false;
  return true;
}

std::string PlanBuilder::ownTypeName(SourceTypeId id) const {
  const SourceType& type = program_.sourceType(id);
  std::string name = ownName(type);
  if (type.kind != SourceKind::Pointer || !type.element.valid()) return name;
  const std::string& element = program_.sourceType(type.element).name;
  const size_t at = name.find(element);
  return at == std::string::npos ? name : name.replace(at, element.size(), ownTypeName(type.element));
}

std::string signatureText(const program::Program& program, const program::Function& function) {
  const auto nameOf = [&](SourceTypeId id, const char* otherwise) { return id.valid() ? program.sourceType(id).name : otherwise; };
  std::string text = nameOf(function.sourceResult, "void") + " (";
  for (size_t k = 0; k < function.sourceParameters.size(); ++k)
    text += (k == 0 ? "" : ", ") + nameOf(function.sourceParameters[k].type, "?");
  return text + ")";
}

bool PlanBuilder::isOpaque(SourceTypeId id) const {
  const std::string& name = program_.sourceType(id).name;
  return name == "FILE" || name == "struct _IO_FILE" || name == "_IO_FILE";
}

// A stream that is passed in is stdout: what is written there shows.
Value PlanBuilder::stream() {
  Value value;
  value.kind = Value::Kind::Loaded;
  value.global = "stdout";
  value.bits = 64;
  addBoundOnce(sentence(Premise::StreamIsStdout));
  return value;
}

bool PlanBuilder::leadsFurther(SourceTypeId id, unsigned depth) const {
  if (!id.valid() || depth > 4) return false;
  const SourceType& type = program_.sourceType(id);
  if (type.kind == SourceKind::Pointer) return true;
  if (type.kind == SourceKind::Function) return false;
  if (type.kind == SourceKind::Array) return leadsFurther(type.element, depth + 1);
  return std::any_of(type.members.begin(), type.members.end(),
                     [&](const SourceMember& member) { return leadsFurther(member.type, depth + 1); });
}

}  // namespace cleave::inputs
