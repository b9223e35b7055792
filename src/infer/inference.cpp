// Each family keeps its own statistics of the rows; a split by a boolean keeps an Inference of its own for each part. Reporting asks all of
// them.
#include "infer/inference.h"

#include <algorithm>
#include <set>

#include "infer/evaluate.h"
#include "infer/justify.h"
#include "infer/private/arrays.h"
#include "infer/private/columns.h"
#include "infer/private/linear.h"
#include "infer/private/pairs.h"
#include "infer/private/sample.h"
#include "infer/private/single.h"
#include "infer/private/splits.h"
#include "support/check.h"

namespace cleave::infer {

namespace {

struct Branch {
  Guard guard;
  Inference inference;
};

// What parts of a split look for: no relations of three variables, which cost most, and no implications in implications.
Options forBranch(Options options) {
  options.mostTriples = 0;
  options.mostSplits = 0;
  options.wrapping = false;
  return options;
}

}  // namespace

struct Inference::Parts {
  Parts(Point given, Options chosen)
      : point(std::move(given)),
        options(chosen),
        columns(point),
        integers(columns.size()),
        floats(columns.size()),
        integerPairs(columns, options),
        floatPairs(columns, options),
        resizedPairs(columns, options),
        linearPairs(columns, options, SIZE_MAX),
        linearTriples(columns, options, options.mostTriples),
        arrays(point, columns, options),
        sample(options.seed) {
    for (const Guard& guard : guardsOf(point, options)) branches.push_back({guard, Inference(point, forBranch(options))});
  }

  void add(Row row);
  void addImplications(std::vector<Found>& into) const;
  Marginals marginals() const;

  Point point;
  Options options;
  Columns columns;
  std::vector<IntegerStats> integers;  // by column
  std::vector<FloatStats> floats;
  IntegerPairs integerPairs;
  FloatPairs floatPairs;
  ResizedPairs resizedPairs;
  LinearRelations<2> linearPairs;
  LinearRelations<3> linearTriples;
  ArrayStats arrays;
  Sample sample;
  std::vector<Branch> branches;
  uint64_t rows = 0;

  bool isWorthWeakening(const Branch& branch, const Property& property) const;
};

void Inference::Parts::add(Row row) {
  CHECK(row.size() == point.variables.size(), "a row with another number of values than the point has variables");
  ++rows;
  columns.read(row);
  for (size_t i = 0; i < columns.size(); ++i) {
    if (!columns.has(i)) continue;
    if (columns[i].type.isFloat()) {
      floats[i].add(columns.floating(i), columns.fresh(i));
    } else {
      integers[i].add(columns.number(i), columns.fresh(i));
    }
  }
  integerPairs.add(columns);
  floatPairs.add(columns);
  resizedPairs.add(columns);
  linearPairs.add(columns);
  linearTriples.add(columns);
  arrays.add(row, columns);
  sample.add(row);
  for (Branch& branch : branches)
    if (branch.guard.holds(point, row)) branch.inference.add(row);
}

Marginals Inference::Parts::marginals() const {
  Marginals result;
  for (size_t i = 0; i < columns.size(); ++i) {
    const bool isFloat = columns[i].type.isFloat();
    result.numbers.push_back(isFloat ? Numbers{} : numbersOf(sample, columns[i].term, columns[i].type));
    result.floats.push_back(isFloat ? floatsOf(sample, columns[i].term, columns[i].type) : Floats{});
    result.constant.push_back(isFloat ? floats[i].isConstant() : integers[i].isConstant());
  }
  return result;
}

bool Inference::Parts::isWorthWeakening(const Branch& branch, const Property& property) const {
  const bool isResult = point.variables[branch.guard.variable].role == Role::Result;
  return options.weaker && isResult && variablesOf(property).size() <= 2 && std::holds_alternative<Atom>(property.body);
}

// What held in one part of a split and not everywhere, and would hardly have, had the guard nothing to do with it.
void Inference::Parts::addImplications(std::vector<Found>& into) const {
  const Judge judge(options.chance);
  std::set<std::string> everywhere;
  for (const Found& each : into) everywhere.insert(canonicalText(point, each.property));
  std::vector<Found> implications;
  for (const Branch& branch : branches) {
    const std::vector<Found> inBranch = branch.inference.properties();
    for (const Found& found : inBranch) {
      const std::vector<uint32_t> variables = variablesOf(found.property);
      if (std::find(variables.begin(), variables.end(), branch.guard.variable) != variables.end()) continue;
      if (everywhere.contains(canonicalText(point, found.property)) && !isWorthWeakening(branch, found.property)) continue;
      double fails = 0, tried = 0;
      for (size_t i = 0; i < sample.size(); ++i) {
        const Truth truth = evaluate(point, found.property, sample.row(i));
        tried += truth != Truth::Absent;
        fails += truth == Truth::Fails;
      }
      const double unrelated = logOfAll(1 - lowerEstimate(fails, tried, tried), found.rows);
      if (!judge.accepts(unrelated, inBranch.size() * branches.size())) continue;
      implications.push_back(
          {{branch.guard.asAtom(point), found.property.body}, Family::Implication, std::max(unrelated, found.logChance), found.rows});
    }
  }
  into.insert(into.end(), implications.begin(), implications.end());
}

Inference::Inference(Point point, Options options) : parts_(std::make_unique<Parts>(std::move(point), options)) {}
Inference::~Inference() = default;
Inference::Inference(Inference&&) noexcept = default;

void Inference::add(Row row) { parts_->add(row); }
const Point& Inference::point() const { return parts_->point; }
uint64_t Inference::rows() const { return parts_->rows; }
uint64_t Inference::skippedTriples() const { return parts_->linearTriples.skipped(); }

std::vector<Found> Inference::properties() const {
  const Parts& parts = *parts_;
  const Columns& columns = parts.columns;
  std::vector<Found> result;
  const auto take = [&](std::vector<Found> found) {
    result.insert(result.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
  };
  for (size_t i = 0; i < columns.size(); ++i) {
    const Term& term = columns[i].term;
    take(columns[i].type.isFloat() ? parts.floats[i].properties(term, parts.options, columns.size())
                                   : parts.integers[i].properties(term, columns[i].type, parts.options, columns.size()));
  }
  const Marginals marginals = parts.marginals();
  take(parts.integerPairs.properties(columns, marginals));
  take(parts.floatPairs.properties(columns, marginals));
  take(parts.resizedPairs.properties(columns, marginals));
  take(parts.linearPairs.properties(columns, marginals));
  take(parts.linearTriples.properties(columns, marginals));
  take(parts.arrays.properties(columns, parts.sample));
  parts.addImplications(result);
  return result;
}

}  // namespace cleave::infer
