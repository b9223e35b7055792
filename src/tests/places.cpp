#include "tests/places.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include <fmt/format.h>

#include "tests/literal.h"

namespace cleave::tests {

using result::CallMember;
using result::CallType;
using result::CallTypeKind;
using result::kNowhere;

std::string elementOf(const std::string& text, uint64_t index) {
  return fmt::format("{}[{}]", text.starts_with('*') || text.starts_with('&') ? "(" + text + ")" : text, index);
}

namespace {

// The last part of a qualified name.
std::string_view shortName(std::string_view name) {
  const size_t at = name.rfind("::");
  return at == std::string_view::npos ? name : name.substr(at + 2);
}

}  // namespace

// What PlaceName (program/place_name.h) writes, read again.
class Places::Parser {
 public:
  Parser(const Places& places, std::string_view text) : places_(places), rest_(text) {}

  std::optional<Place> whole() {
    std::optional<Place> place = unary();
    if (!place || !rest_.empty() || !scope_.empty()) return std::nullopt;
    return place;
  }

 private:
  const CallType* typeOf(const Place& place) const { return place.isByte ? nullptr : places_.types_.find(place.type); }

  bool take(std::string_view token) {
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  std::optional<Place> unary() {
    if (!take("*")) return postfix();
    const std::optional<Place> pointer = unary();
    return pointer ? element(*pointer, 0, true) : std::nullopt;
  }

  std::optional<Place> primary() {
    if (take("(")) {
      std::optional<Place> inner = unary();
      if (!inner || !take(")")) return std::nullopt;
      return inner;
    }
    // The longest root: names of C++ have scopes.
    const Place* found = nullptr;
    size_t length = 0;
    for (const auto& [name, place] : places_.roots_) {
      if (!rest_.starts_with(name) || name.size() < length) continue;
      const char next = name.size() < rest_.size() ? rest_[name.size()] : ' ';
      if (std::isalnum(static_cast<unsigned char>(next)) != 0 || next == '_' || next == ':' || next == '$') continue;
      found = &place;
      length = name.size();
    }
    if (found == nullptr) return std::nullopt;
    rest_.remove_prefix(length);
    return *found;
  }

  std::optional<Place> postfix() {
    std::optional<Place> place = primary();
    while (place && !rest_.empty() && rest_.front() != ')') {
      if (take("->"))
        place = member(*place, true);
      else if (take("."))
        place = member(*place, false);
      else if (take("["))
        place = index(*place);
      else
        return std::nullopt;
    }
    return place;
  }

  std::optional<Place> index(const Place& place) {
    const size_t end = rest_.find(']');
    const std::optional<U128> number = integerOf(std::string(rest_.substr(0, end)));
    if (end == std::string_view::npos || !number) return std::nullopt;
    rest_.remove_prefix(end + 1);
    return element(place, static_cast<uint64_t>(*number), false);
  }

  std::optional<Place> element(const Place& place, uint64_t index, bool isDereferenced) {
    Place made;
    made.array = place.text;
    made.index = index;
    if (isBytes_ && place.text == bytes_) {
      made.isByte = true;
      made.text = elementOf(place.text, index);
      return made;
    }
    const CallType* type = typeOf(place);
    if (type == nullptr || (type->kind != CallTypeKind::Pointer && type->kind != CallTypeKind::Array)) return std::nullopt;
    const CallType* target = places_.types_.find(type->element);
    made.type = type->element;
    if (target == nullptr || target->kind == CallTypeKind::Void || target->kind == CallTypeKind::Unknown) {
      made.array = "((unsigned char *)" + place.text + ")";
      made.isByte = true;
      made.text = elementOf(made.array, index);
      return made;
    }
    const bool isPlain = type->kind == CallTypeKind::Pointer && isDereferenced;
    made.text = isPlain ? "*" + (place.text.starts_with('&') ? "(" + place.text + ")" : place.text) : elementOf(place.text, index);
    return made;
  }

  std::optional<Place> member(const Place& given, bool isArrow) {
    size_t length = 0;
    while (length < rest_.size() && (std::isalnum(static_cast<unsigned char>(rest_[length])) != 0 || rest_[length] == '_' || rest_[length] == '$' || rest_.substr(length).starts_with("::")))
      length += rest_.substr(length).starts_with("::") ? 2 : 1;
    const std::string name(rest_.substr(0, length));
    rest_.remove_prefix(length);
    uint32_t record = given.type;
    if (isArrow) {
      const CallType* pointer = typeOf(given);
      if (pointer == nullptr || (pointer->kind != CallTypeKind::Pointer && pointer->kind != CallTypeKind::Array)) return std::nullopt;
      record = pointer->element;
    }
    const std::string base = (given.text.starts_with('*') || given.text.starts_with('&')) ? "(" + given.text + ")" : given.text;
    const bool throughPointer = isArrow || (!scope_.empty() && scopeIsArrow_);
    if (const CallMember* found = memberOf(record, name, 0)) {
      const CallType* type = places_.types_.find(found->type);
      if (isRecord(type) && places_.call_.isCxx && (name == type->name || name == shortName(type->name))) {  // a base class
        scope_ += name + "::";
        scopeIsArrow_ = throughPointer;
        return Place{given.text, found->type};
      }
      return Place{base + (throughPointer ? "->" : ".") + std::exchange(scope_, "") + name, found->type, found->isBitField};
    }
    if (name != "byte" || !scope_.empty()) return std::nullopt;
    isBytes_ = true;
    bytes_ = isArrow ? "((unsigned char *)" + given.text + ")" : "((unsigned char *)&" + given.text + ")";
    return Place{bytes_, kNowhere};
  }

  const CallMember* memberOf(uint32_t record, const std::string& name, unsigned depth) const {
    const CallType* type = places_.types_.find(record);
    if (!isRecord(type) || depth > 8) return nullptr;
    for (const CallMember& each : type->members)
      if (!each.name.empty() && each.name == name) return &each;
    for (const CallMember& each : type->members)
      if (each.name.empty())
        if (const CallMember* found = memberOf(each.type, name, depth + 1)) return found;
    return nullptr;
  }

  const Places& places_;
  std::string_view rest_;
  std::string scope_;  // of a base class, for the member that follows
  bool scopeIsArrow_ = false;
  bool isBytes_ = false;
  std::string bytes_;
};

std::optional<Place> Places::find(std::string_view name) const { return Parser(*this, name).whole(); }

}  // namespace cleave::tests
