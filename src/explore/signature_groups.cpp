// The rows of a signature, fewer. Merging is exact: rows with one output, of which one has a literal and the other its negation, are one
// row without it, and no solver is asked. Grouping is for readers: the rows stay what they are.
#include <algorithm>
#include <map>

#include "explore/domain.h"
#include "explore/entry_groups.h"
#include "explore/evidence.h"
#include "explore/signature.h"
#include "expr/print.h"
#include "groups/groups.h"
#include "groups/regions.h"
#include "groups/words.h"
#include "solver/solver.h"
#include "support/text.h"

namespace cleave::explore {

namespace {

using expr::ExprId;
using result::Partition;
using result::PartitionKind;
using result::SignatureRow;
using TextPairs = std::vector<std::pair<std::string, std::string>>;

constexpr size_t kMostGroups = 10;  // before less has to be the same
constexpr Seconds kForGroups{2};    // for all descriptions

std::string endOf(const Partition& way) { return way.after.outcome + " " + way.after.detail + " " + way.after.place; }

// All that a reader sees of what a row computes, and all that the solver would.
std::string outputKey(const Partition& way, const RowOutput& output) {
  std::string key = endOf(way) + "|" + output.form;
  for (const auto& [name, term] : output.terms) key += "|" + name + "=" + std::to_string(term.value);
  for (const auto& [name, text] : way.afterExpr) key += "|" + name + "=" + text;
  return key;
}

// --- merging

// Rows that computed one thing, as one: the first of them, under the condition of all.
class Merger {
 public:
  Merger(const Task& task, WholeSignature& whole) : pool_(task.pool), whole_(whole) {}

  void merge() {
    std::map<std::string, std::vector<groups::Region>> byOutput;
    std::vector<SignatureRow>& rows = whole_.signature.rows;
    for (uint32_t row = 0; row < rows.size(); ++row)
      if (rows[row].way.kind != PartitionKind::Unfinished)
        byOutput[outputKey(rows[row].way, whole_.outputs[row])].push_back({whole_.conditions[row], {row}});
    std::vector<bool> isGone(rows.size(), false);
    for (auto& [key, regions] : byOutput)
      for (const groups::Region& region : groups::joined(pool_, std::move(regions)))
        if (region.parts.size() > 1) become(region, isGone);
    remove(isGone);
  }

 private:
  void become(const groups::Region& region, std::vector<bool>& isGone) {
    const size_t first = region.parts.front();
    SignatureRow& to = whole_.signature.rows[first];
    std::erase_if(whole_.conditions[first], [&](ExprId each) { return !std::ranges::binary_search(region.literals, each); });
    for (size_t k = 1; k < region.parts.size(); ++k) {
      const SignatureRow& from = whole_.signature.rows[region.parts[k]];
      isGone[region.parts[k]] = true;
      if (to.paths && from.paths) *to.paths += *from.paths;
    }
  }

  void remove(const std::vector<bool>& isGone) {
    WholeSignature& all = whole_;
    size_t kept = 0;
    for (size_t row = 0; row < isGone.size(); ++row) {
      if (isGone[row]) continue;
      if (kept != row) {
        all.signature.rows[kept] = std::move(all.signature.rows[row]);
        all.conditions[kept] = std::move(all.conditions[row]);
        all.witnesses[kept] = std::move(all.witnesses[row]);
        all.outputs[kept] = std::move(all.outputs[row]);
      }
      all.signature.rows[kept].way.id = static_cast<uint32_t>(kept);
      ++kept;
    }
    all.signature.rows.resize(kept);
    all.conditions.resize(kept);
    all.witnesses.resize(kept);
    all.outputs.resize(kept);
  }

  expr::ExprPool& pool_;
  WholeSignature& whole_;
};

// Each condition by itself: those of a walk refer to terms that they share.
void writeConditions(const Task& task, WholeSignature& whole) {
  const std::vector<groups::Cell> cells = cellsOf(task.entry);
  for (size_t row = 0; row < whole.conditions.size(); ++row) {
    Partition& way = whole.signature.rows[row].way;
    std::vector<ExprId> condition = whole.conditions[row];
    if (way.kind != PartitionKind::Unfinished) way.conditionText = groups::wordsOf(task.pool, cells, condition);
    condition.insert(condition.end(), task.entry.domain.begin(), task.entry.domain.end());
    way.condition = expr::toSmtTerm(task.pool, task.pool.conjunction(condition));
    way.terms.clear();
  }
}

// --- grouping

// How much has to be the same, most first.
enum class Likeness { Output, Scalars, Forms, Result, End };
constexpr Likeness kLikenesses[] = {Likeness::Output, Likeness::Scalars, Likeness::Forms, Likeness::Result, Likeness::End};

std::string withoutDigits(std::string text) {
  std::erase_if(text, [](char c) { return c >= '0' && c <= '9'; });
  return text;
}

std::string keyOf(const Partition& way, const RowOutput& output, Likeness likeness) {
  if (likeness == Likeness::Output) return outputKey(way, output);
  std::string key = endOf(way) + "|";
  for (const auto& [name, text] : way.afterExpr) {
    const bool isElement = name.find('[') != std::string::npos;
    if (isElement || likeness == Likeness::End || (likeness == Likeness::Result && name != "return")) continue;
    key += name + "=" + (likeness == Likeness::Forms ? withoutDigits(text) : text) + ";";
  }
  return key;
}

groups::Clusters clustersOf(const WholeSignature& whole) {
  groups::Clusters clusters;
  for (const Likeness likeness : kLikenesses) {
    std::map<std::string, size_t> places;
    clusters.clear();
    for (size_t row = 0; row < whole.outputs.size(); ++row) {
      const Partition& way = whole.signature.rows[row].way;
      const std::string key = way.kind == PartitionKind::Unfinished ? "\1" + way.reason : keyOf(way, whole.outputs[row], likeness);
      const auto [at, isNew] = places.emplace(key, clusters.size());
      if (isNew) clusters.emplace_back();
      clusters[at->second].push_back(row);
    }
    if (clusters.size() <= kMostGroups) break;
  }
  return clusters;
}

TextPairs commonOutput(const WholeSignature& whole, const std::vector<uint32_t>& rows) {
  TextPairs common = whole.signature.rows[rows.front()].way.afterExpr;
  for (const uint32_t row : rows) {
    const TextPairs& own = whole.signature.rows[row].way.afterExpr;
    std::erase_if(common, [&](const auto& each) { return std::ranges::find(own, each) == own.end(); });
  }
  return common;
}

}  // namespace

void mergeRows(const Task& task, WholeSignature& whole) {
  if (whole.signature.strategy != "dart") Merger(task, whole).merge();  // that one is asked for paths
  writeConditions(task, whole);
}

void groupRows(const Task& task, WholeSignature& whole, const Options& options, const Listeners& listeners, const StopFlag* stop) {
  solver::SolverChain chain(task.pool, stop);
  DomainSolver solver(chain, task.entry.domain);
  const std::vector<groups::Cell> cells = cellsOf(task.entry);
  std::vector<Partition> ways;
  std::vector<groups::Part> parts;
  for (size_t row = 0; row < whole.conditions.size(); ++row) {
    ways.push_back(whole.signature.rows[row].way);
    parts.push_back({whole.conditions[row], whole.witnesses[row], ""});
  }
  const bool isComplete = whole.signature.exhaustive;
  const Seconds limit = std::min(kForGroups, options.budget * 0.2);
  const std::vector<groups::Grouped> grouped =
      groups::makeGroups({task.pool, solver, cells, ways, parts, isComplete, limit, stop}, clustersOf(whole));
  for (uint32_t k = 0; k < grouped.size(); ++k) {
    whole.signature.groups.push_back({grouped[k].group, commonOutput(whole, grouped[k].group.partitions)});
    if (listeners.evidence)
      for (const Statement& each : stateExact(task.pool, grouped[k].refuted, k, isComplete, task.entry.domain)) listeners.evidence(each);
  }
}

}  // namespace cleave::explore
