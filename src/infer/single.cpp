#include "infer/private/single.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace cleave::infer {

namespace {

template <class T>
void lower(Extreme<T>& extreme, T value, bool first, bool fresh) {
  if (first || value < extreme.value) extreme = {value, 0};
  if (value == extreme.value && fresh) ++extreme.arrivals;
}

template <class T>
void raise(Extreme<T>& extreme, T value, bool first, bool fresh) {
  if (first || value > extreme.value) extreme = {value, 0};
  if (value == extreme.value && fresh) ++extreme.arrivals;
}

U128 divisor(U128 a, U128 b) {
  while (b != 0) std::swap(a %= b, b);
  return a;
}

Found found(Term term, Relation relation, I128 value, Family family, double logChance, uint64_t rows) {
  return {compare(sumOf(term), relation, constantSum(value)), family, logChance, rows};
}

}  // namespace

void IntegerStats::add(I128 value, bool fresh) {
  const bool first = rows_ == 0;
  ++rows_;
  if (first) first_ = value;
  lower(low_, value, first, fresh);
  raise(high_, value, first, fresh);
  if (!tooMany_) count(value);
  if (!fresh) return;
  ++fresh_;
  zero_ = zero_ || value == 0;
  if (step_ != 1) step_ = divisor(step_, static_cast<U128>(value < first_ ? first_ - value : value - first_));
}

void IntegerStats::count(I128 value) {
  for (size_t i = 0; i < memberCount_; ++i)
    if (members_[i].value == value) {
      ++members_[i].rows;
      return;
    }
  if (memberCount_ == kDistinct) {
    tooMany_ = true;
  } else {
    members_[memberCount_++] = {value, 1};
  }
}

std::vector<Found> IntegerStats::properties(const Term& term, const Scalar& type, const Options& options, uint64_t candidates) const {
  std::vector<Found> result;
  const Judge judge(options.chance);
  if (rows_ == 0) return result;
  if (isConstant()) {
    const double logChance = logConstant(rows_);
    if (!judge.accepts(logChance, candidates)) return result;
    if (type.kind == ScalarKind::Nullness) {
      result.push_back({plain(Null{term, low_.value != 0}), Family::Nullness, logChance, rows_});
    } else {
      result.push_back(found(term, Relation::Equal, low_.value, Family::Constant, logChance, rows_));
    }
    return result;
  }
  if (type.kind == ScalarKind::Bool || type.kind == ScalarKind::Nullness) return result;  // both values came up
  const bool set = addSet(result, term, type, options, candidates);
  if (!type.isOrdered() || (set && !judge.acceptsAll())) return result;
  addBounds(result, term, type, judge, candidates);
  addRemainder(result, term, judge, candidates);
  return result;
}

bool IntegerStats::addSet(std::vector<Found>& into, const Term& term, const Scalar& type, const Options& options,
                          uint64_t candidates) const {
  if (tooMany_ || memberCount_ > options.mostMembers) return false;
  // More than two values without a gap are better said by their bounds, and all enumerators are no news.
  const bool noGap = high_.value - low_.value + 1 == static_cast<I128>(memberCount_);
  if (type.isOrdered() && memberCount_ > 2 && noGap) return false;
  if (type.kind == ScalarKind::Enum && memberCount_ >= type.enumerators.size() && !type.enumerators.empty()) return false;
  infer::Member set{term, {}};
  uint64_t rarest = rows_;
  for (size_t i = 0; i < memberCount_; ++i) {
    set.values.push_back(members_[i].value);
    rarest = std::min(rarest, members_[i].rows);
  }
  std::sort(set.values.begin(), set.values.end());
  const double logChance = logSet(memberCount_, rarest, rows_);
  if (!Judge(options.chance).accepts(logChance, candidates)) return false;
  into.push_back({plain(std::move(set)), Family::Set, logChance, rows_});
  return true;
}

// The bound that was arrived at often enough, or else the nearest of 0 and 1 (-1) whose story is told by signs and by zero.
void IntegerStats::addBounds(std::vector<Found>& into, const Term& term, const Scalar& type, const Judge& judge,
                             uint64_t candidates) const {
  const I128 lowest = type.isSigned ? -(I128{1} << (type.width - 1)) : 0;
  const I128 highest = static_cast<I128>(maskOf(type.isSigned ? type.width - 1 : type.width));
  const double noZero = logNeverZero(low_.value, high_.value, fresh_), sameSign = type.isSigned ? logSameSign(fresh_) : 0;
  const bool zeroNews = !zero_ && judge.accepts(noZero, candidates);
  const bool signNews = type.isSigned && judge.accepts(sameSign, candidates);
  const double lowArrived = logNeverSeen(low_.arrivals, fresh_), highArrived = logNeverSeen(high_.arrivals, fresh_);

  if (low_.value > lowest && judge.accepts(lowArrived, candidates)) {
    into.push_back(found(term, Relation::GreaterEqual, low_.value, Family::Range, lowArrived, rows_));
  } else if (low_.value >= 0 && (signNews || !type.isSigned)) {
    if (zeroNews)
      into.push_back(found(term, Relation::GreaterEqual, 1, Family::Range, std::max(noZero, type.isSigned ? sameSign : noZero), rows_));
    if (!zeroNews && type.isSigned) into.push_back(found(term, Relation::GreaterEqual, 0, Family::Range, sameSign, rows_));
  }
  if (high_.value < highest && judge.accepts(highArrived, candidates)) {
    into.push_back(found(term, Relation::LessEqual, high_.value, Family::Range, highArrived, rows_));
  } else if (high_.value <= 0 && signNews) {
    into.push_back(
        found(term, Relation::LessEqual, zeroNews ? -1 : 0, Family::Range, zeroNews ? std::max(noZero, sameSign) : sameSign, rows_));
  }
  if (low_.value < 0 && high_.value > 0 && zeroNews) into.push_back(found(term, Relation::NotEqual, 0, Family::Distinct, noZero, rows_));
}

void IntegerStats::addRemainder(std::vector<Found>& into, const Term& term, const Judge& judge, uint64_t candidates) const {
  if (step_ < 2 || step_ > INT32_MAX) return;
  const auto modulus = static_cast<I128>(step_);
  const double logChance = logRemainder(modulus, tooMany_ ? kDistinct : memberCount_);
  if (!judge.accepts(logChance, candidates)) return;
  const I128 remainder = ((first_ % modulus) + modulus) % modulus;
  into.push_back(
      {plain(Remainder{term, static_cast<uint32_t>(modulus), static_cast<uint32_t>(remainder)}), Family::Remainder, logChance, rows_});
}

void FloatStats::add(double value, bool fresh) {
  const bool first = rows_ == 0;
  ++rows_;
  if (fresh) ++fresh_;
  nan_ = nan_ || std::isnan(value);
  lower(low_, value, first, fresh);
  raise(high_, value, first, fresh);
}

std::vector<Found> FloatStats::properties(const Term& term, const Options& options, uint64_t candidates) const {
  std::vector<Found> result;
  if (rows_ == 0 || nan_) return result;  // with NaN none of these holds
  const Judge judge(options.chance);
  const auto add = [&](Relation relation, double value, Family family, double logChance) {
    if (judge.accepts(logChance, candidates)) result.push_back({plain(CompareFloat{term, relation, value}), family, logChance, rows_});
    return judge.accepts(logChance, candidates);
  };
  if (isConstant()) {
    add(Relation::Equal, low_.value, Family::Constant, logConstant(rows_));
    return result;
  }
  const bool lowKnown =
      std::isfinite(low_.value) && add(Relation::GreaterEqual, low_.value, Family::Range, logNeverSeen(low_.arrivals, fresh_));
  if (!lowKnown && low_.value >= 0)
    add(low_.value > 0 ? Relation::Greater : Relation::GreaterEqual, 0.0, Family::Range, logSameSign(fresh_));
  const bool highKnown =
      std::isfinite(high_.value) && add(Relation::LessEqual, high_.value, Family::Range, logNeverSeen(high_.arrivals, fresh_));
  if (!highKnown && high_.value <= 0) add(high_.value < 0 ? Relation::Less : Relation::LessEqual, 0.0, Family::Range, logSameSign(fresh_));
  return result;
}

}  // namespace cleave::infer
