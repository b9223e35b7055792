#include "driver/require_measure.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "driver/require_later.h"
#include "driver/require_samples.h"
#include "driver/require_shape.h"
#include "driver/require_tests.h"
#include "program/shown_name.h"
#include "require/measure.h"
#include "support/text.h"

namespace cleave::driver {

namespace {

using require::Measure;
using require::Truth;
using result::Requirement;
using result::RequirementFate;

constexpr size_t kMostTakenBack = 3;  // changes: each is a build, and a run of all tests

// A requirement: change, statement, kind.
struct Which {
  size_t change = 0, statement = 0, requirement = 0;
  auto operator<=>(const Which&) const = default;
};

class Measuring {
 public:
  Measuring(const RequireOptions& options, std::vector<AnalysedChange>& changes, result::RequireResult& result)
      : options_(options), changes_(changes), result_(result) {}

  Status run(const Samples& samples, const Listeners& listeners, const StopFlag* stop) {
    std::vector<ProbedPlace> places;
    for (const AnalysedChange& each : changes_) addPlaces(each, places);
    if (places.empty()) return std::nullopt;
    const auto look = [&](const RunTest& test, const probes::Log& log) { take(test, log); };
    const bool isLate = Clock::now() >= options_.until;
    isThinned_ = isLate && !samples.has(places) && samples.hasSome(places);
    Status failed = samples.has(places) || isThinned_ ? samples.forEach(places, look, result_.notes)
                                                      : runTests(options_, places, listeners, stop, look, result_.notes);
    if (failed) return failed;
    for (size_t c = 0; c < changes_.size() && !isLate && !(stop != nullptr && stop->requested()); ++c)
      if (Status later = measureLater(c, listeners, stop)) return later;
    finish();
    return std::nullopt;
  }

 private:
  // Just before the change, and where its function is called, if that tells more.
  static void addPlaces(const AnalysedChange& change, std::vector<ProbedPlace>& places) {
    const auto symbol = [](const std::string& function) { return std::string(program::splitName(function).symbol); };
    addPlace(places, {symbol(change.function), change.line, change.column});
    for (const LaterStatement& each : change.later) addPlace(places, placeOf(each));
    for (const StatementPredicates& each : change.statements) {
      addPlace(places, {symbol(change.function), change.line, change.column, readsOf(each, false)});
      for (const statements::CallSite& site : each.callSites)
        addPlace(places, {symbol(site.function), site.line, site.column, readsOf(each, true)});
    }
  }

  static ProbedPlace placeOf(const LaterStatement& later) {
    return {std::string(program::splitName(later.place.function).symbol), later.place.line, later.place.column};
  }

  // --- later calls

  using Traces = std::map<std::pair<std::string, size_t>, Trace>;  // by test, and number of the statement among the later ones

  // The tests once more, without the change.
  Status measureLater(size_t c, const Listeners& listeners, const StopFlag* stop) {
    AnalysedChange& change = changes_[c];
    if (change.later.empty() || change.takenBack.empty() || ++takenBack_ > kMostTakenBack) return std::nullopt;
    std::vector<ProbedPlace> places;
    for (const LaterStatement& each : change.later) addPlace(places, placeOf(each));
    Expected<TempDir> folder = TempDir::create("without");
    if (!folder) return folder.error();
    const Expected<RequireOptions> options = optionsWith(options_, change.shown.change.file, change.takenBack, *folder);
    if (!options) return options.error();
    Traces without;
    std::map<std::string, size_t> processes;
    std::vector<std::string> notes;
    Status failed = runTests(
        *options, places, listeners, stop,
        [&](const RunTest& test, const probes::Log& log) { addTraces(log, namesIn(test, log, processes), change, without); }, notes);
    if (failed) {
      result_.notes.push_back(fmt::format("change {}: after without it cannot be run, so nothing is known of later calls: {}",
                                          change.shown.change.id, failed->message));
      return std::nullopt;
    }
    for (size_t k = 0; k < change.later.size(); ++k) compareLater(c, k, without);
    return std::nullopt;
  }

  // `names`: of the tests, by file.
  static void addTraces(const probes::Log& log, const std::vector<std::string>& names, const AnalysedChange& change, Traces& traces) {
    for (size_t k = 0; k < change.later.size(); ++k)
      for (auto& [file, found] : tracesAt(log, placeOf(change.later[k]))) {
        Trace& trace = traces[{names[file], k}];
        trace.names = found.names;
        for (auto& visit : found.visits) trace.visits.push_back(std::move(visit));
      }
  }

  void compareLater(size_t c, size_t k, const Traces& without) {
    const size_t s = changes_[c].later[k].statement;
    result::AffectedStatement& statement = result_.changes[c].statements[s];
    const result::Change& change = result_.changes[c].change;
    const result::StatementPlace& place = statement.place.after;
    const bool isInChange = place.file == change.file && place.line >= change.afterLines.first && place.line <= change.afterLines.second;
    if (isInChange) return;  // the other text has something else there
    statement.reason.clear();
    statement.requirements = laterRequirements(result_.changes[c], statement);
    for (size_t t = 0; t < tests_.size(); ++t) {
      if (!reachedBy_[t].contains(c)) continue;
      const auto of = [&](const Traces& traces) {
        const auto found = traces.find({tests_[t].name, k});
        return found == traces.end() ? Trace() : found->second;
      };
      const TraceDifference difference = compareTraces({of(without), of(traces_.at(c))});
      const bool found[] = {difference.isDifferent, difference.isOnlyAfter, difference.isOnlyBefore};
      for (size_t r = 0; r < statement.requirements.size(); ++r)
        if (found[r]) {
          ++statement.requirements[r].records;
          satisfiedBy_[t].insert({c, s, r});
        }
    }
  }

  static std::vector<Requirement> laterRequirements(const result::RequireChange& change, const result::AffectedStatement& statement) {
    using result::RequirementKind;
    const std::string where = fmt::format("line {}", statement.place.after.line);
    const std::pair<RequirementKind, std::string> kinds[] = {
        {RequirementKind::DifferentStates, fmt::format("both versions come to {} in different states", where)},
        {RequirementKind::OnlyAfter, fmt::format("after comes to {} more often than before", where)},
        {RequirementKind::OnlyBefore, fmt::format("before comes to {} more often than after", where)}};
    std::vector<Requirement> requirements;
    for (const auto& [kind, what] : kinds) {
      Requirement& each = requirements.emplace_back();
      each.id = fmt::format("{}.{}.{}", change.change.id, statement.number, requirements.size());
      each.kind = kind;
      each.fate = RequirementFate::Undecided;
      each.reason = "no state at the change tells what later calls do, and no test shows it";
      each.sentence = fmt::format("in a later call {}: needs a test that goes on behind line {}", what, change.start.after.line);
    }
    return requirements;
  }

  // The tests of a log: one, or one for each process.
  static std::vector<std::string> namesIn(const RunTest& test, const probes::Log& log, std::map<std::string, size_t>& processes) {
    std::vector<std::string> names;
    for (const probes::LogFile& file : log.files()) names.push_back(test.name.empty() ? processName(file, processes) : test.name);
    return names;
  }

  // --- a log

  void take(const RunTest& test, const probes::Log& log) {
    // Without names every process is a test.
    const bool isByProcess = test.name.empty();
    std::vector<size_t> testOf(log.files().size(), tests_.size());
    if (isByProcess) {
      for (size_t k = 0; k < log.files().size(); ++k) {
        testOf[k] = tests_.size();
        addTest({processName(log.files()[k], processes_), test.passed, test.seconds});
      }
    } else {
      addTest(test);
    }
    std::vector<std::string> names;
    for (const size_t k : testOf) names.push_back(tests_[k].name);
    for (size_t c = 0; c < changes_.size(); ++c)
      if (!changes_[c].takenBack.empty()) addTraces(log, names, changes_[c], traces_[c]);
    std::vector<std::vector<Watch>> watches;
    for (const probes::Point& point : log.points()) watches.push_back(watchesOf(point, log));
    std::vector<std::set<std::string>> calls;  // by point: the functions that are called there
    for (const probes::Point& point : log.points()) calls.push_back(calledAt(point));
    std::map<std::pair<uint32_t, std::string>, probes::Record> last;  // calls, by file and function
    log.forEach([&](const probes::Record& record) {
      for (const std::string& function : calls[record.point()]) last.insert_or_assign({record.file(), function}, record);
      for (Watch& watch : watches[record.point()]) {
        const auto call = watch.callPoint ? last.find({record.file(), changes_[watch.change].function}) : last.end();
        if (watch.callPoint && (call == last.end() || call->second.point() != *watch.callPoint)) continue;  // another one called
        look(watch, record, call == last.end() ? nullptr : &call->second, testOf[record.file()]);
      }
      return true;
    });
  }

  static std::string processName(const probes::LogFile& file, std::map<std::string, size_t>& processes) {
    const std::string program = std::filesystem::path(file.program).filename().string();
    const size_t count = ++processes[program];
    return count == 1 ? program : fmt::format("{}#{}", program, count);
  }

  void addTest(const RunTest& test) {
    result::TestRun run;
    run.name = test.name;
    run.passed = test.passed;
    run.seconds = test.seconds;
    tests_.push_back(std::move(run));
    satisfiedBy_.emplace_back();
    reachedBy_.emplace_back();
  }

  // A change, and the predicates of one statement of it, at a point.
  struct Watch {
    size_t change = 0;
    size_t statement = 0;
    bool isFirst = false;  // of its change: counts visits
    std::unique_ptr<Measure> measure;
    std::optional<uint32_t> callPoint = {};  // counts only where the function was called from there
  };

  static bool isAt(const probes::Point& point, const std::string& function, uint32_t line, uint32_t column) {
    return point.kind == probes::PointKind::Statement && point.line == line && point.column == column &&
           point.function == program::splitName(function).symbol;
  }

  std::set<std::string> calledAt(const probes::Point& point) const {
    std::set<std::string> functions;
    for (const AnalysedChange& change : changes_)
      for (const StatementPredicates& statement : change.statements)
        for (const statements::CallSite& site : statement.callSites)
          if (isAt(point, site.function, site.line, site.column)) functions.insert(change.function);
    return functions;
  }

  // The point of the log before the call from which the statement is looked at.
  static std::optional<uint32_t> callPointOf(const StatementPredicates& statement, const probes::Log& log) {
    const statements::CallSite& site = statement.callSites[statement.callSite];
    for (uint32_t k = 0; k < log.points().size(); ++k)
      if (isAt(log.points()[k], site.function, site.line, site.column)) return k;
    return std::nullopt;
  }

  std::vector<Watch> watchesOf(const probes::Point& point, const probes::Log& log) {
    std::vector<Watch> watches;
    for (size_t c = 0; c < changes_.size(); ++c) {
      AnalysedChange& change = changes_[c];
      if (!isAt(point, change.function, change.line, change.column)) continue;
      watches.push_back({c, 0, true, nullptr, {}});
      // A statement whose predicates cannot be told from records stays as it is.
      for (size_t s = 0; s < change.statements.size(); ++s) {
        StatementPredicates& statement = change.statements[s];
        std::vector<expr::ExprId> predicates;
        for (const require::Predicate& each : statement.predicates) predicates.push_back(each.whole);
        if (predicates.empty() || !statement.cannotMeasure.empty()) continue;
        predicates.push_back(statement.pool->conjunction(statement.domain));
        std::optional<uint32_t> call;
        if (!statement.callSites.empty()) {
          call = callPointOf(statement, log);
          if (!call) continue;  // nobody called from there
        }
        watches.push_back({c, s, false,
                           std::make_unique<Measure>(*statement.pool, predicates, point, call ? &log.points()[*call] : nullptr,
                                                     inputBytesOf(statement.space)),
                           call});
        for (size_t k = 0; k + 1 < predicates.size(); ++k)
          for (const std::string& name : watches.back().measure->missing(k)) missing_[{c, s, k}].insert(name);
      }
    }
    return watches;
  }

  void look(Watch& watch, const probes::Record& record, const probes::Record* ofCall, size_t test) {
    if (watch.isFirst) {
      ++result_.changes[watch.change].visits;
      reachedBy_[test].insert(watch.change);
      return;
    }
    std::vector<Requirement>& requirements = result_.changes[watch.change].statements[watch.statement].requirements;
    watch.measure->look(record, ofCall);
    const bool isOutside = watch.measure->truth(requirements.size()) == Truth::False;  // of the states that were looked at
    for (size_t k = 0; k < requirements.size(); ++k) {
      const Truth truth = isOutside ? Truth::Unknown : watch.measure->truth(k);
      if (truth == Truth::Unknown) unknown_.insert({watch.change, watch.statement, k});
      if (truth != Truth::True) continue;
      ++requirements[k].records;
      satisfiedBy_[test].insert({watch.change, watch.statement, k});
    }
  }

  // --- what it says

  void finish() {
    result_.isMeasured = true;
    for (size_t t = 0; t < tests_.size(); ++t) {
      tests_[t].satisfies = satisfiedBy_[t].size();
      for (const Which& each : satisfiedBy_[t]) at(each).tests.push_back(tests_[t].name);
      for (const size_t change : reachedBy_[t]) result_.changes[change].tests.push_back(tests_[t].name);
    }
    for (size_t c = 0; c < result_.changes.size(); ++c)
      for (size_t s = 0; s < result_.changes[c].statements.size(); ++s)
        for (size_t k = 0; k < result_.changes[c].statements[s].requirements.size(); ++k) decide({c, s, k});
    order();
  }

  Requirement& at(const Which& which) { return result_.changes[which.change].statements[which.statement].requirements[which.requirement]; }

  void decide(const Which& which) {
    Requirement& requirement = at(which);
    if (requirement.records != 0) {
      requirement.fate = RequirementFate::Satisfied;
      requirement.reason.clear();
    } else if (requirement.fate == RequirementFate::Open) {
      const auto missing = missing_.find(which);
      const std::string& cannot = changes_[which.change].statements[which.statement].cannotMeasure;
      if (!cannot.empty() && result_.changes[which.change].visits != 0) {
        requirement.fate = RequirementFate::Undecided;
        requirement.reason = cannot;
      } else if (unknown_.contains(which)) {
        requirement.fate = RequirementFate::Undecided;
        const std::vector<std::string> names(missing == missing_.end()
                                                 ? std::vector<std::string>()
                                                 : std::vector<std::string>(missing->second.begin(), missing->second.end()));
        requirement.reason = names.empty()
                                 ? "it says nothing of some records: variables had no value, or values beyond the bounds of inputs"
                                 : "probes do not record " + join(names, ", ");
      } else if (isThinned_ && result_.changes[which.change].visits != 0) {
        requirement.fate = RequirementFate::Undecided;
        requirement.reason = "not every visit of the tests was looked at: the total budget is used up";
      } else {
        requirement.fate = RequirementFate::Unsatisfied;
      }
    }
  }

  // Those first that satisfy most of what is not satisfied yet; then those that come to a change.
  void order() {
    std::vector<size_t> left(tests_.size());
    for (size_t t = 0; t < left.size(); ++t) left[t] = t;
    std::set<Which> done;
    std::vector<size_t> order;
    const auto fresh = [&](size_t t) {
      return std::ranges::count_if(satisfiedBy_[t], [&](const Which& each) { return !done.contains(each); });
    };
    while (!left.empty()) {
      const auto best = std::ranges::max_element(left, {}, fresh);
      if (fresh(*best) == 0) break;
      done.insert(satisfiedBy_[*best].begin(), satisfiedBy_[*best].end());
      order.push_back(*best);
      left.erase(best);
    }
    std::ranges::stable_sort(left, {}, [&](size_t t) { return reachedBy_[t].empty(); });
    order.insert(order.end(), left.begin(), left.end());
    for (const size_t t : order) {
      result::TestRun test = tests_[t];
      test.changes.assign(reachedBy_[t].begin(), reachedBy_[t].end());
      result_.tests.push_back(std::move(test));
    }
  }

  const RequireOptions& options_;
  std::vector<AnalysedChange>& changes_;
  result::RequireResult& result_;
  std::vector<result::TestRun> tests_;
  std::vector<std::set<Which>> satisfiedBy_;  // by test
  std::vector<std::set<size_t>> reachedBy_;
  std::map<Which, std::set<std::string>> missing_;
  std::set<Which> unknown_;
  std::map<std::string, size_t> processes_;
  std::map<size_t, Traces> traces_;  // of after, by change
  size_t takenBack_ = 0;
  bool isThinned_ = false;  // not every visit is known
};

}  // namespace

Status measure(const RequireOptions& options, const Samples& samples, std::vector<AnalysedChange>& changes, const Listeners& listeners,
               const StopFlag* stop, result::RequireResult& result) {
  return Measuring(options, changes, result).run(samples, listeners, stop);
}

void putUnreachedFirst(result::RequireResult& result) {
  std::vector<uint32_t> order(result.changes.size());
  for (uint32_t k = 0; k < order.size(); ++k) order[k] = k;
  std::ranges::stable_sort(order, {}, [&](uint32_t k) { return result.changes[k].visits != 0 || !result.changes[k].failure.empty(); });
  std::vector<uint32_t> placeOf(order.size());
  std::vector<result::RequireChange> sorted;
  for (uint32_t k = 0; k < order.size(); ++k) {
    placeOf[order[k]] = k;
    sorted.push_back(std::move(result.changes[order[k]]));
  }
  result.changes = std::move(sorted);
  for (result::TestRun& test : result.tests)
    for (uint32_t& change : test.changes) change = placeOf[change];
}

}  // namespace cleave::driver
