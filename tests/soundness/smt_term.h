// Reads the SMT-LIB2 terms that cleave prints as conditions and evaluates them on many inputs at once. Shares no code with src/expr: what
// is printed is checked by its standard meaning (QF_BV, and the FloatingPoint operations on binary32 and binary64 by this machine's
// arithmetic).
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "support/bits.h"
#include "support/expected.h"

namespace cleave::soundness {

enum class TermKind : uint8_t { Bool, Bits, Float, Mode };

enum class TermOp : uint8_t {
  Constant,
  Symbol,
  Not,
  And,
  Or,
  Xor,
  Implies,
  Equal,
  Ite,
  Add,
  Sub,
  Mul,
  UDiv,
  SDiv,
  URem,
  SRem,
  SMod,
  Shl,
  LShr,
  AShr,
  BitAnd,
  BitOr,
  BitXor,
  BitNot,
  Neg,
  Concat,
  Extract,
  ZeroExtend,
  SignExtend,
  ULt,
  ULe,
  UGt,
  UGe,
  SLt,
  SLe,
  SGt,
  SGe,
  FAdd,
  FSub,
  FMul,
  FDiv,
  FNeg,
  FAbs,
  FSqrt,
  FFma,
  FRound,
  FEqual,
  FLt,
  FLe,
  FGt,
  FGe,
  FIsNan,
  FIsInf,
  FIsZero,
  FIsNegative,
  FConvert,
  FFromSigned,
  FFromUnsigned,
  FFromBits,
  FToSigned,
  FToUnsigned,
  FToBits,
};

struct Term {
  TermOp op = TermOp::Constant;
  TermKind kind = TermKind::Bool;
  uint16_t width = 1;
  uint32_t a = 0, b = 0, c = 0;  // operands: earlier terms
  uint64_t number = 0;           // Extract: the low bit; Symbol: its index; FRound: the mode; Constant: low half
  uint64_t high = 0;             // Constant: high half
  auto operator<=>(const Term&) const = default;
};

struct TermSymbol {
  std::string name;
  TermKind kind = TermKind::Bits;
  unsigned width = 0;
};

// All terms of one entry, shared.
class TermTable {
 public:
  explicit TermTable(std::vector<TermSymbol> symbols) : symbols_(std::move(symbols)) {}

  Expected<uint32_t> parse(std::string_view text);  // the id of the term
  const std::vector<Term>& terms() const { return terms_; }
  uint32_t add(const Term& term);
  const std::vector<TermSymbol>& symbols() const { return symbols_; }

 private:
  std::vector<TermSymbol> symbols_;
  std::vector<Term> terms_;
  std::map<Term, uint32_t> ids_;
};

// Values of all terms for a slice of inputs. columns[s][i]: the bits of symbol s in input i.
class TermValues {
 public:
  explicit TermValues(const TermTable& table) : table_(table), values_(table.terms().size()), wide_(table.terms().size()) {}
  void compute(const std::vector<std::vector<uint64_t>>& columns, size_t first, size_t count);
  bool holds(uint32_t term, size_t i) const { return values_[term][i] != 0; }
  U128 value(uint32_t term, size_t i) const { return wide_[term].empty() ? U128{values_[term][i]} : wide_[term][i]; }

 private:
  void evaluate(uint32_t id, const std::vector<std::vector<uint64_t>>& columns, size_t first);
  template <class T>
  void evaluateBits(uint32_t id);
  void evaluateFloat(uint32_t id);
  template <class F>
  void evaluateFloatOf(uint32_t id);

  const TermTable& table_;
  size_t count_ = 0;
  std::vector<std::vector<uint64_t>> values_;  // by term; Float: the pattern
  std::vector<std::vector<U128>> wide_;        // instead, beyond 64 bits
};

}  // namespace cleave::soundness
