#include "infer/private/linear.h"

#include <algorithm>

#include "infer/justify.h"

namespace cleave::infer {

template <size_t kCount>
LinearRelations<kCount>::LinearRelations(const Columns& columns, const Options& options, size_t mostTuples) : options_(options) {
  Members members{};
  if (options.linear || options.wrapping) addTuples(columns, members, 0, mostTuples);
  candidates_ = tuples_.size();
}

template <size_t kCount>
void LinearRelations<kCount>::addTuples(const Columns& columns, Members& members, size_t chosen, size_t mostTuples) {
  if (chosen == kCount) {
    if (tuples_.size() == mostTuples) {
      ++skipped_;
      return;
    }
    uint8_t width = 64;
    for (const uint32_t each : members) width = std::min(width, columns[each].type.width);
    tuples_.push_back({.members = members,
                       .plain = {},
                       .plainAlive = options_.linear,
                       .wrapping = WrappingHull<kCount>(width),
                       .wrappingAlive = options_.wrapping,
                       .width = width});
    return;
  }
  for (uint32_t next = chosen == 0 ? 0 : members[chosen - 1] + 1; next < columns.size(); ++next) {
    if (!columns[next].type.isOrdered() || (chosen > 0 && !related(columns[members[0]], columns[next]))) continue;
    members[chosen] = next;
    addTuples(columns, members, chosen + 1, mostTuples);
  }
}

// False: nothing is left to be found.
template <size_t kCount>
bool LinearRelations<kCount>::update(Tuple& tuple, const Columns& columns) const {
  for (const uint32_t each : tuple.members)
    if (!columns.has(each)) return true;
  if (!noteRow<Tuple, kCount>(columns, tuple, tuple.members)) return true;
  if (tuple.plainAlive) {
    typename AffineHull<kCount>::Vector row;
    for (size_t i = 0; i < kCount; ++i) row[i] = columns.number(tuple.members[i]);
    tuple.plainAlive = tuple.plain.add(row, std::min(options_.mostCoefficient, kMostFactor));
  }
  if (tuple.wrappingAlive) {
    Pattern<kCount> row;
    for (size_t i = 0; i < kCount; ++i) row[i] = columns.bits(tuple.members[i]);
    tuple.wrappingAlive = tuple.wrapping.add(row);
  }
  return tuple.plainAlive || tuple.wrappingAlive;
}

template <size_t kCount>
void LinearRelations<kCount>::add(const Columns& columns) {
  size_t kept = 0;
  for (size_t i = 0; i < tuples_.size(); ++i) {
    if (!update(tuples_[i], columns)) continue;
    if (kept != i) tuples_[kept] = std::move(tuples_[i]);
    ++kept;
  }
  tuples_.erase(tuples_.begin() + static_cast<ptrdiff_t>(kept), tuples_.end());
}

// z == 2 * x + y + 1 where a coefficient is one: the last such variable, since results stand behind what they are computed from. Otherwise
// 2 * x + 3 * y == 5 * z + 1, with nothing negative.
template <size_t kCount>
Property LinearRelations<kCount>::plainProperty(const Columns& columns, const Tuple& tuple) const {
  auto normal = tuple.plain.normal();
  I128 offset = tuple.plain.offset();
  size_t alone = kCount;
  for (size_t i = 0; i < kCount; ++i)
    if (normal[i] == 1 || normal[i] == -1) alone = i;
  if (alone != kCount && normal[alone] < 0) {
    for (I128& each : normal) each = -each;
    offset = -offset;
  }
  Sum left, right;
  for (size_t i = 0; i < kCount; ++i) {
    const bool onLeft = alone == kCount ? normal[i] > 0 : i == alone;
    (onLeft ? left : right).products.push_back({static_cast<int64_t>(onLeft ? normal[i] : -normal[i]), columns[tuple.members[i]].term});
  }
  const bool toLeft = alone == kCount && offset < 0;
  (toLeft ? left : right).constant = toLeft ? -offset : offset;
  return compare(std::move(left), Relation::Equal, std::move(right));
}

template <size_t kCount>
Property LinearRelations<kCount>::wrappingProperty(const Columns& columns, const Tuple& tuple,
                                                   const WrappingRelation<kCount>& relation) const {
  Sum right{{}, asSigned(relation.constant, tuple.width)};
  for (size_t i = 0; i < kCount; ++i)
    if (i != relation.target)
      right.products.push_back({static_cast<int64_t>(asSigned(relation.factors[i], tuple.width)), columns[tuple.members[i]].term});
  return compare(sumOf(columns[tuple.members[relation.target]].term), Relation::Equal, std::move(right), tuple.width);
}

template <size_t kCount>
std::vector<Found> LinearRelations<kCount>::properties(const Columns& columns, const Marginals& marginals) const {
  std::vector<Found> result;
  const Judge judge(options_.chance);
  std::vector<double> frequency(columns.size(), -1);
  for (const Tuple& tuple : tuples_) {
    double rarest = 1;  // the most telling variable: given the others, it would have to be right by accident
    for (const uint32_t each : tuple.members) {
      if (frequency[each] < 0) frequency[each] = mostFrequent(marginals.numbers[each]);
      rarest = std::min(rarest, frequency[each]);
    }
    const bool isPlain = tuple.plainAlive && tuple.plain.hasRelation();
    if (isPlain) {
      const auto& normal = tuple.plain.normal();
      const bool difference = kCount == 2 && normal[0] == 1 && normal[1] == -1;  // IntegerPairs says that
      const double logChance = logOfAll(rarest, tuple.plain.confirmations());
      if (!difference && judge.accepts(logChance, candidates_))
        result.push_back({plainProperty(columns, tuple), Family::Linear, logChance, tuple.rows});
      continue;  // and modulo 2^w it follows
    }
    if (!tuple.wrappingAlive) continue;
    const double logChance = logOfAll(rarest, tuple.wrapping.confirmations());
    if (const auto relation = tuple.wrapping.relation(); relation && judge.accepts(logChance, candidates_))
      result.push_back({wrappingProperty(columns, tuple, *relation), Family::Linear, logChance, tuple.rows});
  }
  return result;
}

template class LinearRelations<2>;
template class LinearRelations<3>;

}  // namespace cleave::infer
