// Three jobs over the whole function, all linear in its size:
//  1. structure: whatever the VM takes for granted without looking is checked here once.
//  2. moves: the phis of a block become, per incoming edge, a list of moves. A wide phi (two registers) gives two moves.
//  3. facts: what defines a register, which block holds an instruction, which block comes behind which (facts.cpp).
#include "program/finish.h"

#include <fmt/format.h>

#include <initializer_list>

#include "program/facts.h"
#include "support/check.h"

namespace cleave::program {
namespace {

constexpr uint32_t kUnset = UINT32_MAX;

class Finisher {
 public:
  explicit Finisher(Function& function) : f_(function) {}

  void run() {
    if (f_.blocks.empty()) return;
    checkBlocks();
    for (const Instruction& inst : f_.instructions) checkInstruction(inst);
    checkEdges();
    countMoves();
    for (BlockIndex b = 0; b < f_.blocks.size(); ++b) fillMoves(b);
    markOverlaps();
    f_.facts = factsOf(f_);
  }

 private:
  std::string where() const { return "in function " + f_.name; }

  // --- structure

  void checkBlocks() {
    std::vector<bool> owned(f_.instructions.size(), false);
    for (const Block& block : f_.blocks) {
      CHECK(block.first < block.end && block.end <= f_.instructions.size(),
            fmt::format("block {} is empty or out of range {}", block.name, where()));
      for (InstIndex i = block.first; i < block.end; ++i) {
        CHECK(!owned[i], fmt::format("instruction {} is in two blocks {}", i, where()));
        owned[i] = true;
        const Op op = f_.instructions[i].op;
        const bool last = i + 1 == block.end;
        const bool mayEnd = isTerminator(op) || op == Op::Unsupported;
        CHECK(last ? mayEnd : !isTerminator(op), fmt::format("block {} does not end in its only terminator {}", block.name, where()));
      }
    }
    for (InstIndex i = 0; i < owned.size(); ++i) CHECK(owned[i], fmt::format("instruction {} is in no block {}", i, where()));
  }

  void checkRegister(Reg reg, Type type) {
    CHECK(reg < f_.registerCount && reg + type.slots() <= f_.registerCount, fmt::format("register {} is out of range {}", reg, where()));
  }

  void checkOperand(Operand operand, Type type) {
    CHECK(operand.present(), "an operand is missing " + where());
    const size_t limit = operand.isConstant() ? f_.constants.size() : f_.registerCount;
    CHECK(operand.index() < limit && operand.index() + type.slots() <= limit,
          fmt::format("operand {} is out of range {}", operand.index(), where()));
  }

  // An operand whose width is not known here: only its first register or constant is checked.
  void checkPresent(Operand operand) {
    if (operand.present()) checkOperand(operand, Type::integer(1));
  }

  void checkEdgeOf(const Instruction& inst, uint64_t edge) {
    CHECK(edge < f_.edges.size(), fmt::format("edge {} is out of range {}", edge, where()));
    const Block& from = f_.blocks.at(f_.edges[edge].from);
    CHECK(&inst >= &f_.instructions[from.first] && &inst < f_.instructions.data() + from.end,
          fmt::format("edge {} leaves another block {}", edge, where()));
  }

  void checkCall(const CallInfo& call) {
    CHECK(call.arguments.size() == call.argumentTypes.size(), "arguments without types " + where());
    CHECK(call.results.size() == call.resultTypes.size(), "results without types " + where());
    CHECK(call.byValueSize.empty() || call.byValueSize.size() == call.arguments.size(), "byValueSize does not fit " + where());
    for (size_t i = 0; i < call.arguments.size(); ++i) checkOperand(call.arguments[i], call.argumentTypes[i]);
    for (size_t i = 0; i < call.results.size(); ++i) checkRegister(call.results[i], call.resultTypes[i]);
  }

  void checkInstruction(const Instruction& inst) {
    for (Operand operand : {inst.a, inst.b, inst.c}) checkPresent(operand);
    if (inst.dst != kUnset) checkRegister(inst.dst, resultType(inst));
    if (inst.op == Op::Jump) checkEdgeOf(inst, inst.extra);
    if (inst.op == Op::Branch) {
      CHECK(inst.a.present(), "a branch without condition " + where());
      checkEdgeOf(inst, inst.extra);
      checkEdgeOf(inst, static_cast<uint64_t>(inst.imm));
    }
    if (inst.op == Op::Switch) checkSwitch(inst);
    if (inst.op == Op::Call || inst.op == Op::Return) {
      CHECK(inst.extra < f_.calls.size(), "a call without CallInfo " + where());
      const CallInfo& call = f_.calls[inst.extra];
      CHECK(inst.op == Op::Return || call.callee.valid() || inst.a.present(), "a call of nothing " + where());
      checkCall(call);
    }
    if (inst.op == Op::Unsupported) CHECK(inst.extra < f_.unsupported.size(), "an unsupported instruction without message " + where());
  }

  void checkSwitch(const Instruction& inst) {
    CHECK(inst.extra < f_.switches.size(), "a switch without table " + where());
    checkOperand(inst.a, inst.type);
    const SwitchTable& table = f_.switches[inst.extra];
    checkEdgeOf(inst, table.defaultEdge);
    for (const SwitchCase& item : table.cases) checkEdgeOf(inst, item.edge);
  }

  void checkEdges() {
    for (const Edge& edge : f_.edges) CHECK(edge.from < f_.blocks.size() && edge.to < f_.blocks.size(), "an edge leads nowhere " + where());
  }

  // --- moves

  void countMoves() {
    std::vector<uint32_t> perBlock(f_.blocks.size(), 0);
    for (BlockIndex b = 0; b < f_.blocks.size(); ++b)
      for (const Phi& phi : f_.blocks[b].phis) perBlock[b] += phi.type.slots();
    edgesInto_.resize(f_.blocks.size());
    uint32_t total = 0;
    for (uint32_t e = 0; e < f_.edges.size(); ++e) {
      Edge& edge = f_.edges[e];
      edge.firstMove = total;
      edge.moveCount = perBlock[edge.to];
      edge.overlapping = false;
      total += edge.moveCount;
      edgesInto_[edge.to].push_back(e);
    }
    f_.moves.assign(total, Move{});
    source_.assign(f_.blocks.size(), Operand{});
    seen_.assign(f_.blocks.size(), 0);
  }

  void fillMoves(BlockIndex b) {
    uint32_t position = 0;
    const Block& block = f_.blocks[b];
    for (uint32_t p = 0; p < block.phis.size(); ++p) {
      const Phi& phi = block.phis[p];
      checkRegister(phi.dst, phi.type);
      ++round_;
      for (const auto& [from, operand] : phi.incoming) {
        CHECK(from < f_.blocks.size() && seen_[from] != round_,
              fmt::format("a phi of block {} has two entries for one predecessor {}", block.name, where()));
        checkOperand(operand, phi.type);
        seen_[from] = round_;
        source_[from] = operand;
      }
      checkPredecessors(b, phi);
      for (uint32_t e : edgesInto_[b])
        for (uint32_t slot = 0; slot < phi.type.slots(); ++slot)
          f_.moves[f_.edges[e].firstMove + position + slot] = Move{phi.dst + slot, Operand{source_[f_.edges[e].from].raw + slot}, p};
      position += phi.type.slots();
    }
  }

  // Entries and predecessors are the same set. Predecessors get negative marks so that an edge pair between two blocks counts once.
  void checkPredecessors(BlockIndex b, const Phi& phi) {
    size_t predecessors = 0;
    for (uint32_t e : edgesInto_[b]) {
      const BlockIndex from = f_.edges[e].from;
      CHECK(seen_[from] == round_ || seen_[from] == -round_,
            fmt::format("a phi of block {} lacks a predecessor {}", f_.blocks[b].name, where()));
      if (seen_[from] == round_) ++predecessors;
      seen_[from] = -round_;
    }
    CHECK(predecessors == phi.incoming.size(),
          fmt::format("a phi of block {} has an entry for a block that is no predecessor {}", f_.blocks[b].name, where()));
  }

  void markOverlaps() {
    std::vector<uint32_t> writtenBy(f_.registerCount, kUnset);
    for (uint32_t e = 0; e < f_.edges.size(); ++e) {
      Edge& edge = f_.edges[e];
      for (uint32_t m = 0; m < edge.moveCount; ++m) {
        const Move& move = f_.moves[edge.firstMove + m];
        if (!move.source.isConstant() && writtenBy[move.source.index()] == e) edge.overlapping = true;
        writtenBy[move.dst] = e;
      }
    }
  }

  Function& f_;
  std::vector<std::vector<uint32_t>> edgesInto_;  // by block
  std::vector<Operand> source_;                   // by predecessor block, of the phi at hand
  std::vector<int64_t> seen_;                     // round_ in which source_ was set
  int64_t round_ = 0;
};

}  // namespace

void finish(Function& function) {
  Finisher(function).run();
  // Programs stay in memory, and harnesses make them large.
  function.blocks.shrink_to_fit();
  function.instructions.shrink_to_fit();
  function.edges.shrink_to_fit();
  function.moves.shrink_to_fit();
  function.calls.shrink_to_fit();
  function.constants.shrink_to_fit();
  function.notes.shrink_to_fit();
}

}  // namespace cleave::program
