#include "groups/groups.h"

#include <algorithm>

#include "expr/print.h"
#include "groups/cluster.h"
#include "groups/describe.h"
#include "groups/nice.h"
#include "groups/projections.h"
#include "groups/regions.h"
#include "groups/words.h"
#include "support/text.h"

namespace cleave::groups {

using result::Group;
using result::Partition;
using result::PartitionKind;

namespace {

constexpr size_t kLongestCondition = 160;  // bytes that a person still reads
constexpr size_t kMostRegions = 3;         // of a condition with alternatives
constexpr size_t kMostSimple = 5;          // if each is one literal
constexpr size_t kMostQuestions = 40;      // to make these shorter
constexpr Seconds kLimitOfQuestion{0.1};

// What all of them have.
std::vector<std::string> commonMarks(std::span<const Partition> partitions, const std::vector<size_t>& members) {
  std::vector<std::string> marks = partitions[members.front()].marks;
  for (const size_t k : members)
    std::erase_if(marks,
                  [&](const std::string& mark) { return std::ranges::find(partitions[k].marks, mark) == partitions[k].marks.end(); });
  return marks;
}

std::string reasonOf(std::span<const Partition> partitions, const std::vector<size_t>& members) {
  const std::string& first = partitions[members.front()].reason;
  const bool isOne = std::ranges::all_of(members, [&](size_t k) { return partitions[k].reason == first; });
  if (isOne || partitions[members.front()].kind != PartitionKind::Different) return first;
  std::vector<std::string> shape;
  for (const size_t k : members)
    for (std::string& name : shapeOf(partitions[k]))
      if (std::ranges::find(shape, name) == shape.end()) shape.push_back(std::move(name));
  std::ranges::sort(shape);
  constexpr size_t kMost = 4;
  if (shape.size() > kMost) {
    shape[kMost] = std::to_string(shape.size() - kMost) + " more";
    shape.resize(kMost + 1);
  }
  return "differs in " + join(shape, ", ");
}

// A witness that was run natively before one that was not; then the one that a person would write.
size_t nicest(const Question& question, const std::vector<size_t>& members) {
  return *std::ranges::min_element(members, {}, [&](size_t k) {
    return std::pair(!question.partitions[k].confirmed, effortOf(question.cells, question.parts[k].witness));
  });
}

class Describer {
 public:
  explicit Describer(const Question& question) : question_(question), budget_(question.limit, question.stop) {}

  void describe(const std::vector<size_t>& members, Grouped& to) {
    const Split split{question_.parts, members, question_.isComplete};
    if (!asWritten(members, to)) {
      if (candidates_.empty()) candidates_ = candidates(question_.pool, question_.cells, question_.parts);
      std::vector<Candidate> all = projections(question_.pool, question_.cells, question_.parts, members);
      all.insert(all.end(), candidates_.begin(), candidates_.end());
      const Description found = groups::describe(question_.pool, question_.solver, question_.cells, split, all, budget_);
      if (found.isExact || !withAlternatives(members, to)) put(found.conjuncts, found.text, found.isExact, to);
    }
    // For whoever wants to see the proof. What a single member says itself needs none.
    const bool isOwn = members.size() == 1 && to.condition == question_.pool.conjunction(question_.parts[members.front()].literals);
    if (to.group.isExact && !isOwn) to.refuted = Judge(question_.pool, question_.solver, split).refutedBy(to.condition);
  }

 private:

  void put(const std::vector<expr::ExprId>& conjuncts, const std::string& text, bool isExact, Grouped& to) const {
    to.group.isExact = isExact;
    to.group.conditionText = text;
    to.condition = question_.pool.conjunction(conjuncts);
    if (!text.empty()) to.group.condition = expr::toSmtTerm(question_.pool, to.condition);
  }

  // Those of the members, joined where they can be.
  std::vector<Region> regions(const std::vector<size_t>& members) const {
    std::vector<Region> list;
    for (const size_t k : members) list.push_back({question_.parts[k].literals, {static_cast<uint32_t>(k)}});
    return joined(question_.pool, std::move(list));
  }

  static size_t conjunctsOf(const std::string& text) {
    size_t count = 1;
    for (size_t at = text.find(" && "); at != std::string::npos; at = text.find(" && ", at + 1)) ++count;
    return count;
  }

  // One region whose own condition is short: that is what it is.
  bool asWritten(const std::vector<size_t>& members, Grouped& to) const {
    if (members.size() > kMostRegions * 4) return false;
    const std::vector<Region> all = regions(members);
    if (all.size() != 1) return false;
    const std::string text = wordsOf(question_.pool, question_.cells, all[0].literals);
    if (text.size() > kLongestCondition / 2 || conjunctsOf(text) > 3 || text.find("…") != std::string::npos) return false;
    put(all[0].literals, text, true, to);
    return true;
  }

  // A literal goes where the regions without it still hold nothing else: !a || (a && b) is !a || b. Regions overlap then, as they do in what a
  // person writes.
  void shorten(std::vector<Region>& all) {
    expr::ExprPool& pool = question_.pool;
    std::vector<std::vector<expr::ExprId>> conjunctions;
    for (const Region& each : all) conjunctions.push_back(each.literals);
    const expr::ExprId outside = pool.notOf(unionOf(pool, conjunctions));
    size_t questions = 0;
    for (Region& each : all)
      for (size_t k = 0; all.size() > 1 && each.literals.size() > 1 && k < each.literals.size();) {
        std::vector<expr::ExprId> less = each.literals;
        less.erase(less.begin() + static_cast<ptrdiff_t>(k));
        if (++questions > kMostQuestions || budget_.exhausted()) return;
        std::vector<expr::ExprId> asked = less;
        asked.push_back(outside);
        if (question_.solver.solve(asked, std::min(kLimitOfQuestion, budget_.left())).answer == solver::Answer::Unsatisfiable) {
          each.literals = std::move(less);
        } else {
          ++k;
        }
      }
  }

  // A few regions, written out.
  bool withAlternatives(const std::vector<size_t>& members, Grouped& to) {
    if (members.size() > kMostRegions * 4) return false;
    std::vector<Region> all = regions(members);
    if (all.size() > kMostSimple) return false;
    shorten(all);
    const bool areSimple = std::ranges::all_of(all, [](const Region& each) { return each.literals.size() == 1; });
    if (all.size() > kMostRegions && !areSimple) return false;
    std::string text;
    expr::ExprId any = question_.pool.boolean(false);
    for (const Region& each : all) {
      const std::string one = wordsOf(question_.pool, question_.cells, each.literals);
      if (one.find("…") != std::string::npos) return false;
      text += (text.empty() ? "" : " || ") + (all.size() > 1 && conjunctsOf(one) > 1 ? "(" + one + ")" : one);
      any = question_.pool.orOf(any, question_.pool.conjunction(each.literals));
    }
    if (text.size() > kLongestCondition) return false;
    put({any}, text, true, to);
    return true;
  }

  const Question& question_;
  Budget budget_;
  std::vector<Candidate> candidates_;
};

Group groupOf(const Question& question, const std::vector<size_t>& members) {
  Group group;
  const Partition& first = question.partitions[members.front()];
  group.kind = first.kind;
  group.reason = reasonOf(question.partitions, members);
  group.marks = commonMarks(question.partitions, members);
  for (const size_t k : members) {
    group.partitions.push_back(question.partitions[k].id);
    for (const uint32_t id : question.partitions[k].changes) group.changes.push_back(id);
  }
  std::ranges::sort(group.changes);
  const auto repeated = std::ranges::unique(group.changes);
  group.changes.erase(repeated.begin(), repeated.end());
  const std::string& place = question.parts[members.front()].place;
  if (std::ranges::all_of(members, [&](size_t k) { return question.parts[k].place == place; })) group.place = place;
  group.example = question.partitions[nicest(question, members)];
  group.isUniform = std::ranges::all_of(members, [&](size_t k) {
    return question.partitions[k].beforeExpr == first.beforeExpr && question.partitions[k].afterExpr == first.afterExpr;
  });
  group.example.condition.clear();
  group.example.conditionText.clear();
  group.example.terms.clear();
  return group;
}

std::vector<Grouped> described(const Question& question, Describer& describer, const Clusters& clusters) {
  std::vector<Grouped> groups;
  for (const std::vector<size_t>& members : clusters) {
    groups.push_back({groupOf(question, members)});
    describer.describe(members, groups.back());
  }
  return groups;
}

// Fewer groups, if these have exact conditions and the others have not.
std::vector<Grouped> bestOf(const Question& question, Describer& describer, PartitionKind kind) {
  std::vector<Grouped> best;
  for (const Clusters& each : clusterings(question.partitions, question.parts, kind)) {
    std::vector<Grouped> groups = described(question, describer, each);
    const bool areExact = std::ranges::all_of(groups, [](const Grouped& one) { return one.group.isExact; });
    if (best.empty() || areExact) best = std::move(groups);
    if (areExact) break;
  }
  return best;
}

// Where a version fails, or only a null pointer shows it, is rarely what the change is about.
bool isAtTheEdge(const Grouped& each) {
  const Partition& example = each.group.example;
  return example.before.outcome == "trapped" || example.after.outcome == "trapped" || !each.group.marks.empty();
}

}  // namespace

std::vector<Grouped> makeGroups(const Question& question) {
  std::vector<Grouped> groups;
  Describer describer(question);
  for (const PartitionKind kind : {PartitionKind::Different, PartitionKind::Undefined, PartitionKind::Unfinished, PartitionKind::Equal}) {
    std::vector<Grouped> found = bestOf(question, describer, kind);
    std::ranges::stable_sort(found, {}, [](const Grouped& each) { return std::pair(each.group.example.intent == result::Intent::Inside, isAtTheEdge(each)); });
    groups.insert(groups.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
  }
  return groups;
}

std::vector<Grouped> makeGroups(const Question& question, const Clusters& clusters) {
  Describer describer(question);
  return described(question, describer, clusters);
}

}  // namespace cleave::groups
