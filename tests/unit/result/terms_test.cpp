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

}  // namespace
}  // namespace cleave::result
