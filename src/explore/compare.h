// Compares what two runs of one input showed, and says for which other inputs on the same two paths the answer stays the same.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "expr/pool.h"
#include "vm/run.h"

namespace cleave::explore {

// A finished run with the globals that either version wrote.
struct Shown {
  const vm::Run* run = nullptr;
  std::vector<vm::ObservedCell> globals;
};

struct Comparison {
  bool equal = false;
  // On every input that takes the same two paths and satisfies these, the versions are equal (or different) as they are on this one.
  std::vector<expr::ExprId> literals;
  // Of the literals, those (from this index on) that state the relation itself; negating them leads to the opposite kind on the same paths.
  size_t firstRelation = 0;
  std::vector<std::string> differing;  // names of what differs: "return", "counter", "stdout", "outcome"
};

// What has to be compared: cells that are clean, and text of a channel that only clean code wrote, are the same anyway.
struct Relevant {
  bool cleanCells = true;
  bool text[2] = {true, true};
  const std::set<std::string>* cells = nullptr;  // only those with these names; null: all
};

// Marks cells that one version alone shows, and that are no difference for what they hold.
void noteLeftAlone(std::vector<vm::ObservedCell>& before, std::vector<vm::ObservedCell>& after);

Comparison compare(expr::ExprPool& pool, const Shown& before, const Shown& after, const Relevant& relevant = {});

}  // namespace cleave::explore
