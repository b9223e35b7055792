#include "expr/byte_class.h"
#include "expr/print_c.h"


#include "expr/print.h"
#include "support/check.h"
#include "support/float_format.h"

namespace cleave::expr {

namespace {

constexpr size_t kLongest = 400;     // bytes of one expression's text
constexpr size_t kMostVisits = 600;  // nodes looked at in one attempt: none gives less than a byte, so more cannot fit
constexpr unsigned kDeepest = 400;
constexpr unsigned kDeepestSign = 64;  // below, a term's sign is taken for neutral
constexpr size_t kShownElements = 8;
const char* const kCut = "…";

Binding next(Binding b) { return static_cast<Binding>(static_cast<int>(b) + 1); }

Sign combined(Sign a, Sign b) {
  if (a == Sign::Unsigned || b == Sign::Unsigned) return Sign::Unsigned;
  return a == Sign::Signed || b == Sign::Signed ? Sign::Signed : Sign::Neutral;
}

const char* roundingName(Op op) {
  if (op == Op::FRoundEven) return "roundeven";
  if (op == Op::FRoundAway) return "round";
  if (op == Op::FRoundUp) return "ceil";
  if (op == Op::FRoundDown) return "floor";
  CHECK(op == Op::FRoundToZero, "not a rounding");
  return "trunc";
}

int roundness(U128 bits, unsigned width, bool isSigned) {
  bool negative = isSigned && signBit(bits, width);
  U128 magnitude = negative ? truncateTo(~bits + 1, width) : bits;
  if (magnitude == 0) return 5;
  bool extreme = isSigned ? bits == maskOf(width - 1) || bits == U128{1} << (width - 1) : bits == maskOf(width);
  if (extreme && width >= 32) return 4;
  if (magnitude % 100 == 0) return 3;
  if (magnitude % 10 == 0) return 2;
  return magnitude >= 16 && (magnitude & (magnitude - 1)) == 0 ? 1 : 0;
}

}  // namespace

// --- literals and names

std::string toCLiteral(Sort sort, U128 bits, bool isSigned) {
  switch (sort.kind) {
    case SortKind::Bool:
      return bits != 0 ? "true" : "false";
    case SortKind::Bits:
      return isSigned ? toSignedDecimal(bits, sort.width) : toDecimal(bits);
    case SortKind::Float:
      break;
  }
  return floatText(bits, sort.width);
}

std::string cInteger(U128 bits, unsigned width, bool isSigned) {
  if (width == 32 || width == 64) {
    const char* type = width == 32 ? "INT" : "LONG";
    if (isSigned && bits == maskOf(width - 1)) return std::string(type) + "_MAX";
    if (isSigned && bits == U128{1} << (width - 1)) return std::string(type) + "_MIN";
    if (!isSigned && bits == maskOf(width)) return std::string("U") + type + "_MAX";
  }
  return isSigned ? toSignedDecimal(bits, width) : toDecimal(bits);
}

std::string boundText(const std::string& term, U128 k, unsigned width, bool isSigned, bool upper, const ValueWords* words) {
  U128 beyond = truncateTo(upper ? k + 1 : k - 1, width);
  U128 end = isSigned ? (upper ? maskOf(width - 1) : U128{1} << (width - 1)) : (upper ? maskOf(width) : 0);
  if (words != nullptr && !words->areFlags) {
    const std::optional<std::string> word = wordFor(*words, k, width), next = k != end ? wordFor(*words, beyond, width) : std::nullopt;
    if (word) return term + (upper ? " <= " : " >= ") + *word;
    if (next) return term + (upper ? " < " : " > ") + *next;
  }
  bool strict = k != end && roundness(beyond, width, isSigned) > roundness(k, width, isSigned);
  const char* symbol = upper ? (strict ? " < " : " <= ") : (strict ? " > " : " >= ");
  return term + symbol + cInteger(strict ? beyond : k, width, isSigned);
}

// --- signs

Sign CPrinter::signOf(ExprId e, unsigned depth) {
  if (depth > kDeepestSign) return Sign::Neutral;
  if (auto found = signs_.find(e); found != signs_.end()) return found->second;
  Sign sign = computeSign(e, depth);
  signs_.emplace(e, sign);
  return sign;
}

Sign CPrinter::signOfOperands(ExprId e, size_t first, unsigned depth) {
  Sign sign = Sign::Neutral;
  std::span<const ExprId> operands = pool_.operands(e);
  for (size_t i = first; i < operands.size() && i < first + kShownElements; ++i) sign = combined(sign, signOf(operands[i], depth + 1));
  return sign;
}

Sign CPrinter::computeSign(ExprId e, unsigned depth) {
  const Op op = pool_.op(e);
  switch (familyOf(op)) {
    case Family::Leaf:
      if (op == Op::Constant) return Sign::Neutral;
      return pool_.symbol(pool_.symbolOf(e)).isSigned ? Sign::Signed : Sign::Unsigned;
    case Family::Arithmetic:
    case Family::Bitwise:
      return signOfOperands(e, 0, depth);
    case Family::Division:
      return op == Op::UDiv || op == Op::URem ? Sign::Unsigned : Sign::Signed;
    case Family::Shift:
      if (op == Op::Shl) return signOf(pool_.operand(e, 0), depth + 1);
      return op == Op::LShr ? Sign::Unsigned : Sign::Signed;
    case Family::Resize: {
      if (op == Op::SExt || op == Op::ZExt) return op == Op::SExt ? Sign::Signed : Sign::Neutral;
      // A few bits that make no type of C are shown as a mask, and that is never negative.
      if (op == Op::Extract && !isStandardWidth(pool_.sort(e).width)) return Sign::Unsigned;
      return signOf(pool_.operand(e, 0), depth + 1);
    }
    case Family::Choice:
      return signOfOperands(e, 1, depth);
    case Family::FloatConversion:
    case Family::FloatPattern:
      if (!pool_.sort(e).isBits()) return Sign::Neutral;
      return op == Op::FToS ? Sign::Signed : Sign::Unsigned;
    case Family::Apply:
      return Sign::Signed;
    case Family::Truth:
    case Family::Equality:
    case Family::Order:
    case Family::FloatArithmetic:
    case Family::FloatSign:
    case Family::FloatRounding:
    case Family::FloatComparison:
      return Sign::Neutral;
  }
  UNREACHABLE("an operation of no family");
}

// --- the frame: limits, parentheses, casts

CText CPrinter::print(ExprId e, const ValueWords* words) {
  whole_ = words;
  results_ = {e};
  auto attempt = [&](unsigned depth) {
    deepest_ = depth;
    visits_ = 0;
    overflow_ = false;
    return render(e, Sign::Neutral, 0);
  };
  auto fits = [&](const CText& text) { return !overflow_ && text.text.size() <= kLongest; };
  CText whole = attempt(kDeepest);
  if (fits(whole)) return whole;
  CText best{kCut, Binding::Primary};  // the most of the outer structure that fits
  for (unsigned low = 1, high = kDeepest; low < high;) {
    unsigned middle = low + (high - low) / 2;
    CText text = attempt(middle);
    if (fits(text)) {
      best = std::move(text);
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return best;
}

CText CPrinter::render(ExprId e, Sign wanted, unsigned depth) {
  Op op = pool_.op(e);
  if (op == Op::Constant || op == Op::Symbol) return leaf(e, wanted);
  if (++visits_ > kMostVisits) overflow_ = true;
  if (overflow_ || depth >= deepest_) return {kCut, Binding::Primary};
  if (op == Op::Ite) return choice(e, wanted, depth);
  if (op == Op::Read) return element(e, depth);
  if (op == Op::Apply) return call(pool_.functionName(e), e, depth);
  switch (pool_.sort(e).kind) {
    case SortKind::Bool:
      return truth(e, depth);
    case SortKind::Bits:
      return integer(e, wanted, depth);
    case SortKind::Float:
      return floating(e, depth);
  }
  UNREACHABLE("a sort of no kind");
}

// e as an operand: with the wanted sign, and in parentheses when it binds less than it must.
std::string CPrinter::operand(ExprId e, Sign wanted, Binding least, unsigned depth) {
  CText text = render(e, wanted, depth + 1);
  Sign have = pool_.sort(e).isBits() ? signOf(e, 0) : Sign::Neutral;
  bool adapts = pool_.op(e) == Op::Extract;  // shown as a cast to the wanted sign already
  if (wanted != Sign::Neutral && have != Sign::Neutral && have != wanted && !adapts) {
    std::string inner = text.binding < Binding::Unary ? "(" + text.text + ")" : text.text;
    text = {"(" + cType(pool_.sort(e).width, wanted == Sign::Signed) + ")" + inner, Binding::Unary};
  }
  return text.binding < least ? "(" + text.text + ")" : text.text;
}

CText CPrinter::infix(ExprId e, const char* symbol, Binding binding, Sign wanted, bool associative, unsigned depth) {
  std::string left = operand(pool_.operand(e, 0), wanted, binding, depth);
  std::string right = operand(pool_.operand(e, 1), wanted, associative ? binding : next(binding), depth);
  return {left + " " + symbol + " " + right, binding};
}

CText CPrinter::call(const std::string& name, ExprId e, unsigned depth) {
  std::string text = name + "(";
  bool first = true;
  for (ExprId argument : pool_.operands(e)) {
    if (!first) text += ", ";
    first = false;
    text += operand(argument, Sign::Neutral, Binding::Choice, depth);
  }
  return {text + ")", Binding::Primary};
}

CText CPrinter::castTo(const std::string& type, ExprId e, Sign wanted, unsigned depth) {
  return {"(" + type + ")" + operand(e, wanted, Binding::Unary, depth), Binding::Unary};
}

CText CPrinter::wrapped(ExprId e, CText text) {
  unsigned width = pool_.sort(e).width;
  if (width == 32 || width == 64 || width == 128) return text;
  for (const unsigned whole : {32u, 64u})
    if (signOf(e) == Sign::Unsigned)
      if (std::optional<CText> low = lowBitsOfSum(e, whole, 0)) return *low;
  std::string inner = text.binding < Binding::Unary ? "(" + text.text + ")" : text.text;
  return {"(" + cType(width, signOf(e) != Sign::Unsigned) + ")" + inner, Binding::Unary};
}

// --- words

const ValueWords* CPrinter::wordsOf(ExprId e, unsigned depth) const {
  const auto either = [&](ExprId a, ExprId b) {
    const ValueWords* words = wordsOf(pool_.isConstant(a) ? b : a, depth + 1);
    return pool_.isConstant(a) || pool_.isConstant(b) || words == wordsOf(b, depth + 1) ? words : nullptr;
  };
  const Op op = pool_.op(e);
  if (depth > 4) return nullptr;
  if (op == Op::Symbol) {
    const ValueWords& words = pool_.words(pool_.symbolOf(e));
    return words.kind == ValueWords::Kind::Characters || words.kind == ValueWords::Kind::Names ? &words : nullptr;
  }
  if (op == Op::ZExt || op == Op::SExt) return wordsOf(pool_.operand(e, 0), depth + 1);
  if (op == Op::Ite) return either(pool_.operand(e, 1), pool_.operand(e, 2));
  if (op != Op::BitAnd && op != Op::BitOr && op != Op::BitXor) return nullptr;
  const ValueWords* words = either(pool_.operand(e, 0), pool_.operand(e, 1));
  return words != nullptr && words->areFlags ? words : nullptr;
}

std::optional<std::string> CPrinter::wordOf(ExprId constant, const ValueWords* words) const {
  if (words == nullptr || !pool_.isConstant(constant) || !pool_.sort(constant).isBits()) return std::nullopt;
  return wordFor(*words, pool_.constantBits(constant), pool_.sort(constant).width);
}

std::optional<CText> CPrinter::flagSet(ExprId e, unsigned depth) {
  if (pool_.op(e) != Op::Extract || pool_.sort(e).width != 1) return std::nullopt;
  const ExprId x = pool_.operand(e, 0);
  const ValueWords* words = wordsOf(x);
  const std::optional<std::string> flag = words != nullptr ? flagsFor(*words, U128{1} << pool_.extractLow(e)) : std::nullopt;
  if (!flag) return std::nullopt;
  return CText{operand(x, Sign::Neutral, Binding::Unary, depth) + " & " + *flag, Binding::BitAnd};
}

CText CPrinter::printTruth(ExprId e) {
  visits_ = 0;
  overflow_ = false;
  deepest_ = kDeepest;
  if (std::optional<CText> text = flagSet(e, 0); text && !overflow_ && text->text.size() <= kLongest) return *text;
  return print(e);
}

CText CPrinter::leaf(ExprId e, Sign wanted) {
  if (results_.contains(e))
    if (std::optional<std::string> word = wordOf(e, whole_))
      return {*word, word->find(" | ") != std::string::npos ? Binding::BitOr : Binding::Primary};
  if (pool_.op(e) == Op::Symbol) return {pool_.symbol(pool_.symbolOf(e)).name, Binding::Primary};
  Sort sort = pool_.sort(e);
  U128 bits = pool_.constantBits(e);
  std::string text = sort.isBits() ? cInteger(bits, sort.width, wanted != Sign::Unsigned && sort.width > 1) : toCLiteral(sort, bits, true);
  return {text, text[0] == '-' ? Binding::Unary : Binding::Primary};
}

// --- truth values

// "isspace(c)" for what is computed from one character and has such a name.
std::optional<CText> CPrinter::classOf(ExprId e) {
  const std::optional<ByteCondition> condition = byteCondition(pool_, e);
  if (!condition) return std::nullopt;
  const std::optional<std::string> text = byteClassText(condition->values, pool_.symbol(condition->symbol).name);
  return text ? std::optional(CText{*text, text->starts_with('!') ? Binding::Unary : Binding::Primary}) : std::nullopt;
}

CText CPrinter::truth(ExprId e, unsigned depth) {
  Op op = pool_.op(e);
  if (op == Op::Or || op == Op::And || op == Op::Not || (op == Op::Equal && pool_.op(pool_.operand(e, 0)) != Op::Symbol))
    if (std::optional<CText> text = classOf(e)) return *text;
  if (op == Op::Not) return notOf(pool_.operand(e, 0), depth);
  if (op == Op::And) return infix(e, "&&", Binding::And, Sign::Neutral, true, depth);
  if (op == Op::Or) {
    // (a && b) || c: the parentheses are not needed, but help.
    auto part = [&](ExprId x) { return operand(x, Sign::Neutral, pool_.op(x) == Op::Or ? Binding::Or : next(Binding::And), depth); };
    return {part(pool_.operand(e, 0)) + " || " + part(pool_.operand(e, 1)), Binding::Or};
  }
  if (op == Op::Equal) return equality(e, false, depth);
  if (op == Op::Xor) return equality(e, true, depth);
  if (op == Op::FEqual) return infix(e, "==", Binding::Equality, Sign::Neutral, false, depth);
  if (familyOf(op) == Family::Order || op == Op::FLt || op == Op::FLe) return order(e, depth);
  CHECK(op == Op::FIsNan, "not a truth value");
  return call("isnan", e, depth);
}

CText CPrinter::notOf(ExprId e, unsigned depth) {
  if (pool_.op(e) == Op::Equal) return equality(e, true, depth);
  if (pool_.op(e) == Op::Xor) return equality(e, false, depth);
  if (pool_.op(e) == Op::FEqual) return infix(e, "!=", Binding::Equality, Sign::Neutral, false, depth);
  return {"!" + operand(e, Sign::Neutral, Binding::Unary, depth), Binding::Unary};
}

CText CPrinter::equality(ExprId e, bool negated, unsigned depth) {
  ExprId a = pool_.operand(e, 0);
  ExprId b = pool_.operand(e, 1);
  Sort sort = pool_.sort(a);
  const char* symbol = negated ? " != " : " == ";
  if (sort.isBits() && sort.width == 1 && pool_.isConstant(b)) {  // a one-bit value is a truth value
    bool positive = (pool_.constantBits(b) != 0) != negated;
    if (std::optional<CText> flag = flagSet(a, depth)) return positive ? *flag : CText{"!(" + flag->text + ")", Binding::Unary};
    std::string text = operand(a, Sign::Neutral, positive ? Binding::Choice : Binding::Unary, depth);
    return positive ? render(a, Sign::Neutral, depth + 1) : CText{"!" + text, Binding::Unary};
  }
  if (sort.isFloat()) {
    // Identity: unlike ==, NaN is the same as NaN, and the zeros differ. Beside a constant that is neither there is no difference.
    bool plain = pool_.isConstant(b) && !isNan(pool_.constantBits(b), sort.width) && truncateTo(pool_.constantBits(b), sort.width - 1) != 0;
    if (!plain) {
      CText text = call("same", e, depth);
      return negated ? CText{"!" + text.text, Binding::Unary} : text;
    }
  }
  const auto isTruth = [&](ExprId x) {  // c ? 1 : 0
    return pool_.op(x) == Op::Ite && sort.isBits() && pool_.isConstant(pool_.operand(x, 1)) && pool_.isConstant(pool_.operand(x, 2)) &&
           pool_.constantBits(pool_.operand(x, 1)) == 1 && pool_.constantBits(pool_.operand(x, 2)) == 0;
  };
  if (isTruth(a) && isTruth(b))
    return {operand(pool_.operand(a, 0), Sign::Neutral, Binding::Primary, depth) + symbol +
                operand(pool_.operand(b, 0), Sign::Neutral, Binding::Primary, depth),
            Binding::Equality};
  Binding least = sort.isBool() ? Binding::Unary : Binding::Relation;
  if (std::optional<std::string> word = wordOf(b, wordsOf(a))) {
    if (word->find(" | ") != std::string::npos) word = "(" + *word + ")";
    return {operand(a, Sign::Neutral, least, depth) + symbol + *word, Binding::Equality};
  }
  Sign sign = sort.isBits() ? combined(signOf(a), signOf(b)) : Sign::Neutral;
  Sign wanted = sign == Sign::Unsigned && signOf(a) == signOf(b) ? sign : Sign::Neutral;  // == needs no casts, only its constants a sign
  if (pool_.isConstant(b)) wanted = signOf(a);
  return {operand(a, pool_.isConstant(b) ? Sign::Neutral : wanted, least, depth) + symbol + operand(b, wanted, least, depth),
          Binding::Equality};
}

CText CPrinter::order(ExprId e, unsigned depth) {
  ExprId a = pool_.operand(e, 0);
  ExprId b = pool_.operand(e, 1);
  Op op = pool_.op(e);
  bool strict = op == Op::ULt || op == Op::SLt || op == Op::FLt;
  Sign wanted = op == Op::FLt || op == Op::FLe ? Sign::Neutral : op == Op::SLt || op == Op::SLe ? Sign::Signed : Sign::Unsigned;
  bool flipped = pool_.isConstant(a);
  if (flipped) std::swap(a, b);
  std::string left = operand(a, wanted, Binding::Shift, depth);
  if (pool_.isConstant(b) && !strict && wanted != Sign::Neutral) {
    return {boundText(left, pool_.constantBits(b), pool_.sort(b).width, wanted == Sign::Signed, !flipped, wordsOf(a)), Binding::Relation};
  }
  const char* symbol = flipped ? (strict ? " > " : " >= ") : (strict ? " < " : " <= ");
  if (const std::optional<std::string> word = wordOf(b, wordsOf(a)); word && word->find(" | ") == std::string::npos)
    return {left + symbol + *word, Binding::Relation};
  return {left + symbol + operand(b, wanted, Binding::Shift, depth), Binding::Relation};
}

// --- choices

CText CPrinter::choice(ExprId e, Sign wanted, unsigned depth) {
  Sign sign = wanted != Sign::Neutral || !pool_.sort(e).isBits() ? wanted : signOf(e);
  const bool isResult = results_.contains(e) && whole_ != nullptr;
  const ValueWords* words = isResult ? whole_ : wordsOf(e);
  for (const size_t i : {1, 2})
    if (isResult && pool_.op(pool_.operand(e, i)) == Op::Ite) results_.insert(pool_.operand(e, i));
  if (isResult && whole_->kind == ValueWords::Kind::Truth && pool_.isConstant(pool_.operand(e, 1)) && pool_.isConstant(pool_.operand(e, 2))) {
    const bool yes = pool_.constantBits(pool_.operand(e, 1)) == 1, no = pool_.constantBits(pool_.operand(e, 2)) == 1;
    if (yes && !no) return render(pool_.operand(e, 0), Sign::Neutral, depth + 1);
    if (no && !yes) return notOf(pool_.operand(e, 0), depth + 1);
  }
  auto arm = [&](size_t i) {
    if (std::optional<std::string> word = wordOf(pool_.operand(e, i), words)) return *word;
    return operand(pool_.operand(e, i), pool_.isConstant(pool_.operand(e, i)) ? sign : Sign::Neutral, next(Binding::Choice), depth);
  };
  std::string condition = operand(pool_.operand(e, 0), Sign::Neutral, next(Binding::Choice), depth);
  ExprId last = pool_.operand(e, 2);
  std::string otherwise = pool_.op(last) == Op::Ite ? operand(last, Sign::Neutral, Binding::Choice, depth) : arm(2);
  return {condition + " ? " + arm(1) + " : " + otherwise, Binding::Choice};
}

CText CPrinter::element(ExprId e, unsigned depth) {
  std::span<const ExprId> operands = pool_.operands(e);
  Sign sign = pool_.sort(e).isBits() ? signOf(e) : Sign::Neutral;
  std::string text = "{";
  size_t count = operands.size() - 1;
  for (size_t i = 0; i < count && i < kShownElements; ++i) {
    if (i > 0) text += ", ";
    ExprId x = operands[1 + i];
    text += operand(x, pool_.isConstant(x) ? sign : Sign::Neutral, Binding::Choice, depth);
  }
  if (count > kShownElements) text += std::string(", ") + kCut;
  return {text + "}[" + operand(operands[0], Sign::Neutral, Binding::Choice, depth) + "]", Binding::Primary};
}

// --- floats

CText CPrinter::floating(ExprId e, unsigned depth) {
  const Op op = pool_.op(e);
  const ExprId a = pool_.operand(e, 0);
  const std::string type = floatTypeName(pool_.sort(e).width);
  switch (familyOf(op)) {
    case Family::FloatArithmetic:
      if (op == Op::FAdd) return floatSum(e, depth);
      if (op == Op::FSub) return infix(e, "-", Binding::Sum, Sign::Neutral, false, depth);
      if (op == Op::FMul) return infix(e, "*", Binding::Product, Sign::Neutral, false, depth);
      if (op == Op::FDiv) return infix(e, "/", Binding::Product, Sign::Neutral, false, depth);
      return call(op == Op::FSqrt ? "sqrt" : "fma", e, depth);
    case Family::FloatSign:
      if (op == Op::FAbs) return call("fabs", e, depth);
      return {"-" + operand(a, Sign::Neutral, Binding::Primary, depth), Binding::Unary};
    case Family::FloatRounding:
      return call(roundingName(op), e, depth);
    case Family::FloatConversion:
      return castTo(type, a, op == Op::FConvert ? Sign::Neutral : op == Op::FFromS ? Sign::Signed : Sign::Unsigned, depth);
    case Family::FloatPattern:
      return call(pool_.sort(e).width == 80 ? "long_double_of_bits" : type + "_of_bits", e, depth);
    case Family::Leaf:
    case Family::Truth:
    case Family::Equality:
    case Family::Choice:
    case Family::Arithmetic:
    case Family::Division:
    case Family::Shift:
    case Family::Bitwise:
    case Family::Resize:
    case Family::Order:
    case Family::FloatComparison:
    case Family::Apply:
      break;
  }
  UNREACHABLE("not a float operation");
}

CText CPrinter::floatSum(ExprId e, unsigned depth) {
  ExprId b = pool_.operand(e, 1);
  U128 sign = U128{1} << (pool_.sort(e).width - 1);
  if (!pool_.isConstant(b) || (pool_.constantBits(b) & sign) == 0) return infix(e, "+", Binding::Sum, Sign::Neutral, false, depth);
  std::string number = toCLiteral(pool_.sort(e), pool_.constantBits(b) ^ sign, true);
  return {operand(pool_.operand(e, 0), Sign::Neutral, Binding::Sum, depth) + " - " + number, Binding::Sum};
}

std::string toCText(const ExprPool& pool, ExprId e, const ValueWords* words) { return CPrinter(pool).print(e, words).text; }

}  // namespace cleave::expr
