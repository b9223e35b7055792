#include "smt_term.h"

#include <gtest/gtest.h>

namespace cleave::soundness {
namespace {

// The value of a term where x = 0xf6 and y = 0x03 (8 bits), w = 0x80000000 (32 bits) and f = 1.5f.
U128 valueOf(const std::string& term) {
  TermTable table({{"x", TermKind::Bits, 8}, {"y", TermKind::Bits, 8}, {"w", TermKind::Bits, 32}, {"f", TermKind::Float, 32}});
  Expected<uint32_t> id = table.parse(term);
  EXPECT_TRUE(id) << (id ? "" : id.error().message);
  if (!id) return 999999;
  TermValues values(table);
  values.compute({{0xf6}, {0x03}, {0x80000000}, {0x3fc00000}}, 0, 1);
  return values.value(*id, 0);
}

TEST(SmtTerm, BitVectors) {
  EXPECT_EQ(valueOf("(bvadd x y)"), 0xf9u);
  EXPECT_EQ(valueOf("(bvsub y x)"), 0x0du);
  EXPECT_EQ(valueOf("(bvmul x y)"), 0xe2u);
  EXPECT_EQ(valueOf("(bvudiv x y)"), 82u);
  EXPECT_EQ(valueOf("(bvsdiv x y)"), 0xfdu);  // -10 / 3 = -3
  EXPECT_EQ(valueOf("(bvsrem x y)"), 0xffu);  // -1
  EXPECT_EQ(valueOf("(bvsmod x y)"), 0x02u);
  EXPECT_EQ(valueOf("(bvurem x y)"), 0u);
  EXPECT_EQ(valueOf("(bvudiv x #x00)"), 0xffu);
  EXPECT_EQ(valueOf("(bvurem x #x00)"), 0xf6u);
  EXPECT_EQ(valueOf("(bvsdiv x #x00)"), 0x01u);  // negative by zero: 1
  EXPECT_EQ(valueOf("(bvsrem x #x00)"), 0xf6u);
  EXPECT_EQ(valueOf("(bvsdiv w #xffffffff)"), 0x80000000u);
  EXPECT_EQ(valueOf("(bvshl x y)"), 0xb0u);
  EXPECT_EQ(valueOf("(bvlshr x y)"), 0x1eu);
  EXPECT_EQ(valueOf("(bvashr x y)"), 0xfeu);
  EXPECT_EQ(valueOf("(bvashr x #x09)"), 0xffu);
  EXPECT_EQ(valueOf("(bvshl x #x08)"), 0u);
  EXPECT_EQ(valueOf("(concat x y)"), 0xf603u);
  EXPECT_EQ(valueOf("((_ extract 7 4) x)"), 0xfu);
  EXPECT_EQ(valueOf("((_ zero_extend 8) x)"), 0xf6u);
  EXPECT_EQ(valueOf("((_ sign_extend 8) x)"), 0xfff6u);
  EXPECT_EQ(valueOf("(bvneg (bvnot y))"), 4u);
  EXPECT_EQ(valueOf("(bvslt x y)"), 1u);
  EXPECT_EQ(valueOf("(bvult x y)"), 0u);
  EXPECT_EQ(valueOf("(bvsge w (_ bv0 32))"), 0u);
}

TEST(SmtTerm, WideBitVectors) {
  EXPECT_EQ(valueOf("(bvudiv ((_ sign_extend 120) x) ((_ zero_extend 120) y))"), (~U128{0} - 9) / 3);
  EXPECT_EQ(valueOf("((_ extract 7 0) (bvsdiv ((_ sign_extend 120) x) ((_ zero_extend 120) y)))"), 0xfdu);
  EXPECT_EQ(valueOf("(bvslt ((_ sign_extend 120) x) ((_ zero_extend 120) y))"), 1u);
  EXPECT_EQ(valueOf("(concat ((_ zero_extend 56) x) ((_ zero_extend 56) y))"), (U128{0xf6} << 64) | 3);
}

TEST(SmtTerm, TruthValuesAndLet) {
  EXPECT_EQ(valueOf("(and (= x #xf6) (not (= y #x04)) true)"), 1u);
  EXPECT_EQ(valueOf("(or (= x #x00) (= y #x04))"), 0u);
  EXPECT_EQ(valueOf("(let ((t!1 (bvadd x y))) (let ((t!2 (bvadd t!1 t!1)) (u #x01)) (bvadd t!2 u)))"), 0xf3u);
  EXPECT_EQ(valueOf("(ite (bvult x y) #b1 #b0)"), 0u);
  std::string deep = "y";
  std::string text;
  for (int k = 0; k < 20000; ++k) text += "(let ((t" + std::to_string(k) + " (bvadd x #x01))) ";
  text += deep + std::string(20000, ')');
  EXPECT_EQ(valueOf(text), 3u);
}

TEST(SmtTerm, Floats) {
  EXPECT_EQ(valueOf("(fp.add RNE f f)"), 0x40400000u);
  EXPECT_EQ(valueOf("(fp.lt f (fp #b0 #x80 #b10000000000000000000000))"), 1u);
  EXPECT_EQ(valueOf("((_ fp.to_sbv 8) RTZ (fp.neg f))"), 0xffu);
  EXPECT_EQ(valueOf("((_ to_fp 8 24) RNE x)"), 0xc1200000u);  // -10
  EXPECT_EQ(valueOf("((_ to_fp_unsigned 8 24) RNE x)"), 0x43760000u);
  EXPECT_EQ(valueOf("((_ to_fp 11 53) RNE f)"), 0x3ff8000000000000u);
  EXPECT_EQ(valueOf("((_ to_fp 8 24) w)"), 0x80000000u);
  EXPECT_EQ(valueOf("(fp.eq ((_ to_fp 8 24) w) (_ +zero 8 24))"), 1u);
  EXPECT_EQ(valueOf("(= ((_ to_fp 8 24) w) (_ +zero 8 24))"), 0u);
  EXPECT_EQ(valueOf("(fp.isNaN (fp.div RNE (_ +zero 8 24) (_ -zero 8 24)))"), 1u);
  EXPECT_EQ(valueOf("(= (_ NaN 8 24) (fp.sub RNE (_ +oo 8 24) (_ +oo 8 24)))"), 1u);
  EXPECT_EQ(valueOf("(fp.roundToIntegral RNE f)"), 0x40000000u);
  EXPECT_EQ(valueOf("(fp.roundToIntegral RTN f)"), 0x3f800000u);
}

TEST(SmtTerm, WhatItDoesNotKnowIsAnError) {
  TermTable table({{"x", TermKind::Bits, 8}});
  EXPECT_FALSE(table.parse("(bvfoo x)"));
  EXPECT_FALSE(table.parse("(bvadd x z)"));
  EXPECT_FALSE(table.parse("(bvadd x"));
  EXPECT_FALSE(table.parse("(bvult x)"));
  EXPECT_FALSE(table.parse("x x"));
}

}  // namespace
}  // namespace cleave::soundness
