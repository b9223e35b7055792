#include <fmt/format.h>

#include <unordered_map>

#include "smt_term.h"

namespace cleave::soundness {

namespace {

struct ParseFailure {
  std::string message;
};

struct Head {
  TermOp op;
  bool rounds = false;  // takes a rounding mode first
};

const std::unordered_map<std::string_view, Head>& heads() {
  static const std::unordered_map<std::string_view, Head> table = {
      {"not", {TermOp::Not}},
      {"and", {TermOp::And}},
      {"or", {TermOp::Or}},
      {"xor", {TermOp::Xor}},
      {"=>", {TermOp::Implies}},
      {"=", {TermOp::Equal}},
      {"ite", {TermOp::Ite}},
      {"bvadd", {TermOp::Add}},
      {"bvsub", {TermOp::Sub}},
      {"bvmul", {TermOp::Mul}},
      {"bvudiv", {TermOp::UDiv}},
      {"bvsdiv", {TermOp::SDiv}},
      {"bvurem", {TermOp::URem}},
      {"bvsrem", {TermOp::SRem}},
      {"bvsmod", {TermOp::SMod}},
      {"bvshl", {TermOp::Shl}},
      {"bvlshr", {TermOp::LShr}},
      {"bvashr", {TermOp::AShr}},
      {"bvand", {TermOp::BitAnd}},
      {"bvor", {TermOp::BitOr}},
      {"bvxor", {TermOp::BitXor}},
      {"bvnot", {TermOp::BitNot}},
      {"bvneg", {TermOp::Neg}},
      {"concat", {TermOp::Concat}},
      {"bvult", {TermOp::ULt}},
      {"bvule", {TermOp::ULe}},
      {"bvugt", {TermOp::UGt}},
      {"bvuge", {TermOp::UGe}},
      {"bvslt", {TermOp::SLt}},
      {"bvsle", {TermOp::SLe}},
      {"bvsgt", {TermOp::SGt}},
      {"bvsge", {TermOp::SGe}},
      {"fp.add", {TermOp::FAdd, true}},
      {"fp.sub", {TermOp::FSub, true}},
      {"fp.mul", {TermOp::FMul, true}},
      {"fp.div", {TermOp::FDiv, true}},
      {"fp.neg", {TermOp::FNeg}},
      {"fp.abs", {TermOp::FAbs}},
      {"fp.sqrt", {TermOp::FSqrt, true}},
      {"fp.fma", {TermOp::FFma, true}},
      {"fp.roundToIntegral", {TermOp::FRound, true}},
      {"fp.eq", {TermOp::FEqual}},
      {"fp.lt", {TermOp::FLt}},
      {"fp.leq", {TermOp::FLe}},
      {"fp.gt", {TermOp::FGt}},
      {"fp.geq", {TermOp::FGe}},
      {"fp.isNaN", {TermOp::FIsNan}},
      {"fp.isInfinite", {TermOp::FIsInf}},
      {"fp.isZero", {TermOp::FIsZero}},
      {"fp.isNegative", {TermOp::FIsNegative}},
      {"fp.to_ieee_bv", {TermOp::FToBits}},
  };
  return table;
}

class Parser {
 public:
  Parser(TermTable& table, std::string_view text) : table_(table), text_(text) { advance(); }

  uint32_t run() {
    uint32_t term = parse();
    if (!token_.empty()) throw ParseFailure{"text behind the term"};
    return term;
  }

 private:
  // --- tokens

  void advance() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t')) ++at_;
    size_t start = at_;
    if (at_ == text_.size()) {
      token_ = {};
    } else if (text_[at_] == '(' || text_[at_] == ')') {
      token_ = text_.substr(at_++, 1);
    } else if (text_[at_] == '|') {
      at_ = text_.find('|', at_ + 1) + 1;
      token_ = text_.substr(start, at_ - start);
    } else {
      while (at_ < text_.size() && text_[at_] != ' ' && text_[at_] != '(' && text_[at_] != ')' && text_[at_] != '\n') ++at_;
      token_ = text_.substr(start, at_ - start);
    }
  }
  std::string_view take() {
    std::string_view token = token_;
    if (token.empty()) throw ParseFailure{"the term ends too early"};
    advance();
    return token;
  }
  void expect(std::string_view token) {
    if (take() != token) throw ParseFailure{fmt::format("expected {} before position {}", token, at_)};
  }
  unsigned number() { return static_cast<unsigned>(std::stoul(std::string(take()))); }

  // --- terms

  // A chain of lets may be as long as the term has nodes: a loop, no recursion.
  uint32_t parse() {
    size_t open = 0;
    while (token_ == "(" && text_.substr(at_).starts_with("let ")) {
      take();
      take();
      expect("(");
      while (token_ == "(") {
        take();
        std::string name(take());
        names_[name] = parse();
        expect(")");
      }
      expect(")");
      ++open;
    }
    uint32_t term = parsePlain();
    for (; open > 0; --open) expect(")");
    return term;
  }

  uint32_t parsePlain() {
    if (token_ != "(") return atom(take());
    take();
    if (token_ == "_") return indexedConstant();
    if (token_ == "fp") return floatLiteral();
    if (token_ == "(") return indexedOperation();
    std::string_view name = take();
    auto found = heads().find(name);
    if (found == heads().end()) throw ParseFailure{fmt::format("unknown operation {}", name)};
    unsigned mode = found->second.rounds ? roundingMode() : 0;
    std::vector<uint32_t> operands = rest();
    return apply(found->second.op, operands, mode);
  }

  std::vector<uint32_t> rest() {
    std::vector<uint32_t> operands;
    while (token_ != ")") operands.push_back(parse());
    take();
    if (operands.empty()) throw ParseFailure{"an operation without operands"};
    return operands;
  }

  uint32_t constant(TermKind kind, unsigned width, U128 bits) {
    Term t;
    t.kind = kind;
    t.width = static_cast<uint16_t>(width);
    t.number = static_cast<uint64_t>(bits);
    t.high = static_cast<uint64_t>(bits >> 64);
    return table_.add(t);
  }

  uint32_t atom(std::string_view token) {
    if (token == "true" || token == "false") return constant(TermKind::Bool, 1, token == "true");
    if (token.starts_with("#x") || token.starts_with("#b")) {
      U128 bits = 0;
      unsigned step = token[1] == 'x' ? 4 : 1;
      for (char c : token.substr(2)) bits = (bits << step) | static_cast<unsigned>(c <= '9' ? c - '0' : (c | 32) - 'a' + 10);
      return constant(TermKind::Bits, static_cast<unsigned>(step * (token.size() - 2)), bits);
    }
    auto found = names_.find(std::string(token));
    if (found != names_.end()) return found->second;
    std::string_view name = token.starts_with("|") ? token.substr(1, token.size() - 2) : token;
    if (name.starts_with("input ")) name.remove_prefix(6);
    for (size_t s = 0; s < table_.symbols().size(); ++s) {
      const TermSymbol& symbol = table_.symbols()[s];
      if (symbol.name != name) continue;
      Term t;
      t.op = TermOp::Symbol;
      t.kind = symbol.kind;
      t.width = static_cast<uint16_t>(symbol.width);
      t.number = s;
      return table_.add(t);
    }
    throw ParseFailure{fmt::format("unknown name {}", token)};
  }

  unsigned floatWidth() {
    unsigned exponent = number(), significand = number();
    if (exponent == 8 && significand == 24) return 32;
    if (exponent == 11 && significand == 53) return 64;
    throw ParseFailure{"a float of an unknown width"};
  }

  uint32_t indexedConstant() {  // behind "(": _ bvN w, _ NaN e s, _ +oo e s, ...
    take();
    std::string_view name = take();
    if (name.starts_with("bv")) {
      U128 value = 0;
      for (char c : name.substr(2)) value = value * 10 + static_cast<unsigned>(c - '0');
      unsigned width = number();
      expect(")");
      return constant(TermKind::Bits, width, truncateTo(value, width));
    }
    unsigned width = floatWidth();
    expect(")");
    U128 infinity = width == 32 ? U128{0x7f800000} : U128{0x7ff0000000000000};
    U128 sign = U128{1} << (width - 1);
    if (name == "NaN") return constant(TermKind::Float, width, canonicalNan(width));
    if (name == "+oo" || name == "-oo") return constant(TermKind::Float, width, name[0] == '-' ? infinity | sign : infinity);
    if (name == "+zero" || name == "-zero") return constant(TermKind::Float, width, name[0] == '-' ? sign : U128{0});
    throw ParseFailure{fmt::format("unknown constant {}", name)};
  }

  uint32_t floatLiteral() {  // behind "(": fp sign exponent fraction
    take();
    std::vector<uint32_t> parts = rest();
    if (parts.size() != 3) throw ParseFailure{"fp wants three parts"};
    U128 bits = 0;
    unsigned width = 0;
    for (uint32_t part : parts) {
      const Term& t = table_.terms()[part];
      bits = (bits << t.width) | t.number;
      width += t.width;
    }
    return constant(TermKind::Float, width, bits);
  }

  unsigned roundingMode() {
    static constexpr std::string_view kModes[] = {"RNE", "RNA", "RTP", "RTN", "RTZ"};
    std::string_view name = take();
    for (unsigned k = 0; k < 5; ++k)
      if (name == kModes[k]) return k;
    throw ParseFailure{fmt::format("unknown rounding mode {}", name)};
  }

  uint32_t indexedOperation() {  // behind "(": (_ name n...) operands
    take();
    expect("_");
    std::string_view name = take();
    if (name == "extract") {
      unsigned high = number(), low = number();
      expect(")");
      return indexed(TermOp::Extract, TermKind::Bits, high - low + 1, rest(), low);
    }
    if (name == "zero_extend" || name == "sign_extend") {
      unsigned more = number();
      expect(")");
      std::vector<uint32_t> operands = rest();
      return indexed(name[0] == 'z' ? TermOp::ZeroExtend : TermOp::SignExtend, TermKind::Bits, table_.terms()[operands[0]].width + more,
                     operands, 0);
    }
    if (name == "to_fp" || name == "to_fp_unsigned") return toFloat(name == "to_fp");
    if (name == "fp.to_sbv" || name == "fp.to_ubv") {
      unsigned width = number();
      expect(")");
      if (roundingMode() != 4) throw ParseFailure{"a conversion that does not round toward zero"};
      return indexed(name == "fp.to_sbv" ? TermOp::FToSigned : TermOp::FToUnsigned, TermKind::Bits, width, rest(), 0);
    }
    throw ParseFailure{fmt::format("unknown operation {}", name)};
  }

  uint32_t toFloat(bool isSigned) {
    unsigned width = floatWidth();
    expect(")");
    bool rounds = token_ == "RNE";
    if (rounds) take();
    std::vector<uint32_t> operands = rest();
    TermKind from = table_.terms()[operands[0]].kind;
    TermOp op = !rounds                   ? TermOp::FFromBits
                : from == TermKind::Float ? TermOp::FConvert
                : isSigned                ? TermOp::FFromSigned
                                          : TermOp::FFromUnsigned;
    return indexed(op, TermKind::Float, width, operands, 0);
  }

  uint32_t indexed(TermOp op, TermKind kind, unsigned width, const std::vector<uint32_t>& operands, uint64_t number) {
    if (operands.size() != 1) throw ParseFailure{"an indexed operation with several operands"};
    Term t;
    t.op = op;
    t.kind = kind;
    t.width = static_cast<uint16_t>(width);
    t.a = operands[0];
    t.number = number;
    return table_.add(t);
  }

  static bool isRelation(TermOp op) {
    return (op >= TermOp::ULt && op <= TermOp::SGe) || (op >= TermOp::FEqual && op <= TermOp::FIsNegative);
  }
  static bool isUnary(TermOp op) {
    return op == TermOp::Not || op == TermOp::BitNot || op == TermOp::Neg || op == TermOp::FNeg || op == TermOp::FAbs ||
           op == TermOp::FSqrt || op == TermOp::FRound || (op >= TermOp::FIsNan && op <= TermOp::FIsNegative) || op == TermOp::FToBits;
  }
  static bool isTernary(TermOp op) { return op == TermOp::Ite || op == TermOp::FFma; }
  static bool chains(TermOp op) {
    return op == TermOp::And || op == TermOp::Or || op == TermOp::Xor || op == TermOp::Add || op == TermOp::Mul || op == TermOp::BitAnd ||
           op == TermOp::BitOr || op == TermOp::BitXor || op == TermOp::Concat;
  }

  uint32_t apply(TermOp op, const std::vector<uint32_t>& operands, unsigned mode) {
    if (mode != 0 && op != TermOp::FRound) throw ParseFailure{"arithmetic that does not round to nearest"};
    size_t wanted = isUnary(op) ? 1 : isTernary(op) ? 3 : 2;
    if (operands.size() != wanted && !(chains(op) && operands.size() >= 1)) throw ParseFailure{"wrong number of operands"};
    if (chains(op)) {
      uint32_t result = operands[0];
      for (size_t k = 1; k < operands.size(); ++k) result = applyTo(op, {result, operands[k]}, 0);
      return result;
    }
    return applyTo(op, operands, mode);
  }

  uint32_t applyTo(TermOp op, const std::vector<uint32_t>& operands, unsigned mode) {
    const Term& last = table_.terms()[operands.back()];
    Term t;
    t.op = op;
    t.kind = last.kind;
    t.width = last.width;
    t.number = mode;
    t.a = operands[0];
    if (operands.size() > 1) t.b = operands[1];
    if (operands.size() > 2) t.c = operands[2];
    if (op == TermOp::Equal || op == TermOp::Not || op == TermOp::Implies || isRelation(op)) t.kind = TermKind::Bool, t.width = 1;
    if (op == TermOp::Concat) t.width = static_cast<uint16_t>(table_.terms()[t.a].width + last.width);
    if (op == TermOp::FToBits) t.kind = TermKind::Bits;
    return table_.add(t);
  }

  TermTable& table_;
  std::string_view text_;
  size_t at_ = 0;
  std::string_view token_;
  std::unordered_map<std::string, uint32_t> names_;
};

}  // namespace

uint32_t TermTable::add(const Term& term) {
  auto [place, isNew] = ids_.try_emplace(term, static_cast<uint32_t>(terms_.size()));
  if (isNew) terms_.push_back(term);
  return place->second;
}

Expected<uint32_t> TermTable::parse(std::string_view text) {
  try {
    return Parser(*this, text).run();
  } catch (const ParseFailure& failure) {
    return Error{failure.message};
  }
}

}  // namespace cleave::soundness
