#include "infer/private/hull.h"

#include <algorithm>

namespace cleave::infer {

namespace {

U128 amountOf(I128 value) { return value < 0 ? -static_cast<U128>(value) : static_cast<U128>(value); }

// Divides by the greatest common divisor; makes the first entry that is not zero positive.
template <size_t kCount>
void makePrimitive(std::array<I128, kCount>& vector) {
  U128 divisor = 0;
  for (const I128 each : vector) {
    U128 a = amountOf(each);
    while (a != 0) std::swap(divisor %= a, a);
  }
  if (divisor == 0) return;
  const auto firstNonZero = std::find_if(vector.begin(), vector.end(), [](I128 each) { return each != 0; });
  const I128 sign = *firstNonZero < 0 ? -1 : 1;
  for (I128& each : vector) each = each / static_cast<I128>(divisor) * sign;
}

template <size_t kCount>
std::array<I128, kCount> minus(const std::array<I128, kCount>& a, const std::array<I128, kCount>& b) {
  std::array<I128, kCount> result;
  for (size_t i = 0; i < kCount; ++i) result[i] = a[i] - b[i];
  return result;
}

// a * b - c * d; false where it, or its negation, leaves 128 bits.
bool determinant(I128 a, I128 b, I128 c, I128 d, I128& result) {
  constexpr I128 kLeast = static_cast<I128>(U128{1} << 127);
  I128 ab, cd;
  return !__builtin_mul_overflow(a, b, &ab) && !__builtin_mul_overflow(c, d, &cd) && !__builtin_sub_overflow(ab, cd, &result) &&
         result != kLeast;
}

}  // namespace

// Are all two-by-two determinants with the direction zero? What leaves 128 bits counts as off the line. That is sound: a point that is on
// it after all makes a normal of zeros, or one that cannot be computed, and the hull is given up.
template <size_t kCount>
bool AffineHull<kCount>::onLine(const Vector& difference) const {
  for (size_t i = 0; i < kCount; ++i)
    for (size_t j = i + 1; j < kCount; ++j) {
      if (difference[i] == 0 && difference[j] == 0) continue;
      I128 value = 0;
      if (!determinant(direction_[i], difference[j], direction_[j], difference[i], value) || value != 0) return false;
    }
  return true;
}

template <size_t kCount>
bool AffineHull<kCount>::makeNormal(const Vector& difference, int64_t mostCoefficient) {
  if constexpr (kCount == 2) {
    normal_ = {direction_[1], -direction_[0]};
  } else {
    Vector other = difference;
    makePrimitive(other);
    for (size_t i = 0; i < 3; ++i) {
      const size_t j = (i + 1) % 3, k = (i + 2) % 3;
      if (!determinant(direction_[j], other[k], direction_[k], other[j], normal_[i])) return false;
    }
  }
  makePrimitive(normal_);
  offset_ = 0;
  for (size_t i = 0; i < kCount; ++i) {
    if (normal_[i] == 0 || amountOf(normal_[i]) > static_cast<U128>(mostCoefficient)) return false;
    offset_ += normal_[i] * origin_[i];
  }
  return true;
}

template <size_t kCount>
bool AffineHull<kCount>::add(const Vector& point, int64_t mostCoefficient) {
  if (hasRelation()) {
    I128 sum = 0;  // coefficients have 31 bits and values 65: nothing overflows
    for (size_t i = 0; i < kCount; ++i) sum += normal_[i] * point[i];
    if (sum != offset_) return false;
    // Two points are on some line, three on some plane, and so is a line with any point.
    if (confirmations_ == kEnough) return true;
    const bool trivial = point == origin_ || point == last_ || (kCount == 3 && onLine(minus(point, origin_)));
    if (!trivial) ++confirmations_;
    return true;
  }
  if (dimension_ == -1) {
    origin_ = point;
    dimension_ = 0;
    return true;
  }
  const Vector difference = minus(point, origin_);
  if (dimension_ == 0) {
    if (point == origin_) return true;
    direction_ = difference;
    makePrimitive(direction_);
    dimension_ = 1;
  } else {
    if (onLine(difference)) return true;
    dimension_ = 2;
  }
  if (!hasRelation()) return true;
  last_ = point;
  return makeNormal(difference, mostCoefficient);
}

template class AffineHull<2>;
template class AffineHull<3>;

}  // namespace cleave::infer
