// Expressions as SMT-LIB2. A term is printed by an explicit stack, since expressions can be hundreds of thousands of levels deep. A node
// that is used more than once, or lies too deep below the last one that has a name, gets a name: by `let` in a term, by `define-fun` in a
// script.
//
// What SMT-LIB leaves open is written out, so that every solver reads what evaluate.h computes: a conversion to an integer is 0 out of
// range, the pattern of NaN is the canonical one. SMT-LIB has no operation from a float to its pattern. A script says it by a constant: the
// pattern whose float is x; there is exactly one. A lone term has no place for that and uses fp.to_ieee_bv, an extension that Z3 knows.
#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>

#include "expr/evaluate.h"
#include "expr/print.h"
#include "support/check.h"
#include "support/float_format.h"

namespace cleave::expr {

namespace {

constexpr unsigned kDeepestInline = 48;
constexpr size_t kMostDefinitions = 500;  // Z3 takes quadratic time for long chains of define-fun; lets are linear

// Names with a meaning in the logics we use; quoting does not help, |and| is `and`.
constexpr std::string_view kTakenNames =
    " true false not and or xor distinct ite let forall exists match par as concat extract repeat zero_extend "
    "sign_extend rotate_left rotate_right select store fp RNE RNA RTP RTN RTZ roundNearestTiesToEven "
    "roundNearestTiesToAway roundTowardPositive roundTowardNegative roundTowardZero NaN to_fp to_fp_unsigned Bool "
    "Int Real Array BitVec FloatingPoint Float16 Float32 Float64 Float128 RoundingMode abs div mod rem to_real "
    "to_int is_int divisible if implies iff const lambda map default assert check-sat declare-fun define-fun "
    "declare-const set-logic set-info set-option push pop exit echo BINARY DECIMAL HEXADECIMAL NUMERAL STRING "
    "String Seq RegEx int2bv bv2int bv2nat nat2bv is _ ! ";

bool isTaken(std::string_view name) {
  return name.starts_with("bv") || name.starts_with("fp.") || kTakenNames.find(" " + std::string(name) + " ") != std::string_view::npos;
}

bool isSimple(std::string_view name) {
  auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return !name.empty() && !digit(name[0]) &&
         std::all_of(name.begin(), name.end(), [&](char c) { return letter(c) || digit(c) || c == '$'; });
}

std::string binaryDigits(U128 bits, unsigned width) {
  std::string text;
  for (unsigned i = width; i-- > 0;) text += ((bits >> i) & 1) != 0 ? '1' : '0';
  return text;
}

const char* floatParameters(Sort sort) { return sort.width == 32 ? "8 24" : sort.width == 64 ? "11 53" : "15 64"; }

bool leavesOpen(Op op) { return op == Op::FToS || op == Op::FToU || op == Op::FToBits; }

// Operations that are written out around their operand, which has a short name.
bool isWrittenOut(const ExprPool& pool, ExprId e) { return leavesOpen(pool.op(e)) || (pool.op(e) == Op::FFromBits && pool.sort(e).width == 80); }

// SMT-LIB's (_ FloatingPoint 15 64) has no integer bit: 80 bits without theirs, and 79 bits with it.
std::string withoutIntegerBit(const std::string& x) { return "(concat ((_ extract 79 64) " + x + ") ((_ extract 62 0) " + x + "))"; }
std::string integerBitFor(const std::string& exponent) { return "(ite (= " + exponent + " #b000000000000000) #b0 #b1)"; }
std::string withIntegerBit(const std::string& x) {
  return "(concat ((_ extract 78 63) " + x + ") (concat " + integerBitFor("((_ extract 77 63) " + x + ")") + " ((_ extract 62 0) " + x + ")))";
}
std::string floatOfPattern(const std::string& x, Sort sort) {
  return "((_ to_fp " + std::string(floatParameters(sort)) + ") " + (sort.width == 80 ? withoutIntegerBit(x) : x) + ")";
}

// What stands before the operands of an operation.
std::string headOf(const ExprPool& pool, ExprId e) {
  Sort sort = pool.sort(e);
  Op op = pool.op(e);
  std::string head = kOpFacts[op].smt;
  CHECK(!head.empty() && !leavesOpen(op), "an operation without a head");
  auto indexed = [&](const std::string& parameters) { return "(_ " + head + " " + parameters + ")"; };
  if (op == Op::Extract) {
    unsigned low = pool.extractLow(e);
    return indexed(std::to_string(low + sort.width - 1) + " " + std::to_string(low));
  }
  if (op == Op::ZExt || op == Op::SExt) return indexed(std::to_string(sort.width - pool.sort(pool.operand(e, 0)).width));
  if (familyOf(op) == Family::FloatConversion) return indexed(floatParameters(sort)) + " RNE";
  if (familyOf(op) == Family::FloatPattern) return indexed(floatParameters(sort));
  return head;
}

// 2^exponent as a float of that sort; infinity where there is none.
std::string powerOfTwo(Sort sort, unsigned exponent, bool negative) {
  const auto bias = static_cast<U128>(floatFormat(sort.width).bias);
  return smtConstant(sort, floatPattern(sort.width, negative, std::min<U128>(bias + exponent, 2 * bias + 1), 0));
}

// The condition under which x, cut to an integer of that width, is in range. NaN satisfies no comparison.
std::string inRange(const std::string& x, Sort from, unsigned width, bool isSigned) {
  unsigned magnitude = isSigned ? width - 1 : width;  // values are below 2^magnitude
  std::string above = "(fp.lt " + x + " " + powerOfTwo(from, magnitude, false) + ")";
  std::string below;
  if (!isSigned) {
    below = "(fp.lt " + powerOfTwo(from, 0, true) + " " + x + ")";
  } else if (width <= floatFormat(from.width).precision()) {  // the number below the least is exact
    U128 beyond = (U128{1} << magnitude) + 1;
    U128 bits = foldOperation(Op::FFromU, from, Sort::bits(128), {&beyond, 1}, 0) | (U128{1} << (from.width - 1));
    below = "(fp.lt " + smtConstant(from, bits) + " " + x + ")";
  } else {
    below = "(fp.leq " + powerOfTwo(from, magnitude, true) + " " + x + ")";
  }
  return "(and " + below + " " + above + ")";
}

std::string floatToInteger(const std::string& x, Sort from, unsigned width, bool isSigned) {
  unsigned wide = std::max(width, 2u);  // Z3 has no circuit for one bit
  std::string cut = std::string("((_ ") + kOpFacts[isSigned ? Op::FToS : Op::FToU].smt + " " + std::to_string(wide) + ") RTZ " + x + ")";
  if (wide != width) cut = "((_ extract 0 0) " + cut + ")";
  return "(ite " + inRange(x, from, width, isSigned) + " " + cut + " " + smtConstant(Sort::bits(width), 0) + ")";
}

// An uninterpreted function's name carries its signature: SMT-LIB does not overload declared functions.
std::string functionOf(const ExprPool& pool, ExprId e) {
  auto shortSort = [](Sort sort) { return (sort.isBool() ? "b" : sort.isBits() ? "i" : "f") + std::to_string(sort.width); };
  std::string name = pool.functionName(e) + "(";
  for (ExprId argument : pool.operands(e)) name += (name.back() == '(' ? "" : ",") + shortSort(pool.sort(argument));
  return smtName(name + ")" + shortSort(pool.sort(e)));
}

// How the pattern of a float is written: see above.
enum class Patterns { Extension, Constants };

class SmtPrinter {
 public:
  SmtPrinter(const ExprPool& pool, Patterns patterns, const TermNames* given = nullptr)
      : pool_(pool), patternsAs_(patterns), given_(given) {}

  // Looks at all that is below the roots, and decides what gets a name.
  void prepare(std::span<const ExprId> roots);
  const std::vector<ExprId>& named() const { return named_; }        // operands before their users
  const std::vector<ExprId>& nodes() const { return order_; }        // all of them, likewise
  const std::vector<ExprId>& patterns() const { return patterns_; }  // FToBits nodes whose name is a constant that the script declares
  std::string patternFact(ExprId e) const;                           // what makes that constant the pattern
  std::string nameOf(ExprId e) const { return prefix_ + (isPattern(e) ? "b" : "") + std::to_string(nodes_.at(e.value).name); }
  void printDefinition(ExprId e, std::string& out) const { print(e, out); }  // e itself, even when it has a name
  void printUse(ExprId e, std::string& out) const { isNamed(e) ? void(out += nameOf(e)) : print(e, out); }

 private:
  struct Info {
    uint32_t uses = 0;
    uint32_t depth = 0;  // below the last name
    uint32_t name = 0;   // 0: none
  };
  struct Item {  // on the stack: text, a node, or the part [low, high) of a Read's elements
    ExprId node;
    uint32_t low = 0;
    uint32_t high = 0;
    std::string text;
  };

  bool isGiven(ExprId e) const { return given_ != nullptr && given_->contains(e.value); }
  bool isLeaf(ExprId e) const { return pool_.op(e) == Op::Constant || pool_.op(e) == Op::Symbol || isGiven(e); }
  bool isNamed(ExprId e) const { return nodes_.at(e.value).name != 0; }
  bool isPattern(ExprId e) const { return pool_.op(e) == Op::FToBits && patternsAs_ == Patterns::Constants; }
  std::string shortText(ExprId e) const { return isLeaf(e) ? leafText(e) : nameOf(e); }  // of a node that is a leaf or has a name
  std::string openText(ExprId e) const;
  void walk(std::span<const ExprId> roots);
  void choosePrefix();
  void print(ExprId root, std::string& out) const;
  void printNode(ExprId e, std::string& out, std::vector<Item>& stack) const;
  void printElements(const Item& item, std::string& out, std::vector<Item>& stack) const;
  std::string leafText(ExprId e) const;

  const ExprPool& pool_;
  const Patterns patternsAs_;
  const TermNames* given_;  // null: no node has a name from elsewhere
  std::unordered_map<uint32_t, Info> nodes_;
  std::vector<ExprId> order_;
  std::vector<ExprId> named_;
  std::vector<ExprId> patterns_;
  std::string prefix_ = "t!";
};

void SmtPrinter::walk(std::span<const ExprId> roots) {
  std::vector<std::pair<ExprId, size_t>> stack;
  auto visit = [&](ExprId e) {
    if (nodes_[e.value].uses++ == 0) stack.emplace_back(e, 0);
  };
  for (ExprId root : roots) {
    visit(root);
    while (!stack.empty()) {
      auto& [e, next] = stack.back();
      std::span<const ExprId> operands = isLeaf(e) ? std::span<const ExprId>() : pool_.operands(e);
      if (next < operands.size()) {
        visit(operands[next++]);
      } else {
        order_.push_back(e);
        stack.pop_back();
      }
    }
  }
}

void SmtPrinter::prepare(std::span<const ExprId> roots) {
  walk(roots);
  choosePrefix();
  for (ExprId e : order_) {
    // Written several times: the index of a read, and what is converted together with its range.
    if (isLeaf(e)) continue;
    if (pool_.op(e) == Op::Read || isWrittenOut(pool_, e)) nodes_[pool_.operand(e, 0).value].uses += 2;
  }
  for (ExprId e : order_) {
    if (isLeaf(e)) continue;
    Info& info = nodes_[e.value];
    for (ExprId operand : pool_.operands(e)) {
      const Info& below = nodes_[operand.value];
      if (below.name == 0) info.depth = std::max(info.depth, below.depth + 1);
    }
    if (isPattern(e)) {
      patterns_.push_back(e);
      info.name = static_cast<uint32_t>(patterns_.size());
      continue;
    }
    if (info.uses < 2 && info.depth < kDeepestInline) continue;
    named_.push_back(e);
    info.name = static_cast<uint32_t>(named_.size());
  }
}

// No name of ours may be a symbol's. Symbols of C programs have no '!', but nothing forbids it.
void SmtPrinter::choosePrefix() {
  auto clashes = [&] {
    return std::any_of(order_.begin(), order_.end(),
                       [&](ExprId e) { return pool_.op(e) == Op::Symbol && pool_.symbol(pool_.symbolOf(e)).name.starts_with(prefix_); });
  };
  while (clashes()) prefix_ += "!";
}

std::string SmtPrinter::leafText(ExprId e) const {
  if (isGiven(e)) return given_->at(e.value);
  if (pool_.op(e) == Op::Constant) return smtConstant(pool_.sort(e), pool_.constantBits(e));
  return smtName(pool_.symbol(pool_.symbolOf(e)).name);
}

void SmtPrinter::print(ExprId root, std::string& out) const {
  std::vector<Item> stack{{root, 0, 0, ""}};
  while (!stack.empty()) {
    Item item = std::move(stack.back());
    stack.pop_back();
    if (!item.node.valid()) {
      out += item.text;
    } else if (item.high != 0) {
      printElements(item, out, stack);
    } else if (item.node != root && isNamed(item.node)) {
      out += nameOf(item.node);
    } else if (isLeaf(item.node)) {
      out += leafText(item.node);
    } else {
      printNode(item.node, out, stack);
    }
  }
}

// The operations whose meaning SMT-LIB leaves partly open, or that it does not have.
std::string SmtPrinter::openText(ExprId e) const {
  const std::string x = shortText(pool_.operand(e, 0));
  Sort from = pool_.sort(pool_.operand(e, 0));
  if (pool_.op(e) == Op::FFromBits) return floatOfPattern(x, pool_.sort(e));
  if (pool_.op(e) != Op::FToBits) return floatToInteger(x, from, pool_.sort(e).width, pool_.op(e) == Op::FToS);
  return "(ite (fp.isNaN " + x + ") " + smtConstant(pool_.sort(e), canonicalNan(from.width)) + " " +
         (from.width == 80 ? withIntegerBit("(fp.to_ieee_bv " + x + ")") : "(fp.to_ieee_bv " + x + ")") + ")";
}

std::string SmtPrinter::patternFact(ExprId e) const {
  const std::string x = shortText(pool_.operand(e, 0));
  Sort from = pool_.sort(pool_.operand(e, 0));
  const std::string name = nameOf(e);
  const std::string integerBit = from.width == 80 ? "(= ((_ extract 63 63) " + name + ") " + integerBitFor("((_ extract 78 64) " + name + ")") + ") " : "";
  return "(and (= " + floatOfPattern(name, from) + " " + x + ") " + integerBit + "(=> (fp.isNaN " + x + ") (= " + name + " " +
         smtConstant(pool_.sort(e), canonicalNan(from.width)) + ")))";
}

void SmtPrinter::printNode(ExprId e, std::string& out, std::vector<Item>& stack) const {
  std::span<const ExprId> operands = pool_.operands(e);
  if (pool_.op(e) == Op::Read) {
    unsigned indexWidth = pool_.sort(operands[0]).width;
    size_t count = operands.size() - 1;
    if (indexWidth < 32) count = std::min(count, size_t{1} << indexWidth);
    stack.push_back({e, 0, static_cast<uint32_t>(count), ""});
    return;
  }
  if (isWrittenOut(pool_, e)) {
    out += openText(e);
    return;
  }
  if (operands.empty()) {  // an uninterpreted constant
    out += functionOf(pool_, e);
    return;
  }
  out += "(" + (pool_.op(e) == Op::Apply ? functionOf(pool_, e) : headOf(pool_, e));
  stack.push_back({{}, 0, 0, ")"});
  for (size_t i = operands.size(); i-- > 0;) {
    stack.push_back({operands[i], 0, 0, ""});
    stack.push_back({{}, 0, 0, " "});
  }
}

// A balanced choice by the index: what is at or above the last element's place falls to the last element.
void SmtPrinter::printElements(const Item& item, std::string& out, std::vector<Item>& stack) const {
  if (item.high - item.low == 1) {
    stack.push_back({pool_.operand(item.node, 1 + item.low), 0, 0, ""});
    return;
  }
  ExprId index = pool_.operand(item.node, 0);
  uint32_t middle = item.low + (item.high - item.low) / 2;
  out += "(ite (bvult " + shortText(index) + " " + smtConstant(pool_.sort(index), middle) + ") ";
  stack.push_back({{}, 0, 0, ")"});
  stack.push_back({item.node, middle, item.high, ""});
  stack.push_back({{}, 0, 0, " "});
  stack.push_back({item.node, item.low, middle, ""});
}

void openLets(const SmtPrinter& printer, std::string& out) {
  for (ExprId shared : printer.named()) {
    out += "(let ((" + printer.nameOf(shared) + " ";
    printer.printDefinition(shared, out);
    out += ")) ";
  }
}

void printDefinitions(const ExprPool& pool, const SmtPrinter& printer, std::span<const ExprId> assertions, std::string& out) {
  for (ExprId shared : printer.named()) {
    out += "(define-fun " + printer.nameOf(shared) + " () " + smtSort(pool.sort(shared)) + " ";
    printer.printDefinition(shared, out);
    out += ")\n";
  }
  for (ExprId pattern : printer.patterns()) out += "(assert " + printer.patternFact(pattern) + ")\n";
  for (ExprId assertion : assertions) {
    out += "(assert ";
    printer.printUse(assertion, out);
    out += ")\n";
  }
}

struct Declarations {
  std::string text;
  bool floats = false;
  bool functions = false;
};

Declarations declare(const ExprPool& pool, const std::vector<ExprId>& nodes) {
  Declarations result;
  std::vector<SymbolId> symbols;
  std::set<std::string> functions;
  for (ExprId e : nodes) {
    result.floats |= pool.sort(e).isFloat();
    if (pool.op(e) == Op::Symbol) symbols.push_back(pool.symbolOf(e));
    if (pool.op(e) != Op::Apply) continue;
    result.functions = true;
    std::string signature = functionOf(pool, e) + " (";
    for (ExprId argument : pool.operands(e)) signature += (signature.back() == '(' ? "" : " ") + smtSort(pool.sort(argument));
    functions.insert(signature + ") " + smtSort(pool.sort(e)));
  }
  std::sort(symbols.begin(), symbols.end());
  std::set<std::string> names;
  for (SymbolId id : symbols) {
    std::string name = smtName(pool.symbol(id).name);
    CHECK(names.insert(name).second, "two symbols are called " + name);
    result.text += "(declare-fun " + name + " () " + smtSort(pool.symbol(id).sort) + ")\n";
  }
  for (const std::string& signature : functions) result.text += "(declare-fun " + signature + ")\n";
  return result;
}

}  // namespace

std::string smtName(std::string_view name) {
  if (isTaken(name)) return "|input " + std::string(name) + "|";
  if (isSimple(name)) return std::string(name);
  std::string quoted = "|";
  for (char c : name) quoted += c == '|' ? '!' : c == '\\' ? '/' : c;
  return quoted + "|";
}

std::string smtSort(Sort sort) {
  switch (sort.kind) {
    case SortKind::Bool:
      return "Bool";
    case SortKind::Bits:
      return "(_ BitVec " + std::to_string(sort.width) + ")";
    case SortKind::Float:
      return std::string("(_ FloatingPoint ") + floatParameters(sort) + ")";
  }
  UNREACHABLE("a sort of no kind");
}

std::string smtConstant(Sort sort, U128 bits) {
  switch (sort.kind) {
    case SortKind::Bool:
      return bits != 0 ? "true" : "false";
    case SortKind::Bits:
      return sort.width % 4 == 0 ? "#" + toHex(bits, sort.width).substr(1) : "#b" + binaryDigits(bits, sort.width);
    case SortKind::Float: {
      if (isNan(bits, sort.width)) return std::string("(_ NaN ") + floatParameters(sort) + ")";
      const FloatFormat format = floatFormat(sort.width);
      return "(fp #b" + binaryDigits(bits >> (sort.width - 1), 1) + " #b" + binaryDigits(bits >> format.exponentAt(), format.exponent) +
             " #b" + binaryDigits(bits, format.fraction) + ")";
    }
  }
  UNREACHABLE("a sort of no kind");
}

std::string toSmtTerm(const ExprPool& pool, ExprId e) { return toSmtTerm(pool, e, {}); }

std::string toSmtTerm(const ExprPool& pool, ExprId e, const TermNames& names) {
  SmtPrinter printer(pool, Patterns::Extension, &names);
  printer.prepare({&e, 1});
  std::string out;
  openLets(printer, out);
  printer.printUse(e, out);
  return out.append(printer.named().size(), ')');
}

std::string toSmtScript(const ExprPool& pool, std::span<const ExprId> assertions, std::string_view expected) {
  SmtPrinter printer(pool, Patterns::Constants);
  printer.prepare(assertions);
  Declarations declarations = declare(pool, printer.nodes());
  std::string out = std::string("(set-logic ") + (declarations.functions ? "ALL" : declarations.floats ? "QF_BVFP" : "QF_BV") + ")\n";
  if (!expected.empty()) out += "(set-info :status " + std::string(expected) + ")\n";
  out += declarations.text;
  for (ExprId pattern : printer.patterns()) out += "(declare-fun " + printer.nameOf(pattern) + " () " + smtSort(pool.sort(pattern)) + ")\n";
  if (printer.named().size() <= kMostDefinitions) {
    printDefinitions(pool, printer, assertions, out);
  } else {
    out += "(assert ";
    openLets(printer, out);
    out += "(and true";
    for (ExprId pattern : printer.patterns()) out += " " + printer.patternFact(pattern);
    for (ExprId assertion : assertions) {
      out += " ";
      printer.printUse(assertion, out);
    }
    out.append(printer.named().size() + 2, ')');
    out += "\n";
  }
  return out + "(check-sat)\n";
}

}  // namespace cleave::expr
