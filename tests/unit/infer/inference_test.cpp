#include "infer/inference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "infer/evaluate.h"
#include "infer/print_c.h"
#include "infer/solver_oracle.h"
#include "infer/suppress.h"
#include "random_property.h"

namespace cleave::infer {
namespace {

using test::array;
using test::OwnedRow;
using test::scalar;

const Scalar kInt = Scalar::integer(32, true);

// Everything that was found, as people read it; and a complaint for what did not hold in a row.
class Seen {
 public:
  explicit Seen(std::vector<Variable> variables, Options options = {}) : inference_(test::pointOf(std::move(variables)), options) {}

  void add(OwnedRow row) {
    inference_.add(row.values);
    rows_.push_back(std::move(row));
  }
  void add(const std::vector<int64_t>& values) {
    OwnedRow row;
    for (size_t i = 0; i < values.size(); ++i)
      row.add(static_cast<uint64_t>(values[i]) & mask64(inference_.point().variables[i].type.width));
    add(std::move(row));
  }

  std::set<std::string> properties() const {
    std::set<std::string> texts;
    for (const Found& each : inference_.properties()) {
      texts.insert(printForPeople(inference_.point(), each.property));
      EXPECT_EQ(whyMalformed(inference_.point(), each.property), std::nullopt);
      for (const OwnedRow& row : rows_)
        EXPECT_NE(evaluate(inference_.point(), each.property, row.values), Truth::Fails)
            << printForPeople(inference_.point(), each.property);
    }
    return texts;
  }
  bool finds(const std::string& text) const {
    const std::set<std::string> all = properties();
    if (all.contains(text)) return true;
    std::string list;
    for (const std::string& each : all) list += "  " + each + "\n";
    ADD_FAILURE() << "not found: " << text << "; but\n" << list;
    return false;
  }
  const Inference& inference() const { return inference_; }

 private:
  Inference inference_;
  std::vector<OwnedRow> rows_;
};

int64_t between(Random& random, int64_t low, int64_t high) {
  return low + static_cast<int64_t>(random.below(static_cast<uint64_t>(high - low + 1)));
}

TEST(Inference, ConstantsSetsAndRanges) {
  Seen seen({scalar("five", kInt), scalar("answer", kInt), scalar("code", kInt), scalar("percent", kInt), scalar("size", kInt),
             scalar("offset", kInt)});
  Random random(1);
  for (int i = 0; i < 3000; ++i)
    seen.add({5, between(random, 0, 1), random.chance(50) ? -7 : 40, between(random, 0, 100), between(random, 1, 1'000'000'000),
              between(random, 1, 1'000'000) * 16});
  for (const char* text : {"five == 5", "answer == 0 || answer == 1", "code == -7 || code == 40", "percent >= 0", "percent <= 100",
                           "size >= 0", "offset % 16 == 0"})
    EXPECT_TRUE(seen.finds(text));
  EXPECT_FALSE(seen.properties().contains("size >= 1")) << "zero is one of a billion values: that it did not come up tells nothing";
}

TEST(Inference, NonZeroAndNonNull) {
  Seen seen({scalar("divisor", kInt), scalar("p", Scalar::nullness())});
  Random random(2);
  for (int i = 0; i < 1000; ++i) seen.add({between(random, 1, 10) * (random.chance(50) ? 1 : -1), 0});
  EXPECT_TRUE(seen.finds("divisor != 0"));
  EXPECT_TRUE(seen.finds("p != NULL"));
}

TEST(Inference, PairsAndValuesOnEntry) {
  Seen seen({scalar("i", kInt), scalar("n", kInt), scalar("n", kInt, Role::OnEntry), scalar("twice", kInt),
             scalar("strlen(s)", Scalar::length()), scalar("rest", kInt), scalar("byte", Scalar::integer(8, false)),
             scalar("close", kInt)});
  Random random(3);
  for (int i = 0; i < 600; ++i) {
    const int64_t n = between(random, 1, 30) + (random.chance(30) ? 256 : 0), at = between(random, 0, n - 1);
    seen.add({at, n, n + 1, 2 * at + 3, n, n - at, n & 255, at + between(random, 0, 3)});
  }
  for (const char* text : {"i < n", "n == old_n - 1", "twice == 2 * i + 3", "n == strlen(s)", "n == byte (mod 2^8)", "rest == -i + n",
                           "close <= i + 3", "i <= close"})
    EXPECT_TRUE(seen.finds(text));
}

TEST(Inference, ThreeVariables) {
  Seen seen({scalar("x", kInt), scalar("y", kInt), scalar("area", kInt), scalar("odd", kInt)});
  Random random(4);
  for (int i = 0; i < 200; ++i) {
    const int64_t x = between(random, -5000, 5000), y = between(random, -5000, 5000);
    seen.add({2 * x, y, 3 * x - 7 * y + 1, 5 * x});
  }
  for (const char* text : {"3 * x + 2 == 14 * y + 2 * area", "5 * x == 2 * odd"}) EXPECT_TRUE(seen.finds(text));
}

TEST(Inference, Arrays) {
  Seen seen(
      {array("a", kInt, "n"), array("copy", kInt, "n"), array("b", kInt, "m"), scalar("top", kInt), array("f", Scalar::floating(64), "k")});
  Random random(5);
  for (int i = 0; i < 300; ++i) {
    std::vector<uint64_t> sorted, other, floats;
    for (uint64_t k = random.below(6); k > 0; --k) sorted.push_back(random.below(2000));
    for (uint64_t k = random.below(6); k > 0; --k) other.push_back(static_cast<uint32_t>(between(random, -3, 3)));
    for (uint64_t k = random.below(4); k > 0; --k)
      floats.push_back(static_cast<uint64_t>(bitsOf(static_cast<double>(random.below(1000)) + 0.5)));
    std::sort(sorted.begin(), sorted.end());
    std::sort(floats.rbegin(), floats.rend());
    OwnedRow row;
    row.elements.reserve(4);
    const uint64_t top = sorted.empty() ? 0 : sorted.back();
    row.addArray(sorted);
    row.addArray(sorted);
    row.addArray(other);
    row.add(top);
    row.addArray(floats);
    seen.add(std::move(row));
  }
  for (const char* text : {"all i + 1 < n: a[i] <= a[i + 1]", "all i < n: a[i] == copy[i]", "all i < m: b[i] >= -3", "all i < m: b[i] <= 3",
                           "all i < n: a[i] <= top", "all i < k: f[i] > 0.0", "all i + 1 < k: f[i] >= f[i + 1]"})
    EXPECT_TRUE(seen.finds(text));
}

TEST(Inference, Implications) {
  const Scalar color = Scalar::enumeration({{"RED", 0}, {"GREEN", 1}, {"BLUE", 2}});
  Seen seen({scalar("found", Scalar::boolean()), scalar("index", kInt), scalar("count", kInt), scalar("return", kInt, Role::Result),
             scalar("color", color)});
  Random random(6);
  for (int i = 0; i < 1000; ++i) {
    const bool found = random.chance(50);
    const int64_t count = between(random, 1, 50);
    seen.add(
        {found, found ? between(random, 0, count - 1) : -1, count, found ? 0 : between(random, -3, -1), found ? 2 : between(random, 0, 2)});
  }
  for (const char* text : {"!found ==> index == -1", "found ==> index >= 0", "found ==> result == 0", "result == 0 ==> color == BLUE",
                           "result < 0 ==> index == -1"})
    EXPECT_TRUE(seen.finds(text));
}

// That used <= limit holds everywhere is what callers see to; where the function says yes, it does.
TEST(Inference, ImplicationsOfWhatHeldEverywhereAreForProofs) {
  const auto see = [](Options options) {
    Seen seen({scalar("used", kInt), scalar("limit", kInt), scalar("return", kInt, Role::Result)}, options);
    Random random(8);
    for (int i = 0; i < 100; ++i) {
      const int64_t limit = between(random, 1, 50), used = between(random, 0, limit);
      seen.add({used, limit, random.chance(50)});
    }
    return seen.properties();
  };
  Options options;
  options.chance = 1;
  EXPECT_FALSE(see(options).contains("result == 0 ==> used <= limit"));
  options.weaker = true;
  const std::set<std::string> found = see(options);
  EXPECT_TRUE(found.contains("used <= limit"));
  EXPECT_TRUE(found.contains("result == 0 ==> used <= limit"));
}

// The example of a shop: -1 came up in no test, and the total happened never to be above 25.
TEST(Inference, OverfittedBoundsOfFewSamplesAreNotReported) {
  Seen seen({scalar("total", kInt), scalar("result", kInt)});
  const int64_t totals[] = {3, 0, 12, 25, 7, 1, 19, 4, 22, 9, 14, 2, 11, 6, 17};
  Random random(7);
  for (const int64_t total : totals) seen.add({total, between(random, 0, 1)});
  EXPECT_TRUE(seen.finds("total >= 0"));
  for (const std::string& each : seen.properties()) EXPECT_EQ(each.find("25"), std::string::npos) << each;
  EXPECT_FALSE(seen.properties().contains("total >= 1"));
}

TEST(Inference, OneRowAndNoneTellNothing) {
  Seen seen({scalar("x", kInt), scalar("y", kInt), array("a", kInt, "")});
  EXPECT_TRUE(seen.properties().empty());
  OwnedRow row;
  row.add(1);
  row.add(1);
  row.addArray({1, 1});
  seen.add(std::move(row));
  EXPECT_TRUE(seen.properties().empty());
}

// --- noise

// Variables that have nothing to do with each other, of many distributions whose bounds no sample shows.
int64_t noise(Random& random, int kind) {
  switch (kind % 5) {
    case 0:
      return static_cast<int32_t>(random.next());
    case 1: {  // ever rarer away from zero
      int64_t value = between(random, -1, 1);
      while (random.chance(70)) value = value * 2 + between(random, -1, 1);
      return std::clamp<int64_t>(value, INT32_MIN, INT32_MAX);
    }
    case 2: {  // a bell
      int64_t sum = 0;
      for (int i = 0; i < 12; ++i) sum += between(random, -1000, 1000);
      return sum;
    }
    case 3:
      return between(random, -1'000'000, 1'000'000);
    default: {
      int64_t sum = 0;
      for (int i = 0; i < 6; ++i) sum += between(random, -9, 9);
      return sum;
    }
  }
}

TEST(Inference, NextToNothingIsReportedOfNoise) {
  size_t reported = 0, points = 0;
  for (const int rows : {5, 20, 100, 1000, 5000})
    for (uint64_t seed = 0; seed < 8; ++seed) {
      std::vector<Variable> variables{scalar("coin", Scalar::boolean()), scalar("return", kInt, Role::Result), array("a", kInt, "")};
      for (int i = 0; i < 10; ++i) variables.push_back(scalar("v" + std::to_string(i), kInt));
      Inference inference(test::pointOf(variables), Options{.seed = seed});
      Random random(1000 * seed + static_cast<uint64_t>(rows));
      for (int i = 0; i < rows; ++i) {
        OwnedRow row;
        row.add(random.below(2));
        row.add(static_cast<uint32_t>(noise(random, static_cast<int>(seed))));
        std::vector<uint64_t> elements(random.below(5));
        for (uint64_t& each : elements) each = static_cast<uint32_t>(noise(random, 0));
        row.addArray(std::move(elements));
        for (int k = 0; k < 10; ++k) row.add(static_cast<uint32_t>(noise(random, k)));
        inference.add(row.values);
      }
      ++points;
      for (const Found& each : inference.properties()) {
        const std::string text = printForPeople(inference.point(), each.property);
        if (text.find("length(a)") != std::string::npos && text.find("all") == std::string::npos)
          continue;  // it is from 0 to 4, and that is true
        ++reported;
        std::printf("noise, %d rows, seed %d: %s\n", rows, static_cast<int>(seed), text.c_str());
      }
    }
  // Of 40 points, each with some 250 variables, pairs, triples and implications of them.
  EXPECT_LE(reported, points / 8);
}

TEST(Inference, BoundsThatAreTrueAreFoundInNoise) {
  Seen seen({scalar("digit", kInt), scalar("die", kInt)});
  Random random(9);
  for (int i = 0; i < 500; ++i) seen.add({between(random, 0, 9), between(random, 1, 6)});
  const std::set<std::string> expected{"digit >= 0", "digit <= 9", "die >= 1", "die <= 6"};
  EXPECT_EQ(seen.properties(), expected);
}

// --- everything that is said holds, of whatever rows

TEST(Inference, WhateverIsFoundHeldInEveryRow) {
  const Point point = test::everyKind();
  size_t found = 0;
  for (uint64_t seed = 0; seed < 120; ++seed) {
    Options options = seed % 2 == 0 ? Options{} : forCouplings();
    if (seed % 3 == 0) options.chance = 1;
    if (seed % 3 == 0) options.mostSplits = 4;
    options.seed = seed;
    Inference inference(point, options);
    Random random(seed);
    const uint64_t count = random.chance(50) ? 2 + random.below(6) : 10 + random.below(200);
    const bool absences = random.chance(50);
    const uint64_t sticky = random.below(100);  // how much a row is like the one before
    std::vector<OwnedRow> rows;
    for (uint64_t i = 0; i < count; ++i) {
      OwnedRow row = test::randomRow(random, point, absences);
      for (size_t v = 0; v < row.values.size() && i > 0; ++v)
        if (!point.variables[v].isArray && random.chance(static_cast<unsigned>(sticky))) row.values[v] = rows.back().values[v];
      inference.add(row.values);
      rows.push_back(std::move(row));
    }
    for (const Found& each : inference.properties()) {
      ++found;
      ASSERT_EQ(whyMalformed(point, each.property), std::nullopt);
      for (const OwnedRow& row : rows)
        ASSERT_NE(evaluate(point, each.property, row.values), Truth::Fails) << printForPeople(point, each.property) << ", seed " << seed;
    }
  }
  EXPECT_GT(found, 5000u);
}

// Relations that are made up are found, alone or in front of them something that implies them.
TEST(Inference, GeneratedRelationsAreFound) {
  Random random(31);
  for (int round = 0; round < 150; ++round) {
    const unsigned width = random.chance(50) ? 32 : 64;
    const Scalar type = Scalar::integer(width, random.chance(50));
    const Point point = test::pointOf({scalar("x", type), scalar("y", type), scalar("z", type)});
    const bool wraps = random.chance(50);
    const auto coefficient = [&] {
      return wraps ? static_cast<int64_t>(random.next()) | 1 : between(random, 1, 9) * (random.chance(50) ? 1 : -1);
    };
    const int64_t a = coefficient(), b = coefficient(), c = between(random, -100, 100);
    Inference inference(point, wraps ? forCouplings() : Options{});
    for (int i = 0; i < 60; ++i) {
      const uint64_t x = wraps ? random.next() : 100'000 + random.below(1000), y = wraps ? random.next() : 100'000 + random.below(1000);
      const uint64_t z = static_cast<uint64_t>(a) * x + static_cast<uint64_t>(b) * y + static_cast<uint64_t>(c);
      // Plain relations of unsigned variables hold only where nothing wraps.
      if (!wraps && !type.isSigned && static_cast<int64_t>(z) < 0) continue;
      OwnedRow row;
      for (const uint64_t each : {x, y, z}) row.add(each & mask64(width));
      inference.add(row.values);
    }
    if (inference.rows() < 40) continue;
    const uint8_t modulo = wraps ? static_cast<uint8_t>(width) : uint8_t{0};
    const int64_t fa = wraps ? static_cast<int64_t>(asSigned(truncateTo(static_cast<U128>(a), width), width)) : a;
    const int64_t fb = wraps ? static_cast<int64_t>(asSigned(truncateTo(static_cast<U128>(b), width), width)) : b;
    const Property wanted = compare(sumOf(valueOf(2)), Relation::Equal, Sum{{{fa, valueOf(0)}, {fb, valueOf(1)}}, c}, modulo);
    std::set<std::string> ids;
    for (const Found& each : inference.properties()) ids.insert(canonicalText(point, each.property));
    ASSERT_TRUE(ids.contains(canonicalText(point, wanted))) << canonicalText(point, wanted) << ", round " << round;
  }
}

TEST(Inference, CouplingsAcrossWidths) {
  Seen seen({scalar("i", kInt), scalar("wide", Scalar::integer(64, true)), scalar("zext", Scalar::integer(64, false)),
             scalar("other", Scalar::integer(32, false))},
            forCouplings());
  Random random(8);
  for (int i = 0; i < 50; ++i) {
    const auto x = static_cast<int32_t>(random.next());
    seen.add({x, static_cast<int64_t>(x) + 1, static_cast<int64_t>(static_cast<uint32_t>(x)) + 7,
              static_cast<int64_t>(static_cast<uint32_t>(x) * 3u + 4u)});
  }
  for (const char* text : {"i == wide - 1", "zext == (unsigned)i + 7 (mod 2^64)", "other == 3 * i + 4 (mod 2^32)"})
    EXPECT_TRUE(seen.finds(text));
}

TEST(Inference, TriplesBeyondTheLimitAreCounted) {
  std::vector<Variable> variables;
  for (int i = 0; i < 10; ++i) variables.push_back(scalar("v" + std::to_string(i), kInt));
  EXPECT_EQ(Inference(test::pointOf(variables), Options{.mostTriples = 100}).skippedTriples(), 20u);
  EXPECT_EQ(Inference(test::pointOf(variables), Options{}).skippedTriples(), 0u);
}

}  // namespace
}  // namespace cleave::infer
