#include "expr/byte_class.h"

#include <gtest/gtest.h>

#include <cctype>
#include <map>

#include "expr/print.h"

namespace cleave::expr {
namespace {

TEST(ByteClass, NamesAreThoseOfTheLibrary) {
  const std::map<std::string, int (*)(int)> classes = {{"isspace", std::isspace},   {"isdigit", std::isdigit}, {"isalpha", std::isalpha},
                                                       {"isalnum", std::isalnum},   {"isupper", std::isupper}, {"islower", std::islower},
                                                       {"isxdigit", std::isxdigit}, {"ispunct", std::ispunct}, {"isprint", std::isprint},
                                                       {"isgraph", std::isgraph},   {"isblank", std::isblank}, {"iscntrl", std::iscntrl}};
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

TEST(ByteClass, PrintedWhereTheyHaveSeveralRanges) {
  ExprPool pool;
  const ExprId c = pool.symbolExpr(pool.addSymbol({"c", Sort::bits(8), true}));
  const auto between = [&](unsigned low, unsigned high) {
    return pool.andOf(pool.binary(Op::ULe, pool.bits(8, low), c), pool.binary(Op::ULe, c, pool.bits(8, high)));
  };
  const ExprId space = pool.orOf(between(9, 13), pool.equal(c, pool.bits(8, ' ')));
  EXPECT_EQ(toCText(pool, space), "isspace(c)");
  EXPECT_EQ(conditionText(pool, std::vector<ExprId>{pool.notOf(space)}), "!isspace(c)");
  EXPECT_EQ(toCText(pool, pool.orOf(between('a', 'z'), between('A', 'Z'))), "isalpha(c)");
  EXPECT_EQ(toCText(pool, between('0', '9')).find("isdigit"), std::string::npos);
  EXPECT_EQ(toCText(pool, pool.orOf(between('a', 'y'), between('A', 'Z'))).find("is"), std::string::npos);
}

TEST(ByteClass, SingleCharacters) {
  EXPECT_EQ(byteSetText(ByteSet().set('='), "c", true), "c == '='");
  EXPECT_EQ(byteSetText(~ByteSet().set(0), "c", true), "c != 0");
  EXPECT_EQ(characterText('\n', true), "'\\n'");
  EXPECT_EQ(characterText('\'', true), "'\\''");
  EXPECT_EQ(characterText(255, true), "-1");
  EXPECT_EQ(characterText(255, false), "255");
}

TEST(ByteClass, Ranges) {
  const auto between = [](unsigned low, unsigned high) {
    ByteSet set;
    for (unsigned c = low; c <= high; ++c) set.set(c);
    return set;
  };
  EXPECT_EQ(byteRangeText(between('A', 'F'), "c", true), "c >= 'A' && c <= 'F'");
  EXPECT_EQ(byteRangeText(between('A', 127), "c", true), "c >= 'A'");
  EXPECT_EQ(byteRangeText(between('A', 255), "c", false), "c >= 'A'");
  EXPECT_EQ(byteRangeText(between('A', 255), "c", true), std::nullopt);
  EXPECT_EQ(byteRangeText(~between('A', 127), "c", true), "c <= '@'");
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
