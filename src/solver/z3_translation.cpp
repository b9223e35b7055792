#include "solver/private/z3_translation.h"

#include <algorithm>

#include "expr/evaluate.h"
#include "support/check.h"
#include "support/float_format.h"

namespace cleave::solver {

using expr::ExprId;
using expr::ExprPool;
using expr::Family;
using expr::Op;
using expr::Sort;
using expr::SymbolId;

Translation::Translation(const ExprPool& pool) : pool_(pool), context_(z3_.get()) {
  nearestEven_ = own(Z3_mk_fpa_rne(context_));
  towardZero_ = own(Z3_mk_fpa_rtz(context_));
  lightBits_ = z3_.chain({"simplify", "propagate-values", "solve-eqs", "smt"});
  lightFloats_ = z3_.chain({"simplify", "propagate-values", "fpa2bv", "propagate-values", "simplify", "smt"});
  lightFloatArithmetic_ = z3_.chain({"qffpbv"});
}

bool Translation::translate(std::span<const ExprId> conjunction, const Budget& budget) {
  constexpr size_t kGlance = 4096;
  if (asts_.size() < pool_.size()) asts_.resize(pool_.size(), nullptr);
  work_.assign(conjunction.begin(), conjunction.end());
  size_t made = 0;
  while (!work_.empty()) {
    ExprId e = work_.back();
    bool ready = true;
    if (!known(e)) {
      for (ExprId operand : pool_.operands(e)) {
        if (known(operand)) continue;
        work_.push_back(operand);
        ready = false;
      }
    }
    if (!ready) continue;
    work_.pop_back();
    if (known(e)) continue;
    asts_[e.value] = own(make(e));
    if (++made % kGlance == 0 && budget.exhausted()) return false;
  }
  return true;
}

Z3_sort Translation::sortOf(Sort sort) {
  Z3_sort& cached = sorts_[sort];
  if (cached != nullptr) return cached;
  switch (sort.kind) {
    case expr::SortKind::Bool:
      cached = Z3_mk_bool_sort(context_);
      break;
    case expr::SortKind::Bits:
      cached = Z3_mk_bv_sort(context_, sort.width);
      break;
    case expr::SortKind::Float:
      cached = Z3_mk_fpa_sort(context_, floatFormat(sort.width).exponent, floatFormat(sort.width).precision());
      break;
  }
  own(Z3_sort_to_ast(context_, cached));
  return cached;
}

// Named by number, so that no name of the program can mean anything to Z3.
Z3_ast Translation::symbolConstant(SymbolId id) {
  std::string name = "s" + std::to_string(id.value);
  return own(Z3_mk_const(context_, Z3_mk_string_symbol(context_, name.c_str()), sortOf(pool_.symbol(id).sort)));
}

Z3_ast Translation::numeral(unsigned width, U128 bits) {
  Z3_sort sort = sortOf(Sort::bits(width));
  if (bits <= UINT64_MAX) return own(Z3_mk_unsigned_int64(context_, static_cast<uint64_t>(bits), sort));
  return own(Z3_mk_numeral(context_, toDecimal(bits).c_str(), sort));
}

Z3_ast Translation::floatNumeral(Sort sort, U128 bits) {
  Z3_sort target = sortOf(sort);
  if (isNan(bits, sort.width)) return own(Z3_mk_fpa_nan(context_, target));
  return own(Z3_simplify(context_, own(floatOfPattern(numeral(sort.width, bits), sort))));
}

// A pattern of 80 bits has an integer bit, which the solver's floats do not have.
Z3_ast Translation::floatOfPattern(Z3_ast bits, Sort sort) {
  if (sort.width == 80) {
    Z3_ast high = own(Z3_mk_extract(context_, 79, 64, bits));
    bits = own(Z3_mk_concat(context_, high, own(Z3_mk_extract(context_, 62, 0, bits))));
  }
  return Z3_mk_fpa_to_fp_bv(context_, bits, sortOf(sort));
}

Z3_ast Translation::patternOf(Z3_ast number, Sort sort) {
  Z3_ast bits = own(Z3_mk_fpa_to_ieee_bv(context_, number));
  if (sort.width != 80) return bits;
  Z3_ast isZero = own(Z3_mk_eq(context_, own(Z3_mk_extract(context_, 77, 63, bits)), numeral(15, 0)));
  Z3_ast integerBit = own(Z3_mk_ite(context_, isZero, numeral(1, 0), numeral(1, 1)));
  Z3_ast low = own(Z3_mk_concat(context_, integerBit, own(Z3_mk_extract(context_, 62, 0, bits))));
  return own(Z3_mk_concat(context_, own(Z3_mk_extract(context_, 78, 63, bits)), low));
}

Z3_ast Translation::constant(Sort sort, U128 bits) {
  switch (sort.kind) {
    case expr::SortKind::Bool:
      return own(bits != 0 ? Z3_mk_true(context_) : Z3_mk_false(context_));
    case expr::SortKind::Bits:
      return numeral(sort.width, bits);
    case expr::SortKind::Float:
      return floatNumeral(sort, bits);
  }
  UNREACHABLE("a sort of no kind");
}

Z3_ast Translation::make(ExprId e) {
  Op op = pool_.op(e);
  switch (familyOf(op)) {
    case Family::Leaf:
      return op == Op::Constant ? constant(pool_.sort(e), pool_.constantBits(e)) : symbolConstant(pool_.symbolOf(e));
    case Family::Truth:
      return makeTruth(e);
    case Family::Equality:
      return Z3_mk_eq(context_, arg(e, 0), arg(e, 1));  // on floats: every NaN is the one NaN, the zeros differ
    case Family::Choice:
      return op == Op::Read ? makeRead(e) : Z3_mk_ite(context_, arg(e, 0), arg(e, 1), arg(e, 2));
    case Family::Arithmetic:
    case Family::Division:
    case Family::Shift:
    case Family::Bitwise:
    case Family::Resize:
    case Family::Order:
      return makeBits(e);
    case Family::FloatArithmetic:
    case Family::FloatSign:
    case Family::FloatRounding:
    case Family::FloatComparison:
    case Family::FloatConversion:
    case Family::FloatPattern:
      return makeFloat(e);
    case Family::Apply:
      return makeApply(e);
  }
  UNREACHABLE("an operation of no family");
}

Z3_ast Translation::makeTruth(ExprId e) {
  Op op = pool_.op(e);
  if (op == Op::Not) return Z3_mk_not(context_, arg(e, 0));
  if (op == Op::Xor) return Z3_mk_xor(context_, arg(e, 0), arg(e, 1));
  Z3_ast both[] = {arg(e, 0), arg(e, 1)};
  return op == Op::And ? Z3_mk_and(context_, 2, both) : Z3_mk_or(context_, 2, both);
}

Z3_ast Translation::makeBits(ExprId e) {
  Op op = pool_.op(e);
  Sort sort = pool_.sort(e);
  Z3_ast a = arg(e, 0);
  if (op == Op::BitNot) return Z3_mk_bvnot(context_, a);
  if (op == Op::Neg) return Z3_mk_bvneg(context_, a);
  if (op == Op::Extract) return Z3_mk_extract(context_, pool_.extractLow(e) + sort.width - 1, pool_.extractLow(e), a);
  unsigned added = sort.width - pool_.sort(pool_.operand(e, 0)).width;
  if (op == Op::ZExt) return Z3_mk_zero_ext(context_, added, a);
  if (op == Op::SExt) return Z3_mk_sign_ext(context_, added, a);
  using Maker = Z3_ast (*)(Z3_context, Z3_ast, Z3_ast);
  static constexpr std::pair<Op, Maker> kBinary[] = {
      {Op::Add, Z3_mk_bvadd},    {Op::Sub, Z3_mk_bvsub},   {Op::Mul, Z3_mk_bvmul},    {Op::UDiv, Z3_mk_bvudiv},   {Op::SDiv, Z3_mk_bvsdiv},
      {Op::URem, Z3_mk_bvurem},  {Op::SRem, Z3_mk_bvsrem}, {Op::Shl, Z3_mk_bvshl},    {Op::LShr, Z3_mk_bvlshr},   {Op::AShr, Z3_mk_bvashr},
      {Op::BitAnd, Z3_mk_bvand}, {Op::BitOr, Z3_mk_bvor},  {Op::BitXor, Z3_mk_bvxor}, {Op::Concat, Z3_mk_concat}, {Op::ULt, Z3_mk_bvult},
      {Op::ULe, Z3_mk_bvule},    {Op::SLt, Z3_mk_bvslt},   {Op::SLe, Z3_mk_bvsle}};
  for (auto [known, maker] : kBinary) {
    if (known == op) return maker(context_, a, arg(e, 1));
  }
  UNREACHABLE("not an operation on bits");
}

Z3_ast Translation::makeFloat(ExprId e) {
  Op op = pool_.op(e);
  Z3_ast a = arg(e, 0);
  auto rounded = [&](Z3_ast mode) { return Z3_mk_fpa_round_to_integral(context_, mode, a); };
  if (op == Op::FAdd) return Z3_mk_fpa_add(context_, nearestEven_, a, arg(e, 1));
  if (op == Op::FSub) return Z3_mk_fpa_sub(context_, nearestEven_, a, arg(e, 1));
  if (op == Op::FMul) return Z3_mk_fpa_mul(context_, nearestEven_, a, arg(e, 1));
  if (op == Op::FDiv) return Z3_mk_fpa_div(context_, nearestEven_, a, arg(e, 1));
  if (op == Op::FNeg) return Z3_mk_fpa_neg(context_, a);
  if (op == Op::FAbs) return Z3_mk_fpa_abs(context_, a);
  if (op == Op::FSqrt) return Z3_mk_fpa_sqrt(context_, nearestEven_, a);
  if (op == Op::FFma) return Z3_mk_fpa_fma(context_, nearestEven_, a, arg(e, 1), arg(e, 2));
  if (op == Op::FRoundEven) return rounded(nearestEven_);
  if (op == Op::FRoundAway) return rounded(own(Z3_mk_fpa_rna(context_)));
  if (op == Op::FRoundUp) return rounded(own(Z3_mk_fpa_rtp(context_)));
  if (op == Op::FRoundDown) return rounded(own(Z3_mk_fpa_rtn(context_)));
  if (op == Op::FRoundToZero) return rounded(towardZero_);
  if (op == Op::FEqual) return Z3_mk_fpa_eq(context_, a, arg(e, 1));
  if (op == Op::FLt) return Z3_mk_fpa_lt(context_, a, arg(e, 1));
  if (op == Op::FLe) return Z3_mk_fpa_leq(context_, a, arg(e, 1));
  if (op == Op::FIsNan) return Z3_mk_fpa_is_nan(context_, a);
  if (op == Op::FToS || op == Op::FToU) return makeFloatToInteger(e);
  Sort from = pool_.sort(pool_.operand(e, 0));
  if (op == Op::FToBits) {  // Z3 leaves the pattern of NaN open; ours is canonical
    Z3_ast canonical = numeral(from.width, canonicalNan(from.width));
    return Z3_mk_ite(context_, own(Z3_mk_fpa_is_nan(context_, a)), canonical, own(patternOf(a, from)));
  }
  Z3_sort target = sortOf(pool_.sort(e));
  if (op == Op::FConvert) return Z3_mk_fpa_to_fp_float(context_, nearestEven_, a, target);
  if (op == Op::FFromS) return Z3_mk_fpa_to_fp_signed(context_, nearestEven_, a, target);
  if (op == Op::FFromU) return Z3_mk_fpa_to_fp_unsigned(context_, nearestEven_, a, target);
  if (op == Op::FFromBits) return floatOfPattern(a, pool_.sort(e));
  UNREACHABLE("not an operation on floats");
}

// Out of range SMT-LIB leaves the value open, and Z3 chooses one silently. The evaluator says 0, so we do: whoever builds the operation has
// a decision that keeps it in range, but an answer must not depend on that.
Z3_ast Translation::makeFloatToInteger(ExprId e) {
  bool isSigned = pool_.op(e) == Op::FToS;
  unsigned width = pool_.sort(e).width;
  Sort from = pool_.sort(pool_.operand(e, 0));
  Z3_ast a = arg(e, 0);
  unsigned wide = std::max(width, 2u);  // Z3 has no circuit for one bit
  Z3_ast converted = own(isSigned ? Z3_mk_fpa_to_sbv(context_, towardZero_, a, wide) : Z3_mk_fpa_to_ubv(context_, towardZero_, a, wide));
  if (wide != width) converted = own(Z3_mk_extract(context_, width - 1, 0, converted));

  // In range: below < a < above, both exclusive, where the bounds are exact in the format; or least <= a where the number below is not.
  auto bound = [&](bool negative, U128 magnitude) {
    U128 magnitudeBits = expr::foldOperation(Op::FFromU, from, Sort::bits(128), std::span<const U128>(&magnitude, 1), 0);
    return floatNumeral(from, magnitudeBits | (U128{negative} << (from.width - 1)));
  };
  unsigned magnitudeWidth = isSigned ? width - 1 : width;  // values are below 2^magnitudeWidth
  const FloatFormat format = floatFormat(from.width);
  const unsigned precision = format.precision();
  // Of a power of two that is beyond the format, infinity.
  const auto power = std::min<U128>(static_cast<U128>(format.bias) + magnitudeWidth, maskOf(format.exponent));
  Z3_ast above = floatNumeral(from, floatPattern(from.width, false, power, 0));
  Z3_ast low = nullptr;
  if (!isSigned) {
    low = own(Z3_mk_fpa_lt(context_, bound(true, 1), a));
  } else if (width <= precision) {
    low = own(Z3_mk_fpa_lt(context_, bound(true, (U128{1} << magnitudeWidth) + 1), a));
  } else {
    low = own(Z3_mk_fpa_leq(context_, bound(true, U128{1} << magnitudeWidth), a));
  }
  Z3_ast both[] = {low, own(Z3_mk_fpa_lt(context_, a, above))};
  return Z3_mk_ite(context_, own(Z3_mk_and(context_, 2, both)), converted, numeral(width, 0));
}

// The elements as the leaves of a tree over the index's low bits, the last element filling up the last level.
Z3_ast Translation::readTree(ExprId e, unsigned levels) {
  std::span<const ExprId> operands = pool_.operands(e);
  std::vector<Z3_ast> row;
  for (size_t i = 0; i < size_t{1} << levels; ++i) row.push_back(asts_[operands[std::min(i + 1, operands.size() - 1)].value]);
  for (unsigned level = 0; level < levels; ++level) {
    Z3_ast bit = own(Z3_mk_eq(context_, own(Z3_mk_extract(context_, level, level, asts_[operands[0].value])), numeral(1, 1)));
    for (size_t i = 0; i < row.size() / 2; ++i) {
      bool same = row[2 * i] == row[2 * i + 1];
      row[i] = same ? row[2 * i] : own(Z3_mk_ite(context_, bit, row[2 * i + 1], row[2 * i]));
    }
    row.resize(row.size() / 2);
  }
  return row[0];
}

Z3_ast Translation::makeRead(ExprId e) {
  std::span<const ExprId> operands = pool_.operands(e);
  unsigned width = pool_.sort(operands[0]).width;
  unsigned levels = 0;
  while (levels < width && (size_t{1} << levels) < operands.size() - 1) ++levels;
  Z3_ast tree = readTree(e, levels);
  if (levels == width) return tree;
  Z3_ast high = own(Z3_mk_extract(context_, width - 1, levels, asts_[operands[0].value]));
  Z3_ast inside = own(Z3_mk_eq(context_, high, numeral(width - levels, 0)));
  return Z3_mk_ite(context_, inside, tree, asts_[operands.back().value]);
}

Z3_ast Translation::makeApply(ExprId e) {
  std::vector<Z3_sort> domain;
  std::vector<Z3_ast> arguments;
  for (ExprId operand : pool_.operands(e)) {
    domain.push_back(sortOf(pool_.sort(operand)));
    arguments.push_back(asts_[operand.value]);
  }
  std::string name = "f " + pool_.functionName(e);  // functions of one name and other sorts are other functions for Z3, too
  auto count = static_cast<unsigned>(domain.size());
  Z3_func_decl function =
      z3_.checked(Z3_mk_func_decl(context_, Z3_mk_string_symbol(context_, name.c_str()), count, domain.data(), sortOf(pool_.sort(e))));
  own(Z3_func_decl_to_ast(context_, function));
  return Z3_mk_app(context_, function, count, arguments.data());
}

}  // namespace cleave::solver
