// The integer half of the C-like printer. The rewriter writes constant shifts, masks and products with powers of two as cuts and joins;
// here they become shifts, masks and products again.

#include "expr/print_c.h"
#include "support/check.h"

namespace cleave::expr {

namespace {

constexpr unsigned kLargestProduct = 10;  // x * 1024, but x << 11

std::string maskText(U128 mask) {
  return mask < 10 ? toDecimal(mask) : toHex(mask, 128).replace(2, toHex(mask, 128).find_first_not_of('0', 2) - 2, "");
}

std::string inParentheses(const CText& text, Binding least) { return text.binding < least ? "(" + text.text + ")" : text.text; }

}  // namespace

CText CPrinter::integer(ExprId e, Sign wanted, unsigned depth) {
  const Op op = pool_.op(e);
  switch (familyOf(op)) {
    case Family::Arithmetic:
      return wrapped(e, arithmetic(e, depth));
    case Family::Division:
      return division(e, depth);
    case Family::Shift:
      return shift(e, depth);
    case Family::Bitwise:
      return bitwise(e, depth);
    case Family::Resize:
      if (op == Op::Concat) return concat(e, depth);
      return op == Op::Extract ? extract(e, wanted, depth) : extension(e, wanted, depth);
    case Family::FloatConversion:
      return castTo(cType(pool_.sort(e).width, op == Op::FToS), pool_.operand(e, 0), Sign::Neutral, depth);
    case Family::FloatPattern:
      return call("bits_of", e, depth);
    case Family::Leaf:
    case Family::Truth:
    case Family::Equality:
    case Family::Choice:
    case Family::Order:
    case Family::FloatArithmetic:
    case Family::FloatSign:
    case Family::FloatRounding:
    case Family::FloatComparison:
    case Family::Apply:
      break;
  }
  UNREACHABLE("not an integer operation");
}

CText CPrinter::arithmetic(ExprId e, unsigned depth) {
  // `a * (b / c)` is not `a * b / c`.
  if (pool_.op(e) == Op::Mul) return infix(e, "*", Binding::Product, Sign::Neutral, pool_.op(pool_.operand(e, 1)) == Op::Mul, depth);
  if (pool_.op(e) != Op::Neg) return sum(e, depth);
  return {"-" + operand(pool_.operand(e, 0), Sign::Neutral, Binding::Primary, depth), Binding::Unary};
}

// Only the signed quotient may leave its type: the least number by -1.
CText CPrinter::division(ExprId e, unsigned depth) {
  const Op op = pool_.op(e);
  const Sign sign = op == Op::UDiv || op == Op::URem ? Sign::Unsigned : Sign::Signed;
  const CText text = infix(e, op == Op::UDiv || op == Op::SDiv ? "/" : "%", Binding::Product, sign, false, depth);
  return op == Op::SDiv ? wrapped(e, text) : text;
}

CText CPrinter::shift(ExprId e, unsigned depth) {
  const Op op = pool_.op(e);
  const Sign sign = op == Op::Shl ? Sign::Neutral : op == Op::LShr ? Sign::Unsigned : Sign::Signed;
  const CText text{operand(pool_.operand(e, 0), sign, Binding::Unary, depth) + (op == Op::Shl ? " << " : " >> ") +
                       operand(pool_.operand(e, 1), Sign::Neutral, Binding::Unary, depth),
                   Binding::Shift};
  return op == Op::Shl ? wrapped(e, text) : text;
}

CText CPrinter::bitwise(ExprId e, unsigned depth) {
  const Op op = pool_.op(e);
  if (op == Op::BitAnd) return bitwise(e, "&", Binding::BitAnd, depth);
  if (op == Op::BitOr) return bitwise(e, "|", Binding::BitOr, depth);
  if (op == Op::BitXor) return bitwise(e, "^", Binding::BitXor, depth);
  return wrapped(e, {"~" + operand(pool_.operand(e, 0), Sign::Neutral, Binding::Primary, depth), Binding::Unary});
}

// x + k with a k that is negative as a signed number is x - (-k), whatever the sign of x: sums wrap.
CText CPrinter::sum(ExprId e, unsigned depth) {
  ExprId a = pool_.operand(e, 0);
  ExprId b = pool_.operand(e, 1);
  unsigned width = pool_.sort(e).width;
  bool subtracts = pool_.op(e) == Op::Sub;
  if (!subtracts && pool_.isConstant(b)) {
    U128 k = pool_.constantBits(b);
    bool negative = signBit(k, width) && k != U128{1} << (width - 1);
    std::string number = negative ? toDecimal(truncateTo(~k + 1, width)) : cInteger(k, width, true);
    return {operand(a, Sign::Neutral, Binding::Sum, depth) + (negative ? " - " : " + ") + number, Binding::Sum};
  }
  Sign sign = signOf(e);
  std::string left = operand(a, pool_.isConstant(a) ? sign : Sign::Neutral, Binding::Sum, depth);
  std::string right = operand(b, Sign::Neutral, subtracts ? Binding::Product : Binding::Sum, depth);
  return {left + (subtracts ? " - " : " + ") + right, Binding::Sum};
}

// "READ | WRITE", "~READ".
std::optional<std::string> CPrinter::maskOfFlags(ExprId mask, const ValueWords* words) const {
  if (words == nullptr || !words->areFlags) return std::nullopt;
  const U128 bits = pool_.constantBits(mask), others = truncateTo(~bits, pool_.sort(mask).width);
  const auto several = [](const std::string& text) { return text.find(" | ") != std::string::npos; };
  if (const std::optional<std::string> flags = flagsFor(*words, bits)) return several(*flags) ? "(" + *flags + ")" : *flags;
  if (const std::optional<std::string> flags = flagsFor(*words, others)) return several(*flags) ? "~(" + *flags + ")" : "~" + *flags;
  return std::nullopt;
}

CText CPrinter::bitwise(ExprId e, const char* symbol, Binding binding, unsigned depth) {
  auto part = [&](ExprId x) {
    if (pool_.isConstant(x)) {
      const std::optional<std::string> flags = maskOfFlags(x, wordsOf(e));
      if (flags && flags->starts_with('(') && binding == Binding::BitOr) return flags->substr(1, flags->size() - 2);
      return flags ? *flags : maskText(pool_.constantBits(x));
    }
    return operand(x, Sign::Neutral, pool_.op(x) == pool_.op(e) ? binding : Binding::Unary, depth);
  };
  return {part(pool_.operand(e, 0)) + " " + symbol + " " + part(pool_.operand(e, 1)), binding};
}

CText CPrinter::shiftedRight(ExprId x, unsigned low, Sign sign, unsigned depth) {
  if (low == 0) {
    CText text = render(x, sign, depth + 1);
    return text;
  }
  return {operand(x, sign, Binding::Unary, depth) + " >> " + std::to_string(low), Binding::Shift};
}

std::string CPrinter::lowMask(ExprId x, unsigned low, unsigned width) const {
  const ValueWords* words = low == 0 ? wordsOf(x) : nullptr;
  const std::optional<std::string> flags = words != nullptr ? flagsFor(*words, maskOf(width)) : std::nullopt;
  if (!flags) return maskText(maskOf(width));
  return flags->find(" | ") != std::string::npos ? "(" + *flags + ")" : *flags;
}

CText CPrinter::extract(ExprId e, Sign wanted, unsigned depth) {
  ExprId x = pool_.operand(e, 0);
  unsigned low = pool_.extractLow(e);
  unsigned width = pool_.sort(e).width;
  CText moved = shiftedRight(x, low, Sign::Neutral, depth);
  if (isStandardWidth(width) || wanted == Sign::Signed) {
    Sign sign = wanted == Sign::Neutral ? signOf(x) : wanted;
    return {"(" + cType(width, sign != Sign::Unsigned) + ")" + inParentheses(moved, Binding::Unary), Binding::Unary};
  }
  return {inParentheses(moved, Binding::Unary) + " & " + lowMask(x, low, width), Binding::BitAnd};
}

// A few bits of a sum are those of the sum of the whole values, of which they are the lowest: "(x + 1) & 0x7".
std::optional<CText> CPrinter::lowBitsOfSum(ExprId sum, unsigned width, unsigned depth) {
  const unsigned narrow = pool_.sort(sum).width;
  if (pool_.op(sum) != Op::Add || isStandardWidth(narrow) || (width != 32 && width != 64)) return std::nullopt;
  std::string text;
  for (const ExprId part : {pool_.operand(sum, 0), pool_.operand(sum, 1)}) {
    if (pool_.isConstant(part)) {
      const U128 bits = pool_.constantBits(part), opposite = truncateTo(~bits + 1, narrow);
      if (text.empty()) return std::nullopt;
      text += opposite < bits ? " - " + toDecimal(opposite) : " + " + toDecimal(bits);
    } else {
      const bool isLow = pool_.op(part) == Op::Extract && pool_.extractLow(part) == 0 && pool_.sort(pool_.operand(part, 0)).width == width;
      if (!isLow) return std::nullopt;
      text += (text.empty() ? "" : " + ") + operand(pool_.operand(part, 0), Sign::Neutral, Binding::Product, depth);
    }
  }
  return CText{"(" + text + ") & " + maskText(maskOf(narrow)), Binding::BitAnd};
}

CText CPrinter::extension(ExprId e, Sign wanted, unsigned depth) {
  bool isSigned = pool_.op(e) == Op::SExt;
  Sign sign = isSigned ? Sign::Signed : Sign::Unsigned;
  ExprId x = pool_.operand(e, 0);
  unsigned width = pool_.sort(e).width;
  unsigned narrow = pool_.sort(x).width;
  if (pool_.op(x) == Op::Extract && pool_.sort(pool_.operand(x, 0)).width == width) {
    ExprId whole = pool_.operand(x, 0);
    unsigned low = pool_.extractLow(x);
    if (low + narrow == width && isStandardWidth(width)) return shiftedRight(whole, low, sign, depth);
    if (!isSigned && !(isStandardWidth(narrow) && low == 0)) {
      CText moved = shiftedRight(whole, low, Sign::Neutral, depth);
      return {inParentheses(moved, Binding::Unary) + " & " + lowMask(whole, low, narrow), Binding::BitAnd};
    }
    if (low == 0 && isStandardWidth(narrow)) return render(x, sign, depth + 1);
  }
  if (!isSigned)
    if (std::optional<CText> text = lowBitsOfSum(x, width, depth)) return *text;
  if (narrow == 1) {
    std::string bit = operand(x, Sign::Neutral, Binding::Unary, depth);
    return isSigned ? CText{"-" + bit, Binding::Unary} : CText{bit, Binding::Unary};
  }
  bool promoted = width == 32 && (narrow == 8 || narrow == 16);  // C does that by itself
  if (promoted) return {operand(x, sign, Binding::Unary, depth), Binding::Unary};
  return castTo(cType(width, isSigned || wanted != Sign::Unsigned), x, sign, depth);
}

CText CPrinter::concat(ExprId e, unsigned depth) {
  ExprId high = pool_.operand(e, 0);
  ExprId low = pool_.operand(e, 1);
  unsigned width = pool_.sort(e).width;
  unsigned amount = pool_.sort(low).width;
  bool wholeShown = pool_.op(high) == Op::Extract && pool_.extractLow(high) == 0 && pool_.sort(pool_.operand(high, 0)).width == width;
  std::string top;
  if (wholeShown) {
    top = operand(pool_.operand(high, 0), Sign::Neutral, Binding::Unary, depth);
  } else {
    bool extended = pool_.op(high) == Op::SExt || pool_.op(high) == Op::ZExt;
    ExprId x = extended ? pool_.operand(high, 0) : high;
    bool isSigned = pool_.op(high) == Op::SExt;
    top = pool_.isConstant(high) ? maskText(pool_.constantBits(high))
                                 : castTo(cType(width, isSigned), x, isSigned ? Sign::Signed : Sign::Unsigned, depth).text;
  }
  bool zero = pool_.isConstant(low) && pool_.constantBits(low) == 0;
  if (zero && amount <= kLargestProduct) return {top + " * " + std::to_string(1u << amount), Binding::Product};
  CText shifted{top + " << " + std::to_string(amount), Binding::Shift};
  if (zero) return shifted;
  std::string bottom = pool_.isConstant(low) ? maskText(pool_.constantBits(low)) : operand(low, Sign::Unsigned, Binding::Unary, depth);
  return {inParentheses(shifted, Binding::Unary) + " | " + bottom, Binding::BitOr};
}

}  // namespace cleave::expr
