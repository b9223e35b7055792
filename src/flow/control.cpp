#include "flow/control.h"

#include "support/check.h"

namespace cleave::flow {

using program::BlockIndex;
using program::Function;
using program::Op;

namespace {

using Graph = std::vector<std::vector<BlockIndex>>;

std::vector<bool> reachableFrom(const Graph& next, const std::vector<BlockIndex>& roots) {
  std::vector<bool> seen(next.size(), false);
  std::vector<BlockIndex> work = roots;
  for (const BlockIndex root : roots) seen[root] = true;
  while (!work.empty()) {
    const BlockIndex block = work.back();
    work.pop_back();
    for (const BlockIndex each : next[block])
      if (!seen[each]) {
        seen[each] = true;
        work.push_back(each);
      }
  }
  return seen;
}

// Positions in a depth-first post-order from the root; kNoBlock for what is not reached.
std::vector<uint32_t> postOrder(const Graph& next, BlockIndex root, std::vector<BlockIndex>& order) {
  std::vector<uint32_t> number(next.size(), kNoBlock);
  std::vector<bool> seen(next.size(), false);
  std::vector<std::pair<BlockIndex, size_t>> stack{{root, 0}};
  seen[root] = true;
  while (!stack.empty()) {
    auto& [block, position] = stack.back();
    if (position < next[block].size()) {
      const BlockIndex each = next[block][position++];
      if (!seen[each]) {
        seen[each] = true;
        stack.emplace_back(each, 0);
      }
      continue;
    }
    number[block] = static_cast<uint32_t>(order.size());
    order.push_back(block);
    stack.pop_back();
  }
  return number;
}

// Immediate dominators, by the iteration of Cooper, Harvey and Kennedy. The root is its own; kNoBlock for what is not reached.
std::vector<BlockIndex> dominators(const Graph& next, const Graph& previous, BlockIndex root) {
  std::vector<BlockIndex> order;
  const std::vector<uint32_t> number = postOrder(next, root, order);
  std::vector<BlockIndex> dominator(next.size(), kNoBlock);
  dominator[root] = root;
  const auto common = [&](BlockIndex a, BlockIndex b) {
    while (a != b) {
      while (number[a] < number[b]) a = dominator[a];
      while (number[b] < number[a]) b = dominator[b];
    }
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t k = order.size() - 1; k-- > 0;) {
      const BlockIndex block = order[k];
      BlockIndex best = kNoBlock;
      for (const BlockIndex each : previous[block]) {
        if (number[each] == kNoBlock || dominator[each] == kNoBlock) continue;
        best = best == kNoBlock ? each : common(best, each);
      }
      if (best == dominator[block]) continue;
      dominator[block] = best;
      changed = true;
    }
  }
  return dominator;
}

bool isDominatedBy(const std::vector<BlockIndex>& dominator, BlockIndex block, BlockIndex by) {
  for (;;) {
    if (block == by) return true;
    if (dominator[block] == block || dominator[block] == kNoBlock) return false;
    block = dominator[block];
  }
}

// Every edge that goes back in a depth-first order leads to a block that dominates its source.
bool isReducible(const Graph& next, const Graph& previous) {
  std::vector<BlockIndex> order;
  const std::vector<uint32_t> number = postOrder(next, 0, order);
  const std::vector<BlockIndex> dominator = dominators(next, previous, 0);
  for (const BlockIndex block : order)
    for (const BlockIndex each : next[block])
      if (number[each] >= number[block] && !isDominatedBy(dominator, block, each)) return false;
  return true;
}

// Post-dominators: dominators of the reversed graph of the blocks that can return, from a common end behind all returns.
std::vector<BlockIndex> postDominators(const Function& function, const Control& control) {
  const auto count = static_cast<BlockIndex>(function.blocks.size());
  Graph backwards(count + 1), forwards(count + 1);
  const auto link = [&](BlockIndex from, BlockIndex to) {
    forwards[from].push_back(to);
    backwards[to].push_back(from);
  };
  for (BlockIndex b = 0; b < count; ++b) {
    if (!control.returns[b]) continue;
    if (function.instructions[function.blocks[b].end - 1].op == Op::Return) link(b, count);
    for (const BlockIndex each : function.facts.successors[b])
      if (control.returns[each]) link(b, each);
  }
  std::vector<BlockIndex> result = dominators(backwards, forwards, count);
  result.resize(count);
  for (BlockIndex& block : result)
    if (block == count) block = kNoBlock;
  return result;
}

}  // namespace

std::vector<BlockIndex> Control::regionOf(BlockIndex branch) const {
  const Graph& successors = function->facts.successors;
  std::vector<bool> inside(successors.size(), false);
  std::vector<BlockIndex> work;
  const auto enter = [&](BlockIndex block) {
    if (block == closesAt[branch] || inside[block]) return;
    inside[block] = true;
    work.push_back(block);
  };
  for (const BlockIndex each : successors[branch]) enter(each);
  while (!work.empty()) {
    const BlockIndex block = work.back();
    work.pop_back();
    for (const BlockIndex each : successors[block]) enter(each);
  }
  std::vector<BlockIndex> region;
  for (BlockIndex b = 0; b < inside.size(); ++b)
    if (inside[b]) region.push_back(b);
  return region;
}

Control controlOf(const Function& function) {
  CHECK(!function.blocks.empty(), "the control flow of a function without a body: " + function.name);
  const size_t count = function.blocks.size();
  Control control;
  control.function = &function;
  const Graph &successors = function.facts.successors, &predecessors = function.facts.predecessors;
  control.reachable = reachableFrom(successors, {0});
  std::vector<BlockIndex> ends;
  for (BlockIndex b = 0; b < count; ++b)
    if (function.instructions[function.blocks[b].end - 1].op == Op::Return) ends.push_back(b);
  control.returns = reachableFrom(predecessors, ends);
  control.closesAt = postDominators(function, control);
  control.reducible = isReducible(successors, predecessors);
  return control;
}

}  // namespace cleave::flow
