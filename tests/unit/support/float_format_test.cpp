#include "support/float_format.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/random.h"

namespace cleave {
namespace {

constexpr unsigned kWidths[] = {32, 64, 80};

TEST(FloatFormat, PatternsComeApartAndTogether) {
  Random random(1);
  for (const unsigned width : kWidths)
    for (int k = 0; k < 2000; ++k) {
      const U128 bits = canonicalFloat(truncateTo(U128{random.next()} << 64 | random.next(), width), width);
      EXPECT_TRUE(isFloatPattern(bits, width));
      EXPECT_EQ(floatPattern(width, signBit(bits, width), exponentField(bits, width), fractionField(bits, width)), bits);
      if (!isNan(bits, width)) EXPECT_EQ(roundedTo(numberOf(bits, width), width), bits);
    }
  EXPECT_EQ(floatPattern(80, true, 16383, 0), bitsOf(-1.0L));
  EXPECT_EQ(floatPattern(64, false, 1023, 0), bitsOf(1.0));
  EXPECT_EQ(infinityPattern(80), bitsOf(static_cast<long double>(HUGE_VAL)));
}

// Of 80 bits the integer bit says what the exponent does, or they are no value.
TEST(FloatFormat, BitsThatAreNoLongDouble) {
  const U128 integerBit = U128{1} << 63;
  EXPECT_FALSE(isFloatPattern(bitsOf(1.0L) ^ integerBit, 80));                            // an unnormal number
  EXPECT_FALSE(isFloatPattern(integerBit, 80));                                           // a pseudo-denormal number
  EXPECT_FALSE(isFloatPattern(infinityPattern(80) ^ integerBit, 80));                     // a pseudo-infinity
  EXPECT_FALSE(isFloatPattern(canonicalNan(80) ^ integerBit, 80));                        // a pseudo-NaN
  EXPECT_TRUE(isFloatPattern(bitsOf(0x1p-16445L), 80));
  EXPECT_TRUE(isFloatPattern(U128{0x7fff} << 64 | integerBit | 1, 80));                   // a NaN that signals
  EXPECT_EQ(canonicalFloat(bitsOf(1.5L) ^ integerBit, 80), bitsOf(1.5L));
  EXPECT_EQ(canonicalFloat(U128{0xffff} << 64 | integerBit | 1, 80), canonicalNan(80));
  EXPECT_EQ(canonicalFloat(0x7f800001, 32), canonicalNan(32));
  EXPECT_TRUE(isNan(canonicalNan(80), 80));
  EXPECT_FALSE(isNan(infinityPattern(80), 80));
}

TEST(FloatFormat, RoundsOnce) {
  EXPECT_EQ(roundedTo(0x1.000001000000002p0L, 32), bitsOf(0x1.000002p0f));  // a tie, but for the last bit, which a double would lose
  EXPECT_EQ(roundedTo(0x1.00000000000008p0L, 64), bitsOf(1.0));
  EXPECT_EQ(roundedTo(0x1p-1075L, 64), bitsOf(0.0));
}

TEST(FloatFormat, TextIsTheShortestThatReadsBack) {
  EXPECT_EQ(floatText(bitsOf(0.1f), 32), "0.1f");
  EXPECT_EQ(floatText(bitsOf(0.1), 64), "0.1");
  EXPECT_EQ(floatText(bitsOf(0.1L), 80), "0.1L");
  EXPECT_EQ(floatText(bitsOf(static_cast<long double>(0.1)), 80), "0.10000000000000000555L");
  EXPECT_EQ(floatText(bitsOf(-0.0L), 80), "-0.0L");
  EXPECT_EQ(floatText(canonicalNan(80), 80), "NAN");
  EXPECT_EQ(floatText(bitsOf(-HUGE_VALL), 80), "-INFINITY");
  Random random(2);
  for (const unsigned width : kWidths)
    for (int k = 0; k < 500; ++k) {
      const U128 bits = canonicalFloat(truncateTo(U128{random.next()} << 64 | random.next(), width), width);
      EXPECT_EQ(floatFromText(floatText(bits, width), width), bits) << floatText(bits, width);
    }
  EXPECT_EQ(floatFromText("1.5", 80), bitsOf(1.5L));
  EXPECT_EQ(floatFromText("nan", 80), canonicalNan(80));
  EXPECT_FALSE(floatFromText("1.5f", 80));
  EXPECT_FALSE(floatFromText("1.5L", 64));
  EXPECT_FALSE(floatFromText("", 64));
}

}  // namespace
}  // namespace cleave
