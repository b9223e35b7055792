#include "explore/signature.h"

#include <algorithm>
#include <map>
#include <set>

#include "explore/alone.h"
#include "explore/classify.h"
#include "explore/cover.h"
#include "explore/describe.h"
#include "explore/entry_groups.h"
#include "expr/evaluate.h"
#include "expr/linear.h"
#include "expr/print.h"
#include "groups/nice.h"
#include "solver/scan.h"
#include "solver/solver.h"
#include "support/check.h"

namespace cleave::explore {

namespace {

using expr::ExprId;
using expr::ExprPool;
using result::RowFate;
using result::SignatureRow;
using vm::ObservedCell;

ExprId exprOf(ExprPool& pool, const ObservedCell& cell) { return cell.expr.valid() ? cell.expr : pool.constant(cell.sort, cell.bits); }

const std::string kNumber = "\1";  // stands for a number in a form; twice, for itself

std::string endingOf(const vm::Outcome& outcome) {
  switch (outcome.kind) {
    case vm::OutcomeKind::Returned:
      return "returns";
    case vm::OutcomeKind::Threw:
      return "throws " + outcome.exception;
    case vm::OutcomeKind::Exited:
      return "exits";
    case vm::OutcomeKind::Trapped:
      return std::string("traps: ") + vm::toText(outcome.trap);
    case vm::OutcomeKind::Unfinished:
      return "unfinished";
  }
  UNREACHABLE("outcome");
}

// Everything that a run showed, in one form and its terms.
class OutputMaker {
 public:
  explicit OutputMaker(ExprPool& pool) : pool_(pool) {}

  RowOutput make(const vm::Run& run, const std::vector<ObservedCell>& globals) {
    output_.form = endingOf(run.outcome);
    for (const ObservedCell& cell : run.cells) add(cell);
    if (result::isAnyGlobalSeen(run.outcome.kind))
      for (const ObservedCell& cell : globals) add(cell);
    for (const unsigned channel : {0u, 1u}) text(run.output[channel], channel == 0 ? result::kStdout : result::kStderr);
    return std::move(output_);
  }

 private:
  void add(const ObservedCell& cell) {
    output_.form += "; " + cell.name;
    switch (cell.kind) {
      case ObservedCell::Kind::Undefined:
        output_.form += " uninitialised";
        return;
      case ObservedCell::Kind::Pointer:
        output_.form += " " + cell.target;
        break;
      case ObservedCell::Kind::Scalar:
        break;
    }
    if (cell.kind == ObservedCell::Kind::Pointer && !cell.expr.valid()) {
      output_.form += " + " + toDecimal(cell.bits);
      return;
    }
    output_.terms.emplace_back(cell.name, exprOf(pool_, cell));
  }

  void text(const std::vector<vm::OutputItem>& items, const char* channel) {
    if (items.empty()) return;
    output_.form += std::string("; ") + channel + " ";
    for (const vm::OutputItem& item : items) {
      if (item.kind == vm::OutputItem::Kind::Call) output_.form += kNumber;
      const std::string text = item.expr.valid() ? kNumber + item.spec : vm::concreteText({item});
      output_.form += text == kNumber ? kNumber + text : text;
      if (!item.expr.valid()) continue;
      output_.terms.emplace_back(channel, item.expr);
    }
  }

  ExprPool& pool_;
  RowOutput output_;
};

std::vector<result::SmtTerm> smtTerms(ExprPool& pool, const vm::Run& run, const std::vector<ObservedCell>& globals) {
  std::vector<result::SmtTerm> terms;
  for (const auto* cells : {&run.cells, &globals})
    for (const ObservedCell& cell : *cells)
      if (cell.kind == ObservedCell::Kind::Scalar)
        terms.push_back({cell.name, expr::smtSort(cell.sort), expr::toSmtTerm(pool, exprOf(pool, cell))});
  return terms;
}

// On a whole row pointers lead to the same place, and what is uninitialised is so: no expression has to be made of them.
void nameTheRest(result::Partition& way, const RowOutput& output) {
  const auto isTerm = [&](const std::string& name) {
    return std::any_of(output.terms.begin(), output.terms.end(), [&](const auto& term) { return term.first == name; });
  };
  std::set<std::string> named;
  for (const auto& [name, text] : way.afterExpr) named.insert(name);
  for (const auto& [name, value] : way.after.values)
    if (!named.contains(name) && !isTerm(name)) way.afterExpr.emplace_back(name, value);
}

// Whether rows of two versions are the same.
class RowComparer {
 public:
  RowComparer(ExprPool& pool, solver::Solver& solver, Seconds limit) : pool_(pool), solver_(solver), limit_(limit) {}

  uint64_t undecided() const { return undecided_; }

  bool sameCondition(std::vector<ExprId> before, std::vector<ExprId> after) {
    if (std::set<ExprId>(before.begin(), before.end()) == std::set<ExprId>(after.begin(), after.end())) return true;
    return implies(before, pool_.conjunction(after)) && implies(after, pool_.conjunction(before));
  }

  bool sameOutput(const std::vector<ExprId>& condition, const RowOutput& before, const RowOutput& after) {
    if (before.form != after.form || before.terms.size() != after.terms.size()) return false;
    std::vector<ExprId> equalities;
    for (size_t i = 0; i < before.terms.size(); ++i) {
      const ExprId x = before.terms[i].second, y = after.terms[i].second;
      if (pool_.sort(x) != pool_.sort(y)) return false;
      equalities.push_back(expr::equalValues(pool_, x, y));
    }
    return implies(condition, pool_.conjunction(equalities));
  }

 private:
  bool implies(const std::vector<ExprId>& premises, ExprId conclusion) {
    if (pool_.isTrue(conclusion)) return true;
    std::vector<ExprId> question = premises;
    question.push_back(pool_.notOf(conclusion));
    const solver::Answer answer = solver_.solve(question, limit_).answer;
    undecided_ += answer == solver::Answer::Unknown ? 1 : 0;
    return answer == solver::Answer::Unsatisfiable;
  }

  ExprPool& pool_;
  solver::Solver& solver_;
  Seconds limit_;
  uint64_t undecided_ = 0;
};

}  // namespace

namespace {

// Closer to zero than the one that is known.
std::optional<expr::Assignment> smallMember(Workbench& bench, const std::vector<ExprId>& condition, const expr::Assignment& known) {
  SmallInputs& small = bench.small();
  if (small.isNearZero(known)) return std::nullopt;
  std::optional<expr::Assignment> member = small.find(condition, known, bench.options().solverTimeout * 0.2);
  return member && !small.isFartherThan(*member, known) ? std::move(member) : std::nullopt;
}

// Tests that are easy to read, for rows that were found by others. The questions are not counted: they find nothing new.
void makeReadable(const Task& self, const Options& options, result::EntryResult& entry, WholeSignature& whole, const StopFlag* stop) {
  Workbench bench(self, options, stop);
  const std::vector<groups::Cell> cells = cellsOf(self.entry);
  solver::FunctionFinder functions(self.pool);
  std::string ignored;
  for (size_t row = 0; row < entry.partitions.size() && !bench.budget().exhausted(); ++row) {
    result::Partition& way = entry.partitions[row];
    if (way.kind == result::PartitionKind::Unfinished) continue;
    std::optional<expr::Assignment> member = smallMember(bench, whole.conditions[row], whole.witnesses[row]);
    if (!functions.anyHoldsFunction(whole.conditions[row])) {
      std::vector<ExprId> all = whole.conditions[row];
      all.insert(all.end(), self.entry.domain.begin(), self.entry.domain.end());
      expr::Assignment nice = groups::nicer(self.pool, cells, all, member ? *member : whole.witnesses[row], bench.budget());
      if (groups::effortOf(cells, nice) < groups::effortOf(cells, whole.witnesses[row])) member = std::move(nice);
    }
    if (!member) continue;
    const std::optional<Classified> run = classify(bench, *member, ignored);
    if (!run) continue;
    const uint32_t id = way.id;
    way = describePartition(self.pool, self.entry, *member, run->run, run->claim);
    way.id = id;
    whole.witnesses[row] = std::move(*member);
  }
}

}  // namespace

WholeSignature findSignature(const Task& task, Side side, const Options& options, const Listeners& listeners, const StopFlag* stop,
                             const change::Changes* known) {
  const Alone alone(task, side, known);
  WholeSignature whole;
  Listeners heard = listeners;
  std::vector<std::vector<result::SmtTerm>> smt;
  heard.partition = [&](const result::Partition& partition, const FoundPartition& found) {
    const bool finished = partition.kind != result::PartitionKind::Unfinished;
    whole.conditions.push_back(found.literals);
    whole.witnesses.push_back(found.input);
    whole.outputs.push_back(finished ? OutputMaker(task.pool).make(found.run.after, found.run.afterGlobals) : RowOutput{});
    smt.push_back(finished ? smtTerms(task.pool, found.run.after, found.run.afterGlobals) : std::vector<result::SmtTerm>());
    if (listeners.partition) listeners.partition(partition, found);
  };
  // Groups of rows are made from what they compute; the walk knows only that each is equal to itself.
  if (listeners.evidence)
    heard.evidence = [&](const Statement& statement) {
      if (!statement.group) listeners.evidence(statement);
    };
  const Task self = alone.task(task.pool);
  Options walk = options;
  walk.readableWitnesses = false;
  walk.concretePhase = std::min(options.budget * 0.1, Seconds(2));  // it ends by itself before: equal walks make equal counts
  result::EntryResult entry = explore(self, walk, heard, stop);
  Options afterwards = options;
  afterwards.budget = std::min(options.budget * 0.1, Seconds(2));
  if (options.strategy == Strategy::Dart) afterwards.granularity = Granularity::Path;
  if (options.readableWitnesses) makeReadable(self, afterwards, entry, whole, stop);
  result::Signature& signature = whole.signature;
  signature.entry = entry.name;
  signature.strategy = options.strategy == Strategy::Dart ? "dart" : "output";
  signature.exhaustive = entry.guarantee.exhaustive;
  signature.reason = signature.exhaustive ? "the rows cover every input" : entry.reason;
  signature.inputs = std::move(entry.inputs);
  signature.vocabulary = std::move(entry.vocabulary);
  signature.guarantee = std::move(entry.guarantee);
  signature.statistics = entry.statistics;
  CHECK(entry.partitions.size() == smt.size(), "every row was told");
  for (size_t row = 0; row < smt.size(); ++row) {
    if (!whole.outputs[row].form.empty()) nameTheRest(entry.partitions[row], whole.outputs[row]);
    signature.rows.push_back({std::move(entry.partitions[row]), std::move(smt[row]), std::nullopt, false});
  }
  return whole;
}

void countPaths(const Task& task, Side side, WholeSignature& whole, const Options& options, const StopFlag* stop) {
  const Alone alone(task, side);
  const Task self = alone.task(task.pool);
  std::map<std::set<ExprId>, size_t> rowOf;
  for (size_t row = 0; row < whole.conditions.size(); ++row)
    rowOf.emplace(std::set<ExprId>(whole.conditions[row].begin(), whole.conditions[row].end()), row);
  std::vector<SignatureRow>& rows = whole.signature.rows;
  for (SignatureRow& row : rows) row.paths = 0;
  whole.signature.unknownPaths = 0;
  Workbench bench(self, options, stop);
  Listeners heard;
  heard.partition = [&](const result::Partition&, const FoundPartition& found) {
    std::string ignored;
    const std::optional<Classified> way = classify(bench, found.input, ignored);
    if (!way) return;  // such paths are unfinished on their own account
    const auto row = rowOf.find(std::set<ExprId>(way->claim.condition.literals.begin(), way->claim.condition.literals.end()));
    ++(row == rowOf.end() ? *whole.signature.unknownPaths : *rows[row->second].paths);
  };
  Options paths = options;
  paths.strategy = Strategy::Dart;
  const result::EntryResult entry = explore(self, paths, heard, stop);
  for (SignatureRow& row : rows) row.pathsExact = entry.guarantee.exhaustive && *whole.signature.unknownPaths == 0;
}

result::SignaturePair compareSignatures(const Task& task, WholeSignature before, WholeSignature after, const Options& options,
                                        const StopFlag* stop) {
  solver::SolverChain chain(task.pool, stop);
  DomainSolver solver(chain, task.entry.domain);
  RowComparer comparer(task.pool, solver, options.solverTimeout);
  Cover afterRows(task.pool);
  for (const std::vector<ExprId>& condition : after.conditions) afterRows.add(condition);
  const auto isFinished = [](const WholeSignature& whole, size_t row) {
    return whole.signature.rows[row].way.kind != result::PartitionKind::Unfinished;
  };
  result::SignaturePair pair;
  std::set<size_t> met;
  // Rows of the same condition: each input has one row in a version, so the witness tells which it could be.
  for (size_t row = 0; row < before.conditions.size(); ++row) {
    result::RowPair fate{RowFate::Went, static_cast<uint32_t>(row), std::nullopt};
    const std::optional<size_t> other = isFinished(before, row) ? afterRows.find(before.witnesses[row]) : std::nullopt;
    if (other && isFinished(after, *other) && !met.contains(*other) &&
        comparer.sameCondition(before.conditions[row], after.conditions[*other])) {
      met.insert(*other);
      fate.after = static_cast<uint32_t>(*other);
      fate.fate =
          comparer.sameOutput(before.conditions[row], before.outputs[row], after.outputs[*other]) ? RowFate::Stayed : RowFate::Changed;
    }
    pair.rows.push_back(fate);
  }
  // Rows of the same output, under another condition.
  for (result::RowPair& fate : pair.rows)
    for (size_t other = 0; fate.fate == RowFate::Went && isFinished(before, *fate.before) && other < after.outputs.size(); ++other)
      if (isFinished(after, other) && !met.contains(other) && before.outputs[*fate.before] == after.outputs[other]) {
        met.insert(other);
        fate.fate = RowFate::Changed;
        fate.after = static_cast<uint32_t>(other);
      }
  for (size_t row = 0; row < after.conditions.size(); ++row)
    if (!met.contains(row)) pair.rows.push_back({RowFate::Came, std::nullopt, static_cast<uint32_t>(row)});
  pair.undecided = comparer.undecided();
  pair.before = std::move(before.signature);
  pair.after = std::move(after.signature);
  return pair;
}

}  // namespace cleave::explore
