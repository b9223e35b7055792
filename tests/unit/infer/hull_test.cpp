// Linear relations: hulls of points in exact integers, and modulo 2^w.
#include "infer/private/hull.h"

#include <gtest/gtest.h>

#include "infer/private/wrapping.h"
#include "support/random.h"

namespace cleave::infer {
namespace {

TEST(AffineHull, PlaneLineAndNothing) {
  AffineHull<3> plane;
  for (const auto& point : {std::array<I128, 3>{0, 0, 1}, {1, 0, 3}, {2, 0, 5}, {0, 1, -2}}) EXPECT_TRUE(plane.add(point, 64));
  ASSERT_TRUE(plane.hasRelation());
  EXPECT_EQ(plane.normal(), (std::array<I128, 3>{2, -3, -1}));
  EXPECT_EQ(plane.offset(), -1);
  EXPECT_EQ(plane.confirmations(), 0u);
  EXPECT_TRUE(plane.add({7, 0, 15}, 64));  // on the line of the first points: any plane through it has it
  EXPECT_EQ(plane.confirmations(), 0u);
  EXPECT_TRUE(plane.add({5, 4, -1}, 64));
  EXPECT_EQ(plane.confirmations(), 1u);
  EXPECT_FALSE(plane.add({5, 4, 0}, 64));

  AffineHull<2> line;
  EXPECT_TRUE(line.add({1, 1}, 64));
  EXPECT_FALSE(line.hasRelation());
  EXPECT_FALSE(line.add({1, 2}, 64)) << "a relation of one variable";
  AffineHull<2> steep;
  EXPECT_TRUE(steep.add({0, 0}, 64));
  EXPECT_FALSE(steep.add({1, 65}, 64));
}

// At the ends of 64 bits products leave 128: nothing may be claimed that does not hold.
TEST(AffineHull, HugeValuesMakeNoFalseRelation) {
  Random random(1);
  for (int round = 0; round < 20000; ++round) {
    AffineHull<3> hull;
    std::vector<std::array<I128, 3>> points;
    bool alive = true;
    for (int i = 0; i < 6 && alive; ++i) {
      std::array<I128, 3> point;
      for (I128& each : point) {
        const I128 edges[] = {INT64_MIN, INT64_MAX, static_cast<I128>(UINT64_MAX), 0, 1, static_cast<int64_t>(random.next())};
        each = edges[random.below(6)];
      }
      points.push_back(point);
      alive = hull.add(point, 64);
    }
    if (!alive || !hull.hasRelation()) continue;
    for (const auto& each : points)
      ASSERT_TRUE(hull.normal()[0] * each[0] + hull.normal()[1] * each[1] + hull.normal()[2] * each[2] == hull.offset()) << round;
  }
}

// With few bits every relation can be tried: as long as there is one with an odd coefficient, one is found that holds in all rows.
TEST(WrappingHull, FindsARelationIfAndOnlyIfThereIsOne) {
  constexpr unsigned kWidth = 3;
  constexpr uint64_t kMask = 7;
  Random random(2);
  size_t with = 0, without = 0;
  for (int round = 0; round < 3000; ++round) {
    WrappingHull<3> hull(kWidth);
    std::vector<Pattern<3>> rows;
    const uint64_t even = random.chance(50) ? 6 : 7;  // many even values: few units
    bool alive = true;
    for (uint64_t i = 1 + random.below(5); i > 0 && alive; --i) {
      rows.push_back({random.next() & even, random.next() & even, random.next() & kMask & (random.chance(50) ? 4 : 7)});
      alive = hull.add(rows.back());
    }
    bool exists = false;
    for (uint64_t c = 0; c < 512 && !exists; ++c) {
      const uint64_t x = c & 7, y = c >> 3 & 7, z = c >> 6;
      if (((x | y | z) & 1) == 0) continue;
      const auto sum = [&](const Pattern<3>& row) { return (x * row[0] + y * row[1] + z * row[2]) & kMask; };
      exists = std::all_of(rows.begin(), rows.end(), [&](const Pattern<3>& row) { return sum(row) == sum(rows[0]); });
    }
    ASSERT_EQ(alive, exists) << "round " << round;
    ++(exists ? with : without);
    if (const auto relation = hull.relation(); alive && relation)
      for (const Pattern<3>& row : rows) {
        uint64_t sum = relation->constant;
        for (size_t i = 0; i < 3; ++i) sum += relation->factors[i] * row[i];
        ASSERT_EQ((sum - row[relation->target]) & kMask, 0u);
      }
  }
  EXPECT_GT(with, 500u);
  EXPECT_GT(without, 500u);
}

}  // namespace
}  // namespace cleave::infer
