#include "infer/private/pairs.h"

#include <algorithm>
#include <cmath>

#include "infer/justify.h"

namespace cleave::infer {

// --- integers

IntegerPairs::IntegerPairs(const Columns& columns, const Options& options) : options_(options) {
  for (uint32_t x = 0; x < columns.size(); ++x)
    for (uint32_t y = x + 1; y < columns.size(); ++y)
      if (related(columns[x], columns[y]) && !columns[x].type.isFloat() && columns[x].type.kind != ScalarKind::Nullness)
        pairs_.push_back({.x = x, .y = y});
  candidates_ = pairs_.size();
}

void IntegerPairs::update(Pair& pair, const Columns& columns) const {
  if (!columns.has(pair.x) || !columns.has(pair.y)) return;
  const bool first = pair.rows == 0;
  if (!noteRow<Pair, 2>(columns, pair, {pair.x, pair.y})) return;
  const I128 difference = columns.number(pair.x) - columns.number(pair.y);
  if (first || difference < pair.low) pair.low = difference, pair.lowArrivals = 0;
  if (first || difference > pair.high) pair.high = difference, pair.highArrivals = 0;
  pair.lowArrivals += difference == pair.low;
  pair.highArrivals += difference == pair.high;
  pair.zero = pair.zero || difference == 0;
}

// They are equal at times, and far apart in both directions.
bool IntegerPairs::isSpent(const Pair& pair) const { return pair.zero && pair.low < -options_.mostGap && pair.high > options_.mostGap; }

void IntegerPairs::add(const Columns& columns) {
  bool spent = false;
  for (Pair& pair : pairs_) {
    update(pair, columns);
    spent = spent || isSpent(pair);
  }
  if (spent) std::erase_if(pairs_, [this](const Pair& pair) { return isSpent(pair); });
}

std::vector<Found> IntegerPairs::properties(const Columns& columns, const Marginals& marginals) const {
  std::vector<Found> result;
  const Judge judge(options_.chance);
  for (const Pair& pair : pairs_) {
    if (pair.rows == 0 || marginals.constant[pair.x] || marginals.constant[pair.y]) continue;
    const bool ordered = columns[pair.x].type.isOrdered();
    if (pair.low == pair.high && (ordered || pair.low == 0)) {
      const Share share = shareExactly(marginals.numbers[pair.x], marginals.numbers[pair.y], pair.low);
      const double logChance = logOfAll(upperEstimate(share.hits, share.trials, share.samples), pair.fresh - 1);
      if (judge.accepts(logChance, candidates_))
        result.push_back({compare(sumOf(columns[pair.x].term), Relation::Equal, sumOf(columns[pair.y].term, pair.low)), Family::Equality,
                          logChance, pair.rows});
      continue;
    }
    if (ordered) addOrder(result, columns, marginals, pair);
    if (!pair.zero && !(ordered && (pair.low > 0 || pair.high < 0))) {
      const double logChance = neverEqual(marginals, pair);
      if (judge.accepts(logChance, candidates_))
        result.push_back({compare(sumOf(columns[pair.x].term), Relation::NotEqual, sumOf(columns[pair.y].term)), Family::Distinct,
                          logChance, pair.rows});
    }
  }
  return result;
}

double IntegerPairs::neverEqual(const Marginals& marginals, const Pair& pair) {
  const Share share = shareExactly(marginals.numbers[pair.x], marginals.numbers[pair.y], 0);
  return logOfAll(1 - lowerEstimate(share.hits, share.trials, share.samples), pair.fresh);
}

void IntegerPairs::addOrder(std::vector<Found>& into, const Columns& columns, const Marginals& marginals, const Pair& pair) const {
  const Judge judge(options_.chance);
  // x <= y + c, where c is the largest difference (x and y changed over: the negated smallest), or 0 or -1 where that says less.
  const auto atMost = [&](uint32_t x, uint32_t y, I128 c, uint64_t arrivals) {
    const auto chanceOf = [&](I128 bound) {
      const Share share = shareAtMost(marginals.numbers[x], marginals.numbers[y], bound);
      return logOfAll(upperEstimate(share.hits, share.trials, share.samples), pair.fresh);
    };
    const auto report = [&](I128 bound, double logChance) {
      if (!judge.accepts(logChance, candidates_)) return false;
      const Relation relation = bound == -1 ? Relation::Less : Relation::LessEqual;
      into.push_back({compare(sumOf(columns[x].term), relation, sumOf(columns[y].term, bound == -1 ? 0 : bound)), Family::Order, logChance,
                      pair.rows});
      return true;
    };
    const bool near = c <= options_.mostGap && c >= -options_.mostGap;
    if (c != 0 && near && report(c, std::max(logNeverSeen(arrivals, pair.fresh), chanceOf(c)))) return;
    if (c > 0) return;
    // Without arrivals at the bound "less" has to be told from "at most": equal values would have come up.
    const bool less = c < 0 && judge.accepts(neverEqual(marginals, pair), candidates_);
    report(less ? -1 : 0, less ? std::max(chanceOf(-1), neverEqual(marginals, pair)) : chanceOf(0));
  };
  atMost(pair.x, pair.y, pair.high, pair.highArrivals);
  atMost(pair.y, pair.x, -pair.low, pair.lowArrivals);
}

// --- floats

FloatPairs::FloatPairs(const Columns& columns, const Options& options) : options_(options) {
  for (uint32_t x = 0; x < columns.size(); ++x)
    for (uint32_t y = x + 1; y < columns.size(); ++y)
      if (related(columns[x], columns[y]) && columns[x].type.isFloat()) pairs_.push_back({.x = x, .y = y});
}

void FloatPairs::add(const Columns& columns) {
  for (Pair& pair : pairs_) {
    if (!columns.has(pair.x) || !columns.has(pair.y)) continue;
    if (!noteRow<Pair, 2>(columns, pair, {pair.x, pair.y})) continue;
    const double x = columns.floating(pair.x), y = columns.floating(pair.y);
    pair.less = pair.less || x < y;
    pair.equal = pair.equal || x == y;
    pair.greater = pair.greater || x > y;
    pair.unordered = pair.unordered || std::isnan(x) || std::isnan(y);
  }
}

std::vector<Found> FloatPairs::properties(const Columns& columns, const Marginals& marginals) const {
  std::vector<Found> result;
  const Judge judge(options_.chance);
  for (const Pair& pair : pairs_) {
    if (pair.rows == 0 || pair.unordered || marginals.constant[pair.x] || marginals.constant[pair.y] || (pair.less && pair.greater))
      continue;
    const Floats &x = marginals.floats[pair.x], &y = marginals.floats[pair.y];
    const bool same = !pair.less && !pair.greater;
    const Share ties = shareEqual(x, y);
    const bool strict =
        !pair.equal && judge.accepts(logOfAll(1 - lowerEstimate(ties.hits, ties.trials, ties.samples), pair.fresh), pairs_.size());
    const Share share = same ? ties : pair.less ? shareLess(x, y, !strict) : shareLess(y, x, !strict);
    const double logChance = logOfAll(upperEstimate(share.hits, share.trials, share.samples), pair.fresh);
    if (!judge.accepts(logChance, pairs_.size())) continue;
    const Relation relation = same        ? Relation::Equal
                              : pair.less ? (strict ? Relation::Less : Relation::LessEqual)
                                          : (strict ? Relation::Greater : Relation::GreaterEqual);
    result.push_back({plain(CompareFloat{columns[pair.x].term, relation, columns[pair.y].term}), same ? Family::Equality : Family::Order,
                      logChance, pair.rows});
  }
  return result;
}

// --- integers of other types

ResizedPairs::ResizedPairs(const Columns& columns, const Options& options) : options_(options) {
  for (uint32_t x = 0; x < columns.size(); ++x)
    for (uint32_t y = 0; y < columns.size(); ++y) {
      const Scalar &narrow = columns[x].type, &wide = columns[y].type;
      if (x == y || !related(columns[x], columns[y]) || !narrow.isOrdered() || !wide.isOrdered()) continue;
      const bool sameWidth = narrow.width == wide.width;
      if (narrow.width > wide.width || (sameWidth && (narrow.isSigned == wide.isSigned || x > y))) continue;
      Pair pair{.x = x, .y = y};
      if (sameWidth) pair.alive[ZeroExtended] = pair.alive[SignExtended] = false;
      pairs_.push_back(pair);
    }
}

uint64_t ResizedPairs::differenceOf(const Columns& columns, const Pair& pair, Way way) {
  const unsigned narrow = columns[pair.x].type.width, wide = columns[pair.y].type.width;
  const uint64_t x = columns.bits(pair.x) & mask64(narrow), y = columns.bits(pair.y);
  switch (way) {
    case ZeroExtended:
      return (y - x) & mask64(wide);
    case SignExtended:
      return (y - static_cast<uint64_t>(asSigned(x, narrow))) & mask64(wide);
    case Truncated:
    case kWays:
      break;
  }
  return (y - x) & mask64(narrow);
}

void ResizedPairs::add(const Columns& columns) {
  for (Pair& pair : pairs_) {
    if (!columns.has(pair.x) || !columns.has(pair.y)) continue;
    const bool first = pair.rows == 0;
    if (!pair.alive[Truncated]) continue;  // the others imply it
    if (!noteRow<Pair, 2>(columns, pair, {pair.x, pair.y})) continue;
    const I128 plain = columns.number(pair.y) - columns.number(pair.x);
    if (first) pair.plainDifference = plain;
    pair.plain = pair.plain && plain == pair.plainDifference;
    for (const Way way : {ZeroExtended, SignExtended, Truncated}) {
      const uint64_t difference = differenceOf(columns, pair, way);
      if (first) pair.difference[way] = difference;
      pair.alive[way] = pair.alive[way] && difference == pair.difference[way];
    }
  }
}

Property ResizedPairs::asProperty(const Columns& columns, const Pair& pair, Way way) {
  Term x = columns[pair.x].term;
  const uint8_t narrow = columns[pair.x].type.width, wide = columns[pair.y].type.width;
  if (way != Truncated) x.reading = {narrow, way == SignExtended};
  const uint8_t modulo = way == Truncated ? narrow : wide;
  return compare(sumOf(columns[pair.y].term), Relation::Equal, sumOf(x, asSigned(pair.difference[way], modulo)), modulo);
}

std::vector<Found> ResizedPairs::properties(const Columns& columns, const Marginals& marginals) const {
  std::vector<Found> result;
  const Judge judge(options_.chance);
  for (const Pair& pair : pairs_) {
    if (pair.rows == 0 || pair.plain || marginals.constant[pair.x] || marginals.constant[pair.y]) continue;
    for (const Way way : {ZeroExtended, SignExtended, Truncated}) {
      if (!pair.alive[way] || (pair.difference[way] != 0 && !options_.resizedGaps)) continue;
      // The low bits of y agree with x as often as the most frequent value of x comes up.
      const double logChance = logOfAll(mostFrequent(marginals.numbers[pair.x]), pair.fresh - 1);
      if (judge.accepts(logChance, pairs_.size()))
        result.push_back({asProperty(columns, pair, way), Family::Equality, logChance, pair.rows});
      break;  // the ways behind it say less
    }
  }
  return result;
}

}  // namespace cleave::infer
