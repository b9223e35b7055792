// Three steps, repeated until none applies; each keeps what every register holds where it is read, and removes a block.
//
//   append     B: jump J, and nobody else leads to J        J becomes the end of B
//   choose     B: branch c, T, F; both lead to J at once    the code of T and F goes into B, phis of J for the two ways become selects by c
//              (one of them may be J itself)
//   combine    B: branch c, M, E; M: branch d, X, E         the code of M goes into B, which branches to X or E by `c ? d : …`
//
// The code that is moved is pure: it computes integers from integers, whatever they are, so that nobody notices it on ways where it did not
// run. An arm that is undefined on the way that is not taken is no matter either: the VM decides a select then (vm/ops_control.cpp). Only a
// select that looks at an undefined condition is noticed, wherever it stands: its run ends as unfinished, and whoever wants to know takes
// the function as it was.
#include "program/merge.h"

#include <algorithm>
#include <vector>

#include "program/facts.h"
#include "program/finish.h"
#include "support/check.h"

namespace cleave::program {

namespace {

constexpr size_t kMostMoved = 24;  // instructions of an arm
constexpr unsigned kWidest = 64;   // bits of a value that is chosen

bool isPlainInteger(Type type) { return type.isInt() && type.width <= kWidest; }

class Merger {
 public:
  Merger(const Function& function, const IsDefined& isDefined, Undefined undefined)
      : f_(function), isDefined_(isDefined), undefined_(undefined) {
    nodes_.resize(f_.blocks.size());
    for (BlockIndex b = 0; b < f_.blocks.size(); ++b) {
      const Block& block = f_.blocks[b];
      nodes_[b].phis = block.phis;
      nodes_[b].code.assign(f_.instructions.begin() + block.first, f_.instructions.begin() + block.end);
    }
    for (uint32_t e = 0; e < f_.edges.size(); ++e) {
      nodes_[f_.edges[e].from].out.push_back(e);
      ++nodes_[f_.edges[e].to].in;
    }
  }

  std::optional<Function> run() {
    bool any = false;
    for (bool changed = true; changed;) {
      changed = false;
      for (BlockIndex b = static_cast<BlockIndex>(nodes_.size()); b-- > 0;)
        while (nodes_[b].isAlive && (append(b) || choose(b) || combine(b))) changed = true;
      any = any || changed;
    }
    if (!any || merged_ == 0) return std::nullopt;
    rebuild();
    return std::move(f_);
  }

 private:
  struct Node {
    std::vector<Phi> phis;
    std::vector<Instruction> code;  // the last is the terminator
    std::vector<uint32_t> out;      // edges
    uint32_t in = 0;                // how many edges lead here
    bool isAlive = true;

    const Instruction& end() const { return code.back(); }
  };

  // Where a block goes on if its condition is true, and if not.
  struct Ways {
    BlockIndex yes, no;
  };
  std::optional<Ways> waysOf(BlockIndex b) const {
    const Instruction& end = nodes_[b].end();
    if (end.op != Op::Branch) return std::nullopt;
    const Ways ways{f_.edges[end.extra].to, f_.edges[static_cast<size_t>(end.imm)].to};
    if (ways.yes == ways.no || (undefined_ == Undefined::Stay && !isDefined(end.a))) return std::nullopt;
    return ways;
  }

  bool isDefined(Operand condition) const {
    const bool isOwn = isRegister(condition) && condition.index() >= firstOwn_;  // made of other conditions, by combine()
    return isOwn ? ownIsDefined_[condition.index() - firstOwn_] : isDefined_(condition);
  }

  // --- what may move

  bool isMovable(const Instruction& i) const {
    if (!isPure(i.op) || !isPlainInteger(i.type)) return false;
    if (familyOf(i.op) == Family::Cast) return isPlainInteger(i.sourceType);
    return i.op != Op::Mul || i.a.isConstant() || i.b.isConstant();  // a product of inputs is hard for the solver
  }

  // Comes from one block alone, and holds nothing but pure code before its end.
  bool isMovable(BlockIndex b) const {
    const Node& node = nodes_[b];
    return b != 0 && node.in == 1 && node.phis.empty() && node.code.size() <= kMostMoved + 1 &&
           std::all_of(node.code.begin(), node.code.end() - 1, [&](const Instruction& i) { return isMovable(i); });
  }

  // Where an arm of b leads; b's successor itself if it is no arm.
  BlockIndex behind(BlockIndex arm) const {
    return isMovable(arm) && nodes_[arm].end().op == Op::Jump ? f_.edges[nodes_[arm].end().extra].to : arm;
  }

  static Operand valueFrom(const Phi& phi, BlockIndex from) {
    const auto found = std::ranges::find(phi.incoming, from, &std::pair<BlockIndex, Operand>::first);
    CHECK(found != phi.incoming.end(), "a phi lacks a predecessor");
    return found->second;
  }

  // Phis can choose between what comes from the two blocks.
  bool canChoose(BlockIndex at, BlockIndex one, BlockIndex other) const {
    return std::ranges::all_of(nodes_[at].phis, [&](const Phi& phi) {
      return isPlainInteger(phi.type) || (phi.type.slots() == 1 && valueFrom(phi, one) == valueFrom(phi, other));
    });
  }

  // --- the steps

  bool append(BlockIndex b) {
    if (nodes_[b].end().op != Op::Jump) return false;
    const BlockIndex next = f_.edges[nodes_[b].end().extra].to;
    if (next == b || next == 0 || nodes_[next].in != 1 || !nodes_[next].phis.empty()) return false;
    drop(b);
    moveCode(next, b);
    moveEnd(next, b);
    return true;
  }

  bool choose(BlockIndex b) {
    const std::optional<Ways> ways = waysOf(b);
    if (!ways) return false;
    const BlockIndex join = behind(ways->yes);
    if (join != behind(ways->no)) return false;
    const BlockIndex yes = join == ways->yes ? b : ways->yes, no = join == ways->no ? b : ways->no;
    if (join == b || !canChoose(join, yes, no)) return false;
    const Instruction branch = nodes_[b].end();
    drop(b);
    for (const BlockIndex arm : {yes, no}) {
      if (arm == b) continue;
      moveCode(arm, b);
      nodes_[b].code.pop_back();  // its jump
      for (const uint32_t e : nodes_[arm].out) --nodes_[f_.edges[e].to].in;
      retire(arm);
    }
    choosePhis(join, b, branch, yes, no);
    Instruction jump;
    jump.op = Op::Jump;
    jump.extra = newEdge(b, join);
    jump.loc = branch.loc;
    nodes_[b].code.push_back(jump);
    settleJoin(join, b);
    ++merged_;
    return true;
  }

  bool combine(BlockIndex b) {
    const std::optional<Ways> ways = waysOf(b);
    if (!ways) return false;
    for (const bool onYes : {true, false}) {
      const BlockIndex middle = onYes ? ways->yes : ways->no, exit = onYes ? ways->no : ways->yes;
      if (middle == b || exit == b || !isMovable(middle)) continue;
      const std::optional<Ways> onward = waysOf(middle);
      if (!onward || (onward->yes != exit && onward->no != exit)) continue;
      const BlockIndex past = onward->yes == exit ? onward->no : onward->yes;
      if (past == b || past == middle || !canChoose(exit, b, middle)) continue;
      const Instruction branch = nodes_[b].end();
      drop(b);
      moveCode(middle, b);
      Instruction end = nodes_[b].end();
      nodes_[b].code.pop_back();
      const Operand exits = constantBit(onward->yes == exit);
      const bool isDefined = this->isDefined(branch.a) && this->isDefined(end.a);
      end.a = select(b, branch, Type::integer(1), onYes ? end.a : exits, onYes ? exits : end.a);
      ownIsDefined_[end.a.index() - firstOwn_] = isDefined;
      choosePhis(exit, b, branch, onYes ? middle : b, onYes ? b : middle);
      nodes_[b].code.push_back(end);
      moveEnd(middle, b);
      ++merged_;
      return true;
    }
    return false;
  }

  // --- their parts

  void drop(BlockIndex b) {  // its end, and the edges from there
    for (const uint32_t e : nodes_[b].out) --nodes_[f_.edges[e].to].in;
    nodes_[b].out.clear();
    nodes_[b].code.pop_back();
  }

  void retire(BlockIndex b) {
    nodes_[b] = {};
    nodes_[b].isAlive = false;
  }

  void moveCode(BlockIndex from, BlockIndex to) {
    nodes_[to].code.insert(nodes_[to].code.end(), nodes_[from].code.begin(), nodes_[from].code.end());
  }

  // The edges of `from` leave `to` instead, and `from` is no more.
  void moveEnd(BlockIndex from, BlockIndex to) {
    for (const uint32_t e : nodes_[from].out) {
      f_.edges[e].from = to;
      for (Phi& phi : nodes_[f_.edges[e].to].phis)
        for (auto& incoming : phi.incoming)
          if (incoming.first == from) incoming.first = to;
    }
    nodes_[to].out = std::move(nodes_[from].out);
    retire(from);
  }

  uint32_t newEdge(BlockIndex from, BlockIndex to) {
    f_.edges.push_back({from, to});
    nodes_[from].out.push_back(static_cast<uint32_t>(f_.edges.size() - 1));
    ++nodes_[to].in;
    return nodes_[from].out.back();
  }

  Operand constantBit(bool value) {
    Constant constant;
    constant.type = Type::integer(1);
    constant.bits = value ? 1 : 0;
    f_.constants.push_back(constant);
    return Operand::constant(static_cast<uint32_t>(f_.constants.size() - 1));
  }

  Operand select(BlockIndex at, const Instruction& branch, Type type, Operand yes, Operand no) {
    Instruction i;
    i.op = Op::Select;
    i.type = type;
    i.dst = f_.registerCount++;
    i.a = branch.a;
    i.b = yes;
    i.c = no;
    i.loc = branch.loc;
    if (!isDefined(branch.a)) i.flag = kLooks;
    nodes_[at].code.push_back(i);
    ownIsDefined_.push_back(false);
    return Operand::reg(i.dst);
  }

  // What came from the blocks `yes` and `no` comes from b, chosen by its branch.
  void choosePhis(BlockIndex at, BlockIndex b, const Instruction& branch, BlockIndex yes, BlockIndex no) {
    for (Phi& phi : nodes_[at].phis) {
      const Operand one = valueFrom(phi, yes), other = valueFrom(phi, no);
      std::erase_if(phi.incoming, [&](const auto& each) { return each.first == yes || each.first == no; });
      phi.incoming.emplace_back(b, one == other ? one : select(b, branch, phi.type, one, other));
    }
  }

  // A join that nobody else comes to needs no phis.
  void settleJoin(BlockIndex join, BlockIndex b) {
    if (nodes_[join].in != 1) return;
    Instruction jump = nodes_[b].code.back();
    nodes_[b].code.pop_back();
    for (const Phi& phi : nodes_[join].phis) {
      Instruction copy;
      copy.op = Op::Copy;
      copy.type = phi.type;
      copy.dst = phi.dst;
      copy.a = phi.incoming.front().second;
      copy.loc = phi.loc;
      nodes_[b].code.push_back(copy);
    }
    nodes_[join].phis.clear();
    nodes_[b].code.push_back(jump);
  }

  // --- the function again

  void rebuild() {
    std::vector<BlockIndex> number(nodes_.size(), 0);
    std::vector<Block> blocks;
    std::vector<Instruction> code;
    for (BlockIndex b = 0; b < nodes_.size(); ++b) {
      if (!nodes_[b].isAlive) continue;
      number[b] = static_cast<BlockIndex>(blocks.size());
      Block block{f_.blocks[b].name, std::move(nodes_[b].phis), static_cast<InstIndex>(code.size()), 0};
      code.insert(code.end(), nodes_[b].code.begin(), nodes_[b].code.end());
      block.end = static_cast<InstIndex>(code.size());
      blocks.push_back(std::move(block));
    }
    std::vector<uint32_t> edgeNumber(f_.edges.size(), 0);
    std::vector<Edge> edges;
    for (BlockIndex b = 0; b < nodes_.size(); ++b)
      for (const uint32_t e : nodes_[b].out) {
        edgeNumber[e] = static_cast<uint32_t>(edges.size());
        edges.push_back({number[f_.edges[e].from], number[f_.edges[e].to]});
      }
    for (Block& block : blocks)
      for (Phi& phi : block.phis)
        for (auto& incoming : phi.incoming) incoming.first = number[incoming.first];
    for (Instruction& i : code) {
      if (i.op == Op::Jump || i.op == Op::Branch) i.extra = edgeNumber[i.extra];
      if (i.op == Op::Branch) i.imm = edgeNumber[static_cast<size_t>(i.imm)];
      if (i.op != Op::Switch) continue;
      SwitchTable& table = f_.switches[i.extra];
      table.defaultEdge = edgeNumber[table.defaultEdge];
      for (SwitchCase& each : table.cases) each.edge = edgeNumber[each.edge];
    }
    f_.blocks = std::move(blocks);
    f_.instructions = std::move(code);
    f_.notes.clear();  // they were about the old ones
    f_.edges = std::move(edges);
    finish(f_);
  }

  Function f_;
  const IsDefined& isDefined_;
  const Undefined undefined_;
  const Reg firstOwn_ = f_.registerCount;
  std::vector<bool> ownIsDefined_;  // by register from firstOwn_ on
  std::vector<Node> nodes_;         // by block
  size_t merged_ = 0;        // branches
};

}  // namespace

std::optional<Function> mergeBranches(const Function& function, const IsDefined& isDefined, Undefined undefined) {
  if (function.blocks.size() < 2) return std::nullopt;
  return Merger(function, isDefined, undefined).run();
}

}  // namespace cleave::program
