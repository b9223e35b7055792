// The Z3 back end.
//
// Z3 4.8.12 cannot be trusted with time: while it preprocesses or bit-blasts it may look at neither its time-out nor an interrupt, and it
// has been seen to need many seconds to free what an interrupted query left behind. So a query is solved in two ways:
//
//   light  few gates and nodes (see scan.h): here, with Z3's own count of steps as the limit (deterministic). Most queries end this way, in
//   about a
//          millisecond. Its longest stay is short because the circuit is small.
//   heavy  all others, and light ones that ran out of steps: in a forked copy of this process (worker.h) that is killed when time is up.
//
// Translation happens on this side in both cases and is kept from query to query, since the literals of neighbouring paths share most
// nodes. It is iterative: expressions may be a million levels deep.
//
// This is the only file that includes Z3's headers. Z3's errors become Z3Failure, and Unknown at the border; never an exception to the
// caller.
#include <z3.h>

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <map>
#include <optional>
#include <vector>

#include "expr/evaluate.h"
#include "solver/reasons.h"
#include "solver/scan.h"
#include "solver/worker.h"
#include "support/check.h"

namespace cleave::solver {

using expr::Assignment;
using expr::ExprId;
using expr::ExprPool;
using expr::Family;
using expr::Op;
using expr::Sort;
using expr::SymbolId;

namespace {

constexpr size_t kMostTranslated = 1'000'000;  // nodes kept; then the context is dropped (half a second) and built anew
constexpr size_t kLightNodes = 4'000;
constexpr uint64_t kLightGates = 80'000;
constexpr unsigned kLightSteps = 250'000;     // of Z3's rlimit
constexpr unsigned kLightMilliseconds = 900;  // a second net, for steps that take long
constexpr const char* kWorkerMegabytes = "6000";

struct Z3Failure {
  std::string message;
};

// A Z3 context with the translations of expressions into it.
class Translation {
 public:
  explicit Translation(const ExprPool& pool);
  ~Translation();
  Translation(const Translation&) = delete;
  Translation& operator=(const Translation&) = delete;

  Z3_context context() const { return context_; }
  size_t size() const { return owned_.size(); }

  // False: the budget ended first; what was translated stays, for the next query.
  bool translate(std::span<const ExprId> conjunction, const Budget& budget);
  Z3_ast translated(ExprId e) const { return asts_[e.value]; }
  Z3_ast symbolConstant(SymbolId id);

  Z3_tactic lightTactic(const QueryShape& shape) const {
    return shape.floatArithmetic ? lightFloatArithmetic_ : shape.floats ? lightFloats_ : lightBits_;
  }

  // Z3 frees a result at the next call unless somebody owns it: every term that is made goes through here. Throws if it is an error.
  Z3_ast own(Z3_ast ast);
  // The same check for results that are not terms.
  template <class T>
  T checked(T result) const {
    failOnError();
    return result;
  }
  void failOnError() const;

 private:
  Z3_tactic chain(std::initializer_list<const char*> names);
  bool known(ExprId e) const { return asts_[e.value] != nullptr; }
  Z3_ast arg(ExprId e, size_t i) const { return asts_[pool_.operand(e, i).value]; }

  Z3_sort sortOf(Sort sort);
  Z3_ast numeral(unsigned width, U128 bits);
  Z3_ast floatNumeral(Sort sort, U128 bits);
  Z3_ast constant(Sort sort, U128 bits);
  Z3_ast make(ExprId e);
  Z3_ast makeTruth(ExprId e);
  Z3_ast makeBits(ExprId e);
  Z3_ast makeFloat(ExprId e);
  Z3_ast makeFloatToInteger(ExprId e);
  Z3_ast makeRead(ExprId e);
  Z3_ast makeApply(ExprId e);
  Z3_ast readTree(ExprId e, unsigned levels);

  const ExprPool& pool_;
  Z3_context context_ = nullptr;
  Z3_ast nearestEven_ = nullptr;
  Z3_ast towardZero_ = nullptr;
  Z3_tactic lightBits_ = nullptr;
  Z3_tactic lightFloats_ = nullptr;
  Z3_tactic lightFloatArithmetic_ = nullptr;
  std::map<Sort, Z3_sort> sorts_;
  std::vector<Z3_ast> asts_;   // by ExprId
  std::vector<Z3_ast> owned_;  // in the order of creation
  std::vector<ExprId> work_;
};

Translation::Translation(const ExprPool& pool) : pool_(pool) {
  Z3_config config = Z3_mk_config();
  context_ = Z3_mk_context_rc(config);
  Z3_del_config(config);
  Z3_set_error_handler(context_, nullptr);  // codes, not exits
  nearestEven_ = own(Z3_mk_fpa_rne(context_));
  towardZero_ = own(Z3_mk_fpa_rtz(context_));
  lightBits_ = chain({"simplify", "propagate-values", "solve-eqs", "smt"});
  lightFloats_ = chain({"simplify", "propagate-values", "fpa2bv", "propagate-values", "simplify", "smt"});
  lightFloatArithmetic_ = chain({"qffpbv"});
}

Z3_tactic Translation::chain(std::initializer_list<const char*> names) {
  Z3_tactic all = nullptr;
  for (const char* name : names) {
    Z3_tactic one = checked(Z3_mk_tactic(context_, name));
    Z3_tactic_inc_ref(context_, one);
    if (all == nullptr) {
      all = one;
      continue;
    }
    Z3_tactic both = checked(Z3_tactic_and_then(context_, all, one));
    Z3_tactic_inc_ref(context_, both);
    Z3_tactic_dec_ref(context_, all);
    Z3_tactic_dec_ref(context_, one);
    all = both;
  }
  return all;
}

// Users before their operands: deleting a context that still holds a long chain takes Z3 a time quadratic in its length.
Translation::~Translation() {
  Z3_tactic_dec_ref(context_, lightBits_);
  Z3_tactic_dec_ref(context_, lightFloats_);
  Z3_tactic_dec_ref(context_, lightFloatArithmetic_);
  while (!owned_.empty()) {
    Z3_dec_ref(context_, owned_.back());
    owned_.pop_back();
  }
  Z3_del_context(context_);
}

void Translation::failOnError() const {
  Z3_error_code code = Z3_get_error_code(context_);
  if (code != Z3_OK) throw Z3Failure{Z3_get_error_msg(context_, code)};
}

Z3_ast Translation::own(Z3_ast ast) {
  failOnError();
  Z3_inc_ref(context_, ast);
  owned_.push_back(ast);
  return ast;
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
      cached = sort.width == 32 ? Z3_mk_fpa_sort_32(context_) : Z3_mk_fpa_sort_64(context_);
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
  return own(Z3_simplify(context_, own(Z3_mk_fpa_to_fp_bv(context_, numeral(sort.width, bits), target))));
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
    return Z3_mk_ite(context_, own(Z3_mk_fpa_is_nan(context_, a)), canonical, own(Z3_mk_fpa_to_ieee_bv(context_, a)));
  }
  Z3_sort target = sortOf(pool_.sort(e));
  if (op == Op::FConvert) return Z3_mk_fpa_to_fp_float(context_, nearestEven_, a, target);
  if (op == Op::FFromS) return Z3_mk_fpa_to_fp_signed(context_, nearestEven_, a, target);
  if (op == Op::FFromU) return Z3_mk_fpa_to_fp_unsigned(context_, nearestEven_, a, target);
  if (op == Op::FFromBits) return Z3_mk_fpa_to_fp_bv(context_, a, target);
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
  unsigned precision = from.width == 32 ? 24 : 53;
  U128 infinity = from.width == 32 ? U128{0x7f800000} : U128{0x7ff0000000000000};
  Z3_ast above = magnitudeWidth == 128 ? floatNumeral(from, infinity) : bound(false, U128{1} << magnitudeWidth);
  if (magnitudeWidth == 128 && from.width == 64) above = floatNumeral(from, U128{1023 + 128} << 52);
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
      checked(Z3_mk_func_decl(context_, Z3_mk_string_symbol(context_, name.c_str()), count, domain.data(), sortOf(pool_.sort(e))));
  own(Z3_func_decl_to_ast(context_, function));
  return Z3_mk_app(context_, function, count, arguments.data());
}

// One Z3 solver and one question.
class Question {
 public:
  Question(Translation& translation, Z3_solver solver) : translation_(translation), context_(translation.context()), solver_(solver) {
    translation_.failOnError();
    Z3_solver_inc_ref(context_, solver_);
  }
  ~Question() { Z3_solver_dec_ref(context_, solver_); }
  Question(const Question&) = delete;
  Question& operator=(const Question&) = delete;

  void limit(unsigned steps, unsigned milliseconds);
  Answer ask(std::span<const ExprId> conjunction);
  std::string reasonUnknown() const { return Z3_solver_get_reason_unknown(context_, solver_); }
  Assignment model(const ExprPool& pool, const std::vector<SymbolId>& symbols);

 private:
  U128 valueOf(Z3_model model, SymbolId id, Sort sort);
  U128 bitsOfNumeral(Z3_ast value);

  Translation& translation_;
  Z3_context context_;
  Z3_solver solver_;
};

void Question::limit(unsigned steps, unsigned milliseconds) {
  Z3_params params = translation_.checked(Z3_mk_params(context_));
  Z3_params_inc_ref(context_, params);
  Z3_params_set_uint(context_, params, Z3_mk_string_symbol(context_, "rlimit"), steps);
  Z3_params_set_uint(context_, params, Z3_mk_string_symbol(context_, "timeout"), milliseconds);
  // Otherwise Z3 takes Ctrl-C for itself while it runs, and nobody else hears of it.
  Z3_params_set_bool(context_, params, Z3_mk_string_symbol(context_, "ctrl_c"), false);
  Z3_solver_set_params(context_, solver_, params);
  Z3_params_dec_ref(context_, params);
  translation_.failOnError();
}

Answer Question::ask(std::span<const ExprId> conjunction) {
  for (ExprId literal : conjunction) Z3_solver_assert(context_, solver_, translation_.translated(literal));
  translation_.failOnError();
  switch (translation_.checked(Z3_solver_check(context_, solver_))) {
    case Z3_L_TRUE:
      return Answer::Satisfiable;
    case Z3_L_FALSE:
      return Answer::Unsatisfiable;
    case Z3_L_UNDEF:
      return Answer::Unknown;
  }
  UNREACHABLE("an answer of no kind");
}

U128 Question::bitsOfNumeral(Z3_ast value) {
  uint64_t small = 0;
  if (Z3_get_ast_kind(context_, value) != Z3_NUMERAL_AST) throw Z3Failure{"the model has a value that is no number"};
  if (Z3_get_numeral_uint64(context_, value, &small)) return small;
  translation_.failOnError();
  U128 result = 0;
  for (const char* digit = translation_.checked(Z3_get_numeral_string(context_, value)); *digit != '\0'; ++digit) {
    if (*digit < '0' || *digit > '9') throw Z3Failure{"the model has a number that is not plain decimal"};
    result = result * 10 + static_cast<unsigned>(*digit - '0');
  }
  return result;
}

U128 Question::valueOf(Z3_model model, SymbolId id, Sort sort) {
  auto evaluated = [&](Z3_ast term) {
    Z3_ast value = nullptr;
    bool done = Z3_model_eval(context_, model, term, true, &value);
    translation_.failOnError();
    if (!done) throw Z3Failure{"the model does not evaluate"};
    return translation_.own(value);
  };
  Z3_ast term = translation_.symbolConstant(id);
  switch (sort.kind) {
    case expr::SortKind::Bool:
      return Z3_get_bool_value(context_, evaluated(term)) == Z3_L_TRUE;
    case expr::SortKind::Bits:
      return bitsOfNumeral(evaluated(term));
    case expr::SortKind::Float: {
      Z3_ast value = evaluated(term);
      if (Z3_fpa_is_numeral_nan(context_, value)) return canonicalNan(sort.width);
      return bitsOfNumeral(evaluated(translation_.own(Z3_mk_fpa_to_ieee_bv(context_, term))));
    }
  }
  UNREACHABLE("a sort of no kind");
}

Assignment Question::model(const ExprPool& pool, const std::vector<SymbolId>& symbols) {
  Z3_model model = translation_.checked(Z3_solver_get_model(context_, solver_));
  Z3_model_inc_ref(context_, model);
  Assignment assignment(pool.symbolCount(), 0);
  for (SymbolId id : symbols) assignment[id.value] = valueOf(model, id, pool.symbol(id).sort);
  Z3_model_dec_ref(context_, model);
  return assignment;
}

// What a worker sends back: the answer, then the reason or the values of the query's symbols.
std::string packed(const Solution& solution, const std::vector<SymbolId>& symbols) {
  std::string bytes(1, static_cast<char>(solution.answer));
  if (solution.answer == Answer::Unknown) bytes += solution.reason;
  if (solution.answer != Answer::Satisfiable) return bytes;
  for (SymbolId id : symbols) bytes.append(reinterpret_cast<const char*>(&solution.model[id.value]), sizeof(U128));
  return bytes;
}

Solution unpacked(const std::string& bytes, const ExprPool& pool, const std::vector<SymbolId>& symbols) {
  auto answer = static_cast<Answer>(bytes.at(0));
  if (answer == Answer::Unknown) return unknown(bytes.substr(1));
  if (answer == Answer::Unsatisfiable) return unsatisfiable();
  CHECK(bytes.size() == 1 + symbols.size() * sizeof(U128), "a worker's model has another size than asked for");
  Assignment model(pool.symbolCount(), 0);
  for (size_t i = 0; i < symbols.size(); ++i) memcpy(&model[symbols[i].value], bytes.data() + 1 + i * sizeof(U128), sizeof(U128));
  return satisfiable(std::move(model));
}

class Z3Solver : public Solver {
 public:
  Z3Solver(const ExprPool& pool, const StopFlag* stop) : pool_(pool), stop_(stop), scan_(pool) {}
  Solution solve(std::span<const ExprId> conjunction, Seconds limit) override;

 private:
  Solution solveTranslated(std::span<const ExprId> conjunction, const QueryShape& shape, const Budget& budget, Seconds limit);
  Solution solveHere(std::span<const ExprId> conjunction, const QueryShape& shape);
  Solution solveInWorker(std::span<const ExprId> conjunction, const QueryShape& shape, const Budget& budget, Seconds limit);
  Solution askOnce(Question& question, std::span<const ExprId> conjunction, const QueryShape& shape);
  Solution endOf(const Budget& budget, Seconds limit) const;
  Z3_solver lightSolver(const QueryShape& shape);
  Z3_solver heavySolver(const QueryShape& shape);

  const ExprPool& pool_;
  const StopFlag* stop_;
  QueryScan scan_;
  std::optional<Translation> translation_;
};

Solution Z3Solver::endOf(const Budget& budget, Seconds limit) const {
  return unknown(budget.interrupted() ? stoppedReason() : timeOutReason(limit));
}

Solution Z3Solver::solve(std::span<const ExprId> conjunction, Seconds limit) {
  Budget budget(sensible(limit), stop_);
  if (budget.exhausted()) return endOf(budget, limit);
  try {
    if (translation_.has_value() && translation_->size() > kMostTranslated) translation_.reset();
    if (!translation_.has_value()) translation_.emplace(pool_);
    if (!translation_->translate(conjunction, budget)) return endOf(budget, limit);
    return solveTranslated(conjunction, scan_.shapeOf(conjunction), budget, limit);
  } catch (const Z3Failure& failure) {
    translation_.reset();
    return unknown("solver: " + failure.message);
  }
}

Solution Z3Solver::solveTranslated(std::span<const ExprId> conjunction, const QueryShape& shape, const Budget& budget, Seconds limit) {
  bool light = shape.nodes <= kLightNodes && shape.gates <= kLightGates;
  if (light) {
    Solution solution = solveHere(conjunction, shape);
    if (solution.answer != Answer::Unknown) return solution;
  }
  if (budget.exhausted()) return endOf(budget, limit);
  return solveInWorker(conjunction, shape, budget, limit);
}

Solution Z3Solver::askOnce(Question& question, std::span<const ExprId> conjunction, const QueryShape& shape) {
  switch (question.ask(conjunction)) {
    case Answer::Satisfiable:
      return satisfiable(question.model(pool_, shape.symbols));
    case Answer::Unsatisfiable:
      return unsatisfiable();
    case Answer::Unknown:
      return unknown("solver: " + question.reasonUnknown());
  }
  UNREACHABLE("an answer of no kind");
}

// Measured on path-flip queries: the SMT core behind three cheap preprocessors is three to four times faster than bit-blasting for SAT,
// which pays off on hard arithmetic only, and on that of floats.
Z3_solver Z3Solver::lightSolver(const QueryShape& shape) {
  Z3_context context = translation_->context();
  if (shape.functions) return Z3_mk_simple_solver(context);
  return Z3_mk_solver_from_tactic(context, translation_->lightTactic(shape));
}

Z3_solver Z3Solver::heavySolver(const QueryShape& shape) {
  Z3_context context = translation_->context();
  if (shape.functions) return Z3_mk_simple_solver(context);
  return Z3_mk_solver_for_logic(context, Z3_mk_string_symbol(context, shape.floats ? "QF_BVFP" : "QF_BV"));
}

Solution Z3Solver::solveHere(std::span<const ExprId> conjunction, const QueryShape& shape) {
  Question question(*translation_, lightSolver(shape));
  question.limit(kLightSteps, kLightMilliseconds);
  return askOnce(question, conjunction, shape);
}

Solution Z3Solver::solveInWorker(std::span<const ExprId> conjunction, const QueryShape& shape, const Budget& budget, Seconds limit) {
  auto work = [&]() noexcept {
    try {
      Z3_global_param_set("memory_max_size", kWorkerMegabytes);
      auto* question = new Question(*translation_, heavySolver(shape));  // never freed: that may take longer than the question
      return packed(askOnce(*question, conjunction, shape), shape.symbols);
    } catch (const Z3Failure& failure) {
      return packed(unknown("solver: " + failure.message), shape.symbols);
    }
  };
  WorkerResult result = runInWorker(work, budget);
  switch (result.end) {
    case WorkerResult::End::Finished:
      return unpacked(result.bytes, pool_, shape.symbols);
    case WorkerResult::End::TimedOut:
    case WorkerResult::End::Stopped:
      return endOf(budget, limit);
    case WorkerResult::End::Failed:
      return unknown("solver: " + result.failure);
  }
  UNREACHABLE("an end of no kind");
}

}  // namespace

std::unique_ptr<Solver> makeZ3Solver(const ExprPool& pool, const StopFlag* stop) { return std::make_unique<Z3Solver>(pool, stop); }

}  // namespace cleave::solver
