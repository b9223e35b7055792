#include "audit/c_text.h"

#include "support/float_format.h"

#include <algorithm>
#include <cctype>
#include <climits>
#include <cmath>
#include <cstdlib>

namespace cleave::audit {

namespace {

using Kind = CValue::Kind;

// Leaves the whole evaluation: there is no value.
struct NoValue {};

CValue integer(U128 bits, unsigned width, bool isSigned) { return {Kind::Integer, width, isSigned, truncateTo(bits, width)}; }
CValue truth(bool value) { return integer(value ? 1 : 0, 32, true); }
CValue single(float value) { return {Kind::Float, 32, true, bitsOf(value)}; }
CValue real(double value) { return {Kind::Float, 64, true, bitsOf(value)}; }
CValue extendedReal(long double value) { return {Kind::Float, 80, true, bitsOf(value)}; }
long double numberOf(const CValue& value) { return cleave::numberOf(value.bits, value.width); }
U128 extended(const CValue& value) { return value.isSigned ? static_cast<U128>(asSigned(value.bits, value.width)) : value.bits; }

CValue toFloat(const CValue& value, unsigned width) {
  if (value.kind == Kind::Float) return {Kind::Float, width, true, roundedTo(numberOf(value), width)};
  const U128 bits = extended(value);
  if (width == 32) return single(value.isSigned ? static_cast<float>(static_cast<I128>(bits)) : static_cast<float>(bits));
  if (width == 80) return extendedReal(value.isSigned ? static_cast<long double>(static_cast<I128>(bits)) : static_cast<long double>(bits));
  return real(value.isSigned ? static_cast<double>(static_cast<I128>(bits)) : static_cast<double>(bits));
}

CValue toInteger(const CValue& value, unsigned width, bool isSigned) {
  if (value.kind == Kind::Integer) return integer(extended(value), width, isSigned);
  const long double number = std::trunc(numberOf(value));
  const long double limit = std::ldexp(1.0L, static_cast<int>(isSigned ? width - 1 : width));
  if (width > 64 || !(number < limit) || !(number >= (isSigned ? -limit : 0.0L))) throw NoValue{};
  return integer(isSigned ? static_cast<U128>(static_cast<I128>(number)) : static_cast<U128>(number), width, isSigned);
}

bool isWholeType(unsigned width) { return width == 8 || width == 16 || width == 32 || width == 64 || width == 128; }

// The integer promotions. An odd width is a _BitInt, which is not promoted.
CValue promoted(const CValue& value) {
  return value.kind == Kind::Integer && value.width < 32 && (isWholeType(value.width) || value.width == 1) ? toInteger(value, 32, true)
                                                                                                           : value;
}

// The usual arithmetic conversions.
void balance(CValue& a, CValue& b) {
  a = promoted(a);
  b = promoted(b);
  if (a.kind == Kind::Float || b.kind == Kind::Float) {
    const auto widthOf = [](const CValue& x) { return x.kind == Kind::Float ? x.width : 0; };
    const unsigned width = std::max(widthOf(a), widthOf(b));
    a = toFloat(a, width);
    b = toFloat(b, width);
    return;
  }
  const unsigned width = std::max(a.width, b.width);
  const bool isUnsigned = (!a.isSigned && a.width == width) || (!b.isSigned && b.width == width);
  a = toInteger(a, width, !isUnsigned);
  b = toInteger(b, width, !isUnsigned);
}

CValue compare(const std::string& symbol, CValue a, CValue b) {
  balance(a, b);
  bool less = false, equal = false, ordered = true;
  if (a.kind == Kind::Float) {
    less = numberOf(a) < numberOf(b);
    equal = numberOf(a) == numberOf(b);
    ordered = !std::isnan(numberOf(a)) && !std::isnan(numberOf(b));
  } else {
    less = a.isSigned ? asSigned(a.bits, a.width) < asSigned(b.bits, b.width) : a.bits < b.bits;
    equal = a.bits == b.bits;
  }
  if (symbol == "==") return truth(equal);
  if (symbol == "!=") return truth(!equal);
  if (symbol == "<") return truth(less);
  if (symbol == "<=") return truth(less || equal);
  if (symbol == ">") return truth(ordered && !less && !equal);
  return truth(ordered && !less);
}

CValue shift(bool left, const CValue& given, const CValue& by) {
  const CValue a = promoted(given);
  if (a.kind == Kind::Float || by.kind == Kind::Float) throw NoValue{};
  const auto count = static_cast<unsigned>(extended(by) % a.width);  // cleave's meaning of a count beyond the width
  if (left) return integer(a.bits << count, a.width, a.isSigned);
  return integer(a.isSigned ? static_cast<U128>(asSigned(a.bits, a.width) >> count) : a.bits >> count, a.width, a.isSigned);
}

CValue divide(bool remainder, const CValue& a, const CValue& b) {
  if (b.bits == 0) throw NoValue{};
  if (!a.isSigned) return integer(remainder ? a.bits % b.bits : a.bits / b.bits, a.width, false);
  const I128 x = asSigned(a.bits, a.width), y = asSigned(b.bits, b.width);
  if (y == -1) return integer(remainder ? 0 : ~a.bits + 1, a.width, true);
  return integer(static_cast<U128>(remainder ? x % y : x / y), a.width, true);
}

CValue floatArithmetic(char symbol, const CValue& a, const CValue& b) {
  const auto of = [symbol](auto x, auto y) {
    switch (symbol) {
      case '+':
        return x + y;
      case '-':
        return x - y;
      case '*':
        return x * y;
      case '/':
        return x / y;
      default:
        throw NoValue{};
    }
  };
  if (a.width == 80) return extendedReal(of(longDoubleOf(a.bits), longDoubleOf(b.bits)));
  return a.width == 32 ? single(of(floatOf(a.bits), floatOf(b.bits))) : real(of(doubleOf(a.bits), doubleOf(b.bits)));
}

CValue arithmetic(char symbol, CValue a, CValue b) {
  balance(a, b);
  if (a.kind == Kind::Float) return floatArithmetic(symbol, a, b);
  switch (symbol) {
    case '+':
      return integer(a.bits + b.bits, a.width, a.isSigned);
    case '-':
      return integer(a.bits - b.bits, a.width, a.isSigned);
    case '*':
      return integer(a.bits * b.bits, a.width, a.isSigned);
    case '/':
    case '%':
      return divide(symbol == '%', a, b);
    case '&':
      return integer(a.bits & b.bits, a.width, a.isSigned);
    case '|':
      return integer(a.bits | b.bits, a.width, a.isSigned);
    case '^':
      return integer(a.bits ^ b.bits, a.width, a.isSigned);
    default:
      throw NoValue{};
  }
}

struct Type {
  Kind kind = Kind::Integer;
  unsigned width = 32;
  bool isSigned = true;
};

// A recursive descent over the text itself. `dead_` is how deep we are in operands that C would not evaluate: there a division by zero is
// no reason to give up.
class Reader {
 public:
  Reader(const std::string& text, const std::vector<result::Input>& inputs, const Values& values, const Enumerators& enumerators)
      : text_(text), inputs_(inputs), values_(values), enumerators_(enumerators) {}

  CValue read() {
    CValue value = choice();
    skip();
    if (at_ != text_.size()) throw NoValue{};
    return value;
  }

 private:
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  bool take(const std::string& symbol) {
    skip();
    if (text_.compare(at_, symbol.size(), symbol) != 0) return false;
    at_ += symbol.size();
    return true;
  }

  CValue choice() {
    if (++depth_ > kDeepest) throw NoValue{};
    CValue condition = binary(0);
    --depth_;
    if (!take("?")) return condition;
    const bool first = condition.isTrue();
    CValue yes = lazily(first, [&] { return choice(); });
    if (!take(":")) throw NoValue{};
    CValue no = lazily(!first, [&] { return choice(); });
    balance(yes, no);
    return first ? yes : no;
  }

  template <class Read>
  CValue lazily(bool isLive, Read read) {
    if (isLive) return read();
    ++dead_;
    CValue value = read();
    --dead_;
    return value;
  }

  // The operators by how they bind, the loosest first. The longer of two that start alike is meant.
  std::string operatorAt(size_t level) {
    static const std::vector<std::vector<std::string>> kLevels{
        {"||"}, {"&&"}, {"|"}, {"^"}, {"&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}};
    if (level >= kLevels.size()) return "";
    skip();
    for (const std::string& symbol : kLevels[level]) {
      if (text_.compare(at_, symbol.size(), symbol) != 0) continue;
      const char next = at_ + symbol.size() < text_.size() ? text_[at_ + symbol.size()] : ' ';
      const bool isLonger = symbol.size() == 1 && (next == symbol[0] || next == '=') && symbol != "-" && symbol != "+" && symbol != "*";
      if (!isLonger) return symbol;
    }
    return "";
  }

  CValue binary(size_t level) {
    constexpr size_t kLevels = 10;
    if (level == kLevels) return unary();
    CValue left = binary(level + 1);
    for (std::string symbol = operatorAt(level); !symbol.empty(); symbol = operatorAt(level)) {
      at_ += symbol.size();
      if (symbol == "&&" || symbol == "||") {
        const bool decided = left.isTrue() == (symbol == "||");
        const CValue right = lazily(!decided, [&] { return binary(level + 1); });
        left = truth(decided ? symbol == "||" : right.isTrue());
        continue;
      }
      const CValue right = binary(level + 1);
      left = apply(symbol, left, right);
    }
    return left;
  }

  CValue apply(const std::string& symbol, const CValue& left, const CValue& right) {
    if (symbol == "<<" || symbol == ">>") return shift(symbol == "<<", left, right);
    if (symbol == "==" || symbol == "!=" || symbol[0] == '<' || symbol[0] == '>') return compare(symbol, left, right);
    const bool isZero = right.kind == Kind::Integer && right.bits == 0 && left.kind == Kind::Integer;
    if (dead_ != 0 && isZero && (symbol == "/" || symbol == "%")) return left;
    return arithmetic(symbol[0], left, right);
  }

  CValue unary() {
    skip();
    if (++depth_ > kDeepest) throw NoValue{};
    CValue value = unaryHere();
    --depth_;
    return value;
  }

  CValue unaryHere() {
    if (take("!")) return truth(!unary().isTrue());
    if (take("-")) {
      const CValue value = promoted(unary());
      if (value.kind == Kind::Float) return {Kind::Float, value.width, true, value.bits ^ (U128{1} << (value.width - 1))};
      return integer(~value.bits + 1, value.width, value.isSigned);
    }
    if (take("~")) {
      const CValue value = promoted(unary());
      if (value.kind == Kind::Float) throw NoValue{};
      return integer(~value.bits, value.width, value.isSigned);
    }
    if (const std::optional<Type> type = cast()) {
      const CValue value = unary();
      if (type->kind == Kind::Float) return toFloat(value, type->width);
      if (type->width == 1) return integer(value.isTrue() ? 1 : 0, 8, false);
      return dead_ != 0 && value.kind == Kind::Float ? integer(0, type->width, type->isSigned)
                                                     : toInteger(value, type->width, type->isSigned);
    }
    return primary();
  }

  // "(unsigned char)" and its like.
  std::optional<Type> cast() {
    skip();
    if (at_ >= text_.size() || text_[at_] != '(') return std::nullopt;
    const size_t end = text_.find(')', at_);
    if (end == std::string::npos) return std::nullopt;
    std::string name = text_.substr(at_ + 1, end - at_ - 1);
    static const std::map<std::string, Type> kTypes{{"bool", {Kind::Integer, 1, false}},
                                                    {"char", {Kind::Integer, 8, true}},
                                                    {"signed char", {Kind::Integer, 8, true}},
                                                    {"unsigned char", {Kind::Integer, 8, false}},
                                                    {"short", {Kind::Integer, 16, true}},
                                                    {"unsigned short", {Kind::Integer, 16, false}},
                                                    {"int", {Kind::Integer, 32, true}},
                                                    {"unsigned", {Kind::Integer, 32, false}},
                                                    {"unsigned int", {Kind::Integer, 32, false}},
                                                    {"long", {Kind::Integer, 64, true}},
                                                    {"unsigned long", {Kind::Integer, 64, false}},
                                                    {"__int128", {Kind::Integer, 128, true}},
                                                    {"float", {Kind::Float, 32, true}},
                                                    {"double", {Kind::Float, 64, true}},
                                                    {"long double", {Kind::Float, 80, true}},
                                                    {"unsigned __int128", {Kind::Integer, 128, false}}};
    if (const auto known = kTypes.find(name); known != kTypes.end()) {
      at_ = end + 1;
      return known->second;
    }
    // (_BitInt(7)): the first parenthesis closes the number.
    const bool isUnsigned = name.starts_with("unsigned ");
    if (isUnsigned) name = name.substr(9);
    if (!name.starts_with("_BitInt(") || text_.compare(end, 2, "))") != 0) return std::nullopt;
    const unsigned long width = std::strtoul(name.c_str() + 8, nullptr, 10);
    if (width < 2 || width > 128) return std::nullopt;
    at_ = end + 2;
    return Type{Kind::Integer, static_cast<unsigned>(width), !isUnsigned};
  }

  CValue primary() {
    skip();
    if (at_ >= text_.size()) throw NoValue{};
    if (const std::optional<CValue> value = input()) return *value;
    if (take("(")) {
      CValue value = choice();
      if (!take(")")) throw NoValue{};
      return value;
    }
    if (take("{")) return element();
    if (std::isdigit(static_cast<unsigned char>(text_[at_])) != 0) return number();
    if (text_[at_] == '\'') return character();
    return word();
  }

  // The longest name of an input that stands here.
  std::optional<CValue> input() {
    const auto isPart = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    size_t best = inputs_.size();
    for (size_t i = 0; i < inputs_.size(); ++i) {
      const std::string& name = inputs_[i].name;
      const size_t end = at_ + name.size();
      if (name.empty() || text_.compare(at_, name.size(), name) != 0) continue;
      const char next = end < text_.size() ? text_[end] : ' ';
      if ((isPart(name.back()) && isPart(next)) || next == '[' || next == '.' || text_.compare(end, 2, "->") == 0) continue;
      if (best == inputs_.size() || name.size() > inputs_[best].name.size()) best = i;
    }
    if (best == inputs_.size()) return std::nullopt;
    at_ += inputs_[best].name.size();
    const result::Input& found = inputs_[best];
    if (found.isFloat) return CValue{Kind::Float, found.bits, true, values_[best]};
    return integer(values_[best], found.bits, found.isSigned);
  }

  CValue number() {
    size_t end = at_;
    while (end < text_.size() && std::isdigit(static_cast<unsigned char>(text_[end])) != 0) ++end;
    if (end < text_.size() && (text_[end] == '.' || text_[end] == 'e')) return floatNumber();
    U128 value = 0;
    for (; at_ < end; ++at_) value = value * 10 + static_cast<unsigned>(text_[at_] - '0');
    if (value <= INT_MAX) return integer(value, 32, true);
    if (value <= LONG_MAX) return integer(value, 64, true);
    return value <= ULONG_MAX ? integer(value, 64, false) : integer(value, 128, !signBit(value, 128));
  }

  // An int, as in C; cleave writes no others than these.
  CValue character() {
    static const std::map<char, char> kEscapes{{'n', '\n'}, {'t', '\t'}, {'r', '\r'}, {'v', '\v'}, {'f', '\f'}, {'\'', '\''}, {'\\', '\\'}};
    const bool isEscaped = at_ + 1 < text_.size() && text_[at_ + 1] == '\\';
    const size_t at = at_ + (isEscaped ? 2 : 1);
    if (at + 1 >= text_.size() || text_[at + 1] != '\'') throw NoValue{};
    const auto escape = kEscapes.find(text_[at]);
    if (isEscaped && escape == kEscapes.end()) throw NoValue{};
    at_ = at + 2;
    return integer(static_cast<unsigned char>(isEscaped ? escape->second : text_[at]), 32, true);
  }

  CValue floatNumber() {
    char* end = nullptr;
    const double value = std::strtod(text_.c_str() + at_, &end);
    const float narrow = std::strtof(text_.c_str() + at_, nullptr);
    const long double wide = std::strtold(text_.c_str() + at_, nullptr);
    at_ = static_cast<size_t>(end - text_.c_str());
    if (take("L")) return extendedReal(wide);
    if (at_ >= text_.size() || text_[at_] != 'f') return real(value);
    ++at_;
    return single(narrow);
  }

  CValue word() {
    size_t end = at_;
    const auto isPart = [&](size_t k) { return std::isalnum(static_cast<unsigned char>(text_[k])) != 0 || text_[k] == '_'; };
    while (end < text_.size() && (isPart(end) || text_.compare(end, 2, "::") == 0 || (text_[end] == ':' && end > at_ && text_[end - 1] == ':'))) ++end;
    const std::string name = text_.substr(at_, end - at_);
    at_ = end;
    static const std::map<std::string, CValue> kConstants{{"true", truth(true)},
                                                          {"false", truth(false)},
                                                          {"INT_MAX", integer(INT_MAX, 32, true)},
                                                          {"INT_MIN", integer(static_cast<U128>(I128{INT_MIN}), 32, true)},
                                                          {"UINT_MAX", integer(UINT_MAX, 32, false)},
                                                          {"LONG_MAX", integer(LONG_MAX, 64, true)},
                                                          {"LONG_MIN", integer(static_cast<U128>(I128{LONG_MIN}), 64, true)},
                                                          {"ULONG_MAX", integer(ULONG_MAX, 64, false)},
                                                          {"INFINITY", single(INFINITY)},
                                                          {"NAN", CValue{Kind::Float, 32, true, canonicalNan(32)}}};
    if (const auto known = kConstants.find(name); known != kConstants.end()) return known->second;
    if (const auto known = enumerators_.find(name); known != enumerators_.end())
      return integer(static_cast<U128>(I128{known->second}), known->second == static_cast<int32_t>(known->second) ? 32 : 64, true);
    return call(name);
  }

  CValue call(const std::string& name) {
    if (!take("(")) throw NoValue{};
    std::vector<CValue> arguments{choice()};
    while (take(",")) arguments.push_back(choice());
    if (arguments.size() == 1 && arguments[0].kind == Kind::Integer)
      if (const std::optional<bool> is = isOfClass(name, arguments[0]); is && take(")")) return truth(*is);
    const bool areFloats = std::all_of(arguments.begin(), arguments.end(), [](const CValue& x) { return x.kind == Kind::Float; });
    if (!take(")") || !areFloats) throw NoValue{};
    const CValue& x = arguments[0];
    if (name == "isnan" && arguments.size() == 1) return truth(isNan(x.bits, x.width));
    if (name == "bits_of" && arguments.size() == 1) return integer(isNan(x.bits, x.width) ? canonicalNan(x.width) : x.bits, x.width, false);
    if (name == "same" && arguments.size() == 2) return truth(areSame(x, arguments[1]));
    if (arguments.size() != 1) throw NoValue{};
    static const std::map<std::string, long double (*)(long double)> kExact{{"fabs", std::fabs},   {"floor", std::floor},
                                                                  {"ceil", std::ceil},   {"trunc", std::trunc},
                                                                  {"round", std::round}, {"roundeven", std::nearbyint}};
    if (name == "sqrt" && x.width == 80) return extendedReal(std::sqrt(longDoubleOf(x.bits)));
    if (name == "sqrt") return x.width == 32 ? single(std::sqrt(floatOf(x.bits))) : real(std::sqrt(doubleOf(x.bits)));
    const auto known = kExact.find(name);
    if (known == kExact.end()) throw NoValue{};
    return toFloat(extendedReal(known->second(numberOf(x))), x.width);
  }

  // As the library of C says in its own locale, of characters of any sign.
  static std::optional<bool> isOfClass(const std::string& name, const CValue& c) {
    static const std::map<std::string, int (*)(int)> kClasses{
        {"isspace", std::isspace}, {"isdigit", std::isdigit}, {"isalpha", std::isalpha},   {"isalnum", std::isalnum},
        {"isupper", std::isupper}, {"islower", std::islower}, {"isxdigit", std::isxdigit}, {"ispunct", std::ispunct},
        {"isprint", std::isprint}, {"isgraph", std::isgraph}, {"isblank", std::isblank},   {"iscntrl", std::iscntrl}};
    const auto known = kClasses.find(name);
    if (known == kClasses.end()) return std::nullopt;
    return known->second(static_cast<int>(c.bits & 0xff)) != 0;
  }

  static bool areSame(CValue a, CValue b) {
    balance(a, b);
    return a.bits == b.bits || (isNan(a.bits, a.width) && isNan(b.bits, b.width));
  }

  // "{1, 2, x}[i]"
  CValue element() {
    std::vector<CValue> elements{choice()};
    while (take(",")) elements.push_back(choice());
    if (!take("}") || !take("[")) throw NoValue{};
    const CValue index = choice();
    if (!take("]") || index.kind == Kind::Float) throw NoValue{};
    const U128 at = extended(index);
    if (at < elements.size()) return elements[static_cast<size_t>(at)];
    if (dead_ != 0) return elements[0];
    throw NoValue{};
  }

  static constexpr unsigned kDeepest = 400;
  const std::string& text_;
  const std::vector<result::Input>& inputs_;
  const Values& values_;
  const Enumerators& enumerators_;
  size_t at_ = 0;
  unsigned depth_ = 0;
  unsigned dead_ = 0;
};

}  // namespace

bool CValue::isTrue() const { return kind == Kind::Float ? numberOf(*this) != 0 : bits != 0; }

CValue converted(const CValue& value, CValue::Kind kind, unsigned width) {
  if (kind == Kind::Float) return toFloat(value, width);
  try {
    return toInteger(value, width, value.isSigned);
  } catch (const NoValue&) {
    return integer(0, width, value.isSigned);
  }
}

std::optional<CValue> evaluateC(const std::string& text, const std::vector<result::Input>& inputs, const Values& values,
                                const Enumerators& enumerators) {
  try {
    return Reader(text, inputs, values, enumerators).read();
  } catch (const NoValue&) {
    return std::nullopt;
  }
}

}  // namespace cleave::audit
