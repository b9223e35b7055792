#include "driver/require_analysis.h"

#include <algorithm>
#include <chrono>
#include <set>

#include <fmt/format.h>

#include "driver/constructors.h"
#include "driver/find_changes.h"
#include "driver/prepare.h"
#include "driver/require_rows.h"
#include "driver/require_samples.h"
#include "driver/require_shape.h"
#include "explore/describe.h"
#include "explore/domain.h"
#include "explore/entry_groups.h"
#include "explore/seeds.h"
#include "explore/signature.h"
#include "explore/small_inputs.h"
#include "expr/print.h"
#include "points/points.h"
#include "program/shown_name.h"
#include "report/pointer_words.h"
#include "report/value_words.h"
#include "solver/kept_contexts.h"
#include "statements/statements.h"
#include "support/check.h"

namespace cleave::driver {

namespace {

namespace fs = std::filesystem;
using require::Kind;
using require::Predicate;
using result::Requirement;
using result::RequirementFate;
using statements::Affected;
using statements::Spread;
using statements::Statement;

// Pointers that are followed, one behind the other. States of tests have lists of several elements, and what a plan cuts says nothing of
// them.
constexpr unsigned kPointerDepth = 3;
constexpr double kPlanningShare = 0.5;     // of the budgets of all changes: to plan the inputs of partial functions
constexpr double kSearchShare = 0.4;       // of the total budget that is left, for the search for tests
constexpr size_t kLongestPredicate = 240;  // in a sentence; the whole of it is in the JSON
constexpr double kLargestShare = 0.1;      // of the time that is left, for one statement

result::RequirementKind shownKind(Kind kind) {
  switch (kind) {
    case Kind::DifferentStates:
      return result::RequirementKind::DifferentStates;
    case Kind::OnlyAfter:
      return result::RequirementKind::OnlyAfter;
    case Kind::OnlyBefore:
      return result::RequirementKind::OnlyBefore;
  }
  UNREACHABLE("kind of requirement");
}

// A build in a directory of its own calls files of the project ../src/file.c.
std::string withoutParents(std::string_view file) {
  while (file.starts_with("../")) file.remove_prefix(3);
  return std::string(file);
}

result::StatementPlace placeOf(const std::optional<Statement>& statement) {
  return statement ? result::StatementPlace{withoutParents(statement->file), statement->line, statement->column} : result::StatementPlace();
}

std::string whatOf(const Statement& statement) {
  switch (statement.kind) {
    case statements::Kind::Assignment:
      return statement.defines.empty() ? "writes memory" : "computes " + statement.defines;
    case statements::Kind::Branch:
      return "branches";
    case statements::Kind::Return:
      return "returns";
    case statements::Kind::Call:
      return statement.defines.empty() ? "calls" : "calls " + statement.defines;
  }
  UNREACHABLE("kind of statement");
}

// What a difference at the statement is, in words.
std::string differenceAt(const Statement& statement) {
  switch (statement.kind) {
    case statements::Kind::Assignment:
      return statement.defines.empty() ? "writes something else than before"
                                       : fmt::format("computes another {} than before", statement.defines);
    case statements::Kind::Branch:
      return "goes another way than before";
    case statements::Kind::Return:
      return "returns something else than before";
    case statements::Kind::Call:
      if (statement.prints) return "prints something else than before, or behind something else";
      return fmt::format("calls {} with other arguments than before", statement.defines.empty() ? "something" : statement.defines);
  }
  UNREACHABLE("kind of statement");
}

class Analysis {
 public:
  Analysis(const RequireOptions& options, Samples* samples, const Listeners& listeners, const StopFlag* stop)
      : options_(options), samples_(samples), listeners_(listeners), stop_(stop) {}

  Expected<std::vector<AnalysedChange>> run() {
    if (Status failed = findChangesAndSpread()) return *failed;
    const auto hasPartials = [](const Spread& each) {
      return std::ranges::any_of(each.affected, [](const Affected& one) { return one.failure.empty(); });
    };
    if (std::ranges::any_of(spreads_, hasPartials))
      if (Status failed = preparePartials(); failed && !isInterrupted()) return *failed;
    if (samples_ != nullptr && !isInterrupted())
      if (Status failed = samples_->record(placesToSample()); failed && !isInterrupted()) return *failed;
    std::vector<AnalysedChange> analysed;
    const solver::KeptContexts contexts;  // each statement has solvers of its own
    for (const Spread& spread : spreads_) analysed.push_back(analyse(spread, spreads_.size() - analysed.size()));
    return analysed;
  }

 private:
  bool isInterrupted() const { return stop_ != nullptr && stop_->requested(); }

  // --- what changed, and what that affects

  Status findChangesAndSpread() {
    const Expected<Loaded> loaded = load(options_, listeners_, stop_);
    if (!loaded) return loaded.error();
    const Expected<change::Changes> pairs = findPairs(loaded->versions, options_.pairs);
    if (!pairs) return pairs.error();
    const change::Changes changes = findChanges(loaded->versions, *pairs, {options_.before.root, options_.after.root});
    shown_ = explore::describeChanges(changes);
    std::erase_if(shown_, [&](const result::Change& change) { return !isWanted(change); });
    Expected<TempDir> work = TempDir::create("partial");
    if (!work) return work.error();
    work_.emplace(work.take());
    statements::PartialRequest request;
    request.bitcode = {loaded->versions.before.linkedBitcode, loaded->versions.after.linkedBitcode};
    request.output = {work_->path() / "before-partial.bc", work_->path() / "after-partial.bc"};
    request.changes = changedLines(changes, loaded->versions);
    for (const change::FunctionPair& pair : changes.functions) {
      const std::string& before = loaded->versions.before.program.function(pair.before).name;
      const std::string& after = loaded->versions.after.program.function(pair.after).name;
      if (before != after) request.pairs.emplace_back(before, after);
    }
    request.distance = options_.distance;
    request.most = options_.statements;
    Expected<std::vector<Spread>> spreads = statements::makePartials(request);
    if (!spreads) return spreads.error();
    spreads_ = spreads.take();
    return std::nullopt;
  }

  bool isWanted(const result::Change& change) const {
    if (options_.isWanted && !options_.isWanted(change)) return false;
    return options_.only.empty() || std::ranges::any_of(options_.only, [&](const std::string& name) {
             return change.file == name || change.file.ends_with("/" + name) || isCalled(change.function, name);
           });
  }

  // In C++ the parameters may be left out, and so may the namespaces and classes around it.
  static bool isCalled(const std::string& function, const std::string& name) {
    const std::string plain = function.substr(0, function.find('('));
    return function == name || plain == name || function.ends_with("::" + name) || plain.ends_with("::" + name);
  }

  std::vector<statements::ChangedLines> changedLines(const change::Changes& changes, const frontend::VersionPair& versions) const {
    std::vector<statements::ChangedLines> lines;
    for (const result::Change& shown : shown_) {
      const auto change = std::ranges::find(changes.changes, shown.id, &change::Change::id);
      CHECK(change != changes.changes.end(), "a change that is shown is one");
      statements::ChangedLines& each = lines.emplace_back();
      each.id = change->id;
      each.files = {change->beforeFile, change->afterFile};
      each.lines = {{change->before.first, change->before.last}, {change->after.first, change->after.last}};
      for (const Side side : kSides) {
        const program::Program& program = side == Side::Before ? versions.before.program : versions.after.program;
        const std::vector<change::InstructionMarks>& marks = changes.marks.of(side);
        for (size_t f = 0; f < marks.size(); ++f) {
          const auto has = [&](const std::vector<uint32_t>& list) { return std::ranges::find(list, change->id) != list.end(); };
          if (has(marks[f].instructions) || std::ranges::any_of(marks[f].phis, has))
            each.functions.of(side).push_back(program.functions[f].name);
        }
      }
    }
    return lines;
  }

  // --- partial functions as entries

  Status preparePartials() {
    partial_ = options_;
    partial_.entries.clear();
    std::vector<const Affected*> nearest;
    for (const Spread& spread : spreads_)
      for (const Affected& each : spread.affected)
        if (each.failure.empty()) nearest.push_back(&each);
    std::ranges::stable_sort(nearest, {}, &Affected::distance);
    for (const Affected* each : nearest) partial_.entries.push_back(each->entry);
    // In a large program it takes a while to see what each of hundreds of partial functions may come to.
    const Seconds planning =
        budgetOfChange(options_, spreads_.size(), kPlanningShare) * static_cast<double>(spreads_.size()) * kPlanningShare;
    partial_.planUntil = Clock::now() + std::chrono::duration_cast<Clock::duration>(planning);
    for (const Side side : kSides) {
      const fs::path whole = work_->path() / (std::string(nameOf(side)) + "-partial.bc"),
                     bounded = work_->path() / (std::string(nameOf(side)) + ".bc");
      const Expected<std::vector<points::Unplaced>> written = points::insertChecks(whole, {}, bounded, options_.iterations);
      if (!written) return written.error();
      frontend::Sources& sources = side == Side::Before ? partial_.before : partial_.after;
      sources = {{bounded.string()}, {}, {}, sources.root};
    }
    partial_.exploreUnchanged = true;
    partial_.pairs.clear();
    partial_.inputs.depth = std::max(partial_.inputs.depth, kPointerDepth);
    // The name of the program, and as many words as programs have.
    for (const Spread& spread : spreads_)
      if (!spread.words.empty()) partial_.inputs.pointers[spread.words].bound = partial_.inputs.words + 1;
    partial_.criterion = {};
    partial_.explore.granularity = explore::Granularity::Output;
    // Rows are looked at by nobody: questions that make them easier to read are time that is missing elsewhere.
    partial_.explore.readableWitnesses = partial_.explore.smallFlips = partial_.explore.summarises = false;
    if (listeners_.step) listeners_.step("preparing");
    Expected<Prepared> prepared = prepare(partial_, {}, stop_);
    if (!prepared) return prepared.error();
    prepared_.emplace(prepared.take());
    droppedConstructors_ = dropUnrelatedConstructors(*prepared_);
    for (const Side side : kSides) {
      const program::Program& program = side == Side::Before ? prepared_->before() : prepared_->after();
      ofItself_.of(side) = change::findChanges(program, program);
    }
    return std::nullopt;
  }

  // Just before the changes, and where their functions are called: all that the inputs of partial functions are.
  std::vector<ProbedPlace> placesToSample() const {
    std::vector<ProbedPlace> places;
    for (const Spread& spread : spreads_)
      for (const Affected& affected : spread.affected) {
        if (affected.isLater && affected.line != 0)
          addPlace(places, {symbolOf(affected.statement.after->function), affected.line, affected.column});
        const size_t index = affected.failure.empty() ? entryOf(affected.entry) : prepared_->entries.size();
        if (index >= prepared_->entries.size()) continue;
        const std::vector<std::string> cells = cellsOf(prepared_->planned[index].plans);
        addPlace(places, {symbolOf(spread.function), spread.line, spread.column, pathsOf(cells, false)});
        for (const statements::CallSite& site : affected.callSites)
          addPlace(places, {symbolOf(site.function), site.line, site.column, pathsOf(cells, true)});
      }
    return places;
  }

  static std::string symbolOf(const std::string& function) { return std::string(program::splitName(function).symbol); }

  // --- one change

  // `changesLeft`: with this one.
  AnalysedChange analyse(const Spread& spread, size_t changesLeft) {
    AnalysedChange analysed;
    result::RequireChange& shown = analysed.shown;
    shown.change = *std::ranges::find(shown_, spread.change, &result::Change::id);
    shown.failure = spread.failure;
    shown.isOneSided = spread.isOneSided;
    shown.start = {placeOf(spread.start.before), placeOf(spread.start.after)};
    shown.left = spread.left;
    shown.reaches = spread.reaches;
    analysed.function = spread.function;
    analysed.line = spread.line;
    analysed.column = spread.column;
    if (!shown.start.after.isThere()) shown.start.after = {shown.change.file, spread.line, spread.column};
    const Budget budget(budgetOfChange(options_, changesLeft, options_.augments ? 1 - kSearchShare : 1), stop_);
    size_t left = static_cast<size_t>(std::ranges::count_if(spread.affected, [](const Affected& each) { return each.failure.empty(); }));
    for (const Affected& each : spread.affected) {
      // The nearest come first, and may take more: what they leave is for the others.
      const Seconds share = budget.left() * std::max(kLargestShare, 1 / static_cast<double>(std::max<size_t>(left, 1)));
      if (each.failure.empty()) --left;
      addStatement(analysed, spread, each, share);
    }
    return analysed;
  }

  void addStatement(AnalysedChange& analysed, const Spread& spread, const Affected& affected, Seconds share) {
    result::AffectedStatement statement;
    const Statement& shown = affected.statement.after ? *affected.statement.after : *affected.statement.before;
    statement.number = static_cast<uint32_t>(analysed.shown.statements.size() + 1);
    statement.distance = affected.distance;
    statement.function = shown.display;
    statement.what = whatOf(shown);
    statement.isLater = affected.isLater;
    if (affected.isLater && affected.line != 0)
      analysed.later.push_back({analysed.shown.statements.size(), {shown.function, affected.line, affected.column}});
    statement.place = {placeOf(affected.statement.before), placeOf(affected.statement.after)};
    if (listeners_.step) listeners_.step(fmt::format("change {}: {}:{}", analysed.shown.change.id, shown.file, shown.line));
    StatementPredicates predicates;
    predicates.pool = std::make_unique<expr::ExprPool>();
    statement.reason = affected.failure;
    predicates.callSites = affected.callSites;
    predicates.callSite = affected.callSite;
    if (affected.isInCaller && !affected.isOnlyCaller && affected.callSites.empty())
      predicates.cannotMeasure = "what is recorded does not tell who called";
    try {
      if (affected.failure.empty() && share <= Seconds(0))
        statement.reason = isInterrupted() ? "interrupted" : "the time budget of the change is used up";
      if (statement.reason.empty()) evaluate(analysed.shown, spread, affected, shown, share, statement, predicates);
    } catch (const InternalError& error) {
      statement.reason = std::string("internal error: ") + error.what();
    }
    analysed.shown.statements.push_back(std::move(statement));
    analysed.statements.push_back(std::move(predicates));
  }

  void evaluate(result::RequireChange& change, const Spread& spread, const Affected& affected, const Statement& shown, Seconds share,
                result::AffectedStatement& statement, StatementPredicates& predicates) {
    expr::ExprPool& pool = *predicates.pool;
    const size_t index = entryOf(affected.entry);
    const Expected<explore::Entry> made = index < prepared_->entries.size() ? makeSupportedEntry(*prepared_, index, partial_, pool, stop_)
                                                                            : Expected<explore::Entry>(Error{"it was not prepared"});
    if (!made) {
      statement.reason = made.error().message;
      return;
    }
    explore::Entry entry = *made;
    entry.criterion = onlyMarks(affected);
    if (shown.prints)
      for (const char* channel : {result::kStdout, result::kStderr}) entry.criterion.observed.emplace_back(channel);
    const explore::Task task{prepared_->before(), prepared_->after(), prepared_->changes, entry, pool};
    explore::Options walk = partial_.explore;
    walk.budget = share * 0.3;
    if (samples_ != nullptr)
      walk.seeds =
          samples_->statesAt({symbolOf(spread.function), spread.line, spread.column}, entry.space, affected.callSites, affected.callSite);
    Both<require::Rows> rows;
    std::vector<std::string> bounds;
    std::string notWhole;  // why a version was not explored completely
    for (const Side side : kSides) {
      const explore::WholeSignature whole = explore::findSignature(task, side, walk, {}, stop_, &ofItself_.of(side));
      rows.of(side) = rowsOf(whole, pool, affected.number, shown.prints);
      if (!whole.signature.exhaustive && !whole.signature.reason.empty() && notWhole.empty())
        notWhole = fmt::format(": {} in {}", whole.signature.reason, nameOf(side));
      for (const std::string& each : whole.signature.guarantee.bounds) addOnce(bounds, each);
      for (const std::string& each : whole.signature.guarantee.assumptions)
        if (isWorthSaying(each)) addOnce(change.assumptions, each);
    }
    for (const std::string& each : bounds) addOnce(change.bounds, each);
    if (affected.keepsOld) require::splitOld(rows, *affected.keepsOld);
    if (droppedConstructors_) addOnce(change.assumptions, kUnrelatedConstructors);
    solver::SolverChain chain(pool, stop_);
    explore::DomainSolver solver(chain, entry.domain);
    explore::SmallInputs small(pool, solver, entry.space, {entry.domain});
    predicates.space = entry.space;
    predicates.domain = entry.domain;
    for (const expr::ExprId each : shapeOf(pool, entry, prepared_->planned[index].plans, bounds, rows)) predicates.domain.push_back(each);
    if (!spread.wordCount.empty()) addWordCount(pool, entry.space, spread.wordCount, predicates.domain);
    std::vector<expr::Assignment> known;
    for (const explore::SeedInput& seed : walk.seeds)
      if (std::optional<expr::Assignment> state = explore::inputOf(seed, entry.space, pool.symbolCount());
          state && explore::isInDomain(pool, entry.domain, *state))
        known.push_back(std::move(*state));
    require::Effort effort;
    effort.query = std::min(options_.explore.solverTimeout, share * 0.05);
    effort.cases = share * 0.03;
    effort.simplification = share * 0.04;
    for (const Kind kind : require::kKinds) {
      Predicate predicate = require::makePredicate(pool, solver, kind, rows, effort, known);
      if (predicate.model) {
        std::vector<expr::ExprId> question{predicate.whole};
        predicate.model = small.smaller(question, *predicate.model, effort.query);
      }
      statement.requirements.push_back(describe(change, shown, statement, kind, predicate, notWhole, entry, pool));
      predicates.predicates.push_back(std::move(predicate));
    }
  }

  // Of programs with more words nothing is known.
  void addWordCount(expr::ExprPool& pool, const vm::InputSpace& space, const std::string& name, std::vector<expr::ExprId>& domain) const {
    const auto cell = std::ranges::find(space.cells, name, &vm::InputCell::name);
    if (cell == space.cells.end()) return;
    domain.push_back(pool.binary(expr::Op::SLe, pool.symbolExpr(cell->symbol), pool.constant(cell->sort, partial_.inputs.words + 1)));
  }

  size_t entryOf(const std::string& name) const {
    size_t k = 0;
    while (k < prepared_->entries.size() && prepared_->after().function(prepared_->entries[k].after).name != name) ++k;
    return k;
  }

  result::Criterion onlyMarks(const Affected& affected) const {
    result::Criterion criterion;
    criterion.observed.push_back(std::string(program::kPropertyMark) + "cut");
    for (const char* what : {"r", "n"}) criterion.observed.push_back(statements::markOf(affected.number, what));
    for (const std::string& what : affected.values) criterion.observed.push_back(statements::markOf(affected.number, what));
    if (affected.isDummy && std::ranges::find(affected.values, "v") == affected.values.end())
      criterion.observed.push_back(statements::markOf(affected.number, "v"));
    return criterion;
  }

  static void addOnce(std::vector<std::string>& list, const std::string& text) {
    if (std::ranges::find(list, text) == list.end()) list.push_back(text);
  }

  // That only marks are looked at is our own doing.
  static bool isWorthSaying(const std::string& assumption) { return assumption.find(program::kPropertyMark) == std::string::npos; }

  Requirement describe(const result::RequireChange& change, const Statement& shown, const result::AffectedStatement& statement, Kind kind,
                       const Predicate& predicate, const std::string& notWhole, const explore::Entry& entry, expr::ExprPool& pool) const {
    Requirement requirement;
    requirement.id = fmt::format("{}.{}.{}", change.change.id, statement.number, static_cast<int>(kind) + 1);
    requirement.kind = shownKind(kind);
    requirement.predicate = require::textOf(pool, predicate.cases);
    requirement.smt = expr::toSmtTerm(pool, predicate.whole);
    requirement.isComplete = predicate.isExhaustive && !predicate.isBounded;
    if (predicate.model) {
      requirement.fate = RequirementFate::Open;
      const auto& used = pool.symbolsOf(predicate.whole);
      const std::vector<result::Input> inputs = explore::describeInputs(entry);
      const auto values = explore::describeWitness(entry, *predicate.model);
      for (size_t k = 0; k < entry.space.cells.size(); ++k)
        if (std::ranges::binary_search(used, entry.space.cells[k].symbol))
          requirement.example.emplace_back(values[k].first, report::inputWord(inputs[k], {}, values[k].second));
    } else if (predicate.cases.empty() && predicate.isExhaustive) {
      requirement.fate = RequirementFate::Infeasible;
      requirement.reason = "no state just before the change satisfies it";
      if (predicate.isBounded) requirement.reason += fmt::format(", up to {} iterations of loops", options_.iterations);
      if (!change.bounds.empty()) requirement.reason += ", within the bounds of inputs";
    } else {
      requirement.fate = RequirementFate::Undecided;
      requirement.reason = predicate.cases.empty() ? "nothing was found that satisfies it, and not everything was looked at" + notWhole
                                                   : "the solver did not decide it: " + predicate.unknown;
    }
    const auto textOfCase = [&](const require::Case& each) { return explore::conditionWords(entry, pool, each); };
    const std::string words = report::withPointers(explore::describeInputs(entry), require::shortTextOf(predicate.cases, kLongestPredicate, textOfCase));
    requirement.sentence = sentenceOf(change, shown, kind, requirement, words);
    return requirement;
  }

  static std::string sentenceOf(const result::RequireChange& change, const Statement& shown, Kind kind, const Requirement& requirement,
                                const std::string& predicate) {
    const std::string where = fmt::format("line {}", shown.line);
    std::string what;
    switch (kind) {
      case Kind::DifferentStates:
        what = fmt::format("{} {}", where, differenceAt(shown));
        break;
      case Kind::OnlyAfter:
        what = fmt::format("after comes to {} and before does not", where);
        break;
      case Kind::OnlyBefore:
        what = fmt::format("before comes to {} and after does not", where);
        break;
    }
    if (requirement.fate == RequirementFate::Infeasible) return what + ": cannot be";
    if (requirement.fate == RequirementFate::Undecided) return what + ": undecided";
    const std::string needs = predicate == "true" ? "needs a test that comes to" : fmt::format("needs a test with {} at", predicate);
    return fmt::format("{}: {} line {}", what, needs, change.start.after.line);
  }

  const RequireOptions& options_;
  Samples* samples_;
  const Listeners& listeners_;
  const StopFlag* stop_;
  std::optional<TempDir> work_;
  std::vector<result::Change> shown_;
  std::vector<Spread> spreads_;
  Options partial_;
  std::optional<Prepared> prepared_;
  Both<change::Changes> ofItself_;  // each version compared with itself
  bool droppedConstructors_ = false;
};

}  // namespace

Expected<std::vector<AnalysedChange>> analyseChanges(const RequireOptions& options, Samples* samples, const Listeners& listeners,
                                                     const StopFlag* stop) {
  return Analysis(options, samples, listeners, stop).run();
}

}  // namespace cleave::driver
