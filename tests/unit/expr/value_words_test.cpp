#include "expr/value_words.h"

#include <gtest/gtest.h>

#include "expr/print.h"

namespace cleave::expr {
namespace {

ValueWords names(std::vector<std::pair<std::string, U128>> list) {
  ValueWords words{ValueWords::Kind::Names, 32, false, std::move(list), false};
  words.areFlags = looksLikeFlags(words.names);
  return words;
}

const ValueWords kColors = names({{"RED", 0}, {"GREEN", 5}, {"BLUE", 6}});
const ValueWords kModes = names({{"NONE", 0}, {"READ", 1}, {"WRITE", 2}, {"EXEC", 4}});
const ValueWords kCharacters{ValueWords::Kind::Characters, 8, true, {}, false};

TEST(ValueWords, NamesAndFlags) {
  EXPECT_EQ(wordFor(kColors, 5, 32), "GREEN");
  EXPECT_EQ(wordFor(kColors, 4, 32), std::nullopt);
  EXPECT_EQ(wordFor(kModes, 3, 32), "READ | WRITE");
  EXPECT_EQ(wordFor(kModes, 0, 32), "NONE");
  EXPECT_EQ(wordFor(kModes, 9, 32), std::nullopt);
  EXPECT_FALSE(looksLikeFlags({{"A", 0}, {"B", 1}, {"C", 2}}));
  EXPECT_FALSE(looksLikeFlags({{"A", 1}, {"B", 2}, {"C", 3}, {"D", 4}}));
  EXPECT_TRUE(looksLikeFlags({{"A", 1}, {"B", 2}, {"C", 4}, {"ALL", 7}}));
}

TEST(ValueWords, AValueOfAWiderTypeIsOneOfTheTypeOrNone) {
  EXPECT_EQ(wordFor(kCharacters, 'a', 32), "'a'");
  EXPECT_EQ(wordFor(kCharacters, 0x161, 32), std::nullopt);
  EXPECT_EQ(wordFor(kCharacters, 0, 8), std::nullopt);
}

class WordsInTexts : public ::testing::Test {
 protected:
  ExprId symbol(const std::string& name, const ValueWords& words) {
    const SymbolId id = pool.addSymbol({name, Sort::bits(words.width), words.isSigned});
    pool.nameValues(id, pool.addWords(words));
    return pool.symbolExpr(id);
  }
  ExprId is(ExprId e, U128 value) { return pool.equal(e, pool.bits(pool.sort(e).width, value)); }
  std::string condition(ExprId e) { return conditionText(pool, std::vector<ExprId>{e}); }
  ExprPool pool;
};

TEST_F(WordsInTexts, ComparisonsWithConstants) {
  const ExprId color = symbol("color", kColors), c = symbol("c", kCharacters);
  EXPECT_EQ(condition(is(color, 5)), "color == GREEN");
  EXPECT_EQ(condition(pool.notOf(is(color, 7))), "color != 7");
  EXPECT_EQ(condition(is(pool.extend(Op::SExt, c, 32), 'x')), "c == 'x'");
  EXPECT_EQ(condition(pool.binary(Op::SLe, pool.bits(8, 'a'), c)), "c >= 'a'");
  EXPECT_EQ(toCText(pool, pool.orOf(is(color, 0), is(c, '\n'))), "color == RED || c == '\\n'");
}

TEST_F(WordsInTexts, Flags) {
  const ExprId mode = symbol("mode", kModes);
  EXPECT_EQ(condition(is(pool.extract(mode, 2, 1), 1)), "mode & EXEC");
  EXPECT_EQ(condition(is(pool.extract(mode, 0, 1), 0)), "!(mode & READ)");
  EXPECT_EQ(toCText(pool, pool.binary(Op::BitOr, mode, pool.bits(32, 6))), "mode | WRITE | EXEC");
  EXPECT_EQ(condition(is(mode, 3)), "mode == (READ | WRITE)");
}

// What a choice is made of is named as the whole; the same number elsewhere is a number.
TEST_F(WordsInTexts, Results) {
  const SymbolId n = pool.addSymbol({"n", Sort::bits(32), true});
  const ExprId isSix = is(pool.symbolExpr(n), 6);
  const ExprId chosen = pool.ite(isSix, pool.bits(32, 6), pool.bits(32, 0));
  EXPECT_EQ(toCText(pool, chosen, &kColors), "n == 6 ? BLUE : RED");
  EXPECT_EQ(toCText(pool, chosen), "n == 6 ? 6 : 0");
  const ValueWords truth{ValueWords::Kind::Truth, 8, false, {}, false};
  EXPECT_EQ(toCText(pool, pool.ite(isSix, pool.bits(8, 1), pool.bits(8, 0)), &truth), "n == 6");
}

}  // namespace
}  // namespace cleave::expr
