#include "audit/smt_term.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace cleave::audit {

namespace {

using Operands = std::vector<U128>;
using Node = SmtTerm::Node;

constexpr unsigned kWidest = 128;
constexpr unsigned kDeepest = 3000;  // operands within operands

bool isNegative(U128 x, unsigned width) { return ((x >> (width - 1)) & 1) != 0; }
U128 negated(U128 x, unsigned width) { return truncateTo(U128{0} - x, width); }
bool isBelow(U128 x, U128 y, unsigned width) {  // as signed numbers
  const U128 flipped = U128{1} << (width - 1);
  return (x ^ flipped) < (y ^ flipped);
}

U128 dividedBy(U128 x, U128 y, unsigned width) { return y == 0 ? maskOf(width) : x / y; }
U128 restBy(U128 x, U128 y) { return y == 0 ? x : x % y; }

U128 signedDividedBy(U128 x, U128 y, unsigned width) {
  const bool isLess = isNegative(x, width), isDivisorLess = isNegative(y, width);
  const U128 quotient = dividedBy(isLess ? negated(x, width) : x, isDivisorLess ? negated(y, width) : y, width);
  return isLess != isDivisorLess ? negated(quotient, width) : quotient;
}

// Has the sign of what is divided.
U128 signedRestBy(U128 x, U128 y, unsigned width) {
  const U128 rest = restBy(isNegative(x, width) ? negated(x, width) : x, isNegative(y, width) ? negated(y, width) : y);
  return isNegative(x, width) ? negated(rest, width) : rest;
}

U128 shiftedRight(U128 x, U128 by, unsigned width) {
  const U128 filled = isNegative(x, width) ? maskOf(width) : 0;
  if (by >= width) return filled;
  return truncateTo((x >> static_cast<unsigned>(by)) | (by == 0 ? 0 : filled << (width - static_cast<unsigned>(by))), width);
}

}  // namespace

// `width`: of the result where `kind` is Bits, else of the operands.
struct SmtTerm::Operation {
  enum class Kind { Truth, Choice, Same, Bits, Order } kind;
  unsigned least, most;  // operands
  U128 (*of)(const Operands& x, unsigned width);
};

namespace {

using Kind = SmtTerm::Operation::Kind;
constexpr unsigned kAny = 1u << 30;

template <class F>
U128 folded(const Operands& x, F step) {
  U128 result = x[0];
  for (size_t k = 1; k < x.size(); ++k) result = step(result, x[k]);
  return result;
}

const std::map<std::string_view, SmtTerm::Operation> kOperations = {
    {"not", {Kind::Truth, 1, 1, [](const Operands& x, unsigned) { return x[0] ^ 1; }}},
    {"and", {Kind::Truth, 1, kAny, [](const Operands& x, unsigned) { return folded(x, [](U128 a, U128 b) { return a & b; }); }}},
    {"or", {Kind::Truth, 1, kAny, [](const Operands& x, unsigned) { return folded(x, [](U128 a, U128 b) { return a | b; }); }}},
    {"xor", {Kind::Truth, 2, 2, [](const Operands& x, unsigned) { return x[0] ^ x[1]; }}},
    {"=>", {Kind::Truth, 2, 2, [](const Operands& x, unsigned) { return (x[0] ^ 1) | x[1]; }}},
    {"=", {Kind::Same, 2, 2, [](const Operands& x, unsigned) { return U128{x[0] == x[1]}; }}},
    {"distinct", {Kind::Same, 2, 2, [](const Operands& x, unsigned) { return U128{x[0] != x[1]}; }}},
    {"ite", {Kind::Choice, 3, 3, [](const Operands& x, unsigned) { return x[0] != 0 ? x[1] : x[2]; }}},
    {"bvadd", {Kind::Bits, 2, kAny, [](const Operands& x, unsigned w) { return truncateTo(folded(x, [](U128 a, U128 b) { return a + b; }), w); }}},
    {"bvmul", {Kind::Bits, 2, kAny, [](const Operands& x, unsigned w) { return truncateTo(folded(x, [](U128 a, U128 b) { return a * b; }), w); }}},
    {"bvand", {Kind::Bits, 2, kAny, [](const Operands& x, unsigned) { return folded(x, [](U128 a, U128 b) { return a & b; }); }}},
    {"bvor", {Kind::Bits, 2, kAny, [](const Operands& x, unsigned) { return folded(x, [](U128 a, U128 b) { return a | b; }); }}},
    {"bvxor", {Kind::Bits, 2, kAny, [](const Operands& x, unsigned) { return folded(x, [](U128 a, U128 b) { return a ^ b; }); }}},
    {"bvsub", {Kind::Bits, 2, 2, [](const Operands& x, unsigned w) { return truncateTo(x[0] - x[1], w); }}},
    {"bvnot", {Kind::Bits, 1, 1, [](const Operands& x, unsigned w) { return truncateTo(~x[0], w); }}},
    {"bvneg", {Kind::Bits, 1, 1, [](const Operands& x, unsigned w) { return negated(x[0], w); }}},
    {"bvudiv", {Kind::Bits, 2, 2, [](const Operands& x, unsigned w) { return dividedBy(x[0], x[1], w); }}},
    {"bvurem", {Kind::Bits, 2, 2, [](const Operands& x, unsigned) { return restBy(x[0], x[1]); }}},
    {"bvsdiv", {Kind::Bits, 2, 2, [](const Operands& x, unsigned w) { return signedDividedBy(x[0], x[1], w); }}},
    {"bvsrem", {Kind::Bits, 2, 2, [](const Operands& x, unsigned w) { return signedRestBy(x[0], x[1], w); }}},
    {"bvshl", {Kind::Bits, 2, 2, [](const Operands& x, unsigned w) { return x[1] >= w ? U128{0} : truncateTo(x[0] << static_cast<unsigned>(x[1]), w); }}},
    {"bvlshr", {Kind::Bits, 2, 2, [](const Operands& x, unsigned w) { return x[1] >= w ? U128{0} : x[0] >> static_cast<unsigned>(x[1]); }}},
    {"bvashr", {Kind::Bits, 2, 2, [](const Operands& x, unsigned w) { return shiftedRight(x[0], x[1], w); }}},
    {"bvult", {Kind::Order, 2, 2, [](const Operands& x, unsigned) { return U128{x[0] < x[1]}; }}},
    {"bvule", {Kind::Order, 2, 2, [](const Operands& x, unsigned) { return U128{x[0] <= x[1]}; }}},
    {"bvugt", {Kind::Order, 2, 2, [](const Operands& x, unsigned) { return U128{x[0] > x[1]}; }}},
    {"bvuge", {Kind::Order, 2, 2, [](const Operands& x, unsigned) { return U128{x[0] >= x[1]}; }}},
    {"bvslt", {Kind::Order, 2, 2, [](const Operands& x, unsigned w) { return U128{isBelow(x[0], x[1], w)}; }}},
    {"bvsle", {Kind::Order, 2, 2, [](const Operands& x, unsigned w) { return U128{!isBelow(x[1], x[0], w)}; }}},
    {"bvsgt", {Kind::Order, 2, 2, [](const Operands& x, unsigned w) { return U128{isBelow(x[1], x[0], w)}; }}},
    {"bvsge", {Kind::Order, 2, 2, [](const Operands& x, unsigned w) { return U128{!isBelow(x[0], x[1], w)}; }}},
};

// Their widths are not their operands': the reader sees to them, and to what `width` is.
const SmtTerm::Operation kConcat{Kind::Bits, 2, 2, [](const Operands& x, unsigned lowWidth) { return (x[0] << lowWidth) | x[1]; }};
const SmtTerm::Operation kExtract{Kind::Bits, 1, 1, [](const Operands& x, unsigned) { return x[0]; }};
const SmtTerm::Operation kZeroExtend{Kind::Bits, 1, 1, [](const Operands& x, unsigned) { return x[0]; }};
const SmtTerm::Operation kSignExtend{Kind::Bits, 1, 1, [](const Operands& x, unsigned from) { return isNegative(x[0], from) ? x[0] | ~maskOf(from) : x[0]; }};

std::string unquoted(std::string_view token) {
  return std::string(token.size() >= 2 && token.front() == '|' ? token.substr(1, token.size() - 2) : token);
}

}  // namespace

// Throws Unread where a term is not for us.
class TermReader {
 public:
  struct Unread {};

  TermReader(const std::string& text, const std::vector<result::Input>& inputs) : rest_(text), inputs_(inputs) {
    for (size_t k = 0; k < inputs.size(); ++k) {
      std::string name = inputs[k].name;
      std::replace(name.begin(), name.end(), '|', '!');
      std::replace(name.begin(), name.end(), '\\', '/');
      inputOf_.emplace("input " + name, k);
      inputOf_.emplace(name, k);
    }
  }

  SmtTerm read() {
    const uint32_t root = term(0);
    if (!peek().empty() || nodes_[root].width != 0) throw Unread();
    if (root + 1 != nodes_.size()) add({&kOperations.at("and"), {root}});  // the last is the term
    SmtTerm result;
    result.nodes_ = std::move(nodes_);
    return result;
  }

 private:
  std::string_view peek() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \n\t\r"), rest_.size()));
    if (rest_.empty()) return {};
    if (rest_.front() == '(' || rest_.front() == ')') return rest_.substr(0, 1);
    if (rest_.front() == '|') return rest_.substr(0, std::min(rest_.find('|', 1), rest_.size() - 1) + 1);
    return rest_.substr(0, rest_.find_first_of("() \n\t\r"));
  }
  std::string_view next() {
    const std::string_view token = peek();
    if (token.empty()) throw Unread();
    rest_.remove_prefix(token.size());
    return token;
  }
  void expect(std::string_view token) {
    if (next() != token) throw Unread();
  }
  unsigned number() {
    unsigned value = 0;
    for (const char c : next()) {
      if (c < '0' || c > '9' || value > 1000) throw Unread();
      value = 10 * value + static_cast<unsigned>(c - '0');
    }
    return value;
  }

  uint32_t add(Node node) {
    if (node.width > kWidest) throw Unread();
    nodes_.push_back(std::move(node));
    return static_cast<uint32_t>(nodes_.size() - 1);
  }

  // Names that lets give are many and deep, so they are read in a loop.
  uint32_t term(unsigned depth) {
    if (depth > kDeepest) throw Unread();
    std::vector<std::pair<std::string, std::optional<uint32_t>>> hidden;  // what the names meant before
    size_t open = 0;
    uint32_t result = 0;
    while (true) {
      if (peek() != "(") {
        result = atom(next());
        break;
      }
      next();
      if (peek() != "let") {
        result = application(depth);
        break;
      }
      next();
      ++open;
      expect("(");
      while (peek() == "(") {
        next();
        const std::string name = unquoted(next());
        const uint32_t value = term(depth + 1);
        expect(")");
        const auto known = bound_.find(name);
        hidden.emplace_back(name, known == bound_.end() ? std::nullopt : std::optional(known->second));
        bound_[name] = value;
        if (peek() == "(") throw Unread();  // several at once do not see each other
      }
      expect(")");
    }
    for (; open > 0; --open) expect(")");
    for (auto each = hidden.rbegin(); each != hidden.rend(); ++each)
      if (each->second)
        bound_[each->first] = *each->second;
      else
        bound_.erase(each->first);
    return result;
  }

  uint32_t atom(std::string_view token) {
    if (token == "true" || token == "false") return add({nullptr, {}, 0, 0, {}, U128{token == "true"}});
    if (token.starts_with("#")) return constant(token);
    const std::string name = unquoted(token);
    if (const auto known = bound_.find(name); known != bound_.end()) return known->second;
    const auto found = inputOf_.find(name);
    if (found == inputOf_.end() || inputs_[found->second].isFloat) throw Unread();
    return add({nullptr, {}, inputs_[found->second].bits, 0, found->second, 0});
  }

  uint32_t constant(std::string_view token) {
    const unsigned bitsOfDigit = token.starts_with("#x") ? 4 : 1;
    if (token.size() < 3 || (bitsOfDigit == 1 && token[1] != 'b')) throw Unread();
    const std::string_view digits = token.substr(2);
    if (bitsOfDigit * digits.size() > kWidest) throw Unread();
    U128 value = 0;
    for (const char c : digits) {
      const size_t digit = std::string_view("0123456789abcdef").find(static_cast<char>(c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c));
      if (digit >= (1u << bitsOfDigit)) throw Unread();
      value = (value << bitsOfDigit) | digit;
    }
    return add({nullptr, {}, bitsOfDigit * static_cast<unsigned>(digits.size()), 0, {}, value});
  }

  // Behind its parenthesis.
  uint32_t application(unsigned depth) {
    const std::string_view head = next();
    if (head == "(") return indexed(depth);
    if (head == "concat") return concat(operands(depth));
    const auto found = kOperations.find(head);
    if (found == kOperations.end()) throw Unread();
    const SmtTerm::Operation& operation = found->second;
    std::vector<uint32_t> given = operands(depth);
    if (given.size() < operation.least || given.size() > operation.most) throw Unread();
    return add({&operation, std::move(given), 0}, operation.kind);
  }

  // Operands are of one sort, but of a choice its first, which is a truth value.
  uint32_t add(Node node, Kind kind) {
    const unsigned width = nodes_[node.operands.back()].width;
    const size_t first = kind == Kind::Choice ? 1 : 0;
    for (size_t k = first; k < node.operands.size(); ++k)
      if (nodes_[node.operands[k]].width != width) throw Unread();
    if (kind == Kind::Choice && nodes_[node.operands[0]].width != 0) throw Unread();
    if ((kind == Kind::Truth && width != 0) || ((kind == Kind::Bits || kind == Kind::Order) && width == 0)) throw Unread();
    node.width = kind == Kind::Bits || kind == Kind::Choice ? width : 0;
    return add(std::move(node));
  }

  uint32_t concat(std::vector<uint32_t> given) {
    if (given.size() != 2) throw Unread();
    const unsigned high = nodes_[given[0]].width, low = nodes_[given[1]].width;
    if (high == 0 || low == 0) throw Unread();
    return add({&kConcat, std::move(given), high + low});
  }

  // ((_ extract 7 0) x)
  uint32_t indexed(unsigned depth) {
    expect("_");
    const std::string_view head = next();
    const unsigned first = number();
    const unsigned second = head == "extract" ? number() : 0;
    expect(")");
    std::vector<uint32_t> given = operands(depth);
    if (given.size() != 1 || nodes_[given[0]].width == 0) throw Unread();
    const unsigned width = nodes_[given[0]].width;
    if (head == "extract" && first < width && second <= first) return add({&kExtract, std::move(given), first - second + 1, second});
    if (head == "zero_extend") return add({&kZeroExtend, std::move(given), width + first});
    if (head == "sign_extend") return add({&kSignExtend, std::move(given), width + first});
    throw Unread();
  }

  std::vector<uint32_t> operands(unsigned depth) {
    std::vector<uint32_t> given;
    while (peek() != ")") given.push_back(term(depth + 1));
    next();
    return given;
  }

  std::string_view rest_;
  const std::vector<result::Input>& inputs_;
  std::map<std::string, size_t> inputOf_;
  std::map<std::string, uint32_t> bound_;
  std::vector<Node> nodes_;
};

std::optional<SmtTerm> SmtTerm::parse(const std::string& text, const std::vector<result::Input>& inputs) {
  try {
    return TermReader(text, inputs).read();
  } catch (const TermReader::Unread&) {
    return std::nullopt;
  }
}

U128 SmtTerm::valueOn(const Values& input) const {
  std::vector<U128> values;
  values.reserve(nodes_.size());
  Operands operands;
  for (const Node& node : nodes_) {
    if (node.operation == nullptr) {
      values.push_back(node.input ? truncateTo(input[*node.input], node.width) : node.constant);
      continue;
    }
    operands.clear();
    for (const uint32_t each : node.operands) operands.push_back(values[each]);
    const unsigned width = nodes_[node.operands.back()].width;  // of a concatenation its low part, of an extension what is extended
    U128 value = node.operation->of(operands, width);
    if (node.width != 0) value = truncateTo(value >> node.low, node.width);
    values.push_back(value);
  }
  return values.back();
}

}  // namespace cleave::audit
