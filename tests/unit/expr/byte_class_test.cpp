#include "expr/byte_class.h"

#include <gtest/gtest.h>

#include <cctype>
#include <map>

namespace cleave::expr {
namespace {

TEST(ByteClass, NamesAreThoseOfTheLibrary) {
  const std::map<std::string, int (*)(int)> classes = {
      {"isspace", std::isspace}, {"isdigit", std::isdigit}, {"isalpha", std::isalpha}, {"isalnum", std::isalnum},
      {"isupper", std::isupper}, {"islower", std::islower}, {"isxdigit", std::isxdigit}, {"ispunct", std::ispunct},
      {"isprint", std::isprint}, {"isgraph", std::isgraph}, {"isblank", std::isblank}, {"iscntrl", std::iscntrl}};
  for (const auto& [name, function] : classes) {
    ByteSet set;
    for (int c = 0; c < 256; ++c) set[static_cast<size_t>(c)] = function(c) != 0;
    EXPECT_EQ(byteSetText(set, "c", true), name + "(c)");
    EXPECT_EQ(byteSetText(~set, "c", true), "!" + name + "(c)");
    set.flip('~');
    set.flip(200);
    EXPECT_EQ(byteSetText(set, "c", true), std::nullopt) << name;
  }
}

TEST(ByteClass, SingleCharacters) {
  EXPECT_EQ(byteSetText(ByteSet().set('='), "c", true), "c == '='");
  EXPECT_EQ(byteSetText(~ByteSet().set(0), "c", true), "c != 0");
  EXPECT_EQ(characterText('\n', true), "'\\n'");
  EXPECT_EQ(characterText('\'', true), "'\\''");
  EXPECT_EQ(characterText(255, true), "-1");
  EXPECT_EQ(characterText(255, false), "255");
}

TEST(ByteClass, OfAConditionOverOneCharacter) {
  ExprPool pool;
  const SymbolId c = pool.addSymbol({"c", Sort::bits(8), true}), n = pool.addSymbol({"n", Sort::bits(32), true});
  const std::optional<ByteCondition> low = byteCondition(pool, pool.binary(Op::ULt, pool.symbolExpr(c), pool.bits(8, 3)));
  ASSERT_TRUE(low);
  EXPECT_EQ(low->symbol, c);
  EXPECT_EQ(low->values.count(), 3u);
  EXPECT_FALSE(byteCondition(pool, pool.equal(pool.symbolExpr(n), pool.bits(32, 3))));
  EXPECT_FALSE(byteCondition(pool, pool.boolean(true)));
}

}  // namespace
}  // namespace cleave::expr
