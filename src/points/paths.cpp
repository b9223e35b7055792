// A path is read from left to right, with the type that debug information gives to what was read so far:
//
//   path    = "*" path | whole { "." name | "->" name | "[" number "]" }
//   whole   = name | "(" path ")"
//
// `a[2]` of a pointer is a place behind it, of an array a place in it. Each pointer that is followed is a hop of the Access.
#include "points/private/paths.h"

#include <llvm/BinaryFormat/Dwarf.h>

#include <cctype>
#include <charconv>
#include <functional>

#include "probes/log_format.h"

namespace cleave::points {
namespace {

namespace dwarf = llvm::dwarf;

constexpr size_t kMostHops = 8;
constexpr uint64_t kFarthest = 1 << 20;  // bytes behind a pointer

struct Place {
  const llvm::DIType* type = nullptr;  // bare
  Access access;
  probes::Role role = probes::Role::Local;
};

class PathReader {
 public:
  PathReader(std::string_view path, const FindRoot& find) : rest_(path), find_(find) {}

  std::optional<Place> read() {
    std::optional<Place> place = path();
    return rest_.empty() ? place : std::nullopt;
  }

 private:
  bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  std::string_view takeName() {
    size_t length = 0;
    while (length < rest_.size() && (std::isalnum(static_cast<unsigned char>(rest_[length])) != 0 || rest_[length] == '_')) ++length;
    const std::string_view name = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return name;
  }

  std::optional<Place> path() {
    if (take("*")) {
      const std::optional<Place> inner = path();
      return inner ? behind(*inner) : std::nullopt;
    }
    std::optional<Place> place = whole();
    while (place && !rest_.empty() && rest_.front() != ')') place = step(*place);
    return place;
  }

  std::optional<Place> whole() {
    if (take("(")) {
      std::optional<Place> inner = path();
      return take(")") ? inner : std::nullopt;
    }
    const std::string_view name = takeName();
    const std::optional<PathRoot> root = name.empty() ? std::nullopt : find_(name);
    if (!root) return std::nullopt;
    return settled({bareType(root->type), root->access, root->role});
  }

  std::optional<Place> step(const Place& at) {
    if (take("->")) {
      const std::optional<Place> there = behind(at);
      return there ? member(*there) : std::nullopt;
    }
    if (take(".")) return member(at);
    return take("[") ? element(at) : std::nullopt;
  }

  // A reference is what it refers to.
  std::optional<Place> settled(Place at) const {
    if (at.type == nullptr) return std::nullopt;
    const bool isReference = at.type->getTag() == dwarf::DW_TAG_reference_type || at.type->getTag() == dwarf::DW_TAG_rvalue_reference_type;
    return isReference ? behind(at) : std::optional(at);
  }

  static std::optional<Place> behind(const Place& at) {
    const auto* pointer = llvm::dyn_cast_or_null<llvm::DIDerivedType>(at.type);
    if (pointer == nullptr || at.access.further.size() >= kMostHops) return std::nullopt;
    const unsigned tag = pointer->getTag();
    if (tag != dwarf::DW_TAG_pointer_type && tag != dwarf::DW_TAG_reference_type && tag != dwarf::DW_TAG_rvalue_reference_type) return std::nullopt;
    Place there = at;
    there.type = bareType(pointer->getBaseType());
    if (there.type == nullptr) return std::nullopt;
    if (at.access.how == Access::How::Here) {
      there.access.how = Access::How::Behind;
      if (there.access.owner != nullptr) there.access.ownerBytes = 8;
    } else {
      there.access.further.push_back(static_cast<uint32_t>(at.access.behind));
    }
    there.access.behind = 0;
    return there;
  }

  static std::optional<Place> moved(Place at, uint64_t bytes, const llvm::DIType* type) {
    (at.access.how == Access::How::Here ? at.access.offset : at.access.behind) += bytes;
    at.type = bareType(type);
    if (at.type == nullptr || at.access.behind > kFarthest) return std::nullopt;
    return at;
  }

  std::optional<Place> member(const Place& at) {
    const std::string_view name = takeName();
    const auto* record = llvm::dyn_cast_or_null<llvm::DICompositeType>(at.type);
    return record == nullptr || name.empty() ? std::nullopt : memberOf(at, *record, name, 0);
  }

  // Also one of a base class, or of a struct without a name.
  std::optional<Place> memberOf(const Place& at, const llvm::DICompositeType& record, std::string_view name, unsigned depth) {
    for (const llvm::DINode* node : record.getElements()) {
      const auto* member = llvm::dyn_cast_or_null<llvm::DIDerivedType>(node);
      if (member == nullptr || member->isStaticMember()) continue;
      const bool isBase = member->getTag() == dwarf::DW_TAG_inheritance && !member->isVirtual();
      if (member->getTag() != dwarf::DW_TAG_member && !isBase) continue;
      if (member->getName() == llvm::StringRef(name.data(), name.size()) && !isBase) {
        if (member->isBitField()) return asBitField(at, *member);
        const std::optional<Place> found = moved(at, member->getOffsetInBits() / 8, member->getBaseType());
        return found ? settled(*found) : std::nullopt;
      }
      const auto* inner = llvm::dyn_cast_or_null<llvm::DICompositeType>(bareType(member->getBaseType()));
      if (inner == nullptr || depth > 4 || (!isBase && !member->getName().empty())) continue;
      if (const std::optional<Place> there = moved(at, member->getOffsetInBits() / 8, inner))
        if (std::optional<Place> found = memberOf(*there, *inner, name, depth + 1)) return found;
    }
    return std::nullopt;
  }

  static std::optional<Place> asBitField(Place at, const llvm::DIDerivedType& member) {
    const uint64_t first = member.getOffsetInBits(), bits = member.getSizeInBits();
    std::optional<Place> field = moved(at, first / 8, member.getBaseType());
    if (!field || bits == 0) return std::nullopt;
    field->access.shift = static_cast<uint32_t>(first % 8);
    field->access.bits = static_cast<uint32_t>(bits);
    field->access.bytes = static_cast<uint32_t>((field->access.shift + bits + 7) / 8);
    return field->access.bytes <= 8 ? field : std::nullopt;
  }

  std::optional<Place> element(const Place& at) {
    uint64_t index = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), index);
    if (error != std::errc() || index > kFarthest) return std::nullopt;
    rest_.remove_prefix(static_cast<size_t>(end - rest_.data()));
    if (!take("]")) return std::nullopt;
    if (at.type->getTag() != dwarf::DW_TAG_array_type) {
      const std::optional<Place> first = behind(at);
      return first ? moved(*first, index * (first->type->getSizeInBits() / 8), first->type) : std::nullopt;
    }
    const auto& array = *llvm::cast<llvm::DICompositeType>(at.type);
    const llvm::DIType* type = bareType(array.getBaseType());
    if (array.getElements().size() != 1 || type == nullptr || (index + 1) * type->getSizeInBits() > array.getSizeInBits()) return std::nullopt;
    return moved(at, index * (type->getSizeInBits() / 8), type);
  }

  std::string_view rest_;
  const FindRoot& find_;
};

}  // namespace

std::optional<Readable> readableOnPath(std::string_view path, const FindRoot& find) {
  const std::optional<Place> place = PathReader(path, find).read();
  if (!place) return std::nullopt;
  std::optional<probes::Type> type = scalarTypeOf(place->type);
  if (!type) return std::nullopt;
  Readable result;
  result.access = place->access;
  if (result.access.bits == 0) result.access.bits = type->bits;
  if (result.access.bytes == 0) result.access.bytes = (result.access.bits + 7) / 8;
  if (result.access.owner != nullptr && result.access.ownerBytes == 0) result.access.ownerBytes = result.access.bytes;
  type->bits = result.access.bits;
  result.variable = {std::string(path), *type, place->role, false, result.access.how == Access::How::Here};
  return result;
}

std::optional<Readable> readableOfInput(std::string_view path) {
  Readable result;
  result.access.how = Access::How::Input;
  probes::Type type;
  if (path == "stdin_length") {
    type.kind = probes::ValueKind::Unsigned;
    type.bits = 16;
    type.name = "unsigned short";
    result.access.behind = Access::kInputLength;
  } else {
    constexpr std::string_view kBegin = "stdin[";
    if (!path.starts_with(kBegin) || !path.ends_with("]")) return std::nullopt;
    const char *first = path.data() + kBegin.size(), *last = path.data() + path.size() - 1;
    const auto [end, error] = std::from_chars(first, last, result.access.behind);
    if (error != std::errc() || end != last || result.access.behind >= kCleaveMostInput) return std::nullopt;
    type.bits = 8;
    type.name = "char";
  }
  result.access.bits = type.bits;
  result.access.bytes = type.bits / 8;
  result.variable = {std::string(path), type, probes::Role::Global, false, false};
  return result;
}

std::optional<PathRoot> globalRoot(llvm::Module& module, std::string_view name) {
  for (llvm::GlobalVariable& global : module.globals()) {
    if (global.isConstant() || global.hasExternalWeakLinkage()) continue;
    llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> known;
    global.getDebugInfo(known);
    if (known.empty() || known[0]->getVariable()->getName() != llvm::StringRef(name.data(), name.size())) continue;
    PathRoot root;
    root.type = known[0]->getVariable()->getType();
    root.access.root = &global;
    root.role = probes::Role::Global;
    return root;
  }
  return std::nullopt;
}

}  // namespace cleave::points
