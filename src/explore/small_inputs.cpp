#include "explore/small_inputs.h"

#include <algorithm>

#include "expr/evaluate.h"

namespace cleave::explore {

using expr::Assignment;
using expr::ExprId;
using expr::Op;

namespace {

constexpr uint64_t kBounds[] = {9, 999};  // near zero, then wider
constexpr size_t kFewestTries = 8, kMostTries = 200;
constexpr size_t kMostWork = 2'000'000;  // nodes that are evaluated around a known input

// Bytes that are text: a reader wants to see letters, or nothing.
bool isText(const vm::InputCell& cell) { return cell.type == "char" && cell.sort.width == 8 && !cell.isParameter; }

bool isReadable(const vm::InputCell& cell, const Assignment& model, uint64_t bound) {
  if (!cell.sort.isBits()) return true;
  const U128 bits = cell.symbol.value < model.size() ? model[cell.symbol.value] : 0;
  if (isText(cell)) return bits == 0 || (bits >= 0x20 && bits < 0x7f);
  if (!cell.isSigned) return bits <= bound;
  const I128 number = asSigned(bits, cell.sort.width);
  return number <= static_cast<I128>(bound) && number >= -static_cast<I128>(bound);
}

}  // namespace

bool SmallInputs::isNearZero(const Assignment& input) const { return isWithin(input, kBounds[0]); }

bool SmallInputs::isFartherThan(const Assignment& input, const Assignment& other) const {
  return std::none_of(std::begin(kBounds), std::end(kBounds),
                      [&](uint64_t bound) { return isWithin(input, bound) && !isWithin(other, bound); });
}

bool SmallInputs::isWithin(const Assignment& model, uint64_t bound) const {
  return std::ranges::all_of(plan_.cells, [&](const vm::InputCell& cell) { return isReadable(cell, model, bound); });
}

std::vector<ExprId> SmallInputs::bounded(uint64_t bound) {
  std::vector<ExprId> literals;
  for (const vm::InputCell& cell : plan_.cells) {
    const unsigned width = cell.sort.width;
    if (!cell.sort.isBits() || width < 8 || (width < 16 && bound > 100 && !isText(cell))) continue;
    const ExprId e = pool_.symbolExpr(cell.symbol);
    if (isText(cell)) {
      const ExprId isPrinted[] = {pool_.binary(Op::ULe, pool_.bits(width, 0x20), e), pool_.binary(Op::ULt, e, pool_.bits(width, 0x7f))};
      literals.push_back(pool_.orOf(pool_.equal(e, pool_.bits(width, 0)), pool_.conjunction(isPrinted)));
    } else if (cell.isSigned) {
      literals.push_back(pool_.binary(Op::SLe, e, pool_.bits(width, bound)));
      literals.push_back(pool_.binary(Op::SLe, pool_.bits(width, truncateTo(~U128{bound} + 1, width)), e));
    } else {
      literals.push_back(pool_.binary(Op::ULe, e, pool_.bits(width, bound)));
    }
  }
  return literals;
}

Assignment SmallInputs::smaller(std::vector<ExprId> question, Assignment model, Seconds limit) {
  if (isNearZero(model)) return model;
  std::optional<Assignment> found = find(std::move(question), model, limit);
  return found ? std::move(*found) : model;
}

std::optional<Assignment> SmallInputs::find(std::vector<ExprId> question, const Assignment& known, Seconds limit) {
  const solver::QueryShape shape = scan_.shapeOf(question);
  if (shape.isLight() || shape.functions) return find(std::move(question), limit);
  for (const std::vector<ExprId>& literals : within_) question.insert(question.end(), literals.begin(), literals.end());
  return findAround(known, question, std::clamp<size_t>(kMostWork / shape.nodes, kFewestTries, kMostTries));
}

// One cell after the other.
std::optional<Assignment> SmallInputs::findAround(const Assignment& known, const std::vector<ExprId>& question, size_t tries) const {
  Assignment found = known;
  found.resize(pool_.symbolCount(), 0);
  expr::Evaluator evaluator(pool_, found);
  const auto holds = [&] {
    evaluator.reset(found);
    return std::ranges::all_of(question, [&](ExprId literal) { return evaluator.holds(literal); });
  };
  for (const vm::InputCell& cell : plan_.cells) {
    if (isReadable(cell, found, kBounds[0])) continue;
    const U128 old = found[cell.symbol.value];
    for (const U128 small : {U128{0}, isText(cell) ? U128{'a'} : U128{1}}) {
      if (tries-- == 0) return std::nullopt;
      found[cell.symbol.value] = small;
      if (holds()) break;
      found[cell.symbol.value] = old;
    }
    if (!isReadable(cell, found, kBounds[1])) return std::nullopt;
  }
  return found;
}

std::optional<Assignment> SmallInputs::find(std::vector<ExprId> question, Seconds limit) {
  const size_t size = question.size();
  for (const uint64_t bound : kBounds) {
    question.resize(size);
    for (const ExprId literal : bounded(bound)) question.push_back(literal);
    solver::Solution solution = solver_.solve(question, std::min(limit, Seconds{0.5}));
    if (solution.answer == solver::Answer::Satisfiable) return std::move(solution.model);
  }
  return std::nullopt;
}

}  // namespace cleave::explore
