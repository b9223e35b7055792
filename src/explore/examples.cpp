// A partition says of all its members that the versions differ there, so any member will do. Those with the fewest decisions have the
// shortest strings as a rule; in each of a few, cells are made simpler one at a time.
#include "explore/examples.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "explore/describe.h"
#include "explore/entry_groups.h"
#include "groups/nice.h"
#include "solver/scan.h"

namespace cleave::explore {

using expr::Assignment;
using expr::ExprId;
using result::Group;
using result::Partition;
using result::PartitionKind;

namespace {

constexpr size_t kMostMembers = 12;  // that are looked at
constexpr Seconds kPast{0.3};        // past the budget, in which an entry has two seconds for all that is left to do
constexpr Seconds kPatience{0.5};    // for a native run

// A trap is of the same kind, too.
bool endsAlike(const result::Observation& one, const result::Observation& other) {
  return one.outcome == other.outcome && (one.outcome != "trapped" || one.detail == other.detail);
}

class Chooser {
 public:
  Chooser(Workbench& bench, const Listeners& listeners, const std::vector<Partition>& partitions, const std::vector<Path>& paths)
      : bench_(bench),
        listeners_(listeners),
        partitions_(partitions),
        paths_(paths),
        cells_(cellsOf(bench.task().entry)),
        functions_(bench.pool()),
        budget_(std::max(bench.budget().left(), kPast), bench.budget().stop()) {
    for (size_t k = 0; k < partitions.size(); ++k) places_.emplace(partitions[k].id, k);
  }

  void choose(Group& group) {
    if (group.kind != PartitionKind::Different && group.kind != PartitionKind::Undefined) return;
    struct Best {
      size_t place;
      Assignment input;
    };
    std::optional<Best> best;
    groups::Effort least = groups::effortOf(cells_, paths_[places_[group.example.id]].input);
    for (const size_t k : shortest(group)) {
      if (budget_.exhausted()) break;
      Assignment input = groups::nicer(bench_.pool(), cells_, conjunctionOf(k), paths_[k].input, budget_);
      const groups::Effort effort = groups::effortOf(cells_, input);
      if (!(effort < least)) continue;
      least = effort;
      best = {k, std::move(input)};
    }
    if (best) replace(best->place, best->input, group.example);
  }

 private:
  // Members whose conditions can be evaluated, with few literals first; if the runs of some are defined, of these.
  std::vector<size_t> shortest(const Group& group) {
    std::vector<size_t> members;
    for (const uint32_t id : group.partitions) members.push_back(places_[id]);
    std::erase_if(members, [&](size_t k) {
      return partitions_[k].confirmed != group.example.confirmed || functions_.anyHoldsFunction(paths_[k].condition.literals);
    });
    const auto isTrapped = [&](size_t k) { return partitions_[k].before.outcome == "trapped" || partitions_[k].after.outcome == "trapped"; };
    if (!std::ranges::all_of(members, isTrapped)) std::erase_if(members, isTrapped);
    std::ranges::stable_sort(members, {}, [&](size_t k) { return paths_[k].condition.literals.size(); });
    members.resize(std::min(members.size(), kMostMembers));
    return members;
  }

  std::vector<ExprId> conjunctionOf(size_t k) const {
    std::vector<ExprId> all = paths_[k].condition.literals;
    const std::vector<ExprId>& domain = bench_.task().entry.domain;
    all.insert(all.end(), domain.begin(), domain.end());
    return all;
  }

  bool isConfirmed(const Assignment& input, const PairRun& run) const {
    if (!listeners_.confirm) return false;
    const std::unique_ptr<Confirming> confirming = listeners_.confirm(input, run);
    if (confirming == nullptr || !confirming->isDone(kPatience)) return false;
    const Confirmation confirmation = confirming->conclude(run);
    return confirmation.confirmed && !confirmation.otherwise;
  }

  void replace(size_t k, const Assignment& input, Partition& example) {
    const PairRun run = bench_.runner().run(input, vm::Mode::Concrete, budget_);
    if (!run.finished()) return;
    const Entry& entry = bench_.task().entry;
    const Partition& member = partitions_[k];
    const std::set<std::string> leftOut = leftAlone(run);
    result::Observation before = describeRun(run.before, run.beforeGlobals, run.environment, leftOut);
    result::Observation after = describeRun(run.after, run.afterGlobals, run.environment, leftOut);
    if (!endsAlike(before, member.before) || !endsAlike(after, member.after)) return;
    if (example.confirmed && !isConfirmed(input, run)) return;
    example.id = member.id;
    example.reason = member.reason;
    example.marks = member.marks;
    example.changes = member.changes;
    example.relies = member.relies;
    example.beforeExpr = member.beforeExpr;
    example.afterExpr = member.afterExpr;
    example.witness = describeWitness(entry, input);
    example.witnessBits = describeWitnessBits(entry, input);
    example.before = std::move(before);
    example.after = std::move(after);
  }

  Workbench& bench_;
  const Listeners& listeners_;
  const std::vector<Partition>& partitions_;
  const std::vector<Path>& paths_;
  const std::vector<groups::Cell> cells_;
  solver::FunctionFinder functions_;
  Budget budget_;
  std::unordered_map<uint32_t, size_t> places_;  // by id
};

}  // namespace

void chooseExamples(Workbench& bench, const Listeners& listeners, const std::vector<Partition>& partitions, const std::vector<Path>& paths,
                    std::vector<Group>& groups) {
  Chooser chooser(bench, listeners, partitions, paths);
  for (Group& each : groups) chooser.choose(each);
}

}  // namespace cleave::explore
