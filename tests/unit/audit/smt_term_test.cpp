#include "audit/smt_term.h"

#include <gtest/gtest.h>

namespace cleave::audit {
namespace {

const std::vector<result::Input> kInputs = {
    {"a", "int", 8, true, false}, {"b", "int", 8, true, false}, {"p->x|y", "int", 4, false, false}, {"and", "int", 8, false, false},
    {"d", "double", 64, true, true}};

std::optional<bool> holds(const std::string& term, U128 a, U128 b, U128 c = 0, U128 d = 0) {
  const std::optional<SmtTerm> read = SmtTerm::parse(term, kInputs);
  if (!read) return std::nullopt;
  return read->holds({a, b, c, d, 0});
}

// The value of a term over a and b, which has eight bits.
unsigned valueOf(const std::string& term, U128 a, U128 b) {
  for (unsigned value = 0; value < 256; ++value) {
    const char* digits = "0123456789abcdef";
    const std::string constant = std::string("#x") + digits[value / 16] + digits[value % 16];
    if (holds("(= " + term + " " + constant + ")", a, b) == true) return value;
  }
  return 1000;
}

TEST(SmtTerm, arithmeticIsModuloTheWidth) {
  EXPECT_EQ(valueOf("(bvadd a b)", 200, 100), 44u);
  EXPECT_EQ(valueOf("(bvsub a b)", 1, 2), 255u);
  EXPECT_EQ(valueOf("(bvmul a b)", 20, 20), 144u);
  EXPECT_EQ(valueOf("(bvneg a)", 128, 0), 128u);
  EXPECT_EQ(valueOf("(bvnot a)", 0xf0, 0), 0x0fu);
}

TEST(SmtTerm, divisionIsWhatTheStandardSaysAlsoByZero) {
  EXPECT_EQ(valueOf("(bvudiv a b)", 7, 2), 3u);
  EXPECT_EQ(valueOf("(bvudiv a b)", 7, 0), 255u);
  EXPECT_EQ(valueOf("(bvurem a b)", 7, 0), 7u);
  EXPECT_EQ(valueOf("(bvsdiv a b)", 256 - 7, 2), 256u - 3);
  EXPECT_EQ(valueOf("(bvsdiv a b)", 128, 255), 128u);
  EXPECT_EQ(valueOf("(bvsdiv a b)", 7, 0), 255u);
  EXPECT_EQ(valueOf("(bvsdiv a b)", 256 - 7, 0), 1u);
  EXPECT_EQ(valueOf("(bvsrem a b)", 256 - 7, 2), 255u);
  EXPECT_EQ(valueOf("(bvsrem a b)", 256 - 7, 0), 256u - 7);
}

TEST(SmtTerm, shiftsBeyondTheWidthLeaveZerosOrTheSign) {
  EXPECT_EQ(valueOf("(bvshl a b)", 3, 7), 128u);
  EXPECT_EQ(valueOf("(bvshl a b)", 3, 8), 0u);
  EXPECT_EQ(valueOf("(bvlshr a b)", 128, 7), 1u);
  EXPECT_EQ(valueOf("(bvlshr a b)", 128, 200), 0u);
  EXPECT_EQ(valueOf("(bvashr a b)", 128, 3), 0xf0u);
  EXPECT_EQ(valueOf("(bvashr a b)", 128, 200), 0xffu);
  EXPECT_EQ(valueOf("(bvashr a b)", 64, 0), 64u);
}

TEST(SmtTerm, ordersAreSignedOrNot) {
  EXPECT_EQ(holds("(bvult a b)", 1, 255), true);
  EXPECT_EQ(holds("(bvslt a b)", 1, 255), false);
  EXPECT_EQ(holds("(bvsle a b)", 255, 255), true);
  EXPECT_EQ(holds("(bvsge a b)", 127, 128), true);
  EXPECT_EQ(holds("(bvugt a b)", 127, 128), false);
}

TEST(SmtTerm, partsOfVectors) {
  EXPECT_EQ(valueOf("(concat ((_ extract 3 0) a) ((_ extract 7 4) b))", 0xab, 0xcd), 0xbcu);
  EXPECT_EQ(valueOf("((_ sign_extend 4) ((_ extract 3 0) a))", 0x0f, 0), 0xffu);
  EXPECT_EQ(valueOf("((_ zero_extend 4) ((_ extract 3 0) a))", 0xff, 0), 0x0fu);
  EXPECT_EQ(holds("(= ((_ sign_extend 120) a) (bvnot ((_ zero_extend 120) #x00)))", 255, 0), true);
}

TEST(SmtTerm, namesOfInputsAndOfLets) {
  EXPECT_EQ(holds("(= |p->x!y| #xa)", 0, 0, 10), true);
  EXPECT_EQ(holds("(= |input and| #x07)", 0, 0, 0, 7), true);
  EXPECT_EQ(holds("(let ((?1 (bvadd a b))) (let ((?2 (= ?1 #x05))) (and ?2 (not (= a #x00)))))", 2, 3), true);
  EXPECT_EQ(holds("(let ((a #x05)) (= a #x05))", 2, 3), true);
  EXPECT_EQ(holds("(and (let ((a #x05)) (= a #x05)) (= a #x02))", 2, 3), true);
  EXPECT_EQ(holds("(let ((?1 true)) ?1)", 0, 0), true);
  EXPECT_EQ(holds("(let ((?1 (= a #x00)) (?2 false)) ?1)", 0, 0), std::nullopt);
}

TEST(SmtTerm, aDefinitionThatIsNotTheLastNodeIsTheTerm) {
  EXPECT_EQ(holds("(let ((?1 (= a #x01))) (let ((?2 (= a #x02))) ?1))", 1, 0), true);
  EXPECT_EQ(holds("(let ((?1 (= a #x01))) (let ((?2 (= a #x02))) ?1))", 2, 0), false);
}

TEST(SmtTerm, whatItDoesNotKnowIsNotRead) {
  for (const char* term : {"(fp.eq d d)", "(= e #x00)", "(= a #x0)", "a", "(= a #x00", "(= a #x00) true", "(f a)", "", "(bvadd a #x0001)", "(and a b)",
                           "(ite a true false)", "(= ((_ extract 8 0) a) #b000000000)", "(= a)", "(let ((x)) true)"})
    EXPECT_EQ(holds(term, 0, 0), std::nullopt) << term;
}

}  // namespace
}  // namespace cleave::audit
