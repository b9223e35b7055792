// The C-like printer, shared by toCText and conditionText. Only for this folder.
//
// Every Bits node has a sign, as C's types would give it: a symbol's own, the usual conversions above. Where an operation reads its operand
// with the other sign, a cast is shown. The text is cut by depth to stay below a limit; recursion goes no deeper than the text is long, and
// stops at once when the limit is reached, so a DAG whose tree is huge costs no more than the limit.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "expr/c_types.h"
#include "expr/pool.h"

namespace cleave::expr {

enum class Sign : uint8_t { Neutral, Signed, Unsigned };  // Neutral: reads the same either way, or takes what is wanted

// C's precedence, higher binds tighter.
enum class Binding : uint8_t { Choice, Or, And, BitOr, BitXor, BitAnd, Equality, Relation, Shift, Sum, Product, Unary, Primary };

struct CText {
  std::string text;
  Binding binding = Binding::Primary;
};

class CPrinter {
 public:
  explicit CPrinter(const ExprPool& pool) : pool_(pool) {}

  CText print(ExprId e, const ValueWords* words = nullptr);  // cut to the limit
  CText printTruth(ExprId e);  // of one bit: whether it is set
  // What the values of e are called, as far as its symbols tell; null: they are numbers.
  const ValueWords* wordsOf(ExprId e) const { return wordsOf(e, 0); }
  Sign signOf(ExprId e) { return signOf(e, 0); }

 private:
  CText render(ExprId e, Sign wanted, unsigned depth);
  std::string operand(ExprId e, Sign wanted, Binding least, unsigned depth);
  CText infix(ExprId e, const char* symbol, Binding binding, Sign wanted, bool associative, unsigned depth);
  CText call(const std::string& name, ExprId e, unsigned depth);
  CText castTo(const std::string& type, ExprId e, Sign wanted, unsigned depth);
  CText wrapped(ExprId e, CText text);  // a cast that shows where narrow arithmetic wraps

  const ValueWords* wordsOf(ExprId e, unsigned depth) const;
  std::optional<CText> flagSet(ExprId e, unsigned depth);  // of one bit: "f & READ"
  std::optional<std::string> wordOf(ExprId constant, const ValueWords* words) const;
  std::optional<std::string> maskOfFlags(ExprId mask, const ValueWords* words) const;
  CText leaf(ExprId e, Sign wanted);
  std::optional<CText> classOf(ExprId e);
  CText truth(ExprId e, unsigned depth);
  CText notOf(ExprId e, unsigned depth);
  CText equality(ExprId e, bool negated, unsigned depth);
  CText order(ExprId e, unsigned depth);
  CText choice(ExprId e, Sign wanted, unsigned depth);
  CText element(ExprId e, unsigned depth);
  CText integer(ExprId e, Sign wanted, unsigned depth);
  CText arithmetic(ExprId e, unsigned depth);
  CText division(ExprId e, unsigned depth);
  CText shift(ExprId e, unsigned depth);
  CText sum(ExprId e, unsigned depth);
  CText bitwise(ExprId e, unsigned depth);
  CText bitwise(ExprId e, const char* symbol, Binding binding, unsigned depth);
  CText shiftedRight(ExprId x, unsigned low, Sign sign, unsigned depth);
  std::string lowMask(ExprId x, unsigned low, unsigned width) const;
  CText extract(ExprId e, Sign wanted, unsigned depth);
  CText extension(ExprId e, Sign wanted, unsigned depth);
  std::optional<CText> lowBitsOfSum(ExprId sum, unsigned width, unsigned depth);
  CText concat(ExprId e, unsigned depth);
  CText floating(ExprId e, unsigned depth);
  CText floatSum(ExprId e, unsigned depth);

  Sign signOf(ExprId e, unsigned depth);
  Sign computeSign(ExprId e, unsigned depth);
  Sign signOfOperands(ExprId e, size_t first, unsigned depth);

  const ExprPool& pool_;
  const ValueWords* whole_ = nullptr;  // of what is printed
  std::unordered_set<ExprId> results_;  // what is printed, and where it is a choice, what is chosen from
  std::unordered_map<ExprId, Sign> signs_;
  unsigned deepest_ = 0;
  size_t visits_ = 0;
  bool overflow_ = false;
};

// An integer constant for people: INT_MAX and its like by name, otherwise decimal.
std::string cInteger(U128 bits, unsigned width, bool isSigned);

// `term <= k` (upper) or `term >= k`, in the form whose constant is rounder: x <= 9 becomes x < 10, x >= 1 becomes x > 0.
std::string boundText(const std::string& term, U128 k, unsigned width, bool isSigned, bool upper,
                      const ValueWords* words = nullptr);

}  // namespace cleave::expr
