#include "expr/shared_terms.h"

#include <gtest/gtest.h>

namespace cleave::expr {
namespace {

class SharedTermsTest : public testing::Test {
 protected:
  ExprId byte(const char* name) { return pool_.symbolExpr(pool_.addSymbol({name, Sort::bits(8), false})); }
  ExprId number(unsigned value) { return pool_.constant(Sort::bits(8), value); }
  // What is large enough for a name.
  ExprId isSpace(ExprId c) {
    const ExprId range = pool_.andOf(pool_.binary(Op::ULe, number(9), c), pool_.binary(Op::ULe, c, number(13)));
    return pool_.orOf(range, pool_.binary(Op::Equal, c, number(32)));
  }

  ExprPool pool_;
};

TEST_F(SharedTermsTest, whatIsRepeatedGetsAName) {
  SharedTerms terms(pool_);
  const ExprId a = byte("a"), b = byte("b");
  const std::string once = terms.conjunction({isSpace(a), pool_.binary(Op::Equal, b, number(1))});
  EXPECT_TRUE(terms.takeNew().empty());
  EXPECT_EQ(once.find('?'), std::string::npos);
  const std::string twice = terms.conjunction({isSpace(a), pool_.binary(Op::Equal, b, number(2))});
  const SharedTerms::Definitions defined = terms.takeNew();
  ASSERT_EQ(defined.size(), 1u);
  EXPECT_EQ(defined[0].first, "?1");
  EXPECT_EQ(defined[0].second, toSmtTerm(pool_, isSpace(a)));
  EXPECT_NE(twice.find("?1"), std::string::npos);
  // Its negation refers to the same.
  EXPECT_EQ(terms.conjunction({pool_.notOf(isSpace(a))}), "(not ?1)");
  EXPECT_TRUE(terms.takeNew().empty());
}

TEST_F(SharedTermsTest, aLongNameOfAnInputIsWrittenTwiceAtMost) {
  SharedTerms terms(pool_);
  const std::string path = "this->document->first_child->next->value.flags";
  const ExprId a = byte(path.c_str());
  EXPECT_NE(terms.conjunction({pool_.binary(Op::Equal, a, number(1))}).find(path), std::string::npos);
  EXPECT_EQ(terms.conjunction({pool_.binary(Op::Equal, a, number(2))}).find(path), std::string::npos);
  const SharedTerms::Definitions defined = terms.takeNew();
  ASSERT_EQ(defined.size(), 1u);
  EXPECT_EQ(defined[0], std::pair(std::string("?1"), "|" + path + "|"));
  EXPECT_NE(terms.conjunction({pool_.binary(Op::Equal, a, number(3))}).find("?1"), std::string::npos);
}

TEST_F(SharedTermsTest, whatAllHaveInCommonIsOneTermIfItIsLong) {
  SharedTerms terms(pool_);
  std::vector<ExprId> few, many;
  for (int k = 0; k < 40; ++k) {
    const ExprId literal = pool_.binary(Op::ULe, byte(("c" + std::to_string(k)).c_str()), number(100));
    many.push_back(literal);
    if (k < 3) few.push_back(literal);
  }
  const ExprId isOne = pool_.binary(Op::Equal, byte("a"), number(1));
  EXPECT_EQ(terms.conjunction({isOne}, few).find('?'), std::string::npos);
  EXPECT_EQ(terms.conjunction({isOne}, many), "(and (= a #x01) ?1)");
  EXPECT_EQ(terms.conjunction({}, many), "?1");
  const SharedTerms::Definitions defined = terms.takeNew();
  ASSERT_EQ(defined.size(), 1u);
  for (const ExprId each : many) EXPECT_NE(defined[0].second.find(toSmtTerm(pool_, each)), std::string::npos);
}

TEST_F(SharedTermsTest, whatIsSmallStaysWhereItIs) {
  SharedTerms terms(pool_);
  const ExprId small = pool_.binary(Op::Equal, byte("a"), number(1));
  for (int k = 0; k < 3; ++k) EXPECT_EQ(terms.conjunction({small}), toSmtTerm(pool_, small));
  EXPECT_EQ(terms.conjunction({}), "true");
  EXPECT_TRUE(terms.takeNew().empty());
}

// A table is not even written twice.
TEST_F(SharedTermsTest, tables) {
  SharedTerms terms(pool_);
  const ExprId a = byte("a");
  std::vector<ExprId> elements;
  for (unsigned k = 0; k < 100; ++k) elements.push_back(number(k * 7 % 256));
  const ExprId read = pool_.read(a, elements);
  const ExprId b = byte("b");
  size_t total = 0;
  for (unsigned k = 0; k < 50; ++k) total += terms.conjunction({pool_.binary(Op::Equal, pool_.binary(Op::Add, read, b), number(k))}).size();
  const SharedTerms::Definitions defined = terms.takeNew();
  ASSERT_EQ(defined.size(), 1u);
  EXPECT_LT(total, 50u * 40u);
}

}  // namespace
}  // namespace cleave::expr
