#include "explore/signature.h"

#include <algorithm>
#include <map>
#include <set>

#include "explore/domain.h"
#include "expr/evaluate.h"
#include "expr/linear.h"
#include "expr/print.h"
#include "solver/solver.h"
#include "support/check.h"

namespace cleave::explore {

namespace {

using expr::ExprId;
using expr::ExprPool;
using result::RowFate;
using result::SignatureRow;
using vm::ObservedCell;

// The version by itself: what belongs to the other side of the entry is left out.
struct Alone {
  const program::Program& program;
  change::Changes changes;
  Entry entry;

  Alone(const Task& task, unsigned side)
      : program(side == 0 ? task.before : task.after), changes(change::findChanges(program, program)), entry(task.entry) {
    entry.before = entry.after = side == 0 ? task.entry.before : task.entry.after;
  }
};

ExprId exprOf(ExprPool& pool, const ObservedCell& cell) { return cell.expr.valid() ? cell.expr : pool.constant(cell.sort, cell.bits); }

const std::string kNumber = "\1";  // stands for a number in a form; twice, for itself

// Everything that a run showed, in one form and its terms.
class OutputMaker {
 public:
  explicit OutputMaker(ExprPool& pool) : pool_(pool) {}

  RowOutput make(const vm::Run& run, const std::vector<ObservedCell>& globals) {
    using vm::OutcomeKind;
    output_.form = run.outcome.kind == OutcomeKind::Trapped  ? std::string("traps: ") + vm::toText(run.outcome.trap)
                   : run.outcome.kind == OutcomeKind::Exited ? "exits"
                                                             : "returns";
    for (const ObservedCell& cell : run.cells) add(cell);
    if (run.outcome.kind != OutcomeKind::Trapped)
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

// Does one of the rows hold this input, and which?
class RowFinder {
 public:
  RowFinder(const ExprPool& pool, const std::vector<std::vector<ExprId>>& conditions) : conditions_(conditions), evaluator_(pool, none_) {}

  std::optional<size_t> find(const expr::Assignment& input) {
    evaluator_.reset(input);
    for (size_t row = 0; row < conditions_.size(); ++row)
      if (std::all_of(conditions_[row].begin(), conditions_[row].end(), [&](ExprId literal) { return evaluator_.holds(literal); }))
        return row;
    return std::nullopt;
  }

 private:
  const std::vector<std::vector<ExprId>>& conditions_;
  expr::Assignment none_;
  expr::Evaluator evaluator_;
};

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

WholeSignature findSignature(const Task& task, unsigned side, const Options& options, const Listeners& listeners, const StopFlag* stop) {
  const Alone alone(task, side);
  WholeSignature whole;
  Listeners heard = listeners;
  std::vector<std::vector<result::SmtTerm>> smt;
  heard.partition = [&](const result::Partition& partition, const Region& region) {
    const bool finished = partition.kind != result::PartitionKind::Unfinished;
    whole.conditions.push_back(region.literals);
    whole.witnesses.push_back(region.input);
    whole.outputs.push_back(finished ? OutputMaker(task.pool).make(region.run.after, region.run.afterGlobals) : RowOutput{});
    smt.push_back(finished ? smtTerms(task.pool, region.run.after, region.run.afterGlobals) : std::vector<result::SmtTerm>());
    if (listeners.partition) listeners.partition(partition, region);
  };
  result::Entry entry = explore({alone.program, alone.program, alone.changes, alone.entry, task.pool}, options, heard, stop);
  result::Signature& signature = whole.signature;
  signature.entry = entry.name;
  signature.strategy = options.strategy == Strategy::Dart ? "dart" : "output";
  signature.exhaustive = entry.guarantee.exhaustive;
  signature.reason = signature.exhaustive ? "the rows cover every input" : entry.reason;
  signature.inputs = std::move(entry.inputs);
  signature.guarantee = std::move(entry.guarantee);
  signature.statistics = entry.statistics;
  CHECK(entry.partitions.size() == smt.size(), "every row was told");
  for (size_t row = 0; row < smt.size(); ++row) {
    if (!whole.outputs[row].form.empty()) nameTheRest(entry.partitions[row], whole.outputs[row]);
    signature.rows.push_back({std::move(entry.partitions[row]), std::move(smt[row]), std::nullopt, false});
  }
  return whole;
}

void countPaths(const Task& task, unsigned side, WholeSignature& whole, const Options& options, const StopFlag* stop) {
  const Alone alone(task, side);
  std::vector<SignatureRow>& rows = whole.signature.rows;
  for (SignatureRow& row : rows) row.paths = 0;
  RowFinder finder(task.pool, whole.conditions);
  Listeners heard;
  heard.partition = [&](const result::Partition&, const Region& region) {
    if (const std::optional<size_t> row = finder.find(region.input)) ++*rows[*row].paths;
  };
  Options paths = options;
  paths.strategy = Strategy::Dart;
  const result::Entry entry = explore({alone.program, alone.program, alone.changes, alone.entry, task.pool}, paths, heard, stop);
  for (SignatureRow& row : rows) row.pathsExact = entry.guarantee.exhaustive;
}

result::SignaturePair compareSignatures(const Task& task, WholeSignature before, WholeSignature after, const Options& options,
                                        const StopFlag* stop) {
  solver::SolverChain chain(task.pool, stop);
  DomainSolver solver(chain, task.entry.domain);
  RowComparer comparer(task.pool, solver, options.solverTimeout);
  RowFinder finder(task.pool, after.conditions);
  const auto isFinished = [](const WholeSignature& whole, size_t row) {
    return whole.signature.rows[row].way.kind != result::PartitionKind::Unfinished;
  };
  result::SignaturePair pair;
  std::set<size_t> met;
  // Rows of the same condition: each input has one row in a version, so the witness tells which it could be.
  for (size_t row = 0; row < before.conditions.size(); ++row) {
    result::RowPair fate{RowFate::Went, static_cast<uint32_t>(row), std::nullopt};
    const std::optional<size_t> other = isFinished(before, row) ? finder.find(before.witnesses[row]) : std::nullopt;
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
