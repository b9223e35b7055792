// Branches merged into selects (program/merge.h) on random programs: what is shown stays the same, and a symbolic run of merged code still
// speaks for every input on its path. Whatever the code looks at that is undefined, it either ends as before or tells nothing.
#include "program/merge.h"

#include <gtest/gtest.h>

#include "flow/definedness.h"
#include "machine_fixture.h"
#include "program/dump.h"
#include "random_program.h"

namespace cleave::vm::test {
namespace {

struct Tally {
  size_t merged = 0, runs = 0, others = 0, silent = 0, fewer = 0;
};

program::Program merged(const RandomProgram& source, program::Undefined undefined, Tally& tally) {
  const flow::PointsTo pointsTo(source.program, source.entry);
  const flow::Definedness definedness(pointsTo);
  program::Program result = source.program;
  for (const FunctionId id : pointsTo.reached()) {
    const auto isDefined = [&](program::Operand condition) { return !definedness.mayBeUndefined(id, condition); };
    std::optional<program::Function> function = program::mergeBranches(source.program.function(id), isDefined, undefined);
    if (!function) continue;
    result.functions[id.value] = std::move(*function);
    ++tally.merged;
  }
  return result;
}

bool isSilent(const Run& run) {
  return run.outcome.kind == OutcomeKind::Unfinished && run.outcome.reason.find("merged code") != std::string::npos;
}

// A run that depends on where objects lie tells nothing either way.
bool tellsNothing(const Run& run) { return run.outcome.kind == OutcomeKind::Unfinished; }

void expectSame(const Run& plain, const Run& other, const char* what) {
  ASSERT_EQ(plain.outcome.kind, other.outcome.kind) << what;
  EXPECT_EQ(plain.outcome.trap, other.outcome.trap) << what;
  ASSERT_EQ(plain.cells.size(), other.cells.size()) << what;
  for (size_t k = 0; k < plain.cells.size(); ++k) {
    EXPECT_EQ(plain.cells[k].kind, other.cells[k].kind) << what;
    if (plain.cells[k].kind == ObservedCell::Kind::Undefined) continue;
    const bool areNans = plain.cells[k].sort.isFloat() && isNan(plain.cells[k].bits, plain.cells[k].sort.width) &&
                         isNan(other.cells[k].bits, plain.cells[k].sort.width);
    EXPECT_TRUE(areNans || plain.cells[k].bits == other.cells[k].bits) << what;
  }
}

void campaign(const RandomShape& shape, program::Undefined undefined, uint64_t count, uint64_t most) {
  Tally tally;
  for (uint64_t seed = 1; seed <= count && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const RandomProgram source = randomProgram(shape, seed);
    const program::Program other = merged(source, undefined, tally);
    MachineFixture plain(source.program, source.entry), selects(other, source.entry);
    Random random(seed ^ 0x5eed);
    for (uint64_t t = 0; t < most && !testing::Test::HasFailure(); ++t) {
      expr::Assignment input;
      for (const Type type : source.parameters) input.push_back(interestingBits(type, random));
      const Run expected = plain.run(input, Mode::Concrete), symbolic = plain.run(input, Mode::Symbolic);
      const Run run = selects.run(input, Mode::Symbolic);
      tally.silent += isSilent(run) ? 1 : 0;
      if (tellsNothing(run) || tellsNothing(expected) || tellsNothing(symbolic)) continue;
      ++tally.runs;
      tally.fewer += run.decisions.size() < symbolic.decisions.size() ? 1 : 0;
      ASSERT_TRUE(selects.satisfies(run, input));
      expectSame(expected, run, "on its own input");
      for (int u = 0; u < 20 && !testing::Test::HasFailure(); ++u) {
        expr::Assignment neighbour = input;
        neighbour[random.below(neighbour.size())] = 0;
        const size_t at = random.below(neighbour.size());
        neighbour[at] = interestingBits(source.parameters[at], random);
        if (!selects.satisfies(run, neighbour)) continue;
        const Run there = plain.run(neighbour, Mode::Concrete);
        if (tellsNothing(there)) continue;
        ++tally.others;
        ASSERT_EQ(there.outcome.kind, run.outcome.kind);
        EXPECT_EQ(there.outcome.trap, run.outcome.trap);
        ASSERT_EQ(there.cells.size(), run.cells.size());
        expr::Evaluator evaluator(selects.pool(), neighbour);
        for (size_t k = 0; k < run.cells.size(); ++k) {
          const ObservedCell &x = there.cells[k], &y = run.cells[k];
          EXPECT_EQ(x.kind, y.kind);
          if (x.kind != ObservedCell::Kind::Scalar || x.sort.isFloat()) continue;
          EXPECT_TRUE(x.bits == (y.expr.valid() ? evaluator.value(y.expr) : y.bits)) << program::dump(other, other.function(source.entry));
        }
      }
    }
    if (testing::Test::HasFailure()) std::printf("%s\n", program::dump(source.program, source.program.function(source.entry)).c_str());
  }
  std::printf("%zu functions merged, %zu runs (%zu with fewer decisions, %zu silent), %zu others on their paths\n", tally.merged, tally.runs, tally.fewer,
              tally.silent, tally.others);
  EXPECT_GT(tally.merged, count / 20);
  EXPECT_GT(tally.fewer, 0u);
  EXPECT_GT(tally.others, tally.runs / 2);
}

// Short lines: an arm with a division, a float or a wide number stays an arm.
RandomShape shape(bool undefined) { return {{integer(8), kInt, kLong, kBool}, {kBool, kBool, integer(8), kInt, kLong}, 1, undefined, false}; }

TEST(Merge, NothingUndefined) { campaign(shape(false), program::Undefined::Stay, 2000, 3); }
TEST(Merge, WhatMayBeUndefinedStays) { campaign(shape(true), program::Undefined::Stay, 2000, 3); }
TEST(Merge, WhatMayBeUndefinedIsLookedAt) { campaign(shape(true), program::Undefined::Merge, 2000, 3); }

}  // namespace
}  // namespace cleave::vm::test
