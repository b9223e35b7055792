#include "driver/require.h"

#include <algorithm>

#include "driver/require_alone.h"
#include "driver/require_analysis.h"
#include "driver/require_measure.h"
#include "driver/require_samples.h"
#include "driver/require_search.h"
#include "driver/version.h"
#include "project/open.h"
#include "project/pairs.h"

namespace cleave::driver {

namespace {

using project::OpenProject;
using project::OutputPairs;
using result::RequireResult;

class Require {
 public:
  Require(const RequireOptions& options, const Listeners& listeners, const StopFlag* stop)
      : options_(timed(options)), listeners_(listeners), stop_(stop), samples_(options_, listeners, stop) {
    result_.version = kVersion;
    result_.distance = options.distance;
    result_.iterations = options.iterations;
  }

  Expected<RequireResult> run() {
    if (Status failed = options_.projects ? analyseProjects() : analyse(options_, "")) return *failed;
    if (isInterrupted() && changes_.empty()) return Error{"interrupted before anything was found"};
    for (AnalysedChange& each : changes_) result_.changes.push_back(each.shown);
    if (changes_.empty())
      result_.notes.push_back(options_.only.empty() ? "nothing changed: there is nothing to test" : "nothing changed there");
    if (!options_.tests.empty() && !changes_.empty())
      if (Status failed = measure(options_, samples_, changes_, listeners_, stop_, result_); failed && !isInterrupted()) return *failed;
    if (Status failed = search(); failed && !isInterrupted()) return *failed;
    result_.isInterrupted = isInterrupted();
    if (result_.isInterrupted)
      result_.notes.push_back(result_.isMeasured || options_.tests.empty()
                                  ? "interrupted: this is what was found up to then"
                                  : "interrupted: this is what was found up to then, and nothing is known of the tests");
    if (result_.isMeasured) putUnreachedFirst(result_);
    return std::move(result_);
  }

 private:
  static RequireOptions timed(RequireOptions options) {
    if (options.totalBudget.count() > 0) options.until = Clock::now() + std::chrono::duration_cast<Clock::duration>(options.totalBudget);
    return options;
  }
  bool isInterrupted() const { return stop_ != nullptr && stop_->requested(); }

  Status analyse(const RequireOptions& options, const std::string& program) {
    Expected<std::vector<AnalysedChange>> found = analyseChanges(options, options.tests.empty() ? nullptr : &samples_, listeners_, stop_);
    if (!found && isInterrupted()) return std::nullopt;  // what other programs have is kept
    if (!found) return program.empty() ? found.error() : Error{program + ": " + found.error().message};
    parts_.emplace_back(options, std::vector<size_t>());
    for (AnalysedChange& each : analyseAlone(options, *found, listeners_, stop_, result_.notes)) found->push_back(std::move(each));
    std::ranges::stable_sort(*found, {}, [](const AnalysedChange& each) { return each.shown.change.id; });  // behind the same one together
    for (AnalysedChange& each : *found) {
      if (isKnown(each)) continue;
      each.shown.program = program;
      if (options.measuresLater && !each.later.empty() && each.shown.without.empty())
        each.takenBack = textWithout(options, each.shown.change).value_or("");
      parts_.back().second.push_back(changes_.size());
      changes_.push_back(std::move(each));
    }
    return std::nullopt;
  }

  // Program by program.
  Status search() {
    if (!options_.augments || isInterrupted()) return std::nullopt;
    result_.isSearched = true;
    for (const auto& [options, changes] : parts_)
      if (Status failed = searchTests(options, changes_, changes, listeners_, stop_, result_)) return failed;
    return std::nullopt;
  }

  // A function that several programs have is looked at once.
  bool isKnown(const AnalysedChange& change) const {
    const result::Change& one = change.shown.change;
    return std::ranges::any_of(changes_, [&](const AnalysedChange& each) {
      const result::Change& other = each.shown.change;
      return other.file == one.file && other.function == one.function && other.afterLines == one.afterLines &&
             other.beforeLines == one.beforeLines && each.shown.without == change.shown.without;
    });
  }

  Expected<OpenProject> open(Side side) const {
    project::OpenRequest request = openRequest(*options_.projects, side, stop_);
    request.step = listeners_.step;
    return project::openProject(request);
  }

  Status analyseProjects() {
    Both<std::optional<OpenProject>>& projects = projects_;
    for (const Side side : kSides) {
      Expected<OpenProject> opened = open(side);
      if (!opened) return opened.error();
      projects.of(side).emplace(opened.take());
    }
    Expected<OutputPairs> pairs = OutputPairs::of(projects.before->project, projects.after->project, options_.projects->program);
    if (!pairs) return pairs.error();
    result_.notes = pairs->notes();
    for (size_t k = 0; k < pairs->all().size(); ++k) {
      if (pairs->all()[k].same || isInterrupted()) continue;
      RequireOptions part = options_;
      part.before = pairs->sources(k, Side::Before);
      part.after = pairs->sources(k, Side::After);
      if (Status failed = analyse(part, pairs->all()[k].name)) return failed;
    }
    return std::nullopt;
  }

  const RequireOptions options_;
  const Listeners& listeners_;
  const StopFlag* stop_;
  Samples samples_;
  Both<std::optional<OpenProject>> projects_;
  std::vector<AnalysedChange> changes_;
  std::vector<std::pair<RequireOptions, std::vector<size_t>>> parts_;  // programs, and which changes are looked at in them
  RequireResult result_;
};

}  // namespace

Seconds budgetOfChange(const RequireOptions& options, size_t changesLeft, double part) {
  if (options.until == Clock::time_point::max()) return options.explore.budget;
  const Seconds left = std::max(Seconds(0), Seconds(options.until - Clock::now()));
  return std::min(options.explore.budget, left * part / static_cast<double>(std::max<size_t>(changesLeft, 1)));
}

Expected<RequireResult> require(const RequireOptions& options, const Listeners& listeners, const StopFlag* stop) {
  return Require(options, listeners, stop).run();
}

}  // namespace cleave::driver
