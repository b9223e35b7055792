// A backward fixpoint over blocks: a block reaches a change if it holds one, calls a function whose entry block reaches one, has a
// successor that does, or returns into a caller whose call site does. Over-approximate: pruning only what surely misses.
#include "explore/reach_change.h"

#include <algorithm>

namespace cleave::explore {

namespace {

using program::Block;
using program::BlockIndex;
using program::Function;
using program::FunctionId;
using program::Op;
using program::Program;
using Marks = std::vector<change::InstructionMarks>;

bool holdsChange(const Marks& marks, size_t function, size_t block, const Block& body) {
  const auto marked = [](uint32_t id) { return id != 0; };
  if (function >= marks.size()) return false;
  const change::InstructionMarks& own = marks[function];
  for (program::InstIndex i = body.first; i < body.end && i < own.instructions.size(); ++i)
    if (marked(own.instructions[i])) return true;
  return block < own.phis.size() && std::any_of(own.phis[block].begin(), own.phis[block].end(), marked);
}

struct Facts {
  const Program& program;
  std::vector<std::vector<bool>> reaches;  // by function, by block: from its start
  std::vector<bool> returnsToChange;       // by function: some caller goes on to a change
  bool anyAddressTaken = false;            // some function reached through a pointer reaches a change
  bool changed = false;

  bool callReaches(const program::CallInfo& call) const {
    if (!call.callee.valid()) return anyAddressTaken;
    const size_t callee = call.callee.value;
    return !reaches[callee].empty() && reaches[callee][0];
  }

  void raise(std::vector<bool>& flags, size_t index) {
    if (flags[index]) return;
    flags[index] = true;
    changed = true;
  }
};

void noteReturn(Facts& facts, const program::CallInfo& call) {
  if (call.callee.valid()) {
    facts.raise(facts.returnsToChange, call.callee.value);
    return;
  }
  for (size_t f = 0; f < facts.returnsToChange.size(); ++f) facts.raise(facts.returnsToChange, f);
}

void updateBlock(Facts& facts, size_t f, size_t b) {
  const Function& function = facts.program.functions[f];
  const Block& block = function.blocks[b];
  bool onward = false;
  for (const BlockIndex next : function.facts.successors[b]) onward = onward || facts.reaches[f][next];
  if (function.instructions[block.end - 1].op == Op::Return) onward = onward || facts.returnsToChange[f];
  for (program::InstIndex i = block.end; i-- > block.first;) {
    if (function.instructions[i].op != Op::Call) continue;
    const program::CallInfo& call = function.calls[function.instructions[i].extra];
    if (onward || facts.reaches[f][b]) noteReturn(facts, call);
    onward = onward || facts.callReaches(call);
  }
  if (onward) facts.raise(facts.reaches[f], b);
}

}  // namespace

ReachChange::ReachChange(const Program& program, const Marks& marks) {
  Facts facts{program, {}, std::vector<bool>(program.functions.size(), false)};
  for (size_t f = 0; f < program.functions.size(); ++f) {
    const Function& function = program.functions[f];
    facts.reaches.emplace_back(function.blocks.size(), false);
    for (size_t b = 0; b < function.blocks.size(); ++b) facts.reaches[f][b] = holdsChange(marks, f, b, function.blocks[b]);
  }
  do {
    facts.changed = false;
    for (size_t f = 0; f < program.functions.size(); ++f) {
      for (size_t b = program.functions[f].blocks.size(); b-- > 0;) updateBlock(facts, f, b);
      if (!facts.reaches[f].empty() && facts.reaches[f][0] && !facts.anyAddressTaken) facts.anyAddressTaken = facts.changed = true;
    }
  } while (facts.changed);
  beyond_.resize(program.functions.size());
  for (size_t f = 0; f < program.functions.size(); ++f) {
    beyond_[f].assign(program.functions[f].blocks.size(), facts.returnsToChange[f]);
    for (size_t b = 0; b < beyond_[f].size(); ++b)
      for (const BlockIndex next : program.functions[f].facts.successors[b])
        if (facts.reaches[f][next]) beyond_[f][b] = true;
  }
}

bool ReachChange::beyond(FunctionId function, BlockIndex block) const { return beyond_[function.value][block]; }

}  // namespace cleave::explore
