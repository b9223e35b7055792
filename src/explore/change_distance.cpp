// Shortest ways, found from the changes backwards. The places of a function are the starts of its blocks, their ends, and one where it has
// returned. From a start there are ways to the end, and into each function that the block calls; from an end to the starts of successors,
// and where the function returns to its last place; from there on behind each of its calls, wherever they stand. So a way may come back to
// another caller than the one it came from, which costs precision and nothing else.
//
// A call through a pointer may go to any function. Such ways count as long ones: they are the least likely to be what somebody meant.
#include "explore/change_distance.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace cleave::explore {

namespace {

using program::Block;
using program::BlockIndex;
using program::CallInfo;
using program::Function;
using program::FunctionId;
using program::InstIndex;
using program::Op;
using program::Program;
using Marks = std::vector<change::InstructionMarks>;

constexpr size_t kNone = SIZE_MAX;
constexpr uint32_t kStep = 1;
constexpr uint32_t kThroughPointer = 16;

bool holdsChange(const change::InstructionMarks& marks, const Block& body) {
  for (InstIndex i = body.first; i < body.end && i < marks.instructions.size(); ++i)
    if (marks.instructions[i] != 0) return true;
  return false;
}

class Ways {
 public:
  Ways(const Program& program, const Marks& marks, const std::vector<FunctionId>& functions) : program_(program), marks_(marks) {
    firstPlace_.assign(program.functions.size(), kNone);
    for (const FunctionId id : functions) {
      firstPlace_[id.value] = places_;
      places_ += 2 * program.function(id).blocks.size() + 1;
    }
    throughPointer_ = places_++;
    behindPointer_ = places_++;
    edges_.resize(places_);
    distance_.assign(places_, ChangeDistance::kFar);
    for (const FunctionId id : functions) addFunction(id.value);
  }

  void follow() {
    while (!queue_.empty()) {
      const auto [distance, place] = queue_.top();
      queue_.pop();
      if (distance != distance_[place]) continue;
      for (const auto& [from, length] : edges_[place]) reach(from, distance + length);
    }
  }
  uint32_t fromStart(size_t f, size_t b) const { return distance_[start(f, b)]; }

 private:
  size_t start(size_t f, size_t b) const { return firstPlace_[f] + b; }
  size_t end(size_t f, size_t b) const { return firstPlace_[f] + program_.functions[f].blocks.size() + b; }
  size_t returned(size_t f) const { return firstPlace_[f] + 2 * program_.functions[f].blocks.size(); }

  void add(size_t from, size_t to, uint32_t length) { edges_[to].emplace_back(from, length); }
  void reach(size_t place, uint32_t distance) {
    if (distance >= distance_[place]) return;
    distance_[place] = distance;
    queue_.emplace(distance, place);
  }

  void addFunction(size_t f) {
    const Function& function = program_.functions[f];
    if (function.blocks.empty()) return;
    add(throughPointer_, start(f, 0), kThroughPointer);
    add(returned(f), behindPointer_, kThroughPointer);
    for (size_t b = 0; b < function.blocks.size(); ++b) {
      const Block& block = function.blocks[b];
      add(start(f, b), end(f, b), 0);
      for (const BlockIndex next : function.facts.successors[b]) add(end(f, b), start(f, next), kStep);
      if (function.instructions[block.end - 1].op == Op::Return) add(end(f, b), returned(f), 0);
      const bool isChanged = f < marks_.size() && holdsChange(marks_[f], block);
      if (isChanged) reach(start(f, b), 0);
      if (f < marks_.size()) reachPhis(f, b);
      addCalls(f, b, isChanged);
    }
  }

  // A value that differs only if it comes from some blocks is a change at their ends.
  void reachPhis(size_t f, size_t b) {
    const change::InstructionMarks& marks = marks_[f];
    for (uint32_t phi = 0; b < marks.phis.size() && phi < marks.phis[b].size(); ++phi) {
      if (marks.phis[b][phi] == 0) continue;
      const auto ways = marks.ways.find({static_cast<uint32_t>(b), phi});
      if (ways == marks.ways.end()) {
        reach(start(f, b), 0);
      } else {
        for (const BlockIndex from : ways->second) reach(end(f, from), 0);
      }
    }
  }

  bool isFollowed(const CallInfo& call) const {
    return !call.callee.valid() || (firstPlace_[call.callee.value] != kNone && !program_.function(call.callee).blocks.empty());
  }
  size_t entered(const CallInfo& call) const { return call.callee.valid() ? start(call.callee.value, 0) : throughPointer_; }
  size_t left(const CallInfo& call) const { return call.callee.valid() ? returned(call.callee.value) : behindPointer_; }

  // Behind a call come those that follow in the block, and its end; changed code in the block may stand there, too.
  void addCalls(size_t f, size_t b, bool isChanged) {
    const Function& function = program_.functions[f];
    size_t behind = end(f, b);
    for (InstIndex i = function.blocks[b].end; i-- > function.blocks[b].first;) {
      if (function.instructions[i].op != Op::Call) continue;
      const CallInfo& call = function.calls[function.instructions[i].extra];
      if (!isFollowed(call)) continue;
      add(left(call), behind, kStep);
      if (isChanged) add(left(call), start(f, b), kStep);
      add(start(f, b), entered(call), kStep);
      behind = entered(call);
    }
  }

  const Program& program_;
  const Marks& marks_;
  std::vector<size_t> firstPlace_;  // by function
  size_t places_ = 0;
  size_t throughPointer_ = 0;
  size_t behindPointer_ = 0;
  std::vector<std::vector<std::pair<size_t, uint32_t>>> edges_;  // by where they lead to: from where, and how long
  std::vector<uint32_t> distance_;
  std::priority_queue<std::pair<uint32_t, size_t>, std::vector<std::pair<uint32_t, size_t>>, std::greater<>> queue_;
};

}  // namespace

ChangeDistance::ChangeDistance(const Program& program, const Marks& marks, std::vector<FunctionId> functions)
    : program_(&program), functions_(std::move(functions)), fromStart_(program.functions.size()) {
  Ways ways(program, marks, functions_);
  ways.follow();
  for (const FunctionId id : functions_)
    for (size_t b = 0; b < program.function(id).blocks.size(); ++b) fromStart_[id.value].push_back(ways.fromStart(id.value, b));
}

uint32_t ChangeDistance::along(FunctionId function, uint32_t edge) const {
  return of(function, program_->function(function).edges[edge].to);
}

// Where all edges lead to one block, they bring it other values.
uint32_t ChangeDistance::otherwise(FunctionId function, BlockIndex block, uint32_t edge) const {
  const Function& code = program_->function(function);
  const std::vector<BlockIndex>& successors = code.facts.successors[block];
  uint32_t least = kFar;
  for (const BlockIndex next : successors)
    if (successors.size() == 1 || next != code.edges[edge].to) least = std::min(least, of(function, next));
  return least;
}

std::optional<BlockIndex> ChangeDistance::blockOf(FunctionId function, InstIndex instruction) const {
  const std::vector<BlockIndex>& blocks = program_->function(function).facts.blockOf;
  if (instruction >= blocks.size()) return std::nullopt;
  return blocks[instruction];
}

}  // namespace cleave::explore
