#include "driver/history.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "cache/answers.h"
#include "driver/answer_key.h"
#include "driver/entries.h"
#include "driver/explain.h"
#include "driver/version.h"
#include "project/git.h"
#include "project/pairs.h"
#include "report/row_text.h"
#include "report/summary.h"
#include "support/sha256.h"
#include "support/temp_dir.h"
#include "support/text.h"

namespace cleave::driver {

namespace {

using project::Revision;
using RevisionFate = result::Fate;
using result::HistoryRow;

constexpr size_t kMostLooked = 20;                 // partitions, for one that shows a difference
constexpr size_t kMostOpen = 3;                    // revisions that stay built

RevisionFate fateOf(result::Verdict verdict) {
  switch (verdict) {
    case result::Verdict::Equivalent:
      return RevisionFate::Equivalent;
    case result::Verdict::Different:
      return RevisionFate::Different;
    case result::Verdict::Inconclusive:
      return RevisionFate::Inconclusive;
    case result::Verdict::Failed:
      return RevisionFate::Failed;
    case result::Verdict::Intended:
      return RevisionFate::Intended;
  }
  return RevisionFate::Failed;
}

HistoryRow rowOf(const Revision& revision) { return {revision.id, revision.date, revision.subject, RevisionFate::Inconclusive, {}, {}, false}; }

// Revisions side by side.
class Comparisons {
 public:
  Comparisons(const HistoryOptions& options, const Listeners& listeners, const StopFlag* stop)
      : options_(options), listeners_(listeners), stop_(stop), identity_(options.cache.empty() ? "" : identity(options.models)) {}

  HistoryRow compare(const Revision& before, const Revision& after) {
    HistoryRow row = rowOf(after);
    if (before.tree == after.tree) {
      row.fate = RevisionFate::Untouched;
      return row;
    }
    const std::string key = keyOf(before, after);
    if (recall(key, row)) return row;
    const std::optional<bool> isFinal = compareAnew(before, after, row);
    if (isFinal && (stop_ == nullptr || !stop_->requested())) keep(key, row, *isFinal);
    return row;
  }

  // Why a revision cannot be built; none: it can.
  std::optional<std::string> problemOf(const Revision& revision) {
    const Expected<project::OpenProject>& opened = open(revision);
    if (opened) return std::nullopt;
    return opened.error().message;
  }

 private:
  const Expected<project::OpenProject>& open(const Revision& revision) {
    const auto known = std::ranges::find_if(opened_, [&](const auto& each) { return each->first == revision.tree; });
    if (known != opened_.end()) return (*known)->second;
    if (opened_.size() == kMostOpen) opened_.erase(opened_.begin() + (opened_.front()->first == pinned_ ? 1 : 0));
    ProjectOptions projects = options_.projects;
    projects.places = {revision.id, revision.id};
    project::OpenRequest request = openRequest(projects, Side::After, stop_);
    request.label = revision.id.substr(0, 9);
    request.wraps = !options_.explore.overflowIsUndefined;
    request.step = listeners_.step;
    opened_.push_back(std::make_unique<Opened>(revision.tree, project::openProject(request)));
    return opened_.back()->second;
  }

  // Whether more time would change nothing; none: the next time it may be another matter (a build needs what a machine has).
  std::optional<bool> compareAnew(const Revision& before, const Revision& after, HistoryRow& row) {
    pinned_ = before.tree;
    for (const Revision* each : {&before, &after})
      if (const std::optional<std::string> problem = problemOf(*each)) {
        row.fate = each == &after ? RevisionFate::Unbuilt : RevisionFate::Inconclusive;
        row.line = (each == &after ? "" : each->id.substr(0, 9) + " does not build: ") + shortProblem(*problem);
        return std::nullopt;
      }
    if (listeners_.step) listeners_.step("comparing " + before.id.substr(0, 9) + " with " + after.id.substr(0, 9));
    Expected<TempDir> work = TempDir::create("log");
    if (!work) {
      row.line = work.error().message;
      return std::nullopt;
    }
    DiffOptions options = options_;
    options.output = work->path() / "out";
    return options_.test ? onInput(before, after, options, row) : onAll(before, after, options, row);
  }

  static std::string shortProblem(const std::string& problem) {
    const size_t error = problem.find("error: ");
    return project::firstLine(error == std::string::npos ? problem : problem.substr(error));
  }

  static bool fail(HistoryRow& row, const Error& error) {
    row.fate = error.message.starts_with(kMissingFunction) ? missing(error.message) : RevisionFate::Inconclusive;
    row.line = project::firstLine(error.message);
    return true;
  }

  static RevisionFate missing(const std::string& message) { return message.find("in the after version") != std::string::npos ? RevisionFate::Removed : RevisionFate::Added; }

  bool onAll(const Revision& before, const Revision& after, const DiffOptions& options, HistoryRow& row) {
    const Expected<ProjectsResult> found =
        compareProjects(options, open(before)->project, open(after)->project, options_.projects.program, listeners_, stop_);
    if (!found) {
      const size_t at = found.error().message.find(kMissingFunction);  // behind the name of the program
      return fail(row, at == std::string::npos ? found.error() : Error{found.error().message.substr(at)});
    }
    describe(*found, row);
    return std::ranges::all_of(found->result.entries, [](const auto& each) { return result::isPositive(each.verdict) || each.guarantee.exhaustive; });
  }

  // The function that says most: one that differs, else one that nobody could decide.
  void describe(const ProjectsResult& found, HistoryRow& row) const {
    const std::vector<result::EntryResult>& entries = found.result.entries;
    const bool named = !options_.entries.empty();
    if (entries.empty() || (named && std::ranges::all_of(entries, &result::EntryResult::sameCode))) {
      row.fate = RevisionFate::Untouched;
      return;
    }
    row.fate = fateOf(result::overall(found.result));
    std::vector<std::string> others;
    for (size_t k = 0; k < entries.size(); ++k) {
      if (fateOf(entries[k].verdict) != row.fate) continue;
      if (row.line.empty()) {
        const std::string why = report::reasonInShort(found.shown(k, kMostLooked).entry);
        row.line = (named ? "" : entries[k].name + ": ") + why;
      } else {
        others.push_back(entries[k].name);
      }
    }
    if (row.fate == RevisionFate::Equivalent) row.line = shownNames(entries);
    if (!others.empty() && row.fate != RevisionFate::Equivalent) row.line += fmt::format(" (also {})", join(shortened(others), ", "));
  }

  static std::vector<std::string> shortened(std::vector<std::string> names) {
    constexpr size_t kMost = 4;
    if (names.size() > kMost) {
      const std::string more = std::to_string(names.size() - kMost) + " more";
      names.resize(kMost);
      names.push_back(more);
    }
    return names;
  }

  static std::string shownNames(const std::vector<result::EntryResult>& entries) {
    std::vector<std::string> names;
    for (const result::EntryResult& each : entries) names.push_back(each.name + (each.guarantee.bounds.empty() ? "" : " (within bounds)"));
    return join(shortened(names), ", ");
  }

  static std::string sentenceOf(const result::Explanation& found) {
    result::EntryResult entry;
    entry.name = found.entry;
    entry.inputs = found.inputs;
    result::Partition partition = found.difference;
    partition.kind = result::PartitionKind::Different;
    return report::RowText(entry, partition).sentence();
  }

  // The first program that has the function.
  bool onInput(const Revision& before, const Revision& after, const DiffOptions& given, HistoryRow& row) {
    const project::Project &x = open(before)->project, &y = open(after)->project;
    const Expected<project::OutputPairs> pairs = project::OutputPairs::of(x, y, options_.projects.program);
    if (!pairs) return fail(row, pairs.error());
    Error last{"no program or library is in both revisions"};
    for (size_t k = 0; k < pairs->all().size(); ++k) {
      ExplainOptions options;
      static_cast<Options&>(options) = given;
      options.before = pairs->sources(k, Side::Before);
      options.after = pairs->sources(k, Side::After);
      options.test = *options_.test;
      options.causes = false;
      const Expected<result::Explanation> found = explain(options, {}, stop_);
      if (!found) {
        last = found.error();
        continue;
      }
      row.fate = found->differs ? RevisionFate::Different : RevisionFate::Equivalent;
      if (found->differs) row.line = sentenceOf(*found);
      return true;
    }
    return fail(row, last);
  }

  // --- what is remembered

  std::string keyOf(const Revision& before, const Revision& after) const {
    if (identity_.empty()) return {};
    std::string words = identity_ + optionsText(options_);
    for (const std::string& each : {before.tree, after.tree, options_.projects.builds.after, options_.projects.program}) words += "\x1f" + each;
    for (const std::string& each : options_.entries) words += "\x1f" + each;
    for (const Options::Intended& each : options_.intended) words += "\x1f" + each.entry + "\x1f" + each.expression.text;
    if (options_.test) words += "\x1f" + options_.test->json;
    return "revisions " + sha256(words);
  }

  bool recall(const std::string& key, HistoryRow& row) const {
    Expected<cache::Answers> answers = key.empty() ? Error{""} : cache::Answers::open(options_.cache);
    if (!answers) return false;
    const Expected<std::optional<cache::Answer>> found = answers->find(key);
    if (!found || !*found || (*found)->value.empty()) return false;
    if (!(*found)->isFinal && (options_.resume || (*found)->seconds < options_.explore.budget.count() * 0.99)) return false;
    row.fate = static_cast<RevisionFate>((*found)->value[0] - 'a');
    row.line = (*found)->value.substr(1);
    row.remembered = true;
    return true;
  }

  void keep(const std::string& key, const HistoryRow& row, bool isFinal) const {
    if (key.empty() || row.fate == RevisionFate::Failed) return;
    if (Expected<cache::Answers> answers = cache::Answers::open(options_.cache))
      (void)answers->put(key, {isFinal, options_.explore.budget.count(), std::string(1, static_cast<char>('a' + static_cast<int>(row.fate))) + row.line});
  }

  const HistoryOptions& options_;
  const Listeners& listeners_;
  const StopFlag* stop_;
  std::string identity_;
  using Opened = std::pair<std::string, Expected<project::OpenProject>>;
  std::vector<std::unique_ptr<Opened>> opened_;  // by tree
  std::string pinned_;                           // stays, as it is being compared
};

}  // namespace

Expected<result::History> log(const HistoryOptions& options, const Listeners& listeners, const RowListener& heard, const StopFlag* stop) {
  const Expected<std::vector<Revision>> revisions = project::historyOf(options.range, std::filesystem::current_path(), options.most, stop);
  if (!revisions) return revisions.error();
  Comparisons comparisons(options, listeners, stop);
  result::History history;
  history.version = kVersion;
  size_t last = 0;  // that builds
  for (size_t k = 1; k < revisions->size(); ++k) {
    if (stop != nullptr && stop->requested()) break;
    HistoryRow row = comparisons.compare((*revisions)[last], (*revisions)[k]);
    if (last + 1 != k) row.against = (*revisions)[last].id;
    if (row.fate != RevisionFate::Unbuilt) last = k;
    if (!options.entries.empty() && row.fate == RevisionFate::Untouched) continue;
    if (heard) heard(row);
    history.rows.push_back(std::move(row));
  }
  return history;
}

Expected<result::Bisection> bisect(const HistoryOptions& options, const Listeners& listeners, const RowListener& heard, const StopFlag* stop) {
  const Expected<std::vector<Revision>> found = project::historyOf(options.range, std::filesystem::current_path(), 0, stop);
  if (!found) return found.error();
  const std::vector<Revision>& revisions = *found;
  Comparisons comparisons(options, listeners, stop);
  if (const std::optional<std::string> problem = comparisons.problemOf(revisions.front())) return Error{*problem};
  result::Bisection bisection{kVersion, revisions.front().id, revisions.back().id, {}, {}};
  std::map<size_t, HistoryRow> known;
  const auto look = [&](size_t k) -> RevisionFate {
    if (const auto at = known.find(k); at != known.end()) return at->second.fate;
    HistoryRow row = comparisons.compare(revisions.front(), revisions[k]);
    if (row.fate == RevisionFate::Untouched) row.fate = RevisionFate::Equivalent;
    if (heard) heard(row);
    bisection.looked.push_back(row);
    return known.emplace(k, std::move(row)).first->second.fate;
  };
  const auto isGood = [](RevisionFate fate) { return fate == RevisionFate::Equivalent || fate == RevisionFate::Intended; };
  const auto isTold = [&](RevisionFate fate) { return isGood(fate) || fate == RevisionFate::Different; };
  size_t good = 0, bad = revisions.size() - 1;
  if (isGood(look(bad))) return bisection;
  if (!isTold(look(bad))) return Error{revisions[bad].id.substr(0, 9) + ": " + result::toText(known.at(bad).fate) + (known.at(bad).line.empty() ? "" : " - " + known.at(bad).line)};
  while (bad - good > 1) {
    // The middle, or what is nearest to it and can be told.
    std::vector<size_t> order;
    for (size_t k = good + 1; k < bad; ++k) order.push_back(k);
    const size_t middle = good + (bad - good) / 2;
    std::ranges::stable_sort(order, {}, [&](size_t k) { return k > middle ? k - middle : middle - k; });
    const auto next = std::ranges::find_if(order, [&](size_t k) { return (stop == nullptr || !stop->requested()) && isTold(look(k)); });
    if (next == order.end()) break;
    (look(*next) == RevisionFate::Different ? bad : good) = *next;
  }
  for (size_t k = good + 1; k <= bad; ++k) bisection.first.push_back(known.contains(k) ? known.at(k) : rowOf(revisions[k]));
  return bisection;
}

}  // namespace cleave::driver
