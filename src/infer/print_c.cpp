// One walk over the property for both forms; Style says where they differ. What has to be decided with care is arithmetic: C's conversions
// give `u >= -1` another meaning than integers do, and sums overflow. A comparison is written bare where C's own rules give what is meant,
// and otherwise in a type that is wide enough: long, or __int128 where 64-bit values are added up.
#include "infer/print_c.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

#include "expr/c_types.h"
#include "support/check.h"

namespace cleave::infer {

namespace {

enum class Style { People, Assertable };

constexpr const char* kRelations[] = {"==", "!=", "<", "<=", ">", ">="};
const char* textOf(Relation relation) { return kRelations[static_cast<size_t>(relation)]; }

U128 amountOf(I128 value) { return value < 0 ? -static_cast<U128>(value) : static_cast<U128>(value); }

// A literal that has the value whatever is around it: wide ones get a suffix, and those beyond 64 bits are put together.
std::string literal(I128 value, Style style) {
  const U128 amount = amountOf(value);
  const std::string digits = toDecimal(amount);
  if (style == Style::People) return (value < 0 ? "-" : "") + digits;
  if (amount >> 64 != 0)
    return fmt::format("{}(((__int128){}ul << 64) + {}ul)", value < 0 ? "-" : "", toDecimal(amount >> 64), toDecimal(amount & mask64(64)));
  if (amount > INT64_MAX) return value < 0 ? fmt::format("-(__int128){}ul", digits) : digits + "ul";
  return fmt::format("{}{}{}", value < 0 ? "-" : "", digits, amount > INT32_MAX ? "l" : "");
}

std::string literal(double value, Style style) {
  if (std::isnan(value)) return style == Style::People ? "NaN" : "__builtin_nan(\"\")";
  if (std::isinf(value)) return fmt::format("{}{}", value < 0 ? "-" : "", style == Style::People ? "INFINITY" : "__builtin_inf()");
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

struct Range {
  I128 low = 0, high = 0;
};

Range rangeOf(unsigned width, bool isSigned) {
  return isSigned ? Range{-(I128{1} << (width - 1)), (I128{1} << (width - 1)) - 1} : Range{0, static_cast<I128>(maskOf(width))};
}

class Printer {
 public:
  Printer(const Point& point, const Namer& name, Style style) : point_(point), name_(name), style_(style) {}

  std::string print(const Property& property) {
    std::string body;
    if (const ForAll* all = std::get_if<ForAll>(&property.body)) {
      body = printAll(*all);
    } else {
      body = print(std::get<Atom>(property.body));
    }
    if (style_ == Style::People) return property.guard ? print(*property.guard) + " ==> " + body : body;
    if (property.guard) body = fmt::format("!({}) || ({})", print(*property.guard), body);
    return unlessNull(property, body);
  }

 private:
  // --- the forms
  std::string print(const Atom& atom) {
    return std::visit([this](const auto& each) { return form(each); }, atom);
  }

  std::string form(const Compare& given) {
    if (given.modulo > 0) return printWrapping(given);
    if (const auto truth = asTruth(given)) return *truth;
    const char* cast = style_ == Style::People ? "" : castFor(given);
    return fmt::format("{} {} {}", sum(given.left, cast, enumOf(given)), textOf(given.relation), sum(given.right, cast, enumOf(given)));
  }

  std::string form(const CompareFloat& given) {
    const Term* right = std::get_if<Term>(&given.right);
    return fmt::format("{} {} {}", term(given.left), textOf(given.relation),
                       right != nullptr ? term(*right) : literal(std::get<double>(given.right), style_));
  }

  // a == 1 || a == 2, each as a comparison of its own, so that its values are written and converted alike.
  std::string form(const Member& given) {
    std::string result;
    for (const I128 value : given.values)
      result += (result.empty() ? "" : " || ") + form(Compare{sumOf(given.term), Relation::Equal, constantSum(value), 0});
    return result;
  }

  std::string form(const Remainder& given) {
    const std::string shown = term(given.term);
    // The remainder of a narrow type is computed in int, that of a wide one in its own type: the modulus fits into both.
    const std::string plain = fmt::format("{} % {}", shown, given.modulus);
    const Range range = rangeOf(given.term);
    if (range.low >= 0 || given.remainder == 0) return fmt::format("{} == {}", plain, given.remainder);
    return fmt::format("({} + {}l) % {} == {}", plain, given.modulus, given.modulus, given.remainder);
  }

  std::string form(const Null& given) {
    return fmt::format("{} {} {}", term(given.term), given.isNull ? "==" : "!=", style_ == Style::People ? "NULL" : "0");
  }

  std::string printAll(const ForAll& all) {
    const std::string length = lengthOf(all.array);
    const std::string last = usesNextElement(all.body) ? index_ + " + 1" : index_;
    if (style_ == Style::People) return fmt::format("all {} < {}: {}", last, length, print(all.body));
    index_ = "each_";
    const std::string next = usesNextElement(all.body) ? "each_ + 1" : "each_";
    const std::string loop =
        fmt::format("({{ int all_ = 1; for (unsigned long each_ = 0; all_ && {} < (unsigned long)({}); each_++) all_ = ({}); all_; }})",
                    next, length, print(all.body));
    const std::string others = longEnough(all);
    return others.empty() ? loop : fmt::format("{} && {}", others, loop);
  }

  // Other arrays must be as long wherever this one has elements.
  std::string longEnough(const ForAll& all) {
    std::set<std::string> lengths;
    for (const Term& each : termsOf(all.body))
      if (each.variable != all.array && (each.part == Part::Element || each.part == Part::NextElement))
        lengths.insert(lengthOf(each.variable));
    lengths.erase(lengthOf(all.array));
    std::string result;
    const std::string mine = fmt::format("(unsigned long)({})", lengthOf(all.array));
    const bool next = usesNextElement(all.body);
    for (const std::string& each : lengths)
      result += fmt::format("{}({}{} <= (unsigned long)({}))", result.empty() ? "" : " && ", next ? mine + " < 2 || " : "", mine, each);
    return result;
  }

  // 3 * x + y == z (mod 2^32): computed in unsigned long, of which the low bits are compared.
  std::string printWrapping(const Compare& given) {
    if (style_ == Style::People)
      return fmt::format("{} {} {} (mod 2^{})", sum(given.left, "", nullptr), textOf(given.relation), sum(given.right, "", nullptr),
                         given.modulo);
    const std::string difference = fmt::format("{} - ({})", wrappingSum(given.left), wrappingSum(given.right));
    return fmt::format("(({}) & {}ul) {} 0", difference, mask64(given.modulo), textOf(given.relation));
  }

  std::string wrappingSum(const Sum& given) {
    std::string result = fmt::format("{}ul", static_cast<uint64_t>(static_cast<U128>(given.constant)));
    for (const Product& each : given.products)
      result += fmt::format(" + {}ul * (unsigned long){}", static_cast<uint64_t>(each.factor), operand(each.term));
    return result;
  }

  // --- sums
  std::string sum(const Sum& given, const std::string& cast, const Scalar* enumeration) {
    std::string result;
    for (const Product& each : given.products) {
      const bool minus = each.factor < 0;
      result += result.empty() ? (minus ? "-" : "") : (minus ? " - " : " + ");
      const U128 amount = amountOf(each.factor);
      if (amount != 1) result += (cast.empty() ? "" : cast) + toDecimal(amount) + " * ";
      result +=
          cast.empty() ? (given.products.size() > 1 || amount != 1 ? operand(each.term) : term(each.term)) : cast + operand(each.term);
    }
    if (result.empty()) return constant(given.constant, enumeration);
    if (given.constant == 0) return result;
    // Taken away where that is shorter to read; the lowest number of a type has no amount of its own type, and is added.
    if (given.constant < 0 && given.constant > INT64_MIN) return result + " - " + literal(-given.constant, style_);
    return result + " + " + (given.constant < 0 ? "(" + literal(given.constant, style_) + ")" : literal(given.constant, style_));
  }

  std::string constant(I128 value, const Scalar* enumeration) {
    if (enumeration != nullptr)
      for (const Enumerator& each : enumeration->enumerators)
        if (each.value == value) return each.name;
    return literal(value, style_);
  }

  // One variable against a constant: an enumerator says more than its number.
  const Scalar* enumOf(const Compare& given) const {
    const std::vector<Term> terms = termsOf(given);
    if (terms.empty()) return nullptr;
    const Term& first = terms[0];
    const bool one = std::all_of(terms.begin(), terms.end(), [&](const Term& each) { return each == first; });
    const bool value = first.part != Part::Length && first.reading.width == 0;
    const Scalar& type = point_.variables[first.variable].type;
    return one && value && type.kind == ScalarKind::Enum ? &type : nullptr;
  }

  // A boolean compared with 0 or 1 is itself or its negation.
  std::optional<std::string> asTruth(const Compare& given) {
    if (given.relation != Relation::Equal && given.relation != Relation::NotEqual) return std::nullopt;
    if (given.left.products.size() != 1 || given.left.constant != 0 || given.left.products[0].factor != 1) return std::nullopt;
    if (!given.right.products.empty() || (given.right.constant != 0 && given.right.constant != 1)) return std::nullopt;
    const Term& shown = given.left.products[0].term;
    if (shown.part == Part::Length || shown.reading.width > 0 || point_.variables[shown.variable].type.kind != ScalarKind::Bool)
      return std::nullopt;
    const bool wanted = (given.right.constant == 1) == (given.relation == Relation::Equal);
    return wanted ? term(shown) : "!" + operand(shown);
  }

  // What each term is cast to; nothing where C computes in int or compares without a conversion that changes a value.
  const char* castFor(const Compare& given) const {
    I128 low = 0, high = 0;  // of any part of either sum
    bool bare = true, allSigned = true, allUnsigned = true;
    unsigned width = 0;
    for (const Sum* each : {&given.left, &given.right}) {
      bare = bare && (each->products.size() + (each->constant != 0 ? 1 : 0) <= 1);
      widen(low, high, each->constant, each->constant);
      if (each->products.empty()) {
        allUnsigned = allUnsigned && each->constant >= 0;
        allSigned = allSigned && each->constant <= INT64_MAX;
      }
    }
    for (const Sum* each : {&given.left, &given.right})
      for (const Product& product : each->products) {
        const Range range = rangeOf(product.term);
        widen(low, high, range.low * product.factor, range.high * product.factor);
        bare = bare && product.factor == 1;
        allSigned = allSigned && range.high <= INT64_MAX && (range.low < 0 || range.high <= INT32_MAX);
        allUnsigned = allUnsigned && range.low >= 0;
        width = std::max(width, widthOf(product.term));
      }
    if (low > INT32_MIN && high <= INT32_MAX && width < 32) return "";  // all is promoted to int
    if (bare && (allSigned || allUnsigned)) return "";
    return low > INT64_MIN && high <= INT64_MAX ? "(long)" : "(__int128)";
  }
  static void widen(I128& low, I128& high, I128 a, I128 b) {
    low += std::min<I128>({a, b, 0});
    high += std::max<I128>({a, b, 0});
  }

  // --- terms
  unsigned widthOf(const Term& given) const {
    if (given.reading.width > 0) return given.reading.width;
    return given.part == Part::Length ? 64 : point_.variables[given.variable].type.width;
  }
  Range rangeOf(const Term& given) const {
    const bool isSigned =
        given.reading.width > 0 ? given.reading.isSigned : given.part != Part::Length && point_.variables[given.variable].type.isSigned;
    return infer::rangeOf(widthOf(given), isSigned);
  }

  std::string lengthOf(uint32_t variable) const {
    const Variable& array = point_.variables[variable];
    return array.length.empty() ? fmt::format("length({})", name_(array)) : array.length;
  }

  // Without what is around it in parentheses: only a cast binds as tightly as the names of the source.
  std::string bare(const Term& given) const {
    const Variable& variable = point_.variables[given.variable];
    switch (given.part) {
      case Part::Value:
        return name_(variable);
      case Part::Length:
        return style_ == Style::People ? lengthOf(given.variable) : fmt::format("(unsigned long)({})", lengthOf(given.variable));
      case Part::Element:
        return fmt::format("{}[{}]", name_(variable), index_);
      case Part::NextElement:
        return fmt::format("{}[{} + 1]", name_(variable), index_);
    }
    UNREACHABLE("a part of a variable");
  }

  std::string term(const Term& given) const {
    const unsigned width = given.reading.width;
    if (width == 0) return bare(given);
    if (expr::isStandardWidth(width)) return fmt::format("({}){}", expr::cType(width, given.reading.isSigned), bare(given));
    const std::string low = fmt::format("(unsigned long){} & {}ul", bare(given), mask64(width));
    if (!given.reading.isSigned) return fmt::format("(long)({})", low);  // as a signed number: it fits, and C compares it as one
    return fmt::format("((long)(({}) << {}) >> {})", low, 64 - width, 64 - width);
  }
  std::string operand(const Term& given) const { return given.reading.width == 0 ? bare(given) : "(" + term(given) + ")"; }

  // --- null pointers
  // A variable behind a null pointer has no value, and reading it would be the end of the program.
  std::string unlessNull(const Property& property, const std::string& body) const {
    std::vector<uint32_t> pointers;  // an outer one before those that are read through it
    for (const uint32_t variable : variablesOf(property)) addPointers(pointers, variable);
    if (pointers.empty()) return body;
    std::string result;
    for (const uint32_t pointer : pointers) result += fmt::format("{} == 0 || ", name_(point_.variables[pointer]));
    return result + "(" + body + ")";
  }
  void addPointers(std::vector<uint32_t>& pointers, uint32_t variable) const {
    const std::optional<uint32_t> behind = point_.variables[variable].behind;
    if (!behind || std::find(pointers.begin(), pointers.end(), *behind) != pointers.end()) return;
    CHECK(pointers.size() < point_.variables.size(), "pointers that are read through each other in a circle");
    addPointers(pointers, *behind);
    pointers.push_back(*behind);
  }

  const Point& point_;
  const Namer& name_;
  Style style_;
  std::string index_ = "i";
};

}  // namespace

std::string placeholder(const Variable& variable) {
  if (variable.role == Role::Here) return variable.name;
  if (variable.role == Role::Result) return "result";
  std::string result = "old_";
  for (const char each : variable.name) {
    const bool letter = std::isalnum(static_cast<unsigned char>(each)) != 0;
    if (letter || result.back() != '_') result += letter ? each : '_';
  }
  while (result.back() == '_') result.pop_back();
  return result;
}

std::string printForPeople(const Point& point, const Property& property, const Namer& name) {
  return Printer(point, name, Style::People).print(property);
}

std::string printAssertable(const Point& point, const Property& property, const Namer& name) {
  return Printer(point, name, Style::Assertable).print(property);
}

}  // namespace cleave::infer
