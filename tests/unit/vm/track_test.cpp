// What values rely on, rule by rule: small functions are run on one input, and the decisions that the result, a global, the output or the
// end of the run relies on are named by their source lines.
#include <gtest/gtest.h>

#include "../c_program.h"
#include "flow/effects.h"
#include "vm/run.h"
#include "vm/track_plan.h"

namespace cleave::vm {
namespace {

using Lines = std::set<uint32_t>;
using program::Op;

class Tracked {
 public:
  explicit Tracked(const std::string& text)
      : code_(text),
        pointsTo_(code_.program(), code_.id("f")),
        definedness_(pointsTo_),
        effects_(pointsTo_, definedness_, marks_),
        leaves_(pool_),
        vm_(code_.program(), pool_, RunLimits()) {
    binding_.function = code_.id("f");
    for (const program::Parameter& parameter : code_.function("f").parameters) {
      InputCell cell;
      cell.name = "p" + std::to_string(plan_.cells.size());
      cell.sort = expr::Sort::bits(parameter.type.width);
      cell.symbol = pool_.addSymbol({cell.name, cell.sort, true});
      binding_.cellOfParameter.push_back(static_cast<uint32_t>(plan_.cells.size()));
      plan_.cells.push_back(cell);
    }
    makePlan();
    vm_.track(&track_);
  }

  Tracked& run(std::initializer_list<int64_t> input) {
    expr::Assignment values(pool_.symbolCount(), 0);
    size_t k = 0;
    for (const int64_t value : input) {
      const InputCell& cell = plan_.cells.at(k++);
      values[cell.symbol.value] = truncateTo(static_cast<U128>(value), cell.sort.width);
    }
    run_ = vm_.run(binding_, plan_, values, Mode::Symbolic, budget_);
    EXPECT_NE(run_.outcome.kind, OutcomeKind::Unfinished) << run_.outcome.reason;
    return *this;
  }

  Lines result() const { return linesOf(run_.cells.at(0).rel); }
  Lines global(const std::string& name) { return linesOf(vm_.relianceOf(code_.global(name))); }
  Lines output(unsigned channel = 0) const { return linesOf(run_.reliance.output[channel].all); }
  Lines end() const { return linesOf(run_.reliance.outcome.all); }
  const Run& last() const { return run_; }

 private:
  void makePlan() {
    track_.effects = &effects_;
    track_.leaves = &leaves_;
    track_.functions.resize(code_.program().functions.size());
    for (const program::FunctionId id : pointsTo_.reached()) {
      const program::Function& function = code_.program().function(id);
      FunctionNotes& notes = track_.functions[id.value];
      for (const program::Instruction& i : function.instructions) {
        CodeNote note;
        note.traps = i.op == Op::Call ? true : effects_.mayTrap(id, i);
        notes.instructions.push_back(note);
      }
      for (const program::Block& block : function.blocks) notes.phis.emplace_back(block.phis.size());
      notes.parameters.resize(function.parameters.size());
      notes.leafRegisters.resize(function.registerCount, 0);
    }
  }

  Lines linesOf(RelId rel) const {
    const RelId roots[] = {rel};
    Lines lines;
    for (const uint32_t index : vm_.flatten(roots).decisions) {
      const Decision& decision = run_.decisions.at(index);
      lines.insert(code_.program().function(decision.function).instructions[decision.instruction].loc.line);
    }
    return lines;
  }

  test::CProgram code_;
  flow::PointsTo pointsTo_;
  flow::Definedness definedness_;
  flow::CodeMarks marks_;
  flow::EffectTable effects_;
  expr::ExprPool pool_;
  LeafSymbols leaves_;
  TrackPlan track_;
  InputSpace plan_;
  EntryBinding binding_;
  Budget budget_{Seconds(60), nullptr};
  Vm vm_;
  Run run_;
};

// --- 1: constants, inputs, pure operations

TEST(Track, PureOperationsRelyOnTheirOperands) {
  Tracked t(R"(int f(int a, int b) {
  int x = 0;
  if (a > 3) x = 1;
  int unrelated = 0;
  if (b > 3) unrelated = 1;
  return (x * 7 + b) ^ 5;
})");
  EXPECT_EQ(t.run({0, 0}).result(), Lines{3});
  EXPECT_EQ(t.run({9, 9}).result(), Lines{3});
}

TEST(Track, InputsRelyOnNothing) {
  Tracked t("int f(int a) { return a + 1; }");
  EXPECT_EQ(t.run({3}).result(), Lines{});
}

// --- 2: phis

TEST(Track, APhiReliesOnWhatClosesThere) {
  Tracked t(R"(int f(int a, int b) {
  int x = 1;
  if (a > 3)
    if (b > 3)
      x = 2;
  return x;
})");
  EXPECT_EQ(t.run({0, 0}).result(), Lines{3}) << "the inner branch was not met";
  EXPECT_EQ(t.run({9, 0}).result(), (Lines{3, 4})) << "not assigned, and yet it might have been";
  EXPECT_EQ(t.run({9, 9}).result(), (Lines{3, 4}));
}

TEST(Track, AConcreteConditionThatReliesOnSomethingIsNoDecisionOfItsOwn) {
  Tracked t(R"(int f(int a) {
  int flag = 0;
  if (a > 3) flag = 1;
  int x = 5;
  if (flag) x = 6;
  return x;
})");
  EXPECT_EQ(t.run({0}).result(), Lines{3});
}

// --- 3: loops

TEST(Track, WhatLeavesALoopReliesOnAllItsTests) {
  Tracked t(R"(int f(int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s = s + 2;
  return s;
})");
  t.run({3});
  EXPECT_EQ(t.result(), Lines{3});
  EXPECT_EQ(t.last().decisions.size(), 4u);
}

TEST(Track, ALoopThatNobodyReadsIsNotReliedOn) {
  Tracked t(R"(int f(int n, int a) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s = s + i;
  int x = 2;
  if (a > 3) x = 1;
  if (s < 0) x = x;
  return x;
})");
  EXPECT_EQ(t.run({3, 0}).result(), Lines{6});
}

TEST(Track, BreakDecidesWhatTheLoopLeaves) {
  Tracked t(R"(int f(int k) {
  int i;
  for (i = 0; i < 4; i++)
    if (i == k) break;
  return i;
})");
  EXPECT_EQ(t.run({2}).result(), Lines{4});
  EXPECT_EQ(t.run({9}).result(), Lines{4});
}

// --- 4: memory

TEST(Track, ALoadReliesOnRegionsThatClosedSinceTheStore) {
  Tracked t(R"(static int g, h;
int f(int a, int b, int c) {
  if (a > 3) g = 1;
  g = 2;
  if (b > 3) g = 3;
  if (c > 3) h = 4;
  return g;
})");
  EXPECT_EQ(t.run({0, 0, 0}).result(), Lines{5});
  EXPECT_EQ(t.run({9, 0, 0}).result(), Lines{5}) << "the store behind it covers the first";
  EXPECT_EQ(t.run({0, 9, 9}).result(), Lines{5});
}

TEST(Track, AnUntouchedGlobalReliesOnNotBeingTouched) {
  Tracked t(R"(int g, h;
void f(int a, int b) {
  if (a > 3) g = 1;
  if (b > 3) h = 1;
})");
  EXPECT_EQ(t.run({0, 0}).global("g"), Lines{3});
  EXPECT_EQ(t.global("h"), Lines{4});
}

TEST(Track, AStoreThroughAnAddressThatReliesOnSomethingMayHaveHitOthers) {
  Tracked t(R"(static int g, h;
int f(int a) {
  int *p = &h;
  if (a > 3) p = &g;
  g = 5;
  *p = 7;
  return g;
})");
  EXPECT_EQ(t.run({0}).result(), Lines{4});
}

TEST(Track, CopiesCarryWhatTheBytesRelyOn) {
  Tracked t(R"(#include <string.h>
struct s { int x, y; long pad[4]; };
int f(int a, int b) {
  struct s u, v;
  memset(&u, 0, sizeof u);
  if (a > 3) u.x = 1;
  memcpy(&v, &u, sizeof u);
  if (b > 3) u.x = 2;
  return v.x;
})");
  EXPECT_EQ(t.run({0, 0}).result(), Lines{6});
}

TEST(Track, ACopyOfNothingReliesOnItsLength) {
  Tracked t(R"(#include <string.h>
static int g, h;
int f(unsigned n) {
  memcpy(&g, &h, n & 4);
  return g;
})");
  EXPECT_EQ(t.run({0}).result(), Lines{4});
}

TEST(Track, ASymbolicIndexReadsAndWritesEveryCell) {
  Tracked t(R"(static int cells[4];
int f(unsigned i, unsigned j, int a, int b) {
  if (a > 3) cells[2] = 5;
  cells[i & 3] = 7;
  if (b > 3) cells[1] = 6;
  return cells[j & 3];
})");
  const Lines lines = t.run({0, 1, 0, 0}).result();
  EXPECT_TRUE(lines.contains(3) && lines.contains(5));
}

TEST(Track, HeapObjectsStartUndefinedAndKeepTheirStores) {
  Tracked t(R"(#include <stdlib.h>
int f(int a, int b) {
  int *p = malloc(8);
  p[0] = 1;
  p[1] = 2;
  if (a > 3) p[0] = 3;
  if (b > 3) { free(p); return 0; }
  int r = p[0];
  free(p);
  return r;
})");
  EXPECT_EQ(t.run({0, 0}).result(), (Lines{6, 7}));
}

// --- 5: resolved addresses, sizes and targets

TEST(Track, ASizeThatWasFixedIsReliedOn) {
  Tracked t(R"(#include <stdlib.h>
int f(unsigned n) {
  char *p = realloc(malloc(n & 7), 4);
  p[0] = 1;
  return p[0];
})");
  t.run({3});
  bool size = false;
  for (const Decision& decision : t.last().decisions) size = size || decision.kind == DecisionKind::Size;
  EXPECT_TRUE(size);
}

TEST(Track, AnIndirectCallReliesOnItsTarget) {
  Tracked t(R"(static int one(int v) { return 1; }
static int two(int v) { return 2; }
int f(int a) {
  int (*p)(int) = one;
  if (a > 3) p = two;
  return p(5);
})");
  EXPECT_EQ(t.run({0}).result(), Lines{5});
}

TEST(Track, WhatAnotherTargetMightHaveWritten) {
  Tracked t(R"(static int g;
static void one(void) {}
static void two(void) { g = 2; }
int f(int a) {
  void (*p)(void) = one;
  if (a > 3) p = two;
  p();
  return g;
})");
  EXPECT_EQ(t.run({0}).result(), Lines{6});
}

// --- 6: output

TEST(Track, OutputReliesOnOpenRegionsAndThoseThatMightHavePrinted) {
  Tracked t(R"(#include <stdio.h>
static int g;
void f(int a, int b, int c) {
  if (a > 3) putchar('a');
  if (b > 3) g = 1;
  if (c > 3) {
    putchar('c');
  }
  putchar('.');
})");
  EXPECT_EQ(t.run({0, 0, 0}).output(), (Lines{4, 6}));
  EXPECT_EQ(t.run({9, 9, 9}).output(), (Lines{4, 6}));
  EXPECT_EQ(t.output(1), Lines{});
}

TEST(Track, OutputReliesOnWhatIsPrinted) {
  Tracked t(R"(#include <stdio.h>
void f(int a, int b) {
  int x = 1;
  if (a > 3) x = 2;
  printf("%d", x + b);
})");
  EXPECT_EQ(t.run({0, 0}).output(), Lines{4});
}

TEST(Track, PrintingNothingIsOutputToo) {
  Tracked t(R"(#include <stdio.h>
void f(unsigned n) {
  printf("%.*s", n & 3, "abc");
})");
  EXPECT_EQ(t.run({0}).output(), Lines{3});
}

TEST(Track, APrintOfACalleeInARegion) {
  Tracked t(R"(#include <stdio.h>
static void show(int b) {
  if (b > 3)
    puts("b");
}
void f(int a, int b) {
  if (a > 3)
    show(b);
})");
  EXPECT_EQ(t.run({0, 0}).output(), Lines{7});
  EXPECT_EQ(t.run({9, 0}).output(), (Lines{3, 7}));
}

// --- 7: trap checks and exits

TEST(Track, TheEndReliesOnPassedChecks) {
  Tracked t(R"(static int table[4];
int f(unsigned i, int d, int a) {
  int x = 10 / d;
  int y = table[i];
  if (a > 3) x = y;
  return x;
})");
  const Lines end = t.run({1, 5, 0}).end();
  EXPECT_TRUE(end.contains(3) && end.contains(4));
  EXPECT_FALSE(end.contains(5)) << "nothing there can end the run";
}

TEST(Track, TheEndReliesOnRegionsThatMightHaveExited) {
  Tracked t(R"(#include <stdlib.h>
static int g;
void f(int a, int b) {
  if (a > 3) exit(1);
  if (b > 3) g = 1;
})");
  EXPECT_EQ(t.run({0, 0}).end(), Lines{4});
  EXPECT_EQ(t.run({9, 0}).end(), Lines{4});
}

TEST(Track, AnObjectThatMightBeGoneConcernsTheEnd) {
  Tracked t(R"(#include <stdlib.h>
int f(int a) {
  int *p = malloc(4), *q = malloc(4);
  *p = 1;
  int *t = q;
  if (a > 3) t = p;
  free(t);
  return *p;
})");
  EXPECT_TRUE(t.run({0}).end().contains(6));
}

TEST(Track, AnUninitialisedValueThatMightBeMet) {
  Tracked t(R"(static int g;
void f(int a) {
  int x;
  if (a > 3) x = 1;
  if (a > 5) {
    if (x) g = 2;
  }
})");
  EXPECT_TRUE(t.run({0}).end().contains(5));
  EXPECT_TRUE(t.run({9}).end().contains(4));
}

// --- 8: calls

TEST(Track, AnEarlyReturnOfACallee) {
  Tracked t(R"(static int choose(int a, int v) {
  if (a > 3) return 0;
  return v;
}
int f(int a, int b) {
  return choose(a, b);
})");
  EXPECT_EQ(t.run({0, 5}).result(), Lines{2});
  EXPECT_EQ(t.run({9, 5}).result(), Lines{2});
}

TEST(Track, ACallInARegionThatWasNotEntered) {
  Tracked t(R"(static int g;
static void set(int b) {
  if (b > 3) g = 1;
}
int f(int a, int b) {
  if (a > 3) set(b);
  return g;
})");
  EXPECT_EQ(t.run({0, 0}).result(), Lines{6});
  EXPECT_EQ(t.run({9, 0}).result(), (Lines{3, 6}));
}

TEST(Track, Recursion) {
  Tracked t(R"(static int down(int n) {
  if (n <= 0) return 0;
  return 1 + down(n - 1);
}
int f(int n, int b) {
  int unrelated = b > 3;
  return down(n);
})");
  t.run({3, 0});
  EXPECT_EQ(t.result(), Lines{2});
  EXPECT_EQ(t.last().decisions.size(), 4u);
}

TEST(Track, StructsByValue) {
  Tracked t(R"(struct s { long n[6]; };
static long second(struct s x) { return x.n[1]; }
long f(int a, int b) {
  struct s u = {{0}};
  if (a > 3) u.n[1] = 1;
  if (b > 3) u.n[2] = 1;
  return second(u);
})");
  const Lines lines = t.run({0, 0}).result();
  EXPECT_TRUE(lines.contains(5));
}

TEST(Track, VariableArguments) {
  Tracked t(R"(#include <stdarg.h>
static int first(int n, ...) {
  va_list list;
  va_start(list, n);
  int v = va_arg(list, int);
  va_end(list);
  return v;
}
int f(int a, int b) {
  int x = 1, y = 1;
  if (a > 3) x = 2;
  if (b > 3) y = 2;
  return first(2, x, y);
})");
  EXPECT_TRUE(t.run({0, 0}).result().contains(11));
}

// --- fine print

TEST(Track, ASwitchIsOneDecision) {
  Tracked t(R"(int f(int a) {
  int x = 0;
  switch (a) {
    case 1: x = 5; break;
    case 7: x = 6; break;
    default: break;
  }
  return x;
})");
  t.run({0});
  EXPECT_EQ(t.result(), Lines{3});
  EXPECT_EQ(t.last().decisions.size(), 1u);
}

TEST(Track, AComparisonThatIsAValueIsNoDecision) {
  Tracked t("int f(int a, int b) { return (a > 3) + (b > 3); }");
  EXPECT_EQ(t.run({0, 0}).result(), Lines{});
  EXPECT_TRUE(t.last().decisions.empty());
}

TEST(Track, WideValues) {
  Tracked t(R"(__int128 f(int a, int b) {
  __int128 x = b;
  if (a > 3) x = x << 70;
  return x + 1;
})");
  EXPECT_EQ(t.run({9, 5}).result(), Lines{3});
}

TEST(Track, RunsDoNotLeakIntoEachOther) {
  Tracked t(R"(static int g;
int f(int a) {
  if (a > 3) { g = 1; return g; }
  return 7;
})");
  const Lines first = t.run({0}).result();
  t.run({9});
  EXPECT_EQ(t.run({0}).result(), first);
}

}  // namespace
}  // namespace cleave::vm
