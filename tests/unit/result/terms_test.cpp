#include "result/terms.h"

#include <gtest/gtest.h>

namespace cleave::result {
namespace {

TEST(Terms, onlyThoseThatAreNeeded) {
  const Terms terms = {{"?1", "(= a #x00)"}, {"?2", "(not ?1)"}, {"?3", "(or ?1 ?2)"}};
  EXPECT_EQ(withTerms("(= a b)", terms), "(= a b)");
  EXPECT_EQ(withTerms("?1", terms), "(let ((?1 (= a #x00))) ?1)");
  EXPECT_EQ(withTerms("(and ?2 (= a b))", terms), "(let ((?1 (= a #x00))) (let ((?2 (not ?1))) (and ?2 (= a b))))");
  EXPECT_EQ(withTerms("(= |x ?1| b)", terms), "(= |x ?1| b)");
  EXPECT_EQ(withTerms("(= ?12 b)", terms), "(= ?12 b)");
}

// As a reader of JSON gives them that sorts the names of members.
TEST(Terms, theOrderDoesNotCount) {
  EXPECT_EQ(withTerms("?10", {{"?1", "a"}, {"?10", "(g ?9 ?2)"}, {"?2", "(f ?1)"}, {"?9", "(h ?2)"}}),
            "(let ((?1 a)) (let ((?2 (f ?1))) (let ((?9 (h ?2))) (let ((?10 (g ?9 ?2))) ?10))))");
}

TEST(Terms, WhatIsMissingIsNoticed) {
  const Terms terms = {{"?1", "a"}, {"?3", "(f ?2)"}, {"?4", "(g ?1)"}};
  EXPECT_TRUE(hasItsTerms("(= a b)", terms));
  EXPECT_TRUE(hasItsTerms("(and ?4 ?1)", terms));
  EXPECT_FALSE(hasItsTerms("?2", terms));
  EXPECT_FALSE(hasItsTerms("?3", terms)) << "it refers to ?2";
}

TEST(Terms, ManyConditionsShareWhatTheyNeed) {
  const TermTable table({{"?3", "(or ?1 ?2)"}, {"?1", "a"}, {"?2", "b"}, {"?10", "(not ?3)"}});
  EXPECT_EQ(table.neededBy({"(= x ?3)", "?1"}), (Terms{{"?1", "a"}, {"?2", "b"}, {"?3", "(or ?1 ?2)"}}));
  EXPECT_TRUE(table.neededBy({"x"}).empty());
  EXPECT_EQ(table.neededBy({"?10"}).size(), 4u);
  const TermTable odd({{"?1", "(not ?1)"}, {"?2", "(not ?3)"}, {"?3", "a"}});
  EXPECT_FALSE(odd.covers("?1")) << "a term that refers to itself says nothing";
  EXPECT_FALSE(odd.covers("?2")) << "nor does one that refers to a larger number";
  EXPECT_TRUE(odd.covers("?3"));
}

}  // namespace
}  // namespace cleave::result
