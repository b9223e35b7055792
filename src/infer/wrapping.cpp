#include "infer/private/wrapping.h"

#include <algorithm>
#include <bit>

#include "support/bits.h"

namespace cleave::infer {

namespace {

// The inverse of an odd number modulo 2^64: each step of Newton's method doubles the bits that are right, and the number itself has three.
uint64_t inverse(uint64_t odd) {
  uint64_t result = odd;
  for (int i = 0; i < 5; ++i) result *= 2 - odd * result;
  return result;
}

// Equations over the integers modulo 2^width: coefficients * unknowns == right.
template <size_t kUnknowns>
class Equations {
 public:
  struct Row {
    std::array<uint64_t, kUnknowns> coefficients{};
    uint64_t right = 0;
  };

  Equations(std::vector<Row> rows, unsigned width) : rows_(std::move(rows)), width_(width) {}

  // One solution, with unknowns near zero where there is a choice; false: there is none.
  bool solve(std::array<uint64_t, kUnknowns>& unknowns) {
    unknowns.fill(0);
    size_t done = 0;
    while (done < kUnknowns && choosePivot(done)) eliminateBelow(done++);
    for (size_t i = done; i < rows_.size(); ++i)
      if ((rows_[i].right & mask64(width_)) != 0) return false;
    while (done > 0)
      if (!substitute(--done, unknowns)) return false;
    return true;
  }

 private:
  unsigned zerosOf(uint64_t value) const {
    return std::min<unsigned>(static_cast<unsigned>(std::countr_zero(value & mask64(width_))), width_);
  }

  // The coefficient with the fewest factors of two divides all others, so what is below it can be eliminated.
  bool choosePivot(size_t done) {
    unsigned best = width_;
    size_t bestRow = 0, bestColumn = 0;
    for (size_t row = done; row < rows_.size(); ++row)
      for (size_t column = 0; column < kUnknowns; ++column)
        if (zerosOf(rows_[row].coefficients[column]) < best) {
          best = zerosOf(rows_[row].coefficients[column]);
          bestRow = row;
          bestColumn = column;
        }
    if (best == width_) return false;
    std::swap(rows_[done], rows_[bestRow]);
    pivots_[done] = bestColumn;
    scale(rows_[done], inverse((rows_[done].coefficients[bestColumn] & mask64(width_)) >> best));
    return true;
  }
  static void scale(Row& row, uint64_t factor) {
    for (uint64_t& each : row.coefficients) each *= factor;
    row.right *= factor;
  }
  void eliminateBelow(size_t pivot) {
    const Row& from = rows_[pivot];
    const unsigned zeros = zerosOf(from.coefficients[pivots_[pivot]]);
    for (size_t i = pivot + 1; i < rows_.size(); ++i) {
      const uint64_t factor = (rows_[i].coefficients[pivots_[pivot]] & mask64(width_)) >> zeros;
      for (size_t column = 0; column < kUnknowns; ++column) rows_[i].coefficients[column] -= factor * from.coefficients[column];
      rows_[i].right -= factor * from.right;
    }
  }
  bool substitute(size_t pivot, std::array<uint64_t, kUnknowns>& unknowns) const {
    const Row& row = rows_[pivot];
    uint64_t right = row.right;
    for (size_t column = 0; column < kUnknowns; ++column)
      if (column != pivots_[pivot]) right -= row.coefficients[column] * unknowns[column];
    right &= mask64(width_);
    const unsigned zeros = zerosOf(row.coefficients[pivots_[pivot]]);
    if ((right & mask64(zeros)) != 0) return false;
    unknowns[pivots_[pivot]] = static_cast<uint64_t>(asSigned(right >> zeros, width_ - zeros)) & mask64(width_);
    return true;
  }

  std::vector<Row> rows_;
  unsigned width_;
  std::array<size_t, kUnknowns> pivots_{};
};

}  // namespace

// As in Gauss's elimination, only that a generator whose power of two is larger than that of the vector gives way to it, and is inserted
// again; and that a generator times the power of two that makes its first entry vanish may be something that the others do not span. Ends
// because each time a power gets smaller or a generator is new.
template <size_t kCount>
bool WrappingHull<kCount>::insert(const Pattern<kCount>& difference) {
  const uint64_t mask = mask64(width_);
  bool changed = false;
  std::vector<Pattern<kCount>> work{difference};
  while (!work.empty()) {
    Pattern<kCount> vector = work.back();
    work.pop_back();
    for (size_t at = 0; at < kCount; ++at) {
      vector[at] &= mask;
      if (vector[at] == 0) continue;
      Pattern<kCount>& generator = generators_[at];
      const int zeros = std::countr_zero(vector[at]);
      if (generator[at] != 0 && zeros >= std::countr_zero(generator[at])) {
        const uint64_t factor = vector[at] >> std::countr_zero(generator[at]);
        for (size_t i = at; i < kCount; ++i) vector[i] = (vector[i] - factor * generator[i]) & mask;
        continue;
      }
      const uint64_t scale = inverse(vector[at] >> zeros);
      Pattern<kCount> vanishing{};
      for (size_t i = at; i < kCount; ++i) {
        vector[i] = (vector[i] * scale) & mask;
        vanishing[i] = zeros == 0 ? 0 : (vector[i] << (width_ - static_cast<unsigned>(zeros))) & mask;
      }
      work.push_back(generator);
      work.push_back(vanishing);
      generator = vector;
      changed = true;
      break;
    }
  }
  return changed;
}

template <size_t kCount>
bool WrappingHull<kCount>::add(const Pattern<kCount>& row) {
  if (!any_) {
    any_ = true;
    origin_ = row;
    return solve();
  }
  Pattern<kCount> difference;
  for (size_t i = 0; i < kCount; ++i) difference[i] = row[i] - origin_[i];
  if (!insert(difference)) {
    ++confirmations_;
    return true;
  }
  confirmations_ = 0;
  return solve();
}

// The last variable that has a solution is the one that is said in terms of the others: results stand behind what they are computed from.
template <size_t kCount>
bool WrappingHull<kCount>::solve() {
  for (size_t target = kCount; target-- > 0;)
    if (solveFor(target)) return true;
  return false;
}

template <size_t kCount>
bool WrappingHull<kCount>::solveFor(size_t target) {
  using System = Equations<kCount - 1>;
  std::vector<typename System::Row> rows;
  for (const Pattern<kCount>& generator : generators_) {
    typename System::Row& row = rows.emplace_back();
    for (size_t i = 0, next = 0; i < kCount; ++i)
      if (i != target) row.coefficients[next++] = generator[i];
    row.right = generator[target];
  }
  std::array<uint64_t, kCount - 1> unknowns;
  if (!System(std::move(rows), width_).solve(unknowns)) return false;
  relation_ = {target, {}, origin_[target]};
  for (size_t i = 0, next = 0; i < kCount; ++i)
    if (i != target) relation_.factors[i] = unknowns[next++];
  for (size_t i = 0; i < kCount; ++i) relation_.constant -= relation_.factors[i] * origin_[i];
  relation_.constant &= mask64(width_);
  return true;
}

template <size_t kCount>
std::optional<WrappingRelation<kCount>> WrappingHull<kCount>::relation() const {
  for (size_t i = 0; i < kCount; ++i)
    if (i != relation_.target && relation_.factors[i] == 0) return std::nullopt;
  return relation_;
}

template class WrappingHull<2>;
template class WrappingHull<3>;

}  // namespace cleave::infer
