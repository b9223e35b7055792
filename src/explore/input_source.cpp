#include "explore/input_source.h"

#include <algorithm>
#include <set>

#include "explore/harvest.h"
#include "support/float_format.h"

namespace cleave::explore {

namespace {

using program::Program;

void addIntegers(const Harvest& harvest, unsigned width, std::set<U128>& values) {
  for (int small = -8; small <= 16; ++small) values.insert(truncateTo(static_cast<U128>(static_cast<I128>(small)), width));
  const U128 top = U128{1} << (width - 1);
  for (const U128 bits : {top - 1, top, top + 1, maskOf(width), maskOf(width) - 1, top >> 1}) values.insert(truncateTo(bits, width));
  for (const U128 bits : harvest.integers)
    for (const int delta : {0, 1, -1}) values.insert(truncateTo(bits + static_cast<U128>(static_cast<I128>(delta)), width));
}

void addFloats(const Harvest& harvest, unsigned width, std::set<U128>& values) {
  std::vector<long double> list{0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, 10.0, 100.0, 1e-3, 1e10, -1e10, 1e38, 5e-324, 1.0 / 0.0, -1.0 / 0.0};
  for (const long double each : harvest.floats)
    for (const double delta : {0.0, 1.0, -1.0, 1e-6}) list.push_back(each + static_cast<long double>(delta));
  for (const long double each : harvest.floats) list.push_back(-each);
  for (const long double each : list) values.insert(roundedTo(each, width));
  for (const U128 bits : harvest.integers) values.insert(roundedTo(static_cast<long double>(static_cast<I128>(bits)), width));
  std::erase_if(values, [&](U128 bits) { return isNan(bits, width); });
  values.insert(canonicalNan(width));
}

}  // namespace

InputSource::InputSource(const Entry& entry, const Program& before, const Program& after, const expr::ExprPool& pool, uint64_t seed)
    : entry_(entry), symbolCount_(pool.symbolCount()), random_(seed) {
  const Harvest harvest = harvestConstants(entry, before, after);
  for (const vm::InputCell& cell : entry.space.cells) {
    std::set<U128> values;
    if (cell.sort.isFloat()) {
      addFloats(harvest, cell.sort.width, values);
    } else {
      addIntegers(harvest, cell.sort.width, values);
    }
    interesting_.emplace_back(values.begin(), values.end());
  }
  for (size_t cell = 0; cell < interesting_.size(); ++cell)
    for (const U128 bits : interesting_[cell]) systematic_.push_back({cell, bits});
}

U128 InputSource::limited(size_t cell, U128 bits) const {
  const vm::InputCell& each = entry_.space.cells[cell];
  if (each.low > each.high) return bits;
  const auto count = static_cast<U128>(each.high - each.low) + 1;
  const I128 number = each.isSigned ? asSigned(bits, each.sort.width) : static_cast<I128>(bits);
  if (number >= each.low && number <= each.high) return bits;
  return truncateTo(static_cast<U128>(each.low) + bits % count, each.sort.width);
}

U128 InputSource::randomValue(size_t cell) {
  const expr::Sort sort = entry_.space.cells[cell].sort;
  const uint64_t kind = random_.below(8);
  if (kind < 5) return interesting_[cell][random_.below(interesting_[cell].size())];
  const U128 wide = (U128{random_.next()} << 64) | random_.next();
  if (sort.isFloat()) {
    if (kind == 5) return roundedTo(static_cast<long double>(static_cast<int64_t>(random_.next() % 2001) - 1000), sort.width);
    return canonicalFloat(truncateTo(wide, sort.width), sort.width);
  }
  if (kind == 5) return truncateTo(static_cast<U128>(static_cast<I128>(random_.below(256)) - 128), sort.width);
  return truncateTo(wide, sort.width);
}

expr::Assignment InputSource::next() {
  expr::Assignment input(symbolCount_, 0);
  if (!zeroDone_) {
    zeroDone_ = true;
    return input;
  }
  // Single values first, but not only: with many cells, mixtures find more, so they alternate.
  if (!systematicDone() && (entry_.space.cells.size() == 1 || random_.chance(50))) {
    const Single& single = systematic_[position_++];
    input[entry_.space.cells[single.cell].symbol.value] = limited(single.cell, single.bits);
    return input;
  }
  for (size_t cell = 0; cell < entry_.space.cells.size(); ++cell) input[entry_.space.cells[cell].symbol.value] = valueOf(cell);
  return input;
}

}  // namespace cleave::explore
