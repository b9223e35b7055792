#include "explore/run_rows.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "explore/parting.h"
#include "explore/run_lines.h"
#include "support/line_diff.h"

namespace cleave::explore {

namespace {

using program::FunctionId;
using result::RunStep;

constexpr size_t kFirst = 3, kLast = 2;            // of the visits of a line
constexpr size_t kAround = 3;                      // before and behind where the runs part
constexpr size_t kMostFirst = 70, kMostLast = 30;  // of a run
constexpr size_t kMostValues = 8;                  // at one visit
constexpr size_t kLongest = 60;                    // bytes of a value

using Line = std::pair<uint32_t, uint32_t>;  // file, line

Line lineOf(const program::SourceLoc& loc) { return {loc.file, loc.line}; }

// Lines of after with those of before that they correspond to: by instructions that do, and where a line has none, by variables that get
// their values there.
class Partners {
 public:
  Partners(const Task& task, const std::vector<LineVisit>& after) {
    std::set<uint32_t> functions;
    for (const LineVisit& each : after) functions.insert(each.function.value);
    for (const change::FunctionPair& pair : task.changes.functions)
      if (functions.contains(pair.after.value)) add(task, pair);
  }

  std::optional<Line> ofAfter(Line line) const {
    const auto found = before_.find(line);
    return found == before_.end() ? std::nullopt : std::optional(found->second);
  }
  bool hasPartner(Side side, Line line) const { return side == Side::Before ? taken_.contains(line) : before_.contains(line); }

 private:
  void add(const Task& task, const change::FunctionPair& pair) {
    const program::Function &before = task.before.function(pair.before), &after = task.after.function(pair.after);
    const std::vector<uint32_t>& matched = pair.matching.instructions;
    for (size_t i = 0; i < matched.size(); ++i)
      if (matched[i] != change::Matching::kNone) join(before.instructions[i].loc, after.instructions[matched[i]].loc);
    std::map<std::pair<std::string, size_t>, program::SourceLoc> notes;
    std::map<std::string, size_t> count;
    for (const program::VariableNote& each : before.notes) {
      const std::string& name = before.variables[each.variable].name;
      notes.emplace(std::pair(name, count[name]++), each.loc);
    }
    count.clear();
    for (const program::VariableNote& each : after.notes) {
      const std::string& name = after.variables[each.variable].name;
      if (const auto partner = notes.find({name, count[name]++}); partner != notes.end()) join(partner->second, each.loc);
    }
  }

  void join(const program::SourceLoc& before, const program::SourceLoc& after) {
    if (!before.known() || !after.known() || taken_.contains(lineOf(before))) return;
    if (before_.emplace(lineOf(after), lineOf(before)).second) taken_.insert(lineOf(before));
  }

  std::map<Line, Line> before_;
  std::set<Line> taken_;
};

// The visit that holds a step.
size_t visitAt(const std::vector<LineVisit>& visits, size_t step) {
  const auto behind = std::ranges::upper_bound(visits, step, {}, &LineVisit::first);
  return behind == visits.begin() ? 0 : static_cast<size_t>(behind - visits.begin()) - 1;
}

// Indices of the visits that are shown.
std::vector<size_t> chosen(const std::vector<LineVisit>& visits, std::optional<size_t> turn) {
  std::map<Line, size_t> total, seen;
  for (const LineVisit& each : visits) ++total[lineOf(each.loc)];
  std::vector<size_t> some;
  const auto isNear = [&](size_t k) { return turn && k + kAround >= *turn && k <= *turn + kAround; };
  for (size_t k = 0; k < visits.size(); ++k) {
    const size_t nth = seen[lineOf(visits[k].loc)]++;
    if (nth < kFirst || nth + kLast >= total[lineOf(visits[k].loc)] || isNear(k)) some.push_back(k);
  }
  if (some.size() <= kMostFirst + kMostLast) return some;
  std::vector<size_t> fewer;
  for (size_t k = 0; k < some.size(); ++k)
    if (k < kMostFirst || k + kMostLast >= some.size() || isNear(some[k])) fewer.push_back(some[k]);
  return fewer;
}

std::string shortened(const std::string& text) { return text.size() <= kLongest ? text : text.substr(0, kLongest) + "…"; }

class Rows {
 public:
  Rows(const Task& task, const Both<vm::Trace>& traces) : task_(task), traces_(traces) {}

  result::Runs make() {
    for (const Side side : kSides) visits_.of(side) = linesOf(programOf(side), task_.entry, traces_.of(side));
    const Partners partners(task_, visits_.after);
    const Parting parting = partingOf(task_, traces_);
    Both<std::optional<size_t>> turns;
    for (const Side side : kSides) {
      if (parting.ways && !visits_.of(side).empty())
        turns.of(side) = visitAt(visits_.of(side), (side == Side::Before ? parting.ways->before : parting.ways->after).step);
      chosen_.of(side) = chosen(visits_.of(side), turns.of(side));
    }
    align(partners);
    for (size_t k = 0; k < runs_.rows.size() && !runs_.parts; ++k)
      if ((turns.before && isAt(rows_[k].before, Side::Before, *turns.before)) ||
          (turns.after && isAt(rows_[k].after, Side::After, *turns.after)))
        runs_.parts = static_cast<uint32_t>(k);
    for (const Side side : kSides) {
      runs_.skipped.of(side) = visits_.of(side).size() - next_.of(side);
      runs_.goesOn.of(side) = traces_.of(side).isFull();
    }
    return std::move(runs_);
  }

 private:
  static constexpr size_t kNone = SIZE_MAX;

  const program::Program& programOf(Side side) const { return side == Side::Before ? task_.before : task_.after; }
  const LineVisit& visit(Side side, size_t k) const { return visits_.of(side)[chosen_.of(side)[k]]; }
  bool isAt(size_t k, Side side, size_t turn) const { return k != kNone && chosen_.of(side)[k] == turn; }

  void align(const Partners& partners) {
    Both<std::vector<std::string>> keys;
    for (const Side side : kSides)
      for (size_t k = 0; k < chosen_.of(side).size(); ++k) {
        const LineVisit& each = visit(side, k);
        const std::optional<Line> line = side == Side::Before ? std::optional(lineOf(each.loc)) : partners.ofAfter(lineOf(each.loc));
        keys.of(side).push_back(line ? fmt::format("{}:{} {}", line->first, line->second, each.depth)
                                     : fmt::format("after {}:{}", each.loc.file, each.loc.line));
      }
    size_t b = 0, a = 0;
    const auto same = [&](size_t end) {
      while (b < end) addRow(b++, a++);
    };
    for (const LineHunk& hunk : diffLines(keys.before, keys.after)) {
      same(hunk.beforeFirst);
      while (b < hunk.beforeEnd || a < hunk.afterEnd) {
        const bool hasBefore = b < hunk.beforeEnd, hasAfter = a < hunk.afterEnd;
        // Lines of which neither corresponds to any other one were changed into each other.
        const bool isChanged = hasBefore && hasAfter && !partners.hasPartner(Side::Before, lineOf(visit(Side::Before, b).loc)) &&
                               !partners.hasPartner(Side::After, lineOf(visit(Side::After, a).loc));
        if (isChanged) {
          addRow(b++, a++);
        } else if (hasBefore) {
          addRow(b++, kNone);
        } else {
          addRow(kNone, a++);
        }
      }
    }
    same(chosen_.before.size());
  }

  void addRow(size_t before, size_t after) {
    rows_.push_back({before, after});
    result::RunRow& row = runs_.rows.emplace_back();
    if (before != kNone) row.before = step(Side::Before, before);
    if (after != kNone) row.after = step(Side::After, after);
  }

  RunStep step(Side side, size_t k) {
    const size_t at = chosen_.of(side)[k];
    const LineVisit& seen = visits_.of(side)[at];
    RunStep step;
    step.file = fileOf(programOf(side).files[seen.loc.file]);
    step.line = seen.loc.line;
    step.depth = seen.depth > base(side) ? seen.depth - base(side) : 0;
    step.skipped = at - std::exchange(next_.of(side), at + 1);
    for (const auto& [name, value] : seen.values)
      if (step.values.size() < kMostValues) step.values.emplace_back(shortened(name), shortened(value));
    return step;
  }

  // A harness stands below the entry.
  uint32_t base(Side side) const { return std::ranges::min_element(visits_.of(side), {}, &LineVisit::depth)->depth; }

  uint32_t fileOf(const std::string& name) {
    const auto found = std::ranges::find(runs_.files, name);
    if (found == runs_.files.end()) return runs_.files.push_back(name), static_cast<uint32_t>(runs_.files.size() - 1);
    return static_cast<uint32_t>(found - runs_.files.begin());
  }

  const Task& task_;
  const Both<vm::Trace>& traces_;
  Both<std::vector<LineVisit>> visits_;
  Both<std::vector<size_t>> chosen_;  // indices of visits
  std::vector<Both<size_t>> rows_;    // indices in chosen_, or kNone
  Both<size_t> next_{};               // the first visit that is in no row yet
  result::Runs runs_;
};

}  // namespace

result::Runs rowsOf(const Task& task, const Both<vm::Trace>& traces) { return Rows(task, traces).make(); }

}  // namespace cleave::explore
