#include "explore/entry_groups.h"

#include <algorithm>
#include <unordered_set>

#include "explore/share.h"
#include "groups/groups.h"
#include "groups/words.h"

namespace cleave::explore {

using result::PartitionKind;

namespace {

constexpr Seconds kLeast{1};  // for descriptions, where the walk was short; a few questions are the rule
constexpr Seconds kMost{2};
constexpr Seconds kPast{0.4};  // past the budget, in which an entry has two seconds for all that is left to do
constexpr double kPart = 0.2;  // of what the walk took
constexpr Seconds kForShare{0.02};
constexpr size_t kMostShares = 8;
constexpr size_t kMostLiterals = 200'000;  // of all partitions

// As if its members alone were different.
result::Share shareOf(Workbench& bench, const result::Group& group, const std::vector<result::Partition>& partitions,
                      const std::vector<Path>& paths, bool covered) {
  const std::unordered_set<uint32_t> members(group.partitions.begin(), group.partitions.end());
  std::vector<SharePart> parts;
  for (size_t k = 0; k < paths.size(); ++k)
    parts.push_back({members.contains(partitions[k].id) ? PartitionKind::Different : PartitionKind::Equal, paths[k].condition.literals});
  ShareOptions options;
  options.covered = covered;
  options.seed = bench.options().seed;
  options.domain = bench.task().entry.domain;
  options.limit = kForShare;
  return estimateShares(bench.pool(), bench.task().entry.space, parts, options).different;
}

}  // namespace

std::vector<groups::Cell> cellsOf(const Entry& entry) {
  std::vector<groups::Cell> cells;
  for (const vm::InputCell& each : entry.space.cells)
    cells.push_back({each.name, each.type, each.symbol, each.sort, each.isSigned, entry.firstCharacters.contains(each.name)});
  return cells;
}

std::string conditionWords(const Entry& entry, expr::ExprPool& pool, const std::vector<expr::ExprId>& literals) {
  return groups::wordsOf(pool, cellsOf(entry), literals);
}

std::vector<groups::Grouped> groupsOf(Workbench& bench, const std::vector<result::Partition>& partitions, const std::vector<Path>& paths,
                                    const std::vector<std::string>& places, bool covered) {
  size_t literals = 0;
  for (const Path& each : paths) literals += each.condition.literals.size();
  if (literals > kMostLiterals) return {};  // paths through a long loop: looking through them alone takes longer than anybody waits
  std::vector<groups::Part> parts;
  for (size_t k = 0; k < paths.size(); ++k) parts.push_back({paths[k].condition.literals, paths[k].input, places[k]});
  const std::vector<groups::Cell> cells = cellsOf(bench.task().entry);
  const Seconds wanted = std::min(kMost, std::max(kLeast, bench.budget().spent() * kPart));
  const Seconds limit = std::min(std::max(bench.budget().left(), kPast), wanted);
  std::vector<groups::Grouped> all =
      groups::makeGroups({bench.pool(), bench.solver(), cells, partitions, parts, covered, limit, bench.budget().stop()});
  if (all.size() <= kMostShares && all.size() > 1)
    for (groups::Grouped& each : all) each.group.share = shareOf(bench, each.group, partitions, paths, covered);
  return all;
}

}  // namespace cleave::explore
