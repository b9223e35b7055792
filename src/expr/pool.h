// ExprPool: the arena of hash-consed expressions. An ExprId stands for a node; equal expressions of one pool have equal ids. Every maker
// simplifies (rewrite.cpp) unless the pool was created with Rewriting::Off, which exists so that the rewriter can be tested against the
// plain form. Not thread-safe; both versions of a program share one pool, so that equal values get equal ids.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "expr/op.h"
#include "expr/sort.h"
#include "expr/value_words.h"
#include "support/bits.h"
#include "support/ids.h"

namespace cleave::expr {

struct ExprTag;
using ExprId = Id<ExprTag>;
struct SymbolTag;
using SymbolId = Id<SymbolTag>;

// How an integer is shown to people; no meaning for the solver.
struct Symbol {
  std::string name;
  Sort sort;
  bool isSigned = true;
  uint32_t words = 0;  // what its values are called: ExprPool::words; 0: they are numbers
};

// A value for each symbol, by SymbolId. A symbol beyond the end is zero.
using Assignment = std::vector<U128>;

enum class Rewriting { On, Off };

class ExprPool {
 public:
  explicit ExprPool(Rewriting rewriting = Rewriting::On);
  ExprPool(const ExprPool&) = delete;
  ExprPool& operator=(const ExprPool&) = delete;

  // --- symbols
  SymbolId addSymbol(Symbol symbol);
  const Symbol& symbol(SymbolId id) const { return symbols_[id.value]; }
  size_t symbolCount() const { return symbols_.size(); }
  uint32_t addWords(ValueWords words);
  void nameValues(SymbolId id, uint32_t words) { symbols_[id.value].words = words; }
  const ValueWords& words(SymbolId id) const { return words_[symbols_[id.value].words]; }

  // --- leaves
  ExprId constant(Sort sort, U128 bits);  // a NaN constant is made canonical
  ExprId boolean(bool value) { return value ? true_ : false_; }
  ExprId bits(unsigned width, U128 value) { return constant(Sort::bits(width), value); }
  ExprId symbolExpr(SymbolId id);

  // --- operations; operands must have the sorts that op.h asks for (CHECKed)
  ExprId unary(Op op, ExprId a);             // of one operand, whose result's sort is not given
  ExprId binary(Op op, ExprId a, ExprId b);  // of two; also Concat
  ExprId ite(ExprId condition, ExprId then, ExprId otherwise);
  ExprId fma(ExprId a, ExprId b, ExprId c);
  ExprId extract(ExprId a, unsigned low, unsigned width);
  ExprId extend(Op op, ExprId a, unsigned width);  // ZExt SExt; the same width gives a itself
  ExprId convert(Op op, ExprId a, Sort to);        // FloatConversion, FloatPattern
  ExprId read(ExprId index, std::span<const ExprId> elements);
  ExprId apply(std::string_view function, std::span<const ExprId> arguments, Sort result);

  // --- short forms
  ExprId notOf(ExprId a) { return unary(Op::Not, a); }
  ExprId andOf(ExprId a, ExprId b) { return binary(Op::And, a, b); }
  ExprId orOf(ExprId a, ExprId b) { return binary(Op::Or, a, b); }
  ExprId equal(ExprId a, ExprId b) { return binary(Op::Equal, a, b); }
  ExprId conjunction(std::span<const ExprId> parts);

  // --- looking at a node
  Op op(ExprId e) const { return nodes_[e.value].op; }
  Sort sort(ExprId e) const { return nodes_[e.value].sort; }
  std::span<const ExprId> operands(ExprId e) const { return {nodes_[e.value].operands, nodes_[e.value].operandCount}; }
  ExprId operand(ExprId e, size_t i) const { return nodes_[e.value].operands[i]; }
  bool isConstant(ExprId e) const { return op(e) == Op::Constant; }
  U128 constantBits(ExprId e) const { return constants_[nodes_[e.value].payload]; }            // of a Constant
  SymbolId symbolOf(ExprId e) const { return SymbolId(nodes_[e.value].payload); }              // of a Symbol
  unsigned extractLow(ExprId e) const { return nodes_[e.value].payload; }                      // of an Extract
  const std::string& functionName(ExprId e) const { return names_[nodes_[e.value].payload]; }  // of an Apply
  bool isTrue(ExprId e) const { return e == true_; }
  bool isFalse(ExprId e) const { return e == false_; }
  size_t size() const { return nodes_.size(); }

  // The symbols below e, ascending; computed once per node and shared.
  const std::vector<SymbolId>& symbolsOf(ExprId e);

 private:
  friend class Rewriter;

  struct Node {
    const ExprId* operands = nullptr;  // in operandChunks_: never moves, so a span of operands outlives the making of other nodes
    uint32_t operandCount = 0;
    uint32_t payload = 0;  // Constant: index in constants_; Symbol: its id; Extract: low bit; Apply: index in names_
    Op op;
    Sort sort;
  };

  // Open addressing, linear probing. The hash beside the node's index makes a miss cheap and growing free of look-ups.
  struct Slot {
    uint32_t hash = 0;
    uint32_t node = 0;  // index + 1; 0: empty
  };

  bool rewrites() const { return rewriting_ == Rewriting::On && rewriteDepth_ < kDeepestRewrite; }
  ExprId intern(Op op, Sort sort, uint32_t payload, std::span<const ExprId> operands);
  bool sameNode(const Node& node, Op op, Sort sort, uint32_t payload, std::span<const ExprId> operands) const;
  ExprId addNode(size_t slot, uint32_t hash, Node node);
  const ExprId* keep(std::span<const ExprId> operands);
  void growTable();

  uint32_t symbolSetOf(ExprId e);
  uint32_t unionOf(uint32_t a, uint32_t b);
  uint32_t internSet(std::vector<SymbolId> set);

  // A rule makes smaller nodes through the public makers, which apply rules again. The rules end by themselves after a few steps, but
  // nothing promises a small bound on the stack, so below this depth nodes are made as they are asked for.
  static constexpr unsigned kDeepestRewrite = 160;

  Rewriting rewriting_;
  unsigned rewriteDepth_ = 0;
  std::vector<Node> nodes_;
  std::vector<std::unique_ptr<ExprId[]>> operandChunks_;
  ExprId* chunkNext_ = nullptr;
  size_t chunkLeft_ = 0;
  std::vector<U128> constants_;
  std::deque<Symbol> symbols_;
  std::deque<ValueWords> words_{ValueWords()};
  std::deque<std::string> names_;
  std::unordered_map<std::string_view, uint32_t> nameIndex_;  // views into names_
  std::vector<Slot> table_;
  ExprId true_;
  ExprId false_;

  // symbolsOf: nodes share sets, equal sets are stored once. Set 0 means "not computed", set 1 is the empty one.
  std::deque<std::vector<SymbolId>> sets_;
  std::vector<uint32_t> setOfNode_;
  std::unordered_multimap<uint64_t, uint32_t> setsByHash_;
  std::unordered_map<uint64_t, uint32_t> unions_;  // of two set numbers
};

}  // namespace cleave::expr
