// The obligation of src/change: two runs that execute no marked instruction are in lock-step. Checked on random pairs of small programs (a
// tree of statements and a mutated copy of it, both lowered to SSA), run by a small interpreter that sees every single instruction.
#include <gtest/gtest.h>

#include <functional>

#include "builder.h"
#include "change/change.h"
#include "support/random.h"

namespace cleave::change {
namespace {

using namespace testing;

constexpr unsigned kVariables = 4;  // the first two are the parameters

struct Statement {
  enum class Kind { Assign, If, Loop, Switch, Return, Call } kind = Kind::Assign;
  Op op = Op::Add;
  unsigned target = 0, left = 0, right = 0;  // variables
  bool rightIsNumber = false;
  uint64_t number = 0;
  IntPredicate predicate = IntPredicate::ULt;
  std::vector<Statement> first, second;
};
using Body = std::vector<Statement>;

class Maker {
 public:
  explicit Maker(Random& random) : random_(random) {}

  Body body(unsigned depth) {
    Body list;
    for (uint64_t n = 1 + random_.below(4); n > 0; --n) list.push_back(statement(depth));
    return list;
  }

  Statement statement(unsigned depth) {
    Statement s;
    uint64_t choice = random_.below(depth == 0 ? 60 : 100);
    s.kind = choice < 50   ? Statement::Kind::Assign
             : choice < 57 ? Statement::Kind::Call
             : choice < 60 ? Statement::Kind::Return
             : choice < 80 ? Statement::Kind::If
             : choice < 92 ? Statement::Kind::Loop
                           : Statement::Kind::Switch;
    static constexpr Op kOps[] = {Op::Add, Op::Sub, Op::Mul, Op::And, Op::Xor};
    s.op = kOps[random_.below(5)];
    s.target = variable();
    s.left = variable();
    s.right = variable();
    s.rightIsNumber = random_.chance(50);
    s.number = random_.below(5);
    s.predicate = static_cast<IntPredicate>(random_.below(6));
    if (choice >= 60) {
      s.first = body(depth - 1);
      s.second = body(depth - 1);
    }
    return s;
  }

  void mutate(Body& list, unsigned depth) {
    size_t at = random_.below(list.size());
    Statement& s = list[at];
    if (!s.first.empty() && random_.chance(60)) return mutate(random_.chance(50) ? s.first : s.second, depth == 0 ? 0 : depth - 1);
    switch (random_.below(8)) {
      case 0:
        list.insert(list.begin() + static_cast<ptrdiff_t>(at), statement(depth));
        break;
      case 1:
        if (list.size() > 1) list.erase(list.begin() + static_cast<ptrdiff_t>(at));
        break;
      case 2:
        s.op = s.op == Op::Add ? Op::Sub : Op::Add;
        break;
      case 3:
        s.number = random_.below(5);
        break;
      case 4:
        s.left = variable();
        break;
      case 5:
        s.target = variable();
        break;
      case 6:
        std::swap(s.first, s.second);
        break;
      case 7: {  // put it under a condition
        Statement outer = statement(0);
        outer.kind = Statement::Kind::If;
        outer.first = outer.second = {s};
        s = outer;
        break;
      }
    }
  }

 private:
  unsigned variable() { return static_cast<unsigned>(random_.below(kVariables)); }
  Random& random_;
};

class Lowering {
 public:
  // Calls go to the functions 1 to `helpers`.
  Lowering(const Body& body, const std::string& name, size_t helpers) : b_(name, 2), helpers_(helpers) {
    Environment env{b_.parameter(0), b_.parameter(1), b_.number(1), b_.number(2)};
    if (lower(body, env)) b_.ret(b_.binary(Op::Xor, env[2], env[3]));
  }
  Function take() { return b_.take(); }

 private:
  using Environment = std::vector<Operand>;

  // False when the end of the list is not reached.
  bool lower(const Body& body, Environment& env) {
    for (const Statement& s : body) {
      b_.line(++line_);
      if (!lower(s, env)) return false;
    }
    return true;
  }

  Operand right(const Statement& s, const Environment& env) { return s.rightIsNumber ? b_.number(s.number) : env[s.right]; }

  bool lower(const Statement& s, Environment& env) {
    switch (s.kind) {
      case Statement::Kind::Assign:
        env[s.target] = b_.binary(s.op, env[s.left], right(s, env));
        return true;
      case Statement::Kind::Call:
        env[s.target] = b_.call(FunctionId(1 + s.number % helpers_), {env[s.left]});
        return true;
      case Statement::Kind::Return:
        b_.ret(env[s.left]);
        return false;
      case Statement::Kind::If:
        return lowerIf(s, env);
      case Statement::Kind::Switch:
        return lowerSwitch(s, env);
      case Statement::Kind::Loop:
        return lowerLoop(s, env);
    }
    return true;
  }

  bool join(const std::vector<std::pair<BlockIndex, Environment>>& ends, BlockIndex block, Environment& env) {
    if (ends.empty()) return false;
    b_.at(block);
    for (unsigned v = 0; v < kVariables; ++v) {
      bool same = true;
      std::vector<std::pair<BlockIndex, Operand>> incoming;
      for (const auto& [from, values] : ends) {
        incoming.emplace_back(from, values[v]);
        same &= values[v] == ends[0].second[v];
      }
      env[v] = same ? ends[0].second[v] : b_.phi(incoming);
    }
    return true;
  }

  void arm(const Body& body, BlockIndex block, Environment env, BlockIndex next, std::vector<std::pair<BlockIndex, Environment>>& ends) {
    b_.at(block);
    if (!lower(body, env)) return;
    ends.emplace_back(b_.current(), env);
    b_.jump(next);
  }

  bool lowerIf(const Statement& s, Environment& env) {
    Operand condition = b_.compare(s.predicate, env[s.left], right(s, env));
    BlockIndex yes = b_.newBlock(), no = b_.newBlock(), next = b_.newBlock();
    b_.branch(condition, yes, no);
    std::vector<std::pair<BlockIndex, Environment>> ends;
    arm(s.first, yes, env, next, ends);
    arm(s.second, no, env, next, ends);
    if (join(ends, next, env)) return true;
    b_.at(next);
    b_.ret(b_.number(99));  // never reached; a block needs a terminator
    return false;
  }

  bool lowerSwitch(const Statement& s, Environment& env) {
    BlockIndex one = b_.newBlock(), two = b_.newBlock(), none = b_.newBlock(), next = b_.newBlock();
    b_.switchOn(env[s.left], {{s.number, one}, {s.number + 1, two}}, none);
    std::vector<std::pair<BlockIndex, Environment>> ends;
    arm(s.first, one, env, next, ends);
    arm(s.second, two, env, next, ends);
    arm({}, none, env, next, ends);
    return join(ends, next, env);
  }

  // for (i = 0; i < number; ++i) first;
  bool lowerLoop(const Statement& s, Environment& env) {
    BlockIndex from = b_.current(), head = b_.newBlock(), body = b_.newBlock(), next = b_.newBlock();
    b_.jump(head);
    b_.at(head);
    Operand counter = b_.phi({{from, b_.number(0)}});
    for (unsigned v = 0; v < kVariables; ++v) env[v] = b_.phi({{from, env[v]}});
    b_.branch(b_.compare(IntPredicate::ULt, counter, b_.number(s.number)), body, next);
    b_.at(body);
    Environment inner = env;
    if (lower(s.first, inner)) {
      Operand increased = b_.binary(Op::Add, counter, b_.number(1));
      b_.addIncoming(head, 0, b_.current(), increased);
      for (unsigned v = 0; v < kVariables; ++v) b_.addIncoming(head, 1 + v, b_.current(), inner[v]);
      b_.jump(head);
    }
    b_.at(next);
    return true;
  }

  FunctionBuilder b_;
  size_t helpers_;
  uint32_t line_ = 1;
};

struct Helper {
  std::string name;
  Body body;
};

Program lowered(const Body& body, const std::vector<Helper>& helpers) {
  // The helpers call nothing: they stand in the same program, with their calls made assignments.
  std::function<void(Body&)> withoutCalls = [&](Body& list) {
    for (Statement& s : list) {
      if (s.kind == Statement::Kind::Call) s.kind = Statement::Kind::Assign;
      withoutCalls(s.first);
      withoutCalls(s.second);
    }
  };
  std::vector<Function> functions{Lowering(body, "f", helpers.size()).take()};
  for (Helper helper : helpers) {
    withoutCalls(helper.body);
    functions.push_back(Lowering(helper.body, helper.name, helpers.size()).take());
  }
  return programOf(std::move(functions));
}

struct Trace {
  uint64_t result = 0;
  uint64_t hash = 0;  // of the operations and values, in order
  bool marked = false;
  bool finished = true;
};

class Interpreter {
 public:
  Interpreter(const Program& program, const std::vector<InstructionMarks>& marks) : program_(program), marks_(marks) {}

  Trace run(uint64_t x, uint64_t y) {
    trace_.result = call(FunctionId(0), x, y);
    return trace_;
  }

 private:
  void note(uint64_t number) { trace_.hash = (trace_.hash ^ number) * 0x9e3779b97f4a7c15 + (trace_.hash >> 23); }

  uint64_t call(FunctionId id, uint64_t x, uint64_t y) {
    const Function& f = program_.function(id);
    const InstructionMarks& marks = marks_[id.value];
    std::vector<uint64_t> registers(f.registerCount);
    registers[0] = x;
    registers[1] = y;
    auto get = [&](Operand o) { return o.isConstant() ? f.constants[o.index()].bits : registers[o.index()]; };
    BlockIndex block = 0;
    while (++steps_ < 5000) {
      for (InstIndex k = f.blocks[block].first; k < f.blocks[block].end; ++k) {
        const Instruction& i = f.instructions[k];
        trace_.marked |= marks.instructions[k] != 0;
        note(static_cast<uint64_t>(i.op));
        if (i.op == Op::Return) {
          note(get(f.calls[i.extra].arguments[0]));
          return get(f.calls[i.extra].arguments[0]);
        }
        if (isTerminator(i.op)) {
          enter(f, marks, registers, block, f.edges[edgeOf(f, i, i.a.present() ? get(i.a) : 0)].to);
          break;
        }
        if (i.op == Op::Call) {
          const CallInfo& info = f.calls[i.extra];
          registers[info.results[0]] = call(info.callee, get(info.arguments[0]), 5);
        } else {
          registers[i.dst] = compute(i, get(i.a), get(i.b));
        }
        note(i.op == Op::Call ? registers[f.calls[i.extra].results[0]] : registers[i.dst]);
      }
    }
    trace_.finished = false;
    return 0;
  }

  void enter(const Function& f, const InstructionMarks& marks, std::vector<uint64_t>& registers, BlockIndex& block, BlockIndex to) {
    std::vector<uint64_t> values;
    for (size_t p = 0; p < f.blocks[to].phis.size(); ++p) {
      trace_.marked |= marks.phis[to][p] != 0;
      for (const auto& [from, value] : f.blocks[to].phis[p].incoming)
        if (from == block) values.push_back(value.isConstant() ? f.constants[value.index()].bits : registers[value.index()]);
    }
    for (size_t p = 0; p < values.size(); ++p) {
      registers[f.blocks[to].phis[p].dst] = values[p];
      note(values[p]);
    }
    block = to;
  }

  static uint64_t edgeOf(const Function& f, const Instruction& i, uint64_t value) {
    if (i.op == Op::Jump) return i.extra;
    if (i.op == Op::Branch) return value ? i.extra : static_cast<uint64_t>(i.imm);
    for (const SwitchCase& c : f.switches[i.extra].cases)
      if (c.value == value) return c.edge;
    return f.switches[i.extra].defaultEdge;
  }

  static uint64_t compute(const Instruction& i, uint64_t a, uint64_t b) {
    if (i.op == Op::ICmp) {
      auto predicate = static_cast<IntPredicate>(i.flag);  // one of the first six
      bool less = predicate == IntPredicate::ULt || predicate == IntPredicate::ULe || predicate == IntPredicate::Ne;
      bool equal = predicate == IntPredicate::ULe || predicate == IntPredicate::UGe || predicate == IntPredicate::Eq;
      bool greater = predicate == IntPredicate::UGt || predicate == IntPredicate::UGe || predicate == IntPredicate::Ne;
      return a < b ? less : a == b ? equal : greater;
    }
    uint64_t r = i.op == Op::Add ? a + b : i.op == Op::Sub ? a - b : i.op == Op::Mul ? a * b : i.op == Op::And ? (a & b) : a ^ b;
    return r & 0xffffffff;
  }

  const Program& program_;
  const std::vector<InstructionMarks>& marks_;
  Trace trace_;
  uint64_t steps_ = 0;
};

struct Counts {
  uint64_t clean = 0, different = 0;
};

void expectLockStep(const Program& before, const Program& after, const Changes& changes, int round, Counts& counts) {
  const FunctionPair* pair = changes.pairOf(Side::After, FunctionId(0));
  ASSERT_NE(pair, nullptr);
  ASSERT_EQ(pair->before, FunctionId(0));
  for (uint64_t x = 0; x < 8; ++x)
    for (uint64_t y = 0; y < 4; ++y) {
      Trace s = Interpreter(before, changes.marks.before).run(x, y), t = Interpreter(after, changes.marks.after).run(x, y);
      if (!s.finished || !t.finished) continue;
      counts.different += s.result != t.result;
      ASSERT_FALSE(pair->sameDeep && (s.marked || t.marked)) << "round " << round;
      if (s.marked || t.marked) continue;
      counts.clean += !pair->sameDeep;
      ASSERT_EQ(s.result, t.result) << "round " << round << " inputs " << x << ' ' << y;
      ASSERT_EQ(s.hash, t.hash) << "round " << round << " inputs " << x << ' ' << y;
    }
}

TEST(LockStep, RunsWithoutMarksDoTheSame) {
  Random random(20240607);
  Counts counts;
  uint64_t changedPairs = 0, samePairs = 0;
  for (int round = 0; round < 3000; ++round) {
    Maker maker(random);
    Body body = maker.body(3), helper = maker.body(1);
    Body mutated = body, mutatedHelper = helper;
    for (uint64_t n = random.below(4); n > 0; --n) maker.mutate(mutated, 2);
    if (random.chance(20)) maker.mutate(mutatedHelper, 0);
    Program before = lowered(body, {{"helper", helper}}), after = lowered(mutated, {{"helper", mutatedHelper}});
    Changes changes = findChanges(before, after);
    ++(changes.functions[0].sameDeep ? samePairs : changedPairs);
    ASSERT_NO_FATAL_FAILURE(expectLockStep(before, after, changes, round, counts));
  }
  // The test has teeth: there are pairs that differ, and clean runs of changed functions.
  EXPECT_GT(counts.different, 10000u);
  EXPECT_GT(counts.clean, 5000u);
  EXPECT_GT(changedPairs, 1000u);
  EXPECT_GT(samePairs, 300u);
}

// Whichever functions are taken as each other's version: by name, by likeness, as given; rightly or not.
TEST(LockStep, HoldsForRenamedAndWronglyPairedFunctions) {
  Random random(20240611);
  Counts counts;
  uint64_t similar = 0, given = 0, same = 0;
  for (int round = 0; round < 2000; ++round) {
    Maker maker(random);
    Body body = maker.body(3);
    std::vector<Helper> helpers{{"first", maker.body(1)}, {"second", maker.body(1)}, {"third", maker.body(1)}};
    std::vector<Helper> changed = helpers;
    if (random.chance(30)) maker.mutate(changed[random.below(3)].body, 0);
    if (random.chance(30)) std::swap(changed[0].body, changed[1].body);
    if (random.chance(30)) std::swap(changed[0].name, changed[2].name);
    for (Helper& helper : changed)
      if (random.chance(40)) helper.name = "new_" + helper.name;
    Body mutated = body;
    for (uint64_t n = random.below(3); n > 0; --n) maker.mutate(mutated, 2);
    Program before = lowered(body, helpers), after = lowered(mutated, changed);
    Hints hints;
    if (random.chance(50)) hints.pairs.emplace_back(FunctionId(1 + random.below(3)), FunctionId(1 + random.below(3)));
    Changes changes = findChanges(before, after, hints);
    for (const FunctionPair& pair : changes.functions) {
      similar += pair.by == PairedBy::Similarity;
      given += pair.by == PairedBy::User;
    }
    same += changes.functions[0].sameDeep;
    ASSERT_NO_FATAL_FAILURE(expectLockStep(before, after, changes, round, counts));
  }
  EXPECT_GT(counts.different, 5000u);
  EXPECT_GT(counts.clean, 2000u);
  EXPECT_GT(similar, 500u);
  EXPECT_GT(given, 500u);
  EXPECT_GT(same, 100u);
}

}  // namespace
}  // namespace cleave::change
