#include "audit/audit.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <future>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>
#include <thread>

#include <fmt/format.h>

#include "audit/c_text.h"
#include "audit/consistency.h"
#include "audit/draw.h"
#include "audit/load.h"
#include "audit/manifest.h"
#include "audit/native_judge.h"
#include "audit/observed.h"
#include "audit/premises.h"
#include "audit/smt_term.h"
#include "support/compressed.h"
#include "support/temp_dir.h"
#include "support/text.h"

namespace cleave::audit {

namespace fs = std::filesystem;
using result::PartitionKind;

namespace {

std::string inputText(const LoadedEntry& entry, const Values& values) {
  std::vector<std::string> parts;
  for (size_t i = 0; i < values.size(); ++i) parts.push_back(entry.inputs[i].name + " = " + toHex(values[i], entry.inputs[i].bits));
  return parts.empty() ? "no input" : join(parts, ", ");
}

std::string placeOf(const LoadedEntry& entry, const LoadedPartition& partition) {
  return fmt::format("{}, partition {} ({})", entry.name, partition.id, result::toText(partition.kind));
}

std::string statusIn(const std::string& script) {
  for (const char* status : {"sat", "unsat"})
    if (script.find(fmt::format("(set-info :status {})", status)) != std::string::npos) return status;
  return {};
}

// Without what it states: cvc5 stops with an internal failure where that is wrong.
std::string withoutStatus(std::string script) {
  for (const char* status : {"(set-info :status sat)", "(set-info :status unsat)"})
    if (const size_t at = script.find(status); at != std::string::npos) script.erase(at, std::string_view(status).size());
  return script;
}

bool isDecided(const SolverProcess::Reply& reply) {
  return !reply.answers.empty() && (reply.answers.front() == "sat" || reply.answers.front() == "unsat");
}

class Auditor {
 public:
  Auditor(const Options& options, std::vector<LoadedEntry> entries, std::optional<std::vector<LoadedStatement>> statements,
          const StopFlag* stop)
      : options_(options), entries_(std::move(entries)), statements_(std::move(statements)), stop_(stop) {
    remembered_ = std::erase_if(entries_, [](const LoadedEntry& each) { return each.remembered; });
  }

  Expected<Report> audit() {
    Expected<SolverProcess> solver = SolverProcess::find(options_.solver, options_.timeout, stop_);
    if (solver) {
      solver_ = solver.take();
    } else if (!options_.solver.empty()) {
      return solver.error();  // the user asked for it
    } else {
      noSolver_ = solver.error().message;
    }
    if (solver_) report_.solver = solver_->name();
    if (solver_ && solver_->name().find("z3") == std::string::npos) {
      if (Expected<SolverProcess> z3 = SolverProcess::find("z3", options_.timeout, stop_)) z3_ = z3.take();
    }
    Expected<TempDir> work = TempDir::create("audit");
    if (!work) return work.error();
    openJudge(work->path());

    checkDirectory();
    if (wants("smt2")) checkFiles();
    if (wants("coverage")) checkCoverage();
    if (wants("groups")) checkGroups();
    checkPartitions();
    std::erase_if(report_.checks, [&](const Check& check) { return !wants(check.kind); });
    stateLimits();
    judge_.reset();  // before its directory goes
    return std::move(report_);
  }

 private:
  // Does all of them, some at a time, in no order that counts.
  void sideBySide(size_t count, const std::function<void(size_t)>& work) const {
    std::atomic<size_t> next = 0;
    std::vector<std::future<void>> workers;
    const unsigned atOnce = options_.jobs != 0 ? options_.jobs : std::clamp(std::thread::hardware_concurrency(), 1u, 8u);
    for (unsigned k = 0; k < atOnce; ++k)
      workers.push_back(std::async(std::launch::async, [&] {
        for (size_t i = next++; i < count; i = next++) work(i);
      }));
    for (std::future<void>& worker : workers) worker.get();
  }

  bool wants(std::string_view kind) const {
    return options_.checks.empty() || std::ranges::find(options_.checks, kind) != options_.checks.end();
  }

  bool stopped() const { return stop_ != nullptr && stop_->requested(); }

  void openJudge(const fs::path& work) {
    native::ReplayLimits limits;
    limits.time = options_.replayTimeout;
    limits.unsafe = options_.unsafeNative;
    Expected<NativeJudge> judge = NativeJudge::open(options_.directory, work, limits, stop_);
    if (judge) {
      judge_.emplace(judge.take());
    } else {
      noReplay_ = judge.error().message;
    }
  }

  // A lone condition needs an operation that only Z3 knows for the bit pattern of a float (docs/evidence.md). Who finds the members does
  // not matter: they are judged by running them.
  const SolverProcess& solverFor(const std::string& term) const {
    return z3_ && term.find("fp.to_ieee_bv") != std::string::npos ? *z3_ : *solver_;
  }

  // --- the directory on its own

  void checkDirectory() {
    ManifestCheck manifest = checkManifest(options_.directory);
    absentSources_ = manifest.absentSources;
    report_.checks.push_back(std::move(manifest.check));
    Traces traces{statements_, loadJournal(options_.directory), std::nullopt, {}};
    if (judge_) traces.replayed = judge_->entries();
    if (judge_) traces.criterion = judge_->criterion();
    report_.checks.push_back(checkConsistency(entries_, traces));
  }

  // --- smt2

  void checkFiles() {
    Check check{"smt2", 0, {}, {}, 0};
    if (!statements_) check.undecided.push_back({"smt2", "the result has no evidence files"});
    const size_t count = statements_ ? statements_->size() : 0;
    std::vector<Check> each(count, Check{"smt2", 0, {}, {}, 0});
    sideBySide(count, [&](size_t i) {
      if (!stopped()) checkFile((*statements_)[i], each[i]);
    });
    for (Check& one : each) merge(check, std::move(one));
    report_.checks.push_back(std::move(check));
  }

  void checkFile(const LoadedStatement& statement, Check& check) {
    const std::string name = "smt2/" + statement.file;
    const Expected<std::string> script = readText(options_.directory / "smt2" / statement.file);
    if (!script) return check.disagree.push_back({name, "the index names this file: " + script.error().message});
    trivial_ += script->find("(assert false)") != std::string::npos;
    const std::string expected = statusIn(*script);
    if (expected != statement.status)
      return check.disagree.push_back(
          {name, fmt::format("it states '{}', and the index says {}", expected.empty() ? "nothing" : expected, statement.status)});
    if (!solver_) return check.undecided.push_back({name, noSolver_});
    Expected<SolverProcess::Reply> reply = solver_->ask(withoutStatus(*script), 1);
    if (reply && !isDecided(*reply) && z3_) {
      reply = z3_->ask(withoutStatus(*script), 1);
      byZ3Alone_ += reply && isDecided(*reply);
    }
    if (!reply) return check.undecided.push_back({name, reply.error().message});
    const std::string answer = reply->answers.empty() ? "" : reply->answers.front();
    if (answer == expected) {
      ++check.agree;
    } else if (answer == "sat" || answer == "unsat") {
      check.disagree.push_back({name, fmt::format("it claims {}, and {} says {}", expected, solver_->name(), answer)});
    } else {
      check.undecided.push_back(
          {name, fmt::format("{} does not decide it{}", solver_->name(), reply->problem.empty() ? "" : ": " + reply->problem)});
    }
  }

  // --- coverage, from the conditions themselves

  void checkCoverage() {
    Check check{"coverage", 0, {}, {}, 0};
    for (const LoadedEntry& entry : entries_) {
      if (!entry.exhaustive || entry.partitions.empty() || stopped()) continue;
      if (!solver_) {
        check.undecided.push_back({entry.name, noSolver_});
        continue;
      }
      std::vector<std::string> conditions;
      for (const LoadedPartition& partition : entry.partitions)
        if (partition.kind != PartitionKind::Unfinished) conditions.push_back(partition.condition);
      const std::string within = entry.within.empty() ? "true" : entry.within;
      std::vector<std::string> terms = conditions;
      terms.insert(terms.end(), {entry.domain, within});
      const Space space(entry.inputs, terms);
      std::string script = space.preamble() + "(assert " + entry.domain + ")\n(assert " + within + ")\n";
      for (const std::string& condition : conditions) script += "(assert (not " + condition + "))\n";
      const Expected<SolverProcess::Reply> reply =
          solverFor(script).ask(script + "(check-sat)\n" + (space.bound().empty() ? "" : space.getValue()), 1);
      const std::string answer = !reply || reply->answers.empty() ? "" : reply->answers.front();
      if (answer == "unsat") {
        ++check.agree;
      } else if (answer == "sat") {
        check.disagree.push_back({entry.name, "an input lies in no partition: " + uncovered(entry, space, reply->rest)});
      } else {
        check.undecided.push_back({entry.name, "the solver does not say whether the partitions cover every input" +
                                                   (reply && !reply->problem.empty() ? ": " + reply->problem : "")});
      }
    }
    report_.checks.push_back(std::move(check));
  }

  // --- groups, from the conditions themselves

  void checkGroups() {
    struct Item {
      const LoadedEntry* entry;
      size_t group;
      Check check{"groups", 0, {}, {}, 0};
    };
    std::vector<Item> items;
    for (const LoadedEntry& entry : entries_)
      for (size_t k = 0; k < entry.groups.size(); ++k)
        if (!entry.groups[k].condition.empty()) items.push_back({&entry, k});
    sideBySide(items.size(), [&](size_t i) {
      if (!stopped()) checkGroup(*items[i].entry, items[i].group, items[i].check);
    });
    Check check{"groups", 0, {}, {}, 0};
    for (Item& each : items) merge(check, std::move(each.check));
    report_.checks.push_back(std::move(check));
  }

  // The condition holds on each of the group's partitions; an exact one on no other input, or where not every input is in a partition, on
  // no other partition.
  void checkGroup(const LoadedEntry& entry, size_t index, Check& check) {
    const LoadedGroup& group = entry.groups[index];
    const std::string where = fmt::format("{}, group {}", entry.name, index);
    if (!solver_) return check.undecided.push_back({where, noSolver_});
    std::vector<std::string> members, others;
    for (const LoadedPartition& each : entry.partitions)
      (std::ranges::find(group.partitions, each.id) != group.partitions.end() ? members : others).push_back(each.condition);
    const std::string inside = anyOf(members), holds = group.condition;
    std::vector<std::pair<std::vector<std::string>, std::string>> questions{
        {{inside, "(not " + holds + ")"}, "an input of its partitions does not satisfy its condition: "}};
    if (group.isExact) {
      std::vector<std::string> beyond{holds, "(not " + inside + ")"};
      if (!entry.exhaustive || !entry.within.empty()) beyond.push_back(anyOf(others));
      questions.push_back({std::move(beyond), "its condition is called exact, and holds on an input outside of its partitions: "});
    }
    for (auto& [assertions, problem] : questions) {
      assertions.push_back(entry.domain);
      const Space space(entry.inputs, assertions);
      std::string script = space.preamble();
      for (const std::string& each : assertions) script += "(assert " + each + ")\n";
      script += "(check-sat)\n" + (space.bound().empty() ? "" : space.getValue());
      Expected<SolverProcess::Reply> reply = solverFor(script).ask(script, 1);
      if (reply && !isDecided(*reply) && z3_) reply = z3_->ask(script, 1);
      const std::string answer = !reply || reply->answers.empty() ? "" : reply->answers.front();
      if (answer == "sat") return check.disagree.push_back({where, problem + uncovered(entry, space, reply->rest)});
      if (answer != "unsat") return check.undecided.push_back({where, "the solver does not say where its condition holds"});
    }
    ++check.agree;
  }

  static std::string anyOf(const std::vector<std::string>& terms) {
    return terms.empty() ? "false" : "(or false " + join(terms, " ") + ")";
  }

  static std::string uncovered(const LoadedEntry& entry, const Space& space, const std::string& text) {
    const auto models = parseValues(text, space.bound().size());
    if (!models || models->empty()) return "?";
    Values values(entry.inputs.size(), 0);
    for (size_t k = 0; k < space.bound().size(); ++k) values[space.bound()[k]] = models->front()[k];
    return inputText(entry, values);
  }

  // --- witnesses and members

  // A partition to look at, and what came of it. Partitions are looked at side by side, and counted in their own order.
  struct Task {
    const LoadedEntry* entry = nullptr;
    const LoadedPartition* partition = nullptr;
    Check witnesses{"witnesses", 0, {}, {}, 0};
    Check members{"members", 0, {}, {}, 0};
    Check texts{"texts", 0, {}, {}, 0};
  };

  void checkPartitions() {
    std::vector<Task> tasks;
    for (const LoadedEntry& entry : entries_)
      for (const LoadedPartition& partition : entry.partitions) {
        if (partition.kind == PartitionKind::Unfinished || partition.kind == PartitionKind::Undefined) {
          ++unfinished_;
        } else {
          tasks.push_back({&entry, &partition});
        }
      }
    if (!wants("witnesses") && !wants("members") && !wants("texts")) return;
    const Budget budget(options_.budget, stop_);
    sideBySide(tasks.size(), [&](size_t i) { checkPartition(tasks[i], options_.seed + i, budget); });

    Check witnesses{"witnesses", 0, {}, {}, 0}, members{"members", 0, {}, {}, 0}, texts{"texts", 0, {}, {}, 0};
    for (Task& task : tasks) {
      merge(witnesses, std::move(task.witnesses));
      merge(members, std::move(task.members));
      merge(texts, std::move(task.texts));
    }
    unread_ = wants("texts") ? tasks.size() - texts.total() : 0;
    report_.checks.push_back(std::move(witnesses));
    report_.checks.push_back(std::move(members));
    report_.checks.push_back(std::move(texts));
  }

  static void merge(Check& into, Check from) {
    into.agree += from.agree;
    into.notReplayable += from.notReplayable;
    std::move(from.disagree.begin(), from.disagree.end(), std::back_inserter(into.disagree));
    std::move(from.undecided.begin(), from.undecided.end(), std::back_inserter(into.undecided));
  }

  void checkPartition(Task& task, uint64_t seed, const Budget& budget) {
    if (budget.exhausted()) {
      const Finding finding{placeOf(*task.entry, *task.partition), budget.interrupted() ? "interrupted" : "the time budget is used up"};
      task.witnesses.undecided.push_back(finding);
      task.members.undecided.push_back(finding);
      return;
    }
    Random random(seed);
    if (wants("witnesses")) checkWitness(*task.entry, *task.partition, task.witnesses);
    if (wants("members") || wants("texts")) checkMembers(task, random);
  }

  void checkWitness(const LoadedEntry& entry, const LoadedPartition& partition, Check& check) {
    const std::string where = placeOf(entry, partition);
    if (!partition.witnessProblem.empty()) return check.disagree.push_back({where, partition.witnessProblem});
    if (const std::optional<Finding> problem = notAMember(entry, partition)) {
      const bool decided = problem->where == "outside";
      (decided ? check.disagree : check.undecided).push_back({where, problem->what});
      return;
    }
    checkMarks(entry, partition, check);
    record(entry, partition, partition.witness, true, check);
  }

  // A mark that says "only for" has no member without it.
  void checkMarks(const LoadedEntry& entry, const LoadedPartition& partition, Check& check) const {
    for (const std::string& mark : partition.marks) {
      const Space space(entry.inputs, {partition.condition, entry.domain});
      const std::optional<std::string> without = withoutMark(mark, entry, space);
      if (!without || !solver_) continue;
      const std::string script =
          space.preamble() + "(assert " + entry.domain + ")\n(assert " + partition.condition + ")\n" + *without + "(check-sat)\n";
      const Expected<SolverProcess::Reply> reply = solverFor(script).ask(script, 1);
      if (reply && !reply->answers.empty() && reply->answers.front() == "sat")
        check.disagree.push_back({placeOf(entry, partition), "it is marked '" + mark + "', and that is not so for all its members"});
    }
  }

  // Whether the witness satisfies the condition; where that cannot be evaluated, a solver says. "outside": it does not.
  std::optional<Finding> notAMember(const LoadedEntry& entry, const LoadedPartition& partition) const {
    const std::string outside = "the witness " + inputText(entry, partition.witness) + " does not satisfy the condition";
    if (const std::optional<SmtTerm> term = SmtTerm::parse(partition.condition, entry.inputs))
      return term->holds(partition.witness) ? std::nullopt : std::optional(Finding{"outside", outside});
    if (!solver_) return Finding{"", noSolver_};
    const Space space(entry.inputs, {partition.condition});
    const std::string script =
        space.preamble() + "(assert " + partition.condition + ")\n(assert " + space.equals(partition.witness) + ")\n(check-sat)\n";
    const Expected<SolverProcess::Reply> reply = solverFor(script).ask(script, 1);
    if (!reply) return Finding{"", reply.error().message};
    const std::string answer = reply->answers.empty() ? "" : reply->answers.front();
    if (answer == "sat") return std::nullopt;
    if (answer == "unsat") return Finding{"outside", outside};
    return Finding{
        "", "the solver does not say whether the witness satisfies the condition" + (reply->problem.empty() ? "" : ": " + reply->problem)};
  }

  void checkMembers(Task& task, Random& random) {
    const LoadedEntry& entry = *task.entry;
    const LoadedPartition& partition = *task.partition;
    Check& check = task.members;
    const std::string where = placeOf(entry, partition);
    if (!solver_) return check.undecided.push_back({where, noSolver_});
    const Expected<Members> members =
        drawMembers(solverFor(partition.condition), entry.inputs, partition.condition, options_.members, random, partition.witness);
    if (!members) return check.undecided.push_back({where, members.error().message});
    if (members->inputs.empty() && members->problem.empty()) return check.disagree.push_back({where, "no input satisfies the condition"});
    if (!members->problem.empty())
      check.undecided.push_back({where, fmt::format("only {} members could be drawn: {}", members->inputs.size(), members->problem)});
    for (const Values& values : members->inputs)
      if (wants("members") && !stopped()) record(entry, partition, values, false, check);
    if (wants("texts")) checkText(task, members->inputs, random);
  }

  // The condition in words holds for members, and not for inputs outside. Where the words are cut, members alone can tell.
  void checkText(Task& task, const std::vector<Values>& members, Random& random) const {
    constexpr size_t kOutside = 4;
    const LoadedEntry& entry = *task.entry;
    const LoadedPartition& partition = *task.partition;
    const size_t cut = partition.conditionText.find(" && …");
    const std::string text = partition.conditionText.substr(0, cut);
    std::vector<std::pair<Values, bool>> points;
    if (partition.witnessProblem.empty()) points.emplace_back(partition.witness, true);
    for (const Values& values : members) points.emplace_back(values, true);
    if (cut == std::string::npos) {
      const std::string outside = "(and " + entry.domain + " (not " + partition.condition + "))";
      const Expected<Members> others =
          drawMembers(solverFor(outside), entry.inputs, outside, std::min(kOutside, options_.members), random, partition.witness);
      for (const Values& values : others ? others->inputs : std::vector<Values>()) points.emplace_back(values, false);
    }
    for (const auto& [values, isMember] : points) {
      const std::optional<CValue> value = evaluateC(text, entry.inputs, values, entry.enumerators);
      if (!value) return;
      if (value->isTrue() != isMember)
        return task.texts.disagree.push_back(
            {placeOf(entry, partition), fmt::format("condition_text \"{}\" is {} for {}, which is {}", text, isMember ? "false" : "true",
                                                    inputText(entry, values), isMember ? "a member" : "no member")});
    }
    if (!points.empty()) ++task.texts.agree;
  }

  // Runs an input natively and counts what comes out.
  void record(const LoadedEntry& entry, const LoadedPartition& partition, const Values& values, bool isWitness, Check& check) {
    const std::string where = placeOf(entry, partition);
    if (!judge_) {
      if (check.undecided.empty()) check.undecided.push_back({where, "native replay is not possible: " + noReplay_});
      return;  // said once for each partition
    }
    const Judgement judgement = judge_->judge(entry, partition, values);
    const Finding finding{where, "on " + inputText(entry, values) + ": " + judgement.story};
    switch (judgement.outcome) {
      case Judgement::Outcome::AsClaimed: {
        const std::string problem =
            judgement.runs ? contradiction(entry, partition, values, *judgement.runs, judge_->criterion(), isWitness) : "";
        if (!problem.empty()) return check.disagree.push_back({where, "on " + inputText(entry, values) + ": " + problem});
        ++check.agree;
        return;
      }
      case Judgement::Outcome::NotAsClaimed:
        return check.disagree.push_back(finding);
      case Judgement::Outcome::Undecided:
        return check.undecided.push_back(finding);
      case Judgement::Outcome::NotReplayable:
        ++check.notReplayable;
        return;
    }
    UNREACHABLE("a judgement of no kind");
  }

  // --- what is not covered

  void stateLimits() {
    std::vector<std::string>& list = report_.notCovered;
    if (!options_.checks.empty()) list.push_back("only some checks were asked for: " + join(options_.checks, ", "));
    if (remembered_ != 0)
      list.push_back(
          fmt::format("{} remembered from an earlier run, which had the proofs and replays: `cleave diff --cache none` makes them here",
                      remembered_ == 1 ? "1 entry is" : fmt::format("{} entries are", remembered_)));
    size_t withoutFormula = 0, same = 0;
    std::set<std::pair<std::string, uint32_t>> claimed;
    for (const LoadedStatement& statement : statements_.value_or(std::vector<LoadedStatement>()))
      if (statement.partition) claimed.emplace(statement.entry, *statement.partition);
    for (const LoadedEntry& entry : entries_) {
      same += entry.partitions.empty();
      for (const LoadedPartition& partition : entry.partitions)
        withoutFormula += partition.kind == PartitionKind::Equal && !claimed.contains({entry.name, partition.id});
    }
    if (withoutFormula != 0)
      list.push_back(fmt::format(
          "{} without a formula of their own (an argument about the code, such as \"no changed line runs\"): only their members "
          "are replayed",
          counted(withoutFormula, "equal partition")));
    if (trivial_ != 0)
      list.push_back(
          fmt::format("of the formulas, {} {} the constant false: cleave's own simplifier has decided that, and no solver checks it again",
                      trivial_, trivial_ == 1 ? "is" : "are"));
    if (byZ3Alone_ != 0)
      list.push_back(fmt::format("{} decided by z3 alone, which cleave uses, too",
                                 byZ3Alone_ == 1 ? "1 formula was" : fmt::format("{} formulas were", byZ3Alone_)));
    if (unread_ != 0)
      list.push_back(fmt::format("{} in words: they could not be read, and the formula counts", counted(unread_, "condition")));
    if (absentSources_ != 0)
      list.push_back(fmt::format("{} not here: whether they have changed cannot be seen",
                                 absentSources_ == 1 ? "1 source is" : fmt::format("{} sources are", absentSources_)));
    if (same != 0) list.push_back(fmt::format("{} without partitions: the verdict rests on the code alone", counted(same, "entry")));
    if (unfinished_ != 0)
      list.push_back(fmt::format("{}: nothing is claimed there", counted(unfinished_, "undefined or unfinished partition")));
    list.push_back("members are samples: that all others behave alike rests on the formulas and on the analysis that made them");
    if (judge_)
      list.push_back(
          "of memory behind pointers, replays compare what the result names; plain builds do not show every undefined behaviour");
  }

  static std::string counted(size_t count, const std::string& noun) {
    const std::string plural = noun.ends_with('y') ? noun.substr(0, noun.size() - 1) + "ies" : noun + "s";
    return fmt::format("{} {}", count, count == 1 ? noun : plural);
  }

  size_t remembered_ = 0;  // entries that nothing is said of
  const Options& options_;
  std::vector<LoadedEntry> entries_;
  std::optional<std::vector<LoadedStatement>> statements_;
  const StopFlag* stop_;
  std::optional<SolverProcess> solver_;
  std::optional<SolverProcess> z3_;  // beside another solver, if it is installed
  std::string noSolver_;
  std::optional<NativeJudge> judge_;
  std::string noReplay_;
  size_t unfinished_ = 0;
  std::atomic<size_t> byZ3Alone_ = 0;  // formulas that the chosen solver did not decide
  size_t unread_ = 0;                  // conditions in words that could not be read
  size_t absentSources_ = 0;
  std::atomic<size_t> trivial_ = 0;  // files that assert false
  Report report_;
};

constexpr std::array<std::string_view, 8> kChecks = {"files", "verdicts", "smt2", "coverage", "groups", "witnesses", "members", "texts"};

}  // namespace

bool isCheck(std::string_view kind) { return std::ranges::find(kChecks, kind) != kChecks.end(); }

Expected<Report> audit(const Options& options, const StopFlag* stop) {
  Expected<std::vector<LoadedEntry>> entries = loadResult(options.directory);
  if (!entries) return entries.error();
  Expected<std::optional<std::vector<LoadedStatement>>> statements = loadIndex(options.directory);
  if (!statements) return statements.error();
  return Auditor(options, entries.take(), statements.take(), stop).audit();
}

Report::Verdict Report::verdict() const {
  const auto any = [&](auto property) { return std::any_of(checks.begin(), checks.end(), property); };
  if (any([](const Check& check) { return !check.disagree.empty(); })) return Verdict::Disagrees;
  if (any([](const Check& check) { return !check.undecided.empty(); })) return Verdict::Undecided;
  return Verdict::Agrees;
}

}  // namespace cleave::audit
