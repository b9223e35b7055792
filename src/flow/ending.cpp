#include "flow/ending.h"

#include <algorithm>
#include <optional>

#include "program/facts.h"

namespace cleave::flow {

using program::BlockIndex;
using program::Constant;
using program::Definition;
using program::Function;
using program::FunctionId;
using program::Instruction;
using program::IntPredicate;
using program::Op;
using program::Operand;

namespace {

using Wide = __int128;

struct Loop {
  BlockIndex header = 0;
  std::vector<bool> blocks;
};

// Blocks that lead to `from` without passing the header.
void addBody(const Function& function, Loop& loop, BlockIndex from) {
  std::vector<BlockIndex> work{from};
  while (!work.empty()) {
    const BlockIndex block = work.back();
    work.pop_back();
    if (loop.blocks[block]) continue;
    loop.blocks[block] = true;
    for (const BlockIndex each : function.facts.predecessors[block]) work.push_back(each);
  }
}

// The natural loops, one for each header. In a reducible graph an edge closes one if a depth-first walk meets its target again on its way.
std::vector<Loop> loopsOf(const Function& function) {
  const size_t count = function.blocks.size();
  enum class State : uint8_t { New, Open, Done };
  std::vector<State> states(count, State::New);
  std::vector<std::vector<BlockIndex>> latches(count);
  std::vector<std::pair<BlockIndex, size_t>> way{{0, 0}};
  states[0] = State::Open;
  while (!way.empty()) {
    const BlockIndex block = way.back().first;
    const std::vector<BlockIndex>& next = function.facts.successors[block];
    if (way.back().second == next.size()) {
      states[block] = State::Done;
      way.pop_back();
      continue;
    }
    const BlockIndex to = next[way.back().second++];
    if (states[to] == State::Open) latches[to].push_back(block);
    if (states[to] != State::New) continue;
    states[to] = State::Open;
    way.emplace_back(to, 0);
  }
  std::vector<Loop> loops;
  for (BlockIndex header = 0; header < count; ++header) {
    if (latches[header].empty()) continue;
    Loop& loop = loops.emplace_back(Loop{header, std::vector<bool>(count, false)});
    loop.blocks[header] = true;
    for (const BlockIndex latch : latches[header]) addBody(function, loop, latch);
  }
  return loops;
}

// Whether a branch of a loop leaves it in the end.
class Counting {
 public:
  Counting(const Function& function, const Loop& loop) : function_(function), loop_(loop) {}

  bool leaves(BlockIndex block) const {
    const Instruction& branch = function_.instructions[function_.blocks[block].end - 1];
    if (branch.op != Op::Branch) return false;
    const bool staysIfTrue = loop_.blocks[function_.edges[branch.extra].to];
    const bool staysIfFalse = loop_.blocks[function_.edges[static_cast<size_t>(branch.imm)].to];
    if (staysIfTrue == staysIfFalse || !isPassedByEveryRound(block)) return false;
    const Instruction* test = definitionOf(branch.a);
    if (test == nullptr || test->op != Op::ICmp || !test->type.isInt() || test->type.width > 64) return false;
    IntPredicate stays = static_cast<IntPredicate>(test->flag);
    if (!staysIfTrue) stays = opposite(stays);
    return counts(test->a, test->b, stays, test->type.width) || counts(test->b, test->a, exchanged(stays), test->type.width);
  }

 private:
  bool isPassedByEveryRound(BlockIndex block) const {
    if (block == loop_.header) return true;
    std::vector<bool> seen(function_.blocks.size(), false);
    std::vector<BlockIndex> work{loop_.header};
    while (!work.empty()) {
      const BlockIndex from = work.back();
      work.pop_back();
      for (const BlockIndex each : function_.facts.successors[from]) {
        if (each == loop_.header) return false;
        if (each == block || !loop_.blocks[each] || seen[each]) continue;
        seen[each] = true;
        work.push_back(each);
      }
    }
    return true;
  }

  const Instruction* definitionOf(Operand operand) const {
    if (!program::isRegister(operand)) return nullptr;
    const Definition& definition = function_.facts.definitions[operand.index()];
    return definition.kind == Definition::Kind::Instruction ? &function_.instructions[definition.index] : nullptr;
  }

  std::optional<uint64_t> constantOf(Operand operand) const {
    if (!operand.present() || !operand.isConstant()) return std::nullopt;
    const Constant& constant = function_.constants[operand.index()];
    if (constant.kind != Constant::Kind::Bits || constant.type.width > 64) return std::nullopt;
    return constant.bits;
  }

  // `n & 7` stays the same where n does, however often it is computed.
  bool staysTheSame(Operand operand, unsigned depth = 0) const {
    constexpr unsigned kDeepest = 8;
    if (!operand.present()) return true;
    if (operand.isConstant()) return constantOf(operand).has_value();
    const Definition& definition = function_.facts.definitions[operand.index()];
    switch (definition.kind) {
      case Definition::Kind::None:
        return false;
      case Definition::Kind::Parameter:
        return true;
      case Definition::Kind::Phi:
        return !loop_.blocks[definition.index];
      case Definition::Kind::Instruction: {
        if (!loop_.blocks[function_.facts.blockOf[definition.index]]) return true;
        const Instruction& i = function_.instructions[definition.index];
        const auto stays = [&](Operand each) { return staysTheSame(each, depth + 1); };
        return depth < kDeepest && program::isPure(i.op) && stays(i.a) && stays(i.b) && stays(i.c);
      }
    }
    return false;
  }

  // The value that a phi of the header has in the next round; none where ways back differ.
  std::optional<Operand> nextOf(program::Reg phi) const {
    const Definition& definition = function_.facts.definitions[phi];
    if (definition.kind != Definition::Kind::Phi || definition.index != loop_.header) return std::nullopt;
    std::optional<Operand> next;
    for (const auto& [from, operand] : function_.blocks[loop_.header].phis[definition.phi].incoming) {
      if (!loop_.blocks[from]) continue;
      if (next && *next != operand) return std::nullopt;
      next = operand;
    }
    return next;
  }

  // Which phi of the header an operand is, or is the next value of.
  std::optional<program::Reg> phiOf(Operand operand) const {
    if (!program::isRegister(operand)) return std::nullopt;
    if (nextOf(operand.index())) return operand.index();
    for (const program::Phi& phi : function_.blocks[loop_.header].phis)
      if (const std::optional<Operand> next = nextOf(phi.dst); next && *next == operand) return phi.dst;
    return std::nullopt;
  }

  static IntPredicate opposite(IntPredicate p) {
    switch (p) {
      case IntPredicate::Eq:
        return IntPredicate::Ne;
      case IntPredicate::Ne:
        return IntPredicate::Eq;
      case IntPredicate::ULt:
        return IntPredicate::UGe;
      case IntPredicate::ULe:
        return IntPredicate::UGt;
      case IntPredicate::UGt:
        return IntPredicate::ULe;
      case IntPredicate::UGe:
        return IntPredicate::ULt;
      case IntPredicate::SLt:
        return IntPredicate::SGe;
      case IntPredicate::SLe:
        return IntPredicate::SGt;
      case IntPredicate::SGt:
        return IntPredicate::SLe;
      case IntPredicate::SGe:
        return IntPredicate::SLt;
    }
    return p;
  }
  static IntPredicate exchanged(IntPredicate p) {
    switch (p) {
      case IntPredicate::Eq:
        return p;
      case IntPredicate::Ne:
        return p;
      case IntPredicate::ULt:
        return IntPredicate::UGt;
      case IntPredicate::ULe:
        return IntPredicate::UGe;
      case IntPredicate::UGt:
        return IntPredicate::ULt;
      case IntPredicate::UGe:
        return IntPredicate::ULe;
      case IntPredicate::SLt:
        return IntPredicate::SGt;
      case IntPredicate::SLe:
        return IntPredicate::SGe;
      case IntPredicate::SGt:
        return IntPredicate::SLt;
      case IntPredicate::SGe:
        return IntPredicate::SLe;
    }
    return p;
  }

  // What is compared, perhaps extended from fewer bits. `width`: of the comparison.
  bool counts(Operand value, Operand limit, IntPredicate stays, unsigned width) const {
    if (!program::isRegister(value) || !limit.present() || !staysTheSame(limit)) return false;
    Op extension = Op::Copy;
    unsigned own = width;
    std::optional<program::Reg> phi = phiOf(value);
    if (!phi) {
      const Instruction* cast = definitionOf(value);
      if (cast == nullptr || (cast->op != Op::ZExt && cast->op != Op::SExt)) return false;
      extension = cast->op;
      own = cast->sourceType.width;
      phi = phiOf(cast->a);
      if (!phi) return false;
    }
    const Instruction* next = definitionOf(*nextOf(*phi));
    if (next == nullptr || !next->type.isInt() || next->type.width != own) return false;
    if (shrinksToZero(*phi, *next) && !holdsOfZero(stays, limit, width)) return true;
    const std::optional<Wide> step = stepOf(*phi, *next);
    return step && arrives(*step, limit, stays, width, own, extension);
  }

  // By how much it grows in a round. Small types are computed as int, and cut back: modulo their width that is the same.
  std::optional<Wide> stepOf(program::Reg phi, const Instruction& next) const {
    const unsigned own = function_.facts.definitions[phi].type.width;
    const auto isPhi = [&](Operand operand) {
      const Instruction* cast = definitionOf(operand);
      if (cast != nullptr && (cast->op == Op::SExt || cast->op == Op::ZExt)) operand = cast->a;
      return program::isRegister(operand) && operand.index() == phi;
    };
    if (next.op == Op::Trunc && next.type.width == own) {
      const Instruction* wide = definitionOf(next.a);
      const std::optional<Wide> step = wide == nullptr || wide->op == Op::Trunc ? std::nullopt : stepOf(phi, *wide);
      if (!step) return std::nullopt;
      return signedOf(static_cast<uint64_t>(*step), own);
    }
    if (next.op != Op::Add && next.op != Op::Sub) return std::nullopt;
    std::optional<uint64_t> by;
    if (isPhi(next.a)) by = constantOf(next.b);
    if (!by && next.op == Op::Add && isPhi(next.b)) by = constantOf(next.a);
    if (!by) return std::nullopt;
    const Wide step = signedOf(*by, next.type.width);
    return next.op == Op::Sub ? -step : step;
  }

  static Wide signedOf(uint64_t bits, unsigned width) {
    const Wide value = static_cast<Wide>(width == 64 ? bits : bits & ((uint64_t{1} << width) - 1));
    return width != 0 && (bits >> (width - 1) & 1) != 0 ? value - (static_cast<Wide>(1) << width) : value;
  }
  static Wide unsignedOf(uint64_t bits, unsigned width) {
    return static_cast<Wide>(width == 64 ? bits : bits & ((uint64_t{1} << width) - 1));
  }

  static bool isSigned(IntPredicate p) {
    return p == IntPredicate::SLt || p == IntPredicate::SLe || p == IntPredicate::SGt || p == IntPredicate::SGe;
  }
  static bool isLess(IntPredicate p) {
    return p == IntPredicate::ULt || p == IntPredicate::ULe || p == IntPredicate::SLt || p == IntPredicate::SLe;
  }
  static bool isStrict(IntPredicate p) {
    return p == IntPredicate::ULt || p == IntPredicate::UGt || p == IntPredicate::SLt || p == IntPredicate::SGt;
  }

  // Values of `own` bits, `step` apart, stay in the loop while they are so compared with the limit: whichever stays is followed by one
  // that is nearer, without a wrap, until one leaves.
  bool arrives(Wide step, Operand limit, IntPredicate stays, unsigned width, unsigned own, Op extension) const {
    if (step == 0) return false;
    if (stays == IntPredicate::Eq) return true;
    // An odd step passes all values, and so the limit.
    if (stays == IntPredicate::Ne) return extension == Op::Copy && (step & 1) != 0;
    if (extension != Op::Copy && !isSigned(stays) && extension == Op::SExt) return false;  // not the order of the values
    const bool isUnsigned = extension == Op::ZExt || (extension == Op::Copy && !isSigned(stays));
    const Wide one = 1;
    const Wide least = isUnsigned ? 0 : -(one << (own - 1));
    const Wide most = isUnsigned ? (one << own) - 1 : (one << (own - 1)) - 1;
    if (isLess(stays) != (step > 0)) return false;
    const std::optional<uint64_t> bits = constantOf(limit);
    if (!bits) return extension == Op::Copy && isStrict(stays) && (step == 1 || step == -1);
    const Wide end = isSigned(stays) ? signedOf(*bits, width) : unsignedOf(*bits, width);
    // The last value that may stay, and the one behind it.
    if (step > 0) return std::min(most, isStrict(stays) ? end - 1 : end) + step <= most;
    return std::max(least, isStrict(stays) ? end + 1 : end) + step >= least;
  }

  // By a constant division or shift, by a remainder of itself, by its lowest bit: nearer to zero in each round.
  bool shrinksToZero(program::Reg phi, const Instruction& next) const {
    const auto isPhi = [&](Operand operand) { return program::isRegister(operand) && operand.index() == phi; };
    const std::optional<uint64_t> by = constantOf(next.b);
    if (next.op == Op::UDiv) return isPhi(next.a) && by && *by >= 2;
    if (next.op == Op::LShr) return isPhi(next.a) && by && *by != 0 && *by < next.type.width;
    if (next.op == Op::URem || next.op == Op::SRem) return isPhi(next.b);
    if (next.op == Op::SDiv) {
      const Wide divisor = by ? signedOf(*by, next.type.width) : 0;
      return isPhi(next.a) && (divisor >= 2 || divisor <= -2);
    }
    const auto isOneLess = [&](Operand operand) {
      const Instruction* less = definitionOf(operand);
      return less != nullptr && stepOf(phi, *less) == Wide{-1};
    };
    return next.op == Op::And && ((isPhi(next.a) && isOneLess(next.b)) || (isPhi(next.b) && isOneLess(next.a)));
  }

  // Whether zero stays; when in doubt, it does.
  bool holdsOfZero(IntPredicate stays, Operand limit, unsigned width) const {
    const std::optional<uint64_t> bits = constantOf(limit);
    if (!bits) return true;
    const Wide end = isSigned(stays) ? signedOf(*bits, width) : unsignedOf(*bits, width);
    switch (stays) {
      case IntPredicate::Eq:
        return end == 0;
      case IntPredicate::Ne:
        return end != 0;
      case IntPredicate::ULt:
      case IntPredicate::SLt:
        return 0 < end;
      case IntPredicate::ULe:
      case IntPredicate::SLe:
        return 0 <= end;
      case IntPredicate::UGt:
      case IntPredicate::SGt:
        return 0 > end;
      case IntPredicate::UGe:
      case IntPredicate::SGe:
        return 0 >= end;
    }
    return true;
  }

  const Function& function_;
  const Loop& loop_;
};

std::vector<BlockIndex> exitsOf(const Function& function, const Loop& loop) {
  std::vector<BlockIndex> exits;
  for (BlockIndex b = 0; b < loop.blocks.size(); ++b)
    if (loop.blocks[b] && std::ranges::any_of(function.facts.successors[b], [&](BlockIndex each) { return !loop.blocks[each]; }))
      exits.push_back(b);
  return exits;
}

bool isSureToEnd(const Function& function, const Loop& loop) {
  const Counting counting(function, loop);
  return std::ranges::any_of(exitsOf(function, loop), [&](BlockIndex b) { return counting.leaves(b); });
}

}  // namespace

std::vector<GoesOn> findEndless(const Function& function, const Control& control) {
  if (!control.reducible) return std::vector<GoesOn>(function.blocks.size(), GoesOn::Maybe);
  std::vector<GoesOn> result(function.blocks.size(), GoesOn::No);
  for (const Loop& loop : loopsOf(function)) {
    if (isSureToEnd(function, loop)) continue;
    const std::vector<BlockIndex> exits = exitsOf(function, loop);
    for (const BlockIndex b : exits) result[b] = std::max(result[b], GoesOn::Maybe);
    for (BlockIndex b = 0; exits.empty() && b < loop.blocks.size(); ++b)
      if (loop.blocks[b]) result[b] = GoesOn::ForEver;
  }
  return result;
}

std::vector<bool> findCounted(const Function& function, const Control& control) {
  std::vector<bool> result(function.blocks.size(), false);
  if (!control.reducible) return result;
  for (const Loop& loop : loopsOf(function))
    if (isSureToEnd(function, loop))
      for (const BlockIndex b : exitsOf(function, loop)) result[b] = true;
  return result;
}

bool needsMuchStack(const PointsTo& pointsTo) {
  constexpr uint64_t kMuch = 1 << 18;
  const std::vector<bool> recursive = findRecursive(pointsTo);
  for (const FunctionId id : pointsTo.reached()) {
    const Function& function = pointsTo.program().function(id);
    if (function.fromModels) continue;
    if (recursive[id.value]) return true;
    uint64_t frame = 0;
    for (const Instruction& each : function.instructions) {
      if (each.op != Op::Alloca) continue;
      if (each.b.present()) return true;  // as much as the input says
      frame += static_cast<uint64_t>(each.imm);
    }
    if (frame > kMuch) return true;
  }
  return false;
}

// Tarjan's components of the call graph: those of several functions, or of one that calls itself.
std::vector<bool> findRecursive(const PointsTo& pointsTo) {
  const program::Program& program = pointsTo.program();
  const size_t count = program.functions.size();
  std::vector<std::vector<FunctionId>> calls(count);
  std::vector<bool> recursive(count, false);
  for (const FunctionId id : pointsTo.reached())
    for (const Instruction& each : program.function(id).instructions) {
      if (each.op != Op::Call) continue;
      for (const FunctionId callee : pointsTo.targets(id, each)) {
        if (!program.function(callee).defined) continue;
        calls[id.value].push_back(callee);
        if (callee == id) recursive[id.value] = true;
      }
    }
  std::vector<uint32_t> number(count, 0), low(count, 0);
  std::vector<bool> onStack(count, false);
  std::vector<FunctionId> stack;
  std::vector<std::pair<FunctionId, size_t>> work;
  uint32_t next = 0;
  const auto enter = [&](FunctionId id) {
    number[id.value] = low[id.value] = ++next;
    stack.push_back(id);
    onStack[id.value] = true;
    work.emplace_back(id, 0);
  };
  for (const FunctionId root : pointsTo.reached()) {
    if (number[root.value] == 0) enter(root);
    while (!work.empty()) {
      const FunctionId id = work.back().first;
      if (work.back().second < calls[id.value].size()) {
        const FunctionId callee = calls[id.value][work.back().second++];
        if (number[callee.value] == 0)
          enter(callee);
        else if (onStack[callee.value])
          low[id.value] = std::min(low[id.value], number[callee.value]);
        continue;
      }
      work.pop_back();
      if (!work.empty()) low[work.back().first.value] = std::min(low[work.back().first.value], low[id.value]);
      if (low[id.value] != number[id.value]) continue;
      const bool alone = stack.back() == id;
      for (FunctionId member; member != id;) {
        member = stack.back();
        stack.pop_back();
        onStack[member.value] = false;
        if (!alone) recursive[member.value] = true;
      }
    }
  }
  return recursive;
}

}  // namespace cleave::flow
