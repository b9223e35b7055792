#include "expr/pool.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "expr/rewrite.h"
#include "support/check.h"
#include "support/float_format.h"

namespace cleave::expr {

namespace {

constexpr uint64_t kMultiplier = 0x9e3779b97f4a7c15;
constexpr size_t kChunk = 1 << 14;

uint64_t mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * kMultiplier;
  return hash ^ (hash >> 29);
}

uint32_t finish(uint64_t hash) { return static_cast<uint32_t>((hash * kMultiplier) >> 32); }

uint64_t head(Op op, Sort sort) {
  return mix(0, static_cast<uint64_t>(op) | static_cast<uint64_t>(sort.kind) << 8 | static_cast<uint64_t>(sort.width) << 16);
}

uint32_t hashOf(Op op, Sort sort, uint32_t payload, std::span<const ExprId> operands) {
  uint64_t hash = mix(head(op, sort), payload);
  for (ExprId e : operands) hash = mix(hash, e.value);
  return finish(hash);
}

uint32_t hashOf(Sort sort, U128 bits) {
  return finish(mix(mix(head(Op::Constant, sort), static_cast<uint64_t>(bits)), static_cast<uint64_t>(bits >> 64)));
}

bool validSort(Sort sort) {
  switch (sort.kind) {
    case SortKind::Bool:
      return sort.width == 1;
    case SortKind::Bits:
      return sort.width >= 1 && sort.width <= 128;
    case SortKind::Float:
      return isFloatWidth(sort.width);
  }
  UNREACHABLE("a sort of no kind");
}

bool takes(OperandSort operands, Sort sort) {
  switch (operands) {
    case OperandSort::Bool:
      return sort.isBool();
    case OperandSort::Bits:
      return sort.isBits();
    case OperandSort::Float:
      return sort.isFloat();
    case OperandSort::Any:
      return true;
    case OperandSort::None:
    case OperandSort::Mixed:
      return false;
  }
  UNREACHABLE("operands of no sort");
}

}  // namespace

ExprPool::ExprPool(Rewriting rewriting) : rewriting_(rewriting), table_(1 << 12) {
  sets_.resize(2);
  false_ = constant(Sort::boolean(), 0);
  true_ = constant(Sort::boolean(), 1);
}

// --- symbols and leaves

uint32_t ExprPool::addWords(ValueWords words) {
  for (size_t k = 0; k < words_.size(); ++k)
    if (words_[k] == words) return static_cast<uint32_t>(k);
  words_.push_back(std::move(words));
  return static_cast<uint32_t>(words_.size() - 1);
}

SymbolId ExprPool::addSymbol(Symbol symbol) {
  CHECK(validSort(symbol.sort), "a symbol of an impossible sort");
  symbols_.push_back(std::move(symbol));
  return SymbolId(symbols_.size() - 1);
}

ExprId ExprPool::symbolExpr(SymbolId id) {
  CHECK(id.value < symbols_.size(), "no such symbol");
  return intern(Op::Symbol, symbols_[id.value].sort, id.value, {});
}

ExprId ExprPool::constant(Sort sort, U128 bits) {
  CHECK(validSort(sort), "a constant of an impossible sort");
  bits = truncateTo(bits, sort.width);
  if (sort.isFloat()) bits = canonicalFloat(bits, sort.width);
  uint32_t hash = hashOf(sort, bits);
  size_t mask = table_.size() - 1;
  size_t slot = hash & mask;
  for (; table_[slot].node != 0; slot = (slot + 1) & mask) {
    if (table_[slot].hash != hash) continue;
    const Node& node = nodes_[table_[slot].node - 1];
    if (node.op == Op::Constant && node.sort == sort && constants_[node.payload] == bits) return ExprId(table_[slot].node - 1);
  }
  constants_.push_back(bits);
  return addNode(slot, hash, Node{nullptr, 0, static_cast<uint32_t>(constants_.size() - 1), Op::Constant, sort});
}

// --- operations

ExprId ExprPool::unary(Op op, ExprId a) {
  const OpFacts& facts = kOpFacts[op];
  CHECK(facts.operandCount == 1 && facts.result != ResultSort::Given, "not a unary operation");
  CHECK(takes(facts.operands, sort(a)), "a unary operation on the wrong sort");
  Sort result = facts.result == ResultSort::Bool ? Sort::boolean() : sort(a);
  if (rewrites()) return Rewriter(*this).unary(op, result, a);
  return intern(op, result, 0, {&a, 1});
}

ExprId ExprPool::binary(Op op, ExprId a, ExprId b) {
  Sort s = sort(a);
  Sort result = s;
  if (op == Op::Concat) {
    Sort low = sort(b);
    CHECK(s.isBits() && low.isBits() && s.width + low.width <= 128, "Concat wants Bits of at most 128 together");
    result = Sort::bits(s.width + low.width);
  } else {
    const OpFacts& facts = kOpFacts[op];
    CHECK(facts.operandCount == 2 && facts.result != ResultSort::Given, "not a binary operation");
    CHECK(s == sort(b), "the operands differ in sort");
    CHECK(takes(facts.operands, s), "a binary operation on the wrong sort");
    if (facts.result == ResultSort::Bool) result = Sort::boolean();
  }
  if (rewrites()) return Rewriter(*this).binary(op, result, a, b);
  std::array<ExprId, 2> operands{a, b};
  return intern(op, result, 0, operands);
}

ExprId ExprPool::ite(ExprId condition, ExprId then, ExprId otherwise) {
  CHECK(sort(condition).isBool(), "a condition is Bool");
  CHECK(sort(then) == sort(otherwise), "the arms differ in sort");
  if (rewrites()) return Rewriter(*this).ite(condition, then, otherwise);
  std::array<ExprId, 3> operands{condition, then, otherwise};
  return intern(Op::Ite, sort(then), 0, operands);
}

ExprId ExprPool::fma(ExprId a, ExprId b, ExprId c) {
  CHECK(sort(a).isFloat() && sort(a) == sort(b) && sort(a) == sort(c), "fma wants three Floats of one sort");
  if (rewrites()) return Rewriter(*this).fma(a, b, c);
  std::array<ExprId, 3> operands{a, b, c};
  return intern(Op::FFma, sort(a), 0, operands);
}

ExprId ExprPool::extract(ExprId a, unsigned low, unsigned width) {
  Sort s = sort(a);
  CHECK(s.isBits() && width >= 1 && low < s.width && width <= s.width - low, "an extract outside of its operand");
  if (width == s.width) return a;
  if (rewrites()) return Rewriter(*this).extract(a, low, width);
  return intern(Op::Extract, Sort::bits(width), low, {&a, 1});
}

ExprId ExprPool::extend(Op op, ExprId a, unsigned width) {
  CHECK(op == Op::ZExt || op == Op::SExt, "not an extension");
  CHECK(sort(a).isBits() && width >= sort(a).width && width <= 128, "an extension to fewer bits");
  if (width == sort(a).width) return a;
  if (rewrites()) return Rewriter(*this).extend(op, a, width);
  return intern(op, Sort::bits(width), 0, {&a, 1});
}

ExprId ExprPool::convert(Op op, ExprId a, Sort to) {
  Sort from = sort(a);
  CHECK(validSort(to), "a conversion to an impossible sort");
  bool patterns = familyOf(op) == Family::FloatPattern;
  CHECK(patterns || familyOf(op) == Family::FloatConversion, "not a conversion");
  CHECK(takes(kOpFacts[op].operands, from), "a conversion from the wrong sort");
  CHECK(op == Op::FToS || op == Op::FToU || op == Op::FToBits ? to.isBits() : to.isFloat(), "a conversion to the wrong sort");
  CHECK(!patterns || from.width == to.width, "a reinterpretation keeps the width");
  if (op == Op::FConvert && from == to) return a;
  if (rewrites()) return Rewriter(*this).convert(op, a, to);
  return intern(op, to, 0, {&a, 1});
}

ExprId ExprPool::read(ExprId index, std::span<const ExprId> elements) {
  CHECK(sort(index).isBits(), "an index is Bits");
  CHECK(!elements.empty(), "a read of nothing");
  Sort element = sort(elements[0]);
  for (ExprId e : elements) CHECK(sort(e) == element, "elements of one read differ in sort");
  if (rewrites()) return Rewriter(*this).read(index, elements);
  std::vector<ExprId> operands{index};
  operands.insert(operands.end(), elements.begin(), elements.end());
  return intern(Op::Read, element, 0, operands);
}

ExprId ExprPool::apply(std::string_view function, std::span<const ExprId> arguments, Sort result) {
  CHECK(validSort(result), "a function of an impossible sort");
  auto found = nameIndex_.find(function);
  if (found == nameIndex_.end()) {
    names_.emplace_back(function);
    found = nameIndex_.emplace(names_.back(), static_cast<uint32_t>(names_.size() - 1)).first;
  }
  return intern(Op::Apply, result, found->second, arguments);
}

ExprId ExprPool::conjunction(std::span<const ExprId> parts) {
  ExprId all = true_;
  for (ExprId part : parts) all = andOf(all, part);
  return all;
}

// --- hash-consing

ExprId ExprPool::intern(Op op, Sort sort, uint32_t payload, std::span<const ExprId> operands) {
  uint32_t hash = hashOf(op, sort, payload, operands);
  size_t mask = table_.size() - 1;
  size_t slot = hash & mask;
  for (; table_[slot].node != 0; slot = (slot + 1) & mask) {
    if (table_[slot].hash == hash && sameNode(nodes_[table_[slot].node - 1], op, sort, payload, operands))
      return ExprId(table_[slot].node - 1);
  }
  return addNode(slot, hash, Node{keep(operands), static_cast<uint32_t>(operands.size()), payload, op, sort});
}

bool ExprPool::sameNode(const Node& node, Op op, Sort sort, uint32_t payload, std::span<const ExprId> operands) const {
  return node.op == op && node.sort == sort && node.payload == payload && node.operandCount == operands.size() &&
         std::equal(operands.begin(), operands.end(), node.operands);
}

ExprId ExprPool::addNode(size_t slot, uint32_t hash, Node node) {
  CHECK(nodes_.size() < UINT32_MAX - 1, "the expression pool is full");
  nodes_.push_back(node);
  table_[slot] = {hash, static_cast<uint32_t>(nodes_.size())};
  if (nodes_.size() * 3 > table_.size() * 2) growTable();
  return ExprId(nodes_.size() - 1);
}

const ExprId* ExprPool::keep(std::span<const ExprId> operands) {
  if (operands.empty()) return nullptr;
  if (operands.size() > chunkLeft_) {
    chunkLeft_ = std::max(kChunk, operands.size());
    operandChunks_.push_back(std::make_unique<ExprId[]>(chunkLeft_));
    chunkNext_ = operandChunks_.back().get();
  }
  ExprId* place = chunkNext_;
  std::copy(operands.begin(), operands.end(), place);
  chunkNext_ += operands.size();
  chunkLeft_ -= operands.size();
  return place;
}

void ExprPool::growTable() {
  std::vector<Slot> larger(table_.size() * 2);
  size_t mask = larger.size() - 1;
  for (const Slot& old : table_) {
    if (old.node == 0) continue;
    size_t slot = old.hash & mask;
    while (larger[slot].node != 0) slot = (slot + 1) & mask;
    larger[slot] = old;
  }
  table_ = std::move(larger);
}

// --- symbols of an expression

const std::vector<SymbolId>& ExprPool::symbolsOf(ExprId e) {
  if (setOfNode_.size() < nodes_.size()) setOfNode_.resize(nodes_.size());
  std::vector<ExprId> work{e};
  while (!work.empty()) {
    ExprId next = work.back();
    size_t before = work.size();
    if (setOfNode_[next.value] == 0) {
      for (ExprId operand : operands(next)) {
        if (setOfNode_[operand.value] == 0) work.push_back(operand);
      }
    }
    if (work.size() != before) continue;
    work.pop_back();
    if (setOfNode_[next.value] == 0) setOfNode_[next.value] = symbolSetOf(next);
  }
  return sets_[setOfNode_[e.value]];
}

// The operands' sets are known.
uint32_t ExprPool::symbolSetOf(ExprId e) {
  if (op(e) == Op::Symbol) return internSet({symbolOf(e)});
  uint32_t set = 1;
  for (ExprId operand : operands(e)) set = unionOf(set, setOfNode_[operand.value]);
  return set;
}

uint32_t ExprPool::unionOf(uint32_t a, uint32_t b) {
  if (a == b || b == 1) return a;
  if (a == 1) return b;
  if (a > b) std::swap(a, b);
  uint64_t key = static_cast<uint64_t>(a) << 32 | b;
  if (auto found = unions_.find(key); found != unions_.end()) return found->second;
  std::vector<SymbolId> both;
  std::set_union(sets_[a].begin(), sets_[a].end(), sets_[b].begin(), sets_[b].end(), std::back_inserter(both));
  uint32_t result = internSet(std::move(both));
  unions_.emplace(key, result);
  return result;
}

uint32_t ExprPool::internSet(std::vector<SymbolId> set) {
  uint64_t hash = 0;
  for (SymbolId id : set) hash = mix(hash, id.value);
  auto [first, last] = setsByHash_.equal_range(hash);
  for (; first != last; ++first) {
    if (sets_[first->second] == set) return first->second;
  }
  sets_.push_back(std::move(set));
  uint32_t number = static_cast<uint32_t>(sets_.size() - 1);
  setsByHash_.emplace(hash, number);
  return number;
}

}  // namespace cleave::expr
