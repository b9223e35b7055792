// The rule that the VM stands on, checked by running: after a symbolic run on t, every input u that satisfies the literals of all decisions
// takes the same path, ends alike, and leaves in each register what the register's expression says; flags (undefined bits, derived from an
// address) are the same.
#include <gtest/gtest.h>

#include "machine_fixture.h"
#include "program/dump.h"
#include "random_program.h"

namespace cleave::vm::test {
namespace {

struct Snapshot {
  Typed where;
  Value value;
  Shadow shadow;
};

class Campaign {
 public:
  Campaign(const RandomShape& shape, uint64_t seed)
      : source_(randomProgram(shape, seed)), fixture_(source_.program, source_.entry), random_(seed ^ 0x5eed) {}

  expr::Assignment randomInput() {
    expr::Assignment input;
    for (Type type : source_.parameters) input.push_back(clean(type, interestingBits(type, random_)));
    return input;
  }

  // An input that has a chance of taking the same path.
  expr::Assignment neighbour(const expr::Assignment& input) {
    expr::Assignment other = input;
    const size_t changes = 1 + random_.below(2);
    for (size_t k = 0; k < changes; ++k) {
      const size_t at = random_.below(other.size());
      const Type type = source_.parameters[at];
      switch (random_.below(4)) {
        case 0:
          other[at] ^= U128{1} << random_.below(type.width);
          break;
        case 1:
          other[at] += 1 + random_.below(3);
          break;
        case 2:
          other[at] = interestingBits(type, random_);
          break;
        case 3:
          other[at] -= 1 + random_.below(3);
          break;
      }
      other[at] = clean(type, truncateTo(other[at], type.width));
    }
    return other;
  }

  void start(const expr::Assignment& input) {
    input_ = input;
    run_ = fixture_.run(input, Mode::Symbolic);
    snapshots_.clear();
    const bool endedInEntry = fixture_.machine().function().name == "entry";  // else the registers at hand are those of the callee
    for (uint32_t block = 0; block < source_.written.size(); ++block) {
      if (!endedInEntry || !fixture_.machine().executed(source_.entry, block) || !complete(block)) continue;
      for (const Typed& where : source_.written[block]) snapshots_.push_back({where, fixture_.value(where), fixture_.shadow(where)});
    }
    ASSERT_TRUE(fixture_.satisfies(run_, input)) << "the run's own input is outside of its path";
    check(input);
  }

  // True when u is on the path (and then all was checked).
  bool check(const expr::Assignment& u) {
    if (!fixture_.satisfies(run_, u)) return false;
    const Run other = fixture_.run(u, Mode::Concrete);
    // A concrete run may know more of a value made from an address and an input, and go on. That claims nothing.
    if (run_.outcome.kind == OutcomeKind::Unfinished && run_.outcome.reason.find("where objects lie") != std::string::npos) return true;
    EXPECT_EQ(run_.outcome.kind, other.outcome.kind) << describe(u);
    EXPECT_EQ(run_.outcome.place, other.outcome.place) << describe(u);
    EXPECT_EQ(run_.outcome.reason, other.outcome.reason) << describe(u);
    EXPECT_EQ(run_.outcome.trap, other.outcome.trap) << describe(u);
    EXPECT_EQ(run_.pathHash, other.pathHash) << describe(u);
    EXPECT_EQ(run_.steps, other.steps) << describe(u);
    if (testing::Test::HasFailure()) return true;
    expr::Evaluator evaluator(fixture_.pool(), u);
    for (const Snapshot& s : snapshots_) checkRegister(s, evaluator, u);
    return true;
  }

  const Run& run() const { return run_; }
  std::string text() const { return program::dump(source_.program, source_.program.function(source_.entry)); }
  size_t symbolic() const {
    return static_cast<size_t>(
        std::count_if(snapshots_.begin(), snapshots_.end(), [](const Snapshot& s) { return s.shadow.expr.valid(); }));
  }

 private:
  static U128 clean(Type type, U128 bits) { return type.isFloat() && isNan(bits, type.width) ? canonicalNan(type.width) : bits; }

  // The block that the run ended in may have been left in its midst.
  bool complete(uint32_t block) const {
    if (run_.outcome.kind == OutcomeKind::Returned) return true;
    const program::Function& f = source_.program.function(source_.entry);
    for (uint32_t k = f.blocks[block].first; k < f.blocks[block].end; ++k)
      if (source_.program.locText(f.instructions[k].loc) == run_.outcome.place || f.instructions[k].op == Op::Call) return false;
    return true;
  }

  void checkRegister(const Snapshot& s, expr::Evaluator& evaluator, const expr::Assignment& u) {
    const Value now = fixture_.value(s.where);
    const Shadow& flags = fixture_.shadow(s.where);
    EXPECT_EQ(flags.undefined == s.shadow.undefined, true) << "undefined bits of r" << s.where.operand.raw << describe(u);
    EXPECT_LE(flags.addressDerived, s.shadow.addressDerived) << "address of r" << s.where.operand.raw << describe(u);
    EXPECT_FALSE(flags.expr.valid());
    if (s.shadow.undefined == maskOf(s.where.type.width) || s.shadow.addressDerived) return;
    const U128 expected = s.shadow.expr.valid() ? evaluator.value(s.shadow.expr) : s.value.bits;
    if (s.where.type.isFloat() && isNan(expected, s.where.type.width) && isNan(now.bits, s.where.type.width)) {
      EXPECT_TRUE(s.shadow.expr.valid() || expected == now.bits) << "pattern of the NaN in r" << s.where.operand.raw << describe(u);
      return;
    }
    const U128 mask = ~s.shadow.undefined;
    EXPECT_TRUE((expected & mask) == (now.bits & mask))
        << "r" << s.where.operand.raw << " of width " << int(s.where.type.width) << ": expected " << toHex(expected, 128) << ", found "
        << toHex(now.bits, 128) << describe(u);
  }

  std::string describe(const expr::Assignment& u) const {
    std::string text = " for u =";
    for (U128 bits : u) text += " " + toHex(bits, 128);
    text += ", t =";
    for (U128 bits : input_) text += " " + toHex(bits, 128);
    return text;
  }

  RandomProgram source_;
  MachineFixture fixture_;
  Random random_;
  expr::Assignment input_;
  Run run_;
  std::vector<Snapshot> snapshots_;
};

struct Tally {
  size_t runs = 0, others = 0, returned = 0, symbolic = 0, decisions = 0, trapped = 0;
  void add(const Campaign& campaign) {
    ++runs;
    returned += campaign.run().outcome.kind == OutcomeKind::Returned;
    trapped += campaign.run().outcome.kind == OutcomeKind::Trapped;
    symbolic += campaign.symbolic();
    decisions += campaign.run().decisions.size();
  }
  void print(const char* what) const {
    std::printf("%s: %zu runs (%zu returned, %zu trapped), %zu other inputs on their paths, %zu symbolic registers, %zu decisions\n", what,
                runs, returned, trapped, others, symbolic, decisions);
  }
};

uint64_t programs(uint64_t usual) {
  const char* factor = std::getenv("CLEAVE_CAMPAIGN");
  return usual * (factor != nullptr ? std::strtoull(factor, nullptr, 10) : 1);
}

uint64_t firstSeed() {
  const char* seed = std::getenv("CLEAVE_SEED");
  return seed != nullptr ? std::strtoull(seed, nullptr, 10) : 1;
}

void explore(const RandomShape& shape, uint64_t count, const char* what) {
  Tally tally;
  std::string failing;
  for (uint64_t seed = firstSeed(); seed < firstSeed() + count && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Campaign campaign(shape, seed);
    for (int t = 0; t < 4 && !testing::Test::HasFailure(); ++t) {
      const expr::Assignment input = campaign.randomInput();
      campaign.start(input);
      tally.add(campaign);
      for (int u = 0; u < 40 && !testing::Test::HasFailure(); ++u) tally.others += campaign.check(campaign.neighbour(input));
    }
    if (testing::Test::HasFailure()) failing = campaign.text();
  }
  if (!failing.empty()) std::printf("%s\n", failing.c_str());
  tally.print(what);
  EXPECT_GT(tally.others, tally.runs);
  EXPECT_GT(tally.returned, tally.runs / 4);
}

const std::vector<Type> kAllTypes = {integer(1), integer(8),   integer(13),  kInt,   integer(33),
                                     kLong,      integer(100), integer(128), kFloat, kDouble};

TEST(Soundness, AllTypes) {
  explore({{integer(8), kInt, kLong, integer(100), kDouble, kFloat, kBool, integer(13)}, kAllTypes, 16, true, true}, programs(400),
          "all types");
}

TEST(Soundness, NothingUndefined) {
  explore({{kInt, kLong, integer(128), kDouble, integer(33)}, kAllTypes, 24, false, false}, programs(400), "nothing undefined");
}

TEST(Soundness, Floats) {
  explore({{kDouble, kFloat, kDouble, kLong, kInt}, {kBool, kInt, kLong, kFloat, kDouble, kFloat, kDouble}, 16, false, false},
          programs(300), "floats");
}

TEST(Soundness, ShortLines) {
  explore({{integer(8), kLong, kDouble, kFloat, integer(100)}, kAllTypes, 3, true, true}, programs(800), "short lines");
}

// Small parameters, every input: the paths of all inputs, each checked on every member.
TEST(Soundness, EveryInput) {
  const std::vector<Type> narrow = {kBool, integer(8), integer(8), integer(8), integer(13), kInt, kDouble};
  Tally tally;
  for (uint64_t seed = firstSeed(); seed < firstSeed() + programs(100) && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Campaign campaign({{integer(8), kBool}, narrow, 12, true, true}, seed);
    std::vector<bool> covered(512, false);
    for (unsigned t = 0; t < 512 && !HasFailure(); ++t) {
      if (covered[t]) continue;
      campaign.start({t & 255, t >> 8});
      tally.add(campaign);
      for (unsigned u = 0; u < 512 && !HasFailure(); ++u) {
        if (!campaign.check({u & 255, u >> 8})) continue;
        covered[u] = true;
        ++tally.others;
      }
    }
    if (HasFailure()) std::printf("%s\n", campaign.text().c_str());
  }
  tally.print("every input");
}

}  // namespace
}  // namespace cleave::vm::test
