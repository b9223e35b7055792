// The search beside the walk: does it come to what random inputs do not, and to the same for the same seed?
#include "explore/directed_search.h"

#include <set>

#include "../c_program.h"
#include "change/change.h"
#include "explore/direction.h"
#include "explore/domain.h"

namespace cleave::explore {
namespace {

using test::CProgram;

// Five characters in a row, each a way of its own: one input in 2^40 comes to the change.
std::string program(const char* result) {
  return std::string(R"(
int f(unsigned char a, unsigned char b, unsigned char c, unsigned char d, unsigned char e) {
  if (a != '(') return 0;
  if (b != '*') return 1;
  if (c != '(') return 2;
  if (d != 'k') return 3;
  if (e != ')') return 4;
  return )") +
         result + ";\n}\n";
}

class Search : public testing::Test {
 protected:
  Search() : before_(program("5")), after_(program("6")), changes_(change::findChanges(before_.program(), after_.program())) {}

  // `domainOf`: the first parameter is less than that, unless zero.
  struct Bench {
    Bench(const Search& of, uint64_t seed, uint64_t domainOf)
        : entry(makePlainEntry(of.before_.program(), of.before_.id("f"), of.after_.program(), of.after_.id("f"), pool)),
          task{of.before_.program(), of.after_.program(), of.changes_, entry, pool} {
      if (domainOf != 0)
        entry.domain.push_back(pool.binary(expr::Op::ULt, pool.symbolExpr(entry.space.cells[0].symbol), pool.bits(8, domainOf)));
      options.seed = seed;
      bench = std::make_unique<Workbench>(task, options, nullptr);
      direction = std::make_unique<Direction>(*bench);
      search = std::make_unique<DirectedSearch>(*bench, direction->distances());
    }
    expr::ExprPool pool;
    Entry entry;
    Task task;
    Options options;
    std::unique_ptr<Workbench> bench;
    std::unique_ptr<Direction> direction;
    std::unique_ptr<DirectedSearch> search;
  };

  CProgram before_, after_;
  change::Changes changes_;
};

constexpr uint64_t kWork = 300'000'000;

TEST_F(Search, GoesWhereTheChangeIsNear) {
  Bench one(*this, 1, 0);
  const std::optional<expr::Assignment> found = one.search->search(kWork);
  ASSERT_TRUE(found) << one.search->runs() << " runs came as near as " << one.search->nearest();
  const PairRun run = one.bench->run(*found, vm::Mode::Concrete);
  EXPECT_FALSE(run.changes.empty());
  EXPECT_FALSE(compare(one.pool, run.shownBefore(), run.shownAfter()).equal);
}

TEST_F(Search, EqualSeedsSearchAlike) {
  Bench one(*this, 7, 0), other(*this, 7, 0), third(*this, 8, 0);
  EXPECT_EQ(one.search->search(kWork), other.search->search(kWork));
  EXPECT_EQ(one.search->runs(), other.search->runs());
  third.search->search(kWork);
  EXPECT_NE(one.search->runs(), third.search->runs());
}

TEST_F(Search, FindsNothingOutsideOfTheDomain) {
  Bench one(*this, 1, '(');
  EXPECT_FALSE(one.search->search(kWork / 10));
  EXPECT_GT(one.search->runs(), 100u);
}

TEST_F(Search, GoesOnFromWhatItIsOffered) {
  Bench one(*this, 1, 0);
  expr::Assignment near(one.pool.symbolCount(), 0);
  const std::string text = "(*(k";
  for (size_t k = 0; k < text.size(); ++k) near[one.entry.space.cells[k].symbol.value] = static_cast<uint8_t>(text[k]);
  const uint32_t from = one.search->nearest();
  one.search->offer(near);
  EXPECT_LT(one.search->nearest(), from);
  EXPECT_TRUE(one.search->search(kWork / 10));
}

TEST_F(Search, MutantsStayWithinTheLimitsOfTheirCells) {
  Bench one(*this, 1, 0);
  vm::InputCell& cell = one.entry.space.cells[1];
  cell.low = 40;
  cell.high = 50;
  InputSource source(one.entry, before_.program(), after_.program(), one.pool, 1);
  Mutator mutator(one.entry, before_.program(), after_.program(), source, 1);
  expr::Assignment input(one.pool.symbolCount(), 0);
  input[cell.symbol.value] = 45;
  std::set<U128> seen;
  for (int k = 0; k < 2000; ++k) {
    const expr::Assignment mutant = mutator.mutate(input, input);
    seen.insert(mutant[cell.symbol.value]);
  }
  EXPECT_GE(*seen.begin(), U128{40});
  EXPECT_LE(*seen.rbegin(), U128{50});
  EXPECT_GT(seen.size(), 5u);
}

}  // namespace
}  // namespace cleave::explore
