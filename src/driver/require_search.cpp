#include "driver/require_search.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "driver/added_tests.h"
#include "driver/describe_call.h"
#include "driver/constructors.h"
#include "driver/failed_entry.h"
#include "driver/find_changes.h"
#include "driver/mentions.h"
#include "driver/prepare.h"
#include "driver/require_replay.h"
#include "driver/require_shape.h"
#include "driver/search_record.h"
#include "explore/describe.h"
#include "explore/properties.h"
#include "explore/vocabulary.h"
#include "explore/workbench.h"
#include "expr/print.h"
#include "points/points.h"
#include "report/row_text.h"
#include "require/circuit.h"
#include "support/check.h"
#include "support/text.h"
#include "support/worker.h"

namespace cleave::driver {

namespace {

namespace fs = std::filesystem;
using explore::PropertyCheck;
using Fate = PropertyCheck::Fate;
using result::Requirement;
using result::RequirementFate;

constexpr size_t kMostGates = 20'000;   // of one predicate
constexpr size_t kMostCandidates = 6;   // functions whose inputs may lead to a change
constexpr unsigned kFewIterations = 2;  // are tried first
constexpr double kMostBudgets = 2;      // then a search that does not end by itself is ended
constexpr Seconds kGrace{60};
constexpr double kFirst = 0.6;  // of the time that is left, for each step of the search

// A requirement that is searched for.
struct Wanted {
  size_t change = 0, statement = 0, requirement = 0;
  uint32_t goal = 0;
  std::vector<std::pair<uint32_t, std::string>> literals;  // goals that are parts of it, with their texts
};

class Search {
 public:
  Search(const RequireOptions& options, std::vector<AnalysedChange>& changes, const std::vector<size_t>& which, const Listeners& listeners,
         const StopFlag* stop, result::RequireResult& result)
      : options_(options), changes_(changes), which_(which), listeners_(listeners), stop_(stop), result_(result) {}

  Status run() {
    for (const size_t c : which_) want(c);
    if (wanted_.empty()) return std::nullopt;
    if (listeners_.step) listeners_.step("preparing the search for tests");
    Expected<Loaded> loaded = load(options_, {}, stop_);
    if (!loaded) return loaded.error();
    loaded_ = &*loaded;
    if (Status failed = makeGoals()) return failed;
    if (wanted_.empty()) return std::nullopt;
    if (Status failed = prepareGoals()) return failed;
    std::vector<size_t> searched;
    for (const size_t c : which_)
      if (std::ranges::any_of(wanted_, [&](const Wanted& each) { return each.change == c; })) searched.push_back(c);
    for (size_t k = 0; k < searched.size(); ++k) {
      time_ = budgetOfChange(options_, searched.size() - k, 1);
      searchInWorker(searched[k]);
    }
    return std::nullopt;
  }

 private:
  Requirement& at(const Wanted& which) { return result_.changes[which.change].statements[which.statement].requirements[which.requirement]; }
  const StatementPredicates& predicatesOf(const Wanted& which) const { return changes_[which.change].statements[which.statement]; }

  // --- what to search for

  void want(size_t c) {
    for (size_t s = 0; s < result_.changes[c].statements.size(); ++s) {
      std::vector<Requirement>& requirements = result_.changes[c].statements[s].requirements;
      for (size_t k = 0; k < requirements.size(); ++k) {
        const bool isMissing = requirements[k].fate == RequirementFate::Open || requirements[k].fate == RequirementFate::Unsatisfied;
        if (isMissing) wanted_.push_back({c, s, k, 0, {}});
      }
    }
  }

  Status makeGoals() {
    std::vector<probes::Point> places;
    for (const size_t c : which_) {
      probes::Point& place = places.emplace_back();
      place.kind = probes::PointKind::Statement;
      place.function = changes_[c].function;
      place.line = changes_[c].line;
      place.column = changes_[c].column;
      for (const StatementPredicates& each : changes_[c].statements)
        for (std::string& path : readsOf(each, false))
          if (!require::isInput(path)) place.variables.emplace_back().name = std::move(path);
    }
    Expected<std::vector<std::optional<probes::Point>>> found = points::findPoints(loaded_->versions.after.linkedBitcode, places);
    if (!found) return found.error();
    for (size_t k = 0; k < which_.size(); ++k) {
      if (!(*found)[k]) continue;
      reached_[which_[k]] = next_;
      goals_.push_back({*(*found)[k], {}, next_++});
      points_.emplace(which_[k], *(*found)[k]);
    }
    for (Wanted& each : wanted_) addGoal(each);
    std::erase_if(wanted_, [](const Wanted& each) { return each.goal == 0; });
    return std::nullopt;
  }

  void addGoal(Wanted& wanted) {
    const StatementPredicates& predicates = predicatesOf(wanted);
    Requirement& requirement = at(wanted);
    const auto point = points_.find(wanted.change);
    if (point == points_.end()) return leave(requirement, "no code of after stands where the change is");
    if (!predicates.cannotMeasure.empty()) return leave(requirement, "no test can be measured: " + predicates.cannotMeasure);
    expr::ExprPool& pool = *predicates.pool;
    const require::Predicate& predicate = predicates.predicates[wanted.requirement];
    const expr::ExprId domain = pool.conjunction(predicates.domain);
    points::Circuit circuit = require::circuitOf(pool, {predicate.whole, domain}, point->second);
    if (circuit.gates.size() > kMostGates) return leave(requirement, "its predicate is too large to be compiled");
    wanted.goal = next_++;
    goals_.push_back({point->second, std::move(circuit), wanted.goal});
    const std::vector<std::string> missing = require::missingAt(pool, predicate.whole, point->second);
    if (!missing.empty()) unread_[wanted.goal] = "what it says of " + join(missing, ", ") + " cannot be read there";
    for (const std::vector<expr::ExprId>& one : predicate.cases)
      for (const expr::ExprId literal : one) addLiteral(wanted, pool, literal, point->second);
  }

  void addLiteral(Wanted& wanted, expr::ExprPool& pool, expr::ExprId literal, const probes::Point& point) {
    constexpr size_t kMostLiterals = 12;
    const std::string text = expr::conditionText(pool, std::vector<expr::ExprId>{literal});
    const auto isKnown = [&](const auto& known) { return known.second == text; };
    if (wanted.literals.size() >= kMostLiterals || std::ranges::any_of(wanted.literals, isKnown)) return;
    wanted.literals.emplace_back(next_, text);
    goals_.push_back({point, require::circuitOf(pool, {literal}, point), next_++});
  }

  static void leave(Requirement& requirement, const std::string& why) { requirement.search = why; }

  // --- versions with goals, and functions to start from

  Status prepareGoals() {
    Expected<TempDir> work = TempDir::create("goals");
    if (!work) return work.error();
    work_.emplace(work.take());
    round_ = options_;
    round_.pairs = options_.pairs;
    round_.exploreUnchanged = true;
    round_.criterion = {};
    round_.entries = candidates();
    if (round_.entries.empty()) return std::nullopt;
    for (const Side side : kSides)
      if (Status failed = compile(side, work_->path(), std::nullopt, round_)) return failed;
    Expected<Prepared> prepared = prepare(round_, {}, stop_);
    if (!prepared) return prepared.error();
    prepared_.emplace(prepared.take());
    dropUnrelatedConstructors(*prepared_);
    return std::nullopt;
  }

  Status compile(Side side, const fs::path& folder, std::optional<uint32_t> stopAt, Options& options) const {
    const frontend::Version& version = side == Side::Before ? loaded_->versions.before : loaded_->versions.after;
    const fs::path output = folder / (std::string(nameOf(side)) + ".bc");
    std::vector<uint32_t> marks;
    for (const points::Goal& goal : goals_) marks.push_back(goal.number);
    const Expected<std::vector<points::Unplaced>> unplaced = points::insertGoals(
        version.linkedBitcode, side == Side::After ? goals_ : std::vector<points::Goal>(), marks, output, options_.depth, stopAt);
    if (!unplaced) return unplaced.error();
    if (!unplaced->empty()) return Error{"a predicate could not be compiled: " + unplaced->front().reason};
    frontend::Sources& sources = side == Side::Before ? options.before : options.after;
    sources = {{output.string()}, {}, {}, sources.root};
    return std::nullopt;
  }

  // Of each change: the changed function, those that call it, the nearest first, and main; of those that both versions have.
  std::vector<std::string> candidates() {
    const program::Program& program = loaded_->versions.after.program;
    const Expected<change::Changes> pairs = findPairs(loaded_->versions, options_.pairs);
    std::vector<std::string> all;
    if (!pairs) return all;
    const Mentions mentions(program);
    for (const size_t c : which_) {
      std::vector<std::string>& mine = candidatesOf_[c];
      const program::FunctionId start = program.findFunction(changes_[c].function);
      std::vector<program::FunctionId> line;
      if (start.valid()) line.push_back(start);
      std::set<program::FunctionId> seen(line.begin(), line.end());
      const auto take = [&](program::FunctionId id) {
        const std::string& name = program.function(id).name;
        if (pairs->pairOf(Side::After, id) != nullptr && std::ranges::find(mine, name) == mine.end()) mine.push_back(name);
      };
      for (size_t k = 0; k < line.size() && mine.size() < kMostCandidates; ++k) {
        take(line[k]);
        for (const program::FunctionId caller : mentions.callers(line[k]))
          if (mentions.isUsers(caller) && seen.insert(caller).second) line.push_back(caller);
      }
      if (const program::FunctionId main = program.findFunction("main"); main.valid() && seen.contains(main)) take(main);
      for (const std::string& name : mine)
        if (std::ranges::find(all, name) == all.end()) all.push_back(name);
    }
    return all;
  }

  // --- one change

  // What a search cannot survive it need not: its requirements stay open, and the others are searched for.
  void searchInWorker(size_t c) {
    const fs::path record = work_->path() / fmt::format("found-{}.json", c);
    Job job;
    job.errors = work_->path() / "errors.txt";
    job.limits = {options_.memory, time_ * kMostBudgets + kGrace, Seconds(1.5)};
    job.work = [&](const Messages& messages) {
      messages_ = &messages;
      provokeFault(options_, result_.changes[c].change.function);
      searchChange(c);
      if (Status failed = writeFile(record, searchRecordOf(result_, c))) throw std::runtime_error(failed->message);
    };
    job.heard = [&](std::string_view message) {
      if (listeners_.step) listeners_.step(std::string(message));
    };
    WorkerEnd ended;
    job.ended = [&](const WorkerEnd& end) { ended = end; };
    bool isGiven = false;
    runJobs([&]() { return std::exchange(isGiven, true) ? Job{} : job; }, 1, stop_);
    std::string why = ended.why;
    if (ended.how == WorkerEnd::How::Done) {
      const Expected<std::string> text = readFile(record);
      const Status failed = text ? takeSearchRecord(*text, c, result_) : Status(text.error());
      if (!failed) return;
      why = failed->message;
    }
    for (const Wanted& each : wanted_)
      if (each.change == c) leave(at(each), "the search ended early: " + why);
  }

  void searchChange(size_t c) {
    std::vector<Wanted*> wanted;
    for (Wanted& each : wanted_)
      if (each.change == c) wanted.push_back(&each);
    std::string why = "no function that leads to the change is in both versions";
    budget_.emplace(time_, stop_);
    for (const std::string& name : candidatesOf_[c]) {
      if (budget_->exhausted()) {
        if (&name == &candidatesOf_[c].front()) why = budget_->interrupted() ? "interrupted" : "the time budget is used up";
        break;
      }
      const size_t index = indexOf(name);
      expr::ExprPool pool;
      Expected<explore::Entry> entry = index < prepared_->entries.size() ? makeSupportedEntry(*prepared_, index, round_, pool, stop_)
                                                                         : Expected<explore::Entry>(Error{"it was not prepared"});
      if (!entry) {
        why = "nothing can be searched from " + entry.error().message;
        continue;
      }
      messages_->send(fmt::format("change {}: searching tests from {} on", result_.changes[c].change.id, entry->name));
      try {
        // A function that takes callbacks, say, has a plan that leads nowhere.
        if (searchFrom(c, index, *entry, pool, wanted)) return;
        why.clear();
      } catch (const InternalError& error) {
        why = std::string("internal error: ") + error.what();
      }
    }
    for (Wanted* each : wanted)
      if (!why.empty()) leave(at(*each), why);
  }

  size_t indexOf(const std::string& name) const {
    size_t k = 0;
    while (prepared_ && k < prepared_->entries.size() && prepared_->after().function(prepared_->entries[k].after).name != name) ++k;
    return prepared_ ? k : 0;
  }

  // False: no input comes to the change.
  bool searchFrom(size_t c, size_t index, explore::Entry& entry, expr::ExprPool& pool, const std::vector<Wanted*>& wanted) {
    const explore::Task task{prepared_->before(), prepared_->after(), prepared_->changes, entry, pool};
    explore::Options walk = round_.explore;
    walk.budget = budget_->left() * kFirst;
    explore::Meaningless meaningless(task, Side::Before, walk, stop_);
    explore::PropertyRules rules;
    rules.undefinedCounts = true;
    bool isAnyLeftOut = false;
    rules.leftOut = [&](const expr::Assignment& input) {
      std::optional<expr::ExprId> condition = meaningless(input);
      isAnyLeftOut = isAnyLeftOut || condition.has_value();
      return condition;
    };
    rules.leftOutReason = "it holds only where before has no meaning";
    rules.smallInputs = true;
    if (options_.depth > kFewIterations) rules.bounds = {kFewIterations, options_.depth};
    std::vector<uint32_t> goals;
    for (const Wanted* each : wanted) goals.push_back(each->goal);
    explore::PropertyChecks checked = explore::checkProperties(task, Side::After, goals, rules, walk, stop_);
    std::map<uint32_t, PropertyCheck> found;
    for (const PropertyCheck& each : checked.checks) found.emplace(each.property, each);
    // Where before has no meaning a test is not as good, but one: a change may be there to give it one. And only then can it be said that
    // there is none.
    if (isAnyLeftOut) {
      rules.leftOut = nullptr;
      goals.clear();
      for (const auto& [goal, check] : found)
        if (check.fate != Fate::Broken) goals.push_back(goal);
      walk.budget = budget_->left() * kFirst;
      if (!goals.empty()) checked = explore::checkProperties(task, Side::After, goals, rules, walk, stop_);
      for (const PropertyCheck& each : checked.checks)
        if (std::ranges::find(goals, each.property) != goals.end()) found.insert_or_assign(each.property, each);
    }
    tryLeft(task, rules, walk, found);
    std::vector<Wanted*> open;
    for (Wanted* each : wanted)
      if (!take(c, index, entry, task, *each, found.at(each->goal), checked.guarantee)) open.push_back(each);
    return open.empty() || tellHowNear(task, rules, open, c);
  }

  // By random inputs, what the walk did not come to.
  void tryLeft(const explore::Task& task, const explore::PropertyRules& rules, explore::Options options,
               std::map<uint32_t, PropertyCheck>& found) {
    std::vector<uint32_t> left;
    for (const auto& [goal, check] : found)
      if (check.fate == Fate::Undecided) left.push_back(goal);
    if (left.empty() || task.entry.space.cells.empty()) return;
    options.concretePhase = std::min(options.budget * 0.2, Seconds(2));
    for (PropertyCheck& each : explore::tryProperties(task, Side::After, left, rules, options, stop_))
      if (each.fate == Fate::Broken) found.at(each.property) = std::move(each);
  }

  // True: there is nothing more to say of it.
  bool take(size_t c, size_t index, const explore::Entry& entry, const explore::Task& task, Wanted& wanted, const PropertyCheck& check,
            const result::Guarantee& guarantee) {
    Requirement& requirement = at(wanted);
    if (!requirement.added.empty()) return true;  // by a test for another one
    switch (check.fate) {
      case Fate::Broken:
        return addTest(c, index, entry, task, wanted, *check.input);
      case Fate::Holds:
      case Fate::HoldsToCut:
        takeProof(c, entry, requirement, wanted, check, guarantee);
        return requirement.fate == RequirementFate::Infeasible;
      case Fate::Undecided:
        requirement.search =
            fmt::format("no input of {} was found: {}", entry.name, check.reason.empty() ? "the time budget is used up" : check.reason);
        return false;
    }
    UNREACHABLE("fate of a goal");
  }

  // That no input of a function does it is a proof if nobody comes to the change but through that function.
  void takeProof(size_t c, const explore::Entry& entry, Requirement& requirement, const Wanted& wanted, const PropertyCheck& check,
                 const result::Guarantee& guarantee) {
    std::string within;
    const uint32_t bound = check.bound != 0 ? check.bound : options_.depth;
    if (check.fate == Fate::HoldsToCut) within = fmt::format(", up to {} iterations of loops", bound);
    for (const std::string& bound : guarantee.bounds) within += (within.empty() ? ", within: " : "; ") + bound;
    const std::string claim = fmt::format("no input of {} satisfies it{}", entry.name, within);
    const program::Function& function =
        loaded_->versions.after.program.function(loaded_->versions.after.program.findFunction(changes_[c].function));
    const bool coversAll = function.display == entry.name || entry.startsProgram;
    const auto unread = unread_.find(wanted.goal);
    requirement.search = claim;
    if (unread != unread_.end()) requirement.search += "; but " + unread->second;
    if (!coversAll) requirement.search += "; others may come to the change";
    // Lists and trees are cut short in a plan: that a pointer in them is null there proves nothing of longer ones.
    const bool isCutShort =
        std::ranges::any_of(guarantee.bounds, [](const std::string& each) { return each.find("followed to depth") != std::string::npos; });
    if (isCutShort || !coversAll || unread != unread_.end() || (check.fate == Fate::HoldsToCut && bound < options_.depth)) return;
    requirement.fate = RequirementFate::Infeasible;
    requirement.reason = std::exchange(requirement.search, "");
    requirement.sentence = requirement.sentence.substr(0, requirement.sentence.find(": needs a test")) + ": cannot be";
  }

  // --- tests

  bool addTest(size_t c, size_t index, const explore::Entry& entry, const explore::Task& task, Wanted& wanted,
               const expr::Assignment& input) {
    ReplayRequest request{task, index,       input,
                          {},   wanted.goal, [&](uint32_t goal, const fs::path& folder) { return stoppingAt(goal, folder, index); }};
    for (const Wanted& each : wanted_)
      if (each.change == c) request.goals.push_back(each.goal);
    if (!replayer_) replayer_ = std::make_unique<GoalReplayer>(*prepared_, round_, stop_);
    const Expected<std::set<uint32_t>> reached = replayer_->reached(request);
    if (!reached) {
      at(wanted).search = "an input satisfies it, but no native run shows that: " + reached.error().message;
      return false;
    }
    result::AddedTest& test = testOf(c, entry, input, at(wanted));
    for (Wanted& each : wanted_) {
      if (each.change != c || !reached->contains(each.goal) || !at(each).added.empty()) continue;
      at(each).added = test.name;
      at(each).search.clear();
      test.satisfies.push_back(at(each).id);
    }
    const result::EntryResult described = describedAlone(entry);
    const result::Call call = describeCalls(*prepared_, index, entry).after;
    if (Status failed = writeTest(test, described, call, options_.after, options_.output, stop_))
      result_.notes.push_back(failed->message);
    return true;
  }

  // Its name and inputs, for writers.
  static result::EntryResult describedAlone(const explore::Entry& entry) {
    result::EntryResult described;
    described.name = entry.name;
    described.inputs = explore::describeInputs(entry);
    explore::noteTypes(entry, {}, described.vocabulary);
    return described;
  }

  // The one with this input, or a new one.
  result::AddedTest& testOf(size_t c, const explore::Entry& entry, const expr::Assignment& input, const Requirement& requirement) {
    result::AddedTest test;
    test.program = result_.changes[c].program;
    test.entry = entry.name;
    test.input = explore::describeWitness(entry, input);
    test.inputBits = explore::describeWitnessBits(entry, input);
    for (result::AddedTest& known : result_.added)
      if (known.program == test.program && known.entry == test.entry && known.inputBits == test.inputBits) return known;
    result::Partition member;
    member.witness = test.input;
    member.witnessBits = test.inputBits;
    const result::EntryResult described = describedAlone(entry);
    test.call = report::RowText(described, member).call();
    test.why = requirement.sentence;
    const bool isOnlyProgram =
        std::ranges::all_of(result_.changes, [&](const result::RequireChange& each) { return each.program == test.program; });
    test.name = (isOnlyProgram ? "" : fs::path(test.program).filename().string() + "-") + "test-" + requirement.id;
    return result_.added.emplace_back(std::move(test));
  }

  // The versions once more, where after ends as soon as it comes to the goal: for runs that do not come back.
  Expected<Prepared> stoppingAt(uint32_t goal, const fs::path& folder, size_t index) const {
    Options options = round_;
    for (const Side side : kSides)
      if (Status failed = compile(side, folder, goal, options)) return *failed;
    options.entries = {prepared_->after().function(prepared_->entries[index].after).name};
    return prepare(options, {}, stop_);
  }

  // --- how near it came

  // False: no run came to the change.
  bool tellHowNear(const explore::Task& task, const explore::PropertyRules& given, const std::vector<Wanted*>& open, size_t c) {
    std::vector<uint32_t> goals{reached_.at(c)};
    for (const Wanted* each : open)
      for (const auto& [goal, text] : each->literals) goals.push_back(goal);
    explore::Options walk = round_.explore;
    walk.budget = std::max(budget_->left() * kFirst, Seconds(1));
    explore::PropertyRules rules = given;
    rules.smallInputs = false;
    std::map<uint32_t, Fate> fates;
    for (const PropertyCheck& each : explore::checkProperties(task, Side::After, goals, rules, walk, stop_).checks)
      fates[each.property] = each.fate;
    const bool isReached = fates[reached_.at(c)] == Fate::Broken;
    for (Wanted* each : open) {
      std::string& text = at(*each).search;
      if (!isReached) {
        text += "; no run came to the change";
        continue;
      }
      std::vector<std::string> never;
      for (const auto& [goal, literal] : each->literals)
        if (fates[goal] != Fate::Broken) never.push_back(literal);
      text += "; the change is reached, " +
              (never.empty() ? "and each part of the predicate held on some run, not all on one" : "but never with " + join(never, ", "));
    }
    return isReached;
  }

  const RequireOptions& options_;
  std::vector<AnalysedChange>& changes_;
  const std::vector<size_t>& which_;
  const Listeners& listeners_;
  const StopFlag* stop_;
  result::RequireResult& result_;
  const Loaded* loaded_ = nullptr;
  std::vector<Wanted> wanted_;
  uint32_t next_ = 1;  // goal
  std::vector<points::Goal> goals_;
  std::map<size_t, probes::Point> points_;  // by change
  std::map<size_t, uint32_t> reached_;      // by change: the goal that is to come there
  std::map<uint32_t, std::string> unread_;  // by goal: why that no input reaches it says little
  std::map<size_t, std::vector<std::string>> candidatesOf_;
  std::optional<TempDir> work_;
  Options round_;
  std::optional<Prepared> prepared_;
  std::unique_ptr<GoalReplayer> replayer_;
  Seconds time_{0};                     // for the search of one change
  std::optional<Budget> budget_;        // of it
  const Messages* messages_ = nullptr;  // in a worker
};

}  // namespace

Status searchTests(const RequireOptions& options, std::vector<AnalysedChange>& changes, const std::vector<size_t>& which,
                   const Listeners& listeners, const StopFlag* stop, result::RequireResult& result) {
  return Search(options, changes, which, listeners, stop, result).run();
}

}  // namespace cleave::driver
