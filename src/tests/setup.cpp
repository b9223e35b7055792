#include "tests/setup.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "support/float_format.h"
#include "support/text.h"
#include "tests/literal.h"

namespace cleave::tests {

namespace {

using result::Call;
using result::CallFill;
using result::CallMember;
using result::CallObject;
using result::CallType;
using result::CallTypeKind;
using result::CallValue;
using result::CallValueKind;
using result::kNowhere;

// Words that no variable may be called by in the one language or the other, or that headers define.
const std::set<std::string> kTaken = {"class", "new",    "delete", "template", "this",  "private", "public", "protected", "namespace", "operator", "errno", "true",
                                      "false", "typename", "virtual", "friend", "using", "try",     "catch",  "throw",     "result",    "stdin",    "stdout", "stderr", "main",
                                      "auto",  "register", "static", "and",      "or",    "not",     "xor",    "bool",      "explicit",  "export",   "mutable", "free", "malloc", "assert"};

// The bytes of an object as the witness has them, and where pointers stand in it.
struct Image {
  std::vector<uint8_t> bytes;
  std::vector<bool> filled, written;
  std::map<uint64_t, CallValue> pointers;
};

class SetUpWriter {
 public:
  SetUpWriter(const TestCase& test, const TypeText& types, bool isCxx, Places& places) : test_(test), call_(*test.call), types_(types), isCxx_(isCxx), places_(places) {
    for (const CallObject& each : call_.objects) images_.push_back(imageOf(each));
    for (const result::CallNumber& each : call_.numbers) render(each);
    names_.resize(call_.objects.size());
    addresses_.resize(call_.objects.size());
  }

  SetUp write() {
    for (const result::CallGlobal& each : call_.globals) places_.root(each.name, each.name, each.type);
    std::vector<std::string> arguments;
    for (size_t k = 0; k < call_.arguments.size(); ++k) arguments.push_back(argument(call_.arguments[k], k));
    for (size_t k = 0; k < call_.objects.size(); ++k)
      if (!call_.objects[k].global.empty()) fillGlobal(k);
    world();
    feed();
    if (call_.result != kNowhere) places_.root("return", "result", call_.result);
    made_.call = callText(arguments);
    return std::move(made_);
  }

 private:
  void line(const std::string& text) { made_.lines.push_back(text); }
  void refuse(const std::string& why) {
    if (made_.why.empty()) made_.why = why;
  }
  U128 bitsOf(uint32_t input) const { return input < test_.bits.size() ? test_.bits[input] : 0; }
  const result::Input* inputOf(uint32_t input) const { return input < test_.entry->inputs.size() ? &test_.entry->inputs[input] : nullptr; }

  // --- bytes

  // An input in a place of other width, by its own signedness.
  U128 extended(uint32_t input, unsigned bits) const {
    const result::Input* given = inputOf(input);
    const U128 value = bitsOf(input);
    if (given == nullptr || given->bits >= bits || !given->isSigned || given->isFloat) return truncateTo(value, std::max(1u, bits));
    return truncateTo(static_cast<U128>(asSigned(value, given->bits)), bits);
  }

  Image imageOf(const CallObject& object) {
    Image image{std::vector<uint8_t>(object.bytes), std::vector<bool>(object.bytes), std::vector<bool>(object.bytes), {}};
    for (const CallFill& fill : object.fills) {
      const CallValue& value = fill.value;
      if (value.kind == CallValueKind::Input || value.kind == CallValueKind::Constant) {
        put(image, fill.offset, value.bitOffset, value.bits, value.kind == CallValueKind::Constant ? U128{value.offset} : extended(value.input, value.bits));
      } else {
        put(image, fill.offset, 0, 64, 0);
        image.pointers[fill.offset] = value;
      }
    }
    return image;
  }

  static void put(Image& image, uint64_t offset, unsigned bitOffset, unsigned bits, U128 value) {
    for (unsigned k = 0; k < bits; ++k) {
      const uint64_t at = offset + (bitOffset + k) / 8;
      if (at >= image.bytes.size()) return;
      const auto bit = static_cast<uint8_t>(1u << ((bitOffset + k) % 8));
      image.bytes[at] = static_cast<uint8_t>(((value >> k) & 1) != 0 ? image.bytes[at] | bit : image.bytes[at] & ~bit);
      image.filled[at] = true;
    }
  }

  void render(const result::CallNumber& number) {
    if (number.object >= images_.size()) return;
    const result::Input* input = inputOf(number.input);
    const std::string text = toSignedDecimal(bitsOf(number.input), input == nullptr ? 32 : input->bits);
    Image& image = images_[number.object];
    for (size_t k = 0; k <= text.size(); ++k) put(image, number.offset + k, 0, 8, k < text.size() ? static_cast<unsigned char>(text[k]) : 0);
  }

  static U128 read(const Image& image, uint64_t bit, uint64_t bits) {
    U128 value = 0;
    for (uint64_t k = 0; k < bits && (bit + k) / 8 < image.bytes.size(); ++k)
      value |= U128{(image.bytes[(bit + k) / 8] >> ((bit + k) % 8)) & 1u} << k;
    return value;
  }
  static void mark(Image& image, uint64_t bit, uint64_t bits) {
    for (uint64_t at = bit / 8; at < (bit + bits + 7) / 8 && at < image.written.size(); ++at) image.written[at] = true;
  }

  // --- pointers

  struct Target {
    uint32_t object = kNowhere;
    std::string global;
    uint64_t offset = 0;
    bool isNull = false;
  };
  Target targetOf(const CallValue& value) const {
    Target target{value.object, "", value.offset, value.object == kNowhere};
    if (target.isNull) return target;
    for (const CallValue::Instead& each : value.instead)
      if (bitsOf(each.input) == each.value) {
        target = {each.object, each.global, each.offset, false};
        break;
      }
    if (value.input == kNowhere) return target;
    target.isNull = value.nullUpTo == UINT64_MAX ? (bitsOf(value.input) & 1) != 0 : bitsOf(value.input) <= value.nullUpTo;
    return target;
  }

  std::string functionText(const CallValue& value) {
    const auto which = value.input == kNowhere ? 0 : static_cast<size_t>(bitsOf(value.input));
    const std::string name = value.functions.empty() ? "" : value.functions[std::min(which, value.functions.size() - 1)];
    if (name.empty()) return "NULL";
    std::string text = name.substr(0, name.find('('));
    if (!isIncluded()) refuse("it is given the function " + text + ", which is not declared: --include");
    return text;
  }

  // As an expression of the type; nothing: the object is not there yet.
  std::optional<std::string> pointerText(const CallValue& value, uint32_t type) {
    switch (value.kind) {
      case CallValueKind::Function:
        return functionText(value);
      case CallValueKind::Global:
        if (value.global.starts_with("vtable for ")) refuse("objects of classes with virtual functions");
        return castTo(type, value.offset == 0 ? "&" + value.global : fmt::format("(char *)&{} + {}", value.global, value.offset));
      case CallValueKind::Loaded:
        return value.global;
      case CallValueKind::Pointer:
        break;
      case CallValueKind::Input:
      case CallValueKind::Constant:
        return std::nullopt;
    }
    const Target target = targetOf(value);
    if (target.isNull) return "NULL";
    if (target.object == kNowhere) return castTo(type, target.offset == 0 ? "&" + target.global : fmt::format("(char *)&{} + {}", target.global, target.offset));
    if (!call_.objects[target.object].global.empty()) {
      const std::string& global = call_.objects[target.object].global;
      return castTo(type, target.offset == 0 ? "&" + global : fmt::format("(char *)&{} + {}", global, target.offset));
    }
    if (!declare(target.object)) return std::nullopt;
    const CallType* own = types_.find(type);
    const uint32_t element = own == nullptr ? kNowhere : own->element;
    const bool fits = element == call_.objects[target.object].type || (element != kNowhere && types_.name(element) == types_.name(call_.objects[target.object].type));
    if (target.offset == 0) return fits ? addresses_[target.object] : castTo(type, addresses_[target.object]);
    const CallType* step = types_.find(call_.objects[target.object].type);
    if (fits && step != nullptr && step->bytes != 0 && target.offset % step->bytes == 0)
      return fmt::format("{} + {}", addresses_[target.object], target.offset / step->bytes);
    return castTo(type, fmt::format("((char *){} + {})", addresses_[target.object], target.offset));
  }

  std::string castTo(uint32_t type, const std::string& text) const { return fmt::format("({}){}", types_.name(type), text); }

  // --- values

  std::optional<std::string> scalar(uint32_t index, Image& image, uint64_t offset) {
    const CallType& type = *types_.find(index);
    const bool isFloat = type.kind == CallTypeKind::Float;
    mark(image, 8 * offset, isFloat ? floatWidth(type.bytes) : 8 * type.bytes);
    if (isFloat) {
      if (!isFloatWidth(floatWidth(type.bytes))) return std::nullopt;
      return floatLiteral(read(image, 8 * offset, floatWidth(type.bytes)), floatWidth(type.bytes));
    }
    return literal(read(image, 8 * offset, 8 * type.bytes), index);
  }

  std::optional<std::string> literal(U128 bits, uint32_t index) {
    const CallType& type = *types_.find(index);
    const std::optional<std::string> text = integerLiteral(bits, type);
    if (text && type.kind == CallTypeKind::Enum && isCxx_ && isIncluded()) return fmt::format("({}){}", types_.name(index), *text);
    return text;
  }

  static bool isZero(const Image& image, uint64_t offset, uint64_t bytes) {
    for (uint64_t k = offset; k < offset + bytes && k < image.bytes.size(); ++k)
      if (image.bytes[k] != 0) return false;
    const auto next = image.pointers.lower_bound(offset);
    return next == image.pointers.end() || next->first >= offset + bytes;
  }

  // Braces can say it: no unions, bases or members without names, nothing behind its end.
  bool isPlain(uint32_t index, unsigned depth = 0) const {
    const CallType* type = types_.find(index);
    if (type == nullptr || depth > 16) return false;
    if (type->kind == CallTypeKind::Array) return type->count != 0 && isPlain(type->element, depth + 1);
    if (type->kind == CallTypeKind::Struct)
      return !(isCxx_ && isIncluded()) && std::ranges::all_of(type->members, [&](const CallMember& each) { return !each.name.empty() && isPlain(each.type, depth + 1); });
    return type->kind != CallTypeKind::Union && type->kind != CallTypeKind::Unknown && type->kind != CallTypeKind::Void;
  }

  bool isIncluded() const { return types_.includesSource(); }

  // What stands behind `=`; empty: all is zero.
  std::string initialiser(uint32_t index, Image& image, uint64_t offset, uint32_t object, const std::string& place) {
    const CallType& type = *types_.find(index);
    if (type.kind != CallTypeKind::Pointer && isZero(image, offset, type.bytes)) {
      mark(image, 8 * offset, 8 * type.bytes);
      return "";
    }
    switch (type.kind) {
      case CallTypeKind::Bool:
      case CallTypeKind::Char:
      case CallTypeKind::Int:
      case CallTypeKind::Enum:
      case CallTypeKind::Float: {
        const std::optional<std::string> text = scalar(index, image, offset);
        if (!text) refuse("numbers of type " + type.name + " cannot be written");
        return text.value_or("0");
      }
      case CallTypeKind::Pointer:
        return pointerInitialiser(index, image, offset, object, place);
      case CallTypeKind::Array:
        return list(type.element, type.count, image, offset, object, place);
      case CallTypeKind::Struct:
        return members(type, image, offset, object, place);
      case CallTypeKind::Union:
      case CallTypeKind::Void:
      case CallTypeKind::Function:
      case CallTypeKind::Unknown:
        break;
    }
    refuse("values of type " + type.name + " cannot be written");
    return "";
  }

  std::string pointerInitialiser(uint32_t type, Image& image, uint64_t offset, uint32_t object, const std::string& place) {
    mark(image, 8 * offset, 64);
    const auto found = image.pointers.find(offset);
    if (found == image.pointers.end()) {
      if (!isZero(image, offset, 8)) refuse("a pointer that is a number");
      return "";
    }
    const CallValue value = found->second;
    const std::optional<std::string> text = pointerText(value, type);
    if (!text) {
      postponed_.push_back({place, value, type, current_});
      return "";
    }
    if (*text == "NULL") return "";
    if (!isConstant(value)) {
      postponed_.push_back({place, value, type, current_});
      return "";
    }
    (void)object;
    return *text;
  }

  // An address that a static object may be initialised with.
  bool isConstant(const CallValue& value) const {
    if (value.kind == CallValueKind::Loaded) return false;
    if (value.kind != CallValueKind::Pointer) return true;
    const Target target = targetOf(value);
    return target.isNull || target.object == kNowhere || !call_.objects[target.object].global.empty() || !isVariable_.contains(target.object);
  }

  std::string list(uint32_t element, uint64_t count, Image& image, uint64_t offset, uint32_t object, const std::string& place) {
    const CallType& type = *types_.find(element);
    if (isPlainChar(type)) {
      std::string text(image.bytes.begin() + static_cast<std::ptrdiff_t>(offset), image.bytes.begin() + static_cast<std::ptrdiff_t>(std::min<uint64_t>(image.bytes.size(), offset + count)));
      const size_t end = text.find_last_not_of('\0');
      if (end + 1 < text.size() || end == std::string::npos) {
        mark(image, 8 * offset, 8 * count);
        return stringLiteral(text.substr(0, end + 1));
      }
    }
    std::vector<std::string> elements;
    size_t used = 0;
    for (uint64_t k = 0; k < count; ++k) {
      const std::string text = initialiser(element, image, offset + k * type.bytes, object, elementOf(place, k));
      elements.push_back(text.empty() ? zero(type) : text);
      if (!text.empty()) used = elements.size();
    }
    elements.resize(used);
    return used == 0 ? "" : "{" + join(elements, ", ") + "}";
  }

  std::string zero(const CallType& type) const {
    if (type.kind == CallTypeKind::Pointer) return "NULL";
    if (type.kind == CallTypeKind::Bool) return "false";
    if (type.kind == CallTypeKind::Float) return type.bytes == 4 ? "0.0f" : "0.0";
    if (type.kind == CallTypeKind::Array || type.kind == CallTypeKind::Struct) return isCxx_ ? "{}" : "{0}";
    return "0";
  }

  std::string members(const CallType& type, Image& image, uint64_t offset, uint32_t object, const std::string& place) {
    std::vector<std::string> parts;
    for (const CallMember& each : type.members) {
      const std::string own = place + "." + each.name;
      std::string text;
      if (each.isBitField) {
        const U128 value = read(image, 8 * offset + each.offsetBits, each.sizeBits);
        mark(image, 8 * offset + each.offsetBits, each.sizeBits);
        if (value != 0) text = bitFieldText(value, each);
      } else {
        text = initialiser(each.type, image, offset + each.offsetBits / 8, object, own);
      }
      if (!text.empty()) parts.push_back("." + each.name + " = " + text);
    }
    return parts.empty() ? "" : "{" + join(parts, ", ") + "}";
  }

  std::string bitFieldText(U128 value, const CallMember& member) {
    const CallType* type = types_.find(member.type);
    if (type != nullptr && type->isSigned) return toSignedDecimal(value, static_cast<unsigned>(member.sizeBits));
    return toDecimal(value);
  }

  // --- assignments, where braces cannot say it. All that the plan fills is assigned with `everything`.

  void assign(uint32_t index, const std::string& place, Image& image, uint64_t offset, bool everything, uint64_t extra) {
    const CallType* type = types_.find(index);
    if (type == nullptr) return bytes(place, image, offset, image.bytes.size() - std::min<uint64_t>(offset, image.bytes.size()), everything);
    const auto isWanted = [&](uint64_t at, uint64_t size) {
      if (!everything) return !isZero(image, at, size);
      for (uint64_t k = at; k < at + size && k < image.filled.size(); ++k)
        if (image.filled[k]) return true;
      return false;
    };
    if (type->kind == CallTypeKind::Array) {
      const uint64_t size = types_.find(type->element) == nullptr ? 0 : types_.find(type->element)->bytes;
      const uint64_t count = type->count != 0 ? type->count : extra;
      if (size == 0) return;
      if (isPlainChar(*types_.find(type->element)) && type->count != 0 && isWanted(offset, count)) {
        const std::string text = list(type->element, count, image, offset, kNowhere, place);
        if (text.empty() || text.starts_with('"')) {
          line(fmt::format("memset({}, 0, sizeof {});", place, place));
          if (!text.empty()) line(fmt::format("strcpy({}, {});", place, text));
          if (text.find("\\000") != std::string::npos) made_.lines.back() = fmt::format("memcpy({}, {}, sizeof {});", place, text, text);
          return;
        }
      }
      for (uint64_t k = 0; k < count; ++k) assign(type->element, elementOf(place, k), image, offset + k * size, everything, 0);
      return;
    }
    if (type->kind == CallTypeKind::Struct) return assignMembers(*type, place, image, offset, everything, extra);
    if (type->kind == CallTypeKind::Union || type->kind == CallTypeKind::Unknown) return bytes("&" + place, image, offset, type->bytes, everything);
    if (!isWanted(offset, type->bytes)) {
      mark(image, 8 * offset, 8 * type->bytes);
      return;
    }
    if (type->kind == CallTypeKind::Pointer) return assignPointer(index, place, image, offset);
    const std::optional<std::string> text = scalar(index, image, offset);
    if (!text) return refuse("numbers of type " + type->name + " cannot be written");
    line(fmt::format("{} = {};", place, *text));
  }

  void assignMembers(const CallType& type, const std::string& place, Image& image, uint64_t offset, bool everything, uint64_t extra) {
    for (const CallMember& each : type.members) {
      const CallType* member = types_.find(each.type);
      const uint64_t at = offset + each.offsetBits / 8;
      if (each.isBitField) {
        const U128 value = read(image, 8 * offset + each.offsetBits, each.sizeBits);
        mark(image, 8 * offset + each.offsetBits, each.sizeBits);
        if (value != 0 || (everything && at < image.filled.size() && image.filled[at])) line(fmt::format("{}.{} = {};", place, each.name, bitFieldText(value, each)));
      } else if (each.name.empty()) {
        if (member != nullptr) assignAnonymous(each.type, place, image, at, everything);
      } else if (isRecord(member) && call_.isCxx && (each.name == member->name || ("::" + member->name).ends_with("::" + each.name))) {
        assign(each.type, fmt::format("static_cast<{} &>({})", types_.name(each.type), place), image, at, everything, 0);  // a base
      } else if (each.name.starts_with("_vptr")) {
        refuse("objects of classes with virtual functions");
      } else {
        assign(each.type, place + "." + each.name, image, at, everything, extra);
      }
    }
  }

  void assignAnonymous(uint32_t type, const std::string& place, Image& image, uint64_t offset, bool everything) {
    const CallType& inner = *types_.find(type);
    if (inner.kind == CallTypeKind::Struct) return assignMembers(inner, place, image, offset, everything, 0);
    const CallMember* first = nullptr;
    for (const CallMember& each : inner.members)
      if (!each.name.empty() && first == nullptr) first = &each;
    if (first == nullptr) return refuse("members without names");
    bytes(fmt::format("&{}.{}", place, first->name), image, offset, inner.bytes, everything);
  }

  void assignPointer(uint32_t type, const std::string& place, Image& image, uint64_t offset) {
    mark(image, 8 * offset, 64);
    const auto found = image.pointers.find(offset);
    if (found == image.pointers.end()) {
      if (!isZero(image, offset, 8)) return refuse("a pointer that is a number");
      return line(place + " = NULL;");
    }
    const CallValue value = found->second;
    if (value.kind == CallValueKind::Loaded) return;  // it keeps what it has
    const std::optional<std::string> text = pointerText(value, type);
    if (!text)
      postponed_.push_back({place, value, type, current_});
    else
      line(fmt::format("{} = {};", place, *text));
  }

  void bytes(const std::string& address, Image& image, uint64_t offset, uint64_t count, bool everything) {
    for (uint64_t k = 0; k < count && offset + k < image.bytes.size(); ++k) {
      if (image.pointers.contains(offset + k)) refuse("a pointer among bytes");
      const bool isWanted = everything ? image.filled[offset + k] : image.bytes[offset + k] != 0;
      mark(image, 8 * (offset + k), 8);
      if (isWanted) line(fmt::format("((unsigned char *){})[{}] = {};", address, k, image.bytes[offset + k]));
    }
  }

  // Padding that is not zero.
  void patch(const std::string& address, Image& image, uint64_t from = 0) {
    for (uint64_t k = from; k < image.bytes.size(); ++k)
      if (!image.written[k] && image.bytes[k] != 0) line(fmt::format("((unsigned char *){})[{}] = {};", address, k, image.bytes[k]));
  }

  // --- objects

  std::string freshName(const std::string& place, const char* ending) {
    std::string name;
    for (const char c : place) {
      if (std::isalnum(static_cast<unsigned char>(c)) != 0)
        name += c;
      else if (!name.empty() && name.back() != '_')
        name += '_';
    }
    while (name.ends_with('_')) name.pop_back();
    name = (name.empty() ? "memory" : name) + ending;
    const std::string wanted = name;
    for (unsigned k = 2; !used_.insert(name).second; ++k) name = fmt::format("{}_{}", wanted, k);
    return name;
  }

  // Its name is known and stands above. False: it is being written.
  bool declare(uint32_t index) {
    if (!names_[index].empty()) return !addresses_[index].empty();
    const CallObject& object = call_.objects[index];
    const std::string name = names_[index] = freshName(object.place, "_object");
    const uint32_t outer = std::exchange(current_, index);
    Image& image = images_[index];
    const CallType* type = types_.find(object.type);
    const bool isMany = object.isArray || object.count > 1;
    const bool isPlainObject = type != nullptr && isPlain(object.type) && object.extra == 0 && object.bytes == type->bytes * object.count;
    if (type == nullptr || type->bytes == 0) {
      const std::string text = byteList(image);
      if (!image.pointers.empty()) {
        const bool isDone = pointerArray(index, name);
        current_ = outer;
        return isDone;
      }
      line(fmt::format("{} unsigned char {}[{}]{};", isCxx_ ? "alignas(16) static" : "static _Alignas(16)", name, image.bytes.size(), text.empty() ? "" : " = " + text));
      addresses_[index] = name;
    } else if (isPlainObject) {
      plainObject(index, name, isMany);
    } else {
      line(fmt::format("{} unsigned char {}_bytes[{}];", isCxx_ ? "alignas(16) static" : "static _Alignas(16)", name, image.bytes.size()));
      line(fmt::format("{} = ({})({}_bytes);", pointerDeclaration(object.type, name), pointerDeclaration(object.type, ""), name));
      isVariable_.insert(index);
      for (uint64_t k = 0; k < object.count; ++k) assign(object.type, isMany ? elementOf(name, k) : "(*" + name + ")", image, k * type->bytes, false, object.extra);
      simplify(name);
      patch(name, image);
      addresses_[index] = name;
    }
    emitPostponed(false);
    if (object.isHeap) moveToHeap(index, name);
    current_ = outer;
    return true;
  }

  std::string pointerDeclaration(uint32_t type, const std::string& name) const { return types_.declaration(type, "*" + name); }

  // (*x).n is x->n.
  void simplify(const std::string& name) {
    const std::string from = "(*" + name + ").";
    for (std::string& each : made_.lines)
      for (size_t at; (at = each.find(from)) != std::string::npos;) each.replace(at, from.size(), name + "->");
    const std::string whole = "(*" + name + ") = ";
    for (std::string& each : made_.lines)
      if (each.starts_with(whole)) each.replace(0, whole.size(), "*" + name + " = ");
  }

  void plainObject(uint32_t index, const std::string& name, bool isMany) {
    const CallObject& object = call_.objects[index];
    Image& image = images_[index];
    const std::string text = isMany ? list(object.type, object.count, image, 0, index, name) : initialiser(object.type, image, 0, index, name);
    const std::string declarator = types_.declaration(object.type, isMany ? fmt::format("{}[{}]", name, object.count) : name);
    line(fmt::format("static {}{};", declarator, text.empty() ? "" : " = " + text));
    addresses_[index] = isMany ? name : "&" + name;
    patch(isMany ? name : "&" + name, image);
  }

  bool pointerArray(uint32_t index, const std::string& name) {
    const CallObject& object = call_.objects[index];
    line(fmt::format("static void *{}[{}];", name, (object.bytes + 7) / 8));
    for (const auto& [offset, value] : images_[index].pointers) {
      const std::optional<std::string> text = pointerText(value, kNowhere);
      if (!text || offset % 8 != 0) refuse("pointers that lead back");
      line(fmt::format("{}[{}] = {};", name, offset / 8, text.value_or("NULL")));
    }
    addresses_[index] = name;
    return true;
  }

  static std::string byteList(const Image& image) {
    std::vector<std::string> parts;
    size_t used = 0;
    for (const uint8_t each : image.bytes) {
      parts.push_back(std::to_string(each));
      if (each != 0) used = parts.size();
    }
    const bool isText = used < image.bytes.size() && std::all_of(image.bytes.begin(), image.bytes.begin() + static_cast<std::ptrdiff_t>(used), [](uint8_t c) { return c >= 0x20 && c < 0x7f; });
    if (used != 0 && isText) return stringLiteral(std::string(image.bytes.begin(), image.bytes.begin() + static_cast<std::ptrdiff_t>(used)));
    parts.resize(used);
    return used == 0 ? "" : "{" + join(parts, ", ") + "}";
  }

  void moveToHeap(uint32_t index, const std::string& name) {
    const CallObject& object = call_.objects[index];
    const std::string heap = freshName(object.place, "_heap");
    line(fmt::format("{} = ({})on_heap({}, {});", pointerDeclaration(object.type, heap), pointerDeclaration(object.type, ""), addresses_[index], object.bytes));
    for (const Postponed& each : postponed_)
      if (each.place.starts_with(name)) refuse("objects that may be freed point to each other");
    addresses_[index] = heap;
    isVariable_.insert(index);
    made_.needsHeap = true;
  }

  // Pointers to objects that were not there yet.
  void emitPostponed(bool isLast) {
    std::vector<Postponed> left;
    for (const Postponed& each : std::exchange(postponed_, {})) {
      const Target target = targetOf(each.value);
      const bool isOwnerOpen = each.owner != kNowhere && addresses_[each.owner].empty();
      if (isOwnerOpen || (target.object != kNowhere && call_.objects[target.object].global.empty() && addresses_[target.object].empty())) {
        left.push_back(each);
        continue;
      }
      const std::optional<std::string> text = pointerText(each.value, each.type);
      if (text) line(fmt::format("{} = {};", each.place, *text));
    }
    postponed_ = std::move(left);
    if (isLast && !postponed_.empty()) refuse("objects that point to each other");
  }

  // --- what is called

  std::string argument(const result::CallArgument& each, size_t k) {
    const std::string variable = variableName(each.name, k);
    const bool isReference = types_.isReference(each.type);
    if (each.byValue != kNowhere) {
      declare(each.byValue);
      places_.root(each.name, "(*" + addresses_[each.byValue] + ")", call_.objects[each.byValue].type);
      const std::string& address = addresses_[each.byValue];
      return address.starts_with('&') ? address.substr(1) : "*" + address;
    }
    const CallType* type = types_.find(each.type);
    if (type == nullptr) {
      refuse("the type of a parameter is not known");
      return variable;
    }
    if (type->kind == CallTypeKind::Pointer) {
      const std::optional<std::string> text = pointerText(each.value, each.type);
      emitPostponed(false);
      if (!text) refuse("a pointer that is a number");
      line(fmt::format("{} = {};", types_.declaration(each.type, variable), text.value_or("NULL")));
      places_.root(each.name, variable, each.type);
      if (!isReference) return variable;
      return type->name.ends_with("&&") ? fmt::format("static_cast<{} &&>(*{})", types_.name(type->element), variable) : "*" + variable;
    }
    std::optional<std::string> text;
    if (each.value.kind == CallValueKind::Constant)
      text = integerLiteral(each.value.offset, *type);
    else if (type->kind == CallTypeKind::Float && isFloatWidth(floatWidth(type->bytes)))
      text = floatLiteral(bitsOf(each.value.input), floatWidth(type->bytes));
    else if (isInteger(*type))
      text = literal(extended(each.value.input, static_cast<unsigned>(8 * type->bytes)), each.type);
    if (!text) refuse("values of type " + type->name + " cannot be written");
    line(fmt::format("{} = {};", types_.declaration(each.type, variable), text.value_or("0")));
    places_.root(each.name, variable, each.type);
    return variable;
  }

  std::string variableName(const std::string& name, size_t k) {
    std::string made = name == "this" ? "self" : name;
    const bool isIdentifier = !made.empty() && std::ranges::all_of(made, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }) &&
                              std::isdigit(static_cast<unsigned char>(made.front())) == 0;
    if (!isIdentifier) made = fmt::format("argument_{}", k + 1);
    const std::string called = calledName(call_);
    const bool isGlobal = std::ranges::any_of(call_.globals, [&](const result::CallGlobal& each) { return each.name == made; });
    if (kTaken.contains(made) || made == called || isGlobal) made += "_";
    const std::string wanted = made;
    for (unsigned number = 2; !used_.insert(made).second; ++number) made = fmt::format("{}_{}", wanted, number);
    return made;
  }

  void fillGlobal(size_t k) {
    const CallObject& object = call_.objects[k];
    const CallType* type = types_.find(object.type);
    if (type == nullptr) {
      const auto known = std::ranges::find(call_.globals, object.global, &result::CallGlobal::name);
      if (known == call_.globals.end() || types_.find(known->type) == nullptr) return refuse("the type of the global " + object.global + " is not known");
      return assign(known->type, object.global, images_[k], 0, true, 0);
    }
    const bool isMany = object.isArray || object.count > 1;
    for (uint64_t at = 0; at < object.count; ++at) assign(object.type, isMany ? elementOf(object.global, at) : object.global, images_[k], at * type->bytes, true, object.extra);
    emitPostponed(false);
    patch("&" + object.global, images_[k]);
  }

  void world() {
    emitPostponed(true);
    for (const result::CallWorld& each : call_.world) {
      switch (each.kind) {
        case result::CallWorldKind::Errno:
          made_.needsErrno = true;
          line(fmt::format("errno = {};", toSignedDecimal(bitsOf(each.input), 32)));
          break;
        case result::CallWorldKind::Seed:
          line(fmt::format("srand({}u);", toDecimal(truncateTo(bitsOf(each.input), 32))));
          break;
        case result::CallWorldKind::Zone:
          made_.needsChild = true;
          line(fmt::format("setenv(\"TZ\", {}, 1);", stringLiteral(zoneText(static_cast<int>(asSigned(bitsOf(each.input), 32))))));
          line("tzset();");
          break;
        case result::CallWorldKind::Variable: {
          made_.needsChild = true;
          const Target target = targetOf(each.value);
          if (target.isNull || target.object == kNowhere) {
            line(fmt::format("unsetenv({});", stringLiteral(each.name)));
            break;
          }
          const std::string text(images_[target.object].bytes.begin(), images_[target.object].bytes.end());
          line(fmt::format("setenv({}, {}, 1);", stringLiteral(each.name), stringLiteral(text.substr(0, text.find('\0')))));
          break;
        }
      }
    }
  }

  // As POSIX writes a zone without daylight saving time: its name, and how far it lies to the west.
  static std::string zoneText(int minutes) {
    const int size = std::abs(minutes);
    const std::string_view signs = minutes < 0 ? "-+" : "+-";
    return fmt::format("<{0}{2:02}{3:02}>{1}{2:02}:{3:02}", signs[0], signs[1], size / 60, size % 60);
  }

  void feed() {
    if (call_.stdinObject == kNowhere) return;
    const Image& image = images_[call_.stdinObject];
    std::string text(image.bytes.begin(), image.bytes.end());
    if (call_.stdinLength != kNowhere) text.resize(std::min<size_t>(text.size(), static_cast<size_t>(bitsOf(call_.stdinLength))));
    if (call_.stdinLength == kNowhere) text.resize(std::min(text.size(), call_.objects[call_.stdinObject].fills.size()));
    made_.needsChild = true;
    made_.input = stringLiteral(text);
    made_.inputSize = text.size();
  }

  std::string callText(std::vector<std::string> arguments) {
    std::string name = calledName(call_);
    const bool isMethod = call_.isCxx && !call_.arguments.empty() && call_.arguments.front().name == "this";
    if (!isMethod) return fmt::format("{}({})", name, join(arguments, ", "));
    const std::string self = arguments.front();
    arguments.erase(arguments.begin());
    const size_t scope = name.rfind("::");
    const std::string method = scope == std::string::npos ? name : name.substr(scope + 2);
    const std::string owner = scope == std::string::npos ? "" : name.substr(0, scope);
    if (method.starts_with('~') || ("::" + owner).ends_with("::" + method)) refuse("constructors and destructors are not called by name");
    return fmt::format("{}->{}({})", self, method, join(arguments, ", "));
  }

  struct Postponed {
    std::string place;
    CallValue value;
    uint32_t type;
    uint32_t owner;  // the object that has the pointer; kNowhere: a global
  };
  const TestCase& test_;
  const Call& call_;
  const TypeText& types_;
  bool isCxx_;
  Places& places_;
  SetUp made_;
  std::vector<Image> images_;
  std::vector<std::string> names_, addresses_;  // of objects; empty: not written yet
  std::set<uint32_t> isVariable_;               // their addresses are in variables
  std::set<std::string> used_;
  std::vector<Postponed> postponed_;
  uint32_t current_ = kNowhere;  // the object that is being written
};

}  // namespace

std::string calledName(const Call& call) {
  if (call.isMain) return kMain;
  std::string name;
  int depth = 0;  // of template arguments
  constexpr std::string_view kScope = "(anonymous namespace)::";
  for (size_t k = 0; k < call.function.size(); ++k) {
    if (call.function.compare(k, kScope.size(), kScope) == 0) {
      k += kScope.size() - 1;
      continue;
    }
    const char c = call.function[k];
    if (c == '(' && depth == 0 && !name.ends_with("operator")) break;
    if (c == '<') ++depth;
    if (c == '>') --depth;
    name += c;
  }
  return name;
}

SetUp setUp(const TestCase& test, const TypeText& types, bool isCxx, Places& places) { return SetUpWriter(test, types, isCxx, places).write(); }

}  // namespace cleave::tests
