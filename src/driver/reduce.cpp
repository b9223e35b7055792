#include "driver/reduce.h"

#include "driver/prepare.h"
#include "driver/version.h"
#include "explore/classify.h"
#include "explore/cover.h"
#include "explore/describe.h"
#include "explore/entry_groups.h"
#include "explore/vocabulary.h"

namespace cleave::driver {

Expected<result::Reduction> reduce(const ReduceOptions& options, const Listeners& listeners, const StopFlag* stop) {
  Options common = options;
  common.exploreUnchanged = true;
  const bool isPair = !common.after.files.empty();
  common.explore.granularity = isPair ? explore::Granularity::Differential : explore::Granularity::Output;
  const Expected<Prepared> prepared = isPair ? prepare(common, listeners, stop) : prepareOne(common, listeners, stop);
  if (!prepared) return prepared.error();
  if (prepared->entries.size() != 1) return Error{"tests are of one function: say which with --entry"};

  expr::ExprPool pool;
  Expected<explore::Entry> entry = makeSupportedEntry(*prepared, 0, common, pool, stop);
  if (!entry) return entry.error();
  if (!isPair) entry->before = entry->after;
  const program::Program& before = isPair ? prepared->before() : prepared->after();
  const explore::Task task{before, prepared->after(), prepared->changes, *entry, pool};
  explore::Workbench bench(task, common.explore, stop);
  if (isPair) bench.leavePointersOpen();
  explore::Cover cover(pool);
  std::vector<size_t> keepers;  // by part of the cover: the test that it is of

  result::Reduction reduction;
  reduction.version = kVersion;
  reduction.entry = entry->name;
  reduction.isPair = isPair;
  reduction.inputs = explore::describeInputs(*entry);
  explore::noteTypes(*entry, {}, reduction.vocabulary);
  for (const TestInput& test : options.tests) {
    const Expected<expr::Assignment> input = toAssignment(entry->space, test, pool.symbolCount());
    if (!input) return input.error();
    result::ReducedTest& reduced = reduction.tests.emplace_back();
    reduced.name = test.name;
    reduced.input = test.json;
    if (const std::optional<size_t> part = cover.find(*input)) {
      reduced.duplicateOf = reduction.tests[keepers[*part]].name;
      continue;
    }
    reduced.kept = true;
    if (!explore::isInDomain(pool, entry->domain, *input)) {
      reduced.note = "outside of the bounds of the input plan";
      continue;
    }
    std::string why;
    const std::optional<explore::Classified> found = explore::classify(bench, *input, why);
    if (!found) {
      reduced.note = "did not finish: " + why;
      continue;
    }
    reduced.condition = explore::conditionWords(*entry, pool, found->claim.condition.literals);
    if (isPair) reduced.kind = found->claim.comparison.equal ? "equal" : "different";
    cover.add(found->claim.condition.literals);
    keepers.push_back(reduction.tests.size() - 1);
  }
  reduction.seconds = bench.budget().spent().count();
  return reduction;
}

}  // namespace cleave::driver
