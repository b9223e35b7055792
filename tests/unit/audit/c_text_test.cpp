// The texts of results, evaluated by the rules of C.
#include "audit/c_text.h"

#include <gtest/gtest.h>

namespace cleave::audit {
namespace {

const std::vector<result::Input> kInputs{{"x", "int", 32, true, false},           {"u", "unsigned int", 32, false, false},
                                         {"c", "unsigned char", 8, false, false}, {"s", "signed char", 8, true, false},
                                         {"p[0]", "int", 32, true, false},        {"p[10]", "int", 32, true, false},
                                         {"p->x", "int", 32, true, false},        {"f", "float", 32, true, true},
                                         {"d", "double", 64, true, true},         {"p_is_null", "bool", 1, false, false}};
const Values kValues{truncateTo(static_cast<U128>(-7), 32), 0xfffffff0u, 250, 0x80, 11, 12, 13, bitsOf(1.5f), bitsOf(-0.0), 1};

// The value as a number of 64 bits, or -9999 where there is none.
long long valueOf(const std::string& text) {
  const std::optional<CValue> value = evaluateC(text, kInputs, kValues);
  if (!value || value->kind != CValue::Kind::Integer) return -9999;
  return static_cast<long long>(value->isSigned ? asSigned(value->bits, value->width) : static_cast<I128>(value->bits));
}

TEST(CText, FollowsTheRulesOfC) {
  EXPECT_EQ(valueOf("x + 3"), -4);
  EXPECT_EQ(valueOf("x / 2"), -3);
  EXPECT_EQ(valueOf("x % 4"), -3);
  EXPECT_EQ(valueOf("x >> 1"), -4);
  EXPECT_EQ(valueOf("(unsigned)x >> 28"), 15);
  EXPECT_EQ(valueOf("x > u"), 1);  // as unsigned numbers
  EXPECT_EQ(valueOf("c + 10"), 260);
  EXPECT_EQ(valueOf("(unsigned char)(c + 10)"), 4);
  EXPECT_EQ(valueOf("s == -128 && c > s"), 1);
  EXPECT_EQ(valueOf("u + 16 == 0"), 1);
  EXPECT_EQ(valueOf("INT_MAX + 1 == INT_MIN"), 1);
  EXPECT_EQ(valueOf("2 + 3 * 4 - -1"), 15);
  EXPECT_EQ(valueOf("1 << 4 | 3 & 1 ^ 2"), 19);
  EXPECT_EQ(valueOf("!x || ~x == 6 ? 5 : 9"), 5);
  EXPECT_EQ(valueOf("x <= 2 && x >= -7"), 1);
  EXPECT_EQ(valueOf("3000000000 > x"), 1);
  EXPECT_EQ(valueOf("(_BitInt(3))5"), -3);
}

TEST(CText, NamesMayBeMoreThanWords) {
  EXPECT_EQ(valueOf("p[0] + p[10] * 100 + p->x * 10000"), 131211);
  EXPECT_EQ(valueOf("!p_is_null"), 0);
  EXPECT_EQ(valueOf("p[1]"), -9999);
  EXPECT_EQ(valueOf("{4, x, 6}[1]"), -7);
  EXPECT_EQ(valueOf("{4, 5, 6}[p->x]"), -9999);
}

TEST(CText, ClassesOfCharacters) {
  EXPECT_EQ(valueOf("isspace(p->x)"), 1);  // 13
  EXPECT_EQ(valueOf("!isspace(p->x) || isdigit(p[0])"), 0);
  EXPECT_EQ(valueOf("isspace(s)"), 0);
  EXPECT_EQ(valueOf("isgood(s)"), -9999);
}

TEST(CText, FloatsAreFloats) {
  EXPECT_EQ(valueOf("f * 2.0f == 3.0f"), 1);
  EXPECT_EQ(valueOf("d == 0.0"), 1);
  EXPECT_EQ(valueOf("same(d, 0.0)"), 0);
  EXPECT_EQ(valueOf("same(d, -0.0)"), 1);
  EXPECT_EQ(valueOf("isnan(f / 0.0f - f / 0.0f)"), 1);
  EXPECT_EQ(valueOf("NAN == NAN"), 0);
  EXPECT_EQ(valueOf("NAN >= 1.0 || NAN < 1.0"), 0);
  EXPECT_EQ(valueOf("(int)(f * 3.0f)"), 4);
  EXPECT_EQ(valueOf("bits_of(f)"), 0x3fc00000);
  EXPECT_EQ(valueOf("-INFINITY < -1e300"), 1);
}

TEST(CText, WhatItCannotReadHasNoValue) {
  for (const char* text : {"", "x +", "y", "x + … * 2", "(x", "x)", "f(x)", "x / 0", "{1, 2", "1 2", "sin(f)", "(int)(f * 1e30f)"})
    EXPECT_FALSE(evaluateC(text, kInputs, kValues)) << text;
  EXPECT_FALSE(evaluateC(std::string(100000, '('), kInputs, kValues));
  EXPECT_FALSE(evaluateC(std::string(100000, '-'), kInputs, kValues));
}

// What C does not evaluate need not have a value.
TEST(CText, DeadOperandsMayDivideByZero) {
  EXPECT_EQ(valueOf("x == 0 && 1 / (x + 7) > 0"), 0);
  EXPECT_EQ(valueOf("x != 0 ? 3 : 1 / (x + 7)"), 3);
}

}  // namespace
}  // namespace cleave::audit
