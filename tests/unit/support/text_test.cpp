#include "support/text.h"

#include <gtest/gtest.h>

#include "support/bits.h"
#include "support/temp_dir.h"

namespace cleave {
namespace {

TEST(Text, SplitsWordsLikeAShell) {
  EXPECT_EQ(splitWords(R"(-DX=1  -I'a b' "-DY=\"z\"" c\ d)"), (std::vector<std::string>{"-DX=1", "-Ia b", "-DY=\"z\"", "c d"}));
  EXPECT_TRUE(splitWords("  ").empty());
  EXPECT_EQ(splitWords("''"), std::vector<std::string>{""});
}

TEST(Text, NearestNamesComeFirst) {
  const std::vector<std::string> near = nearest("clmap", {"main", "clamp", "clamped", "zzz"}, 2);
  ASSERT_FALSE(near.empty());
  EXPECT_EQ(near[0], "clamp");
  EXPECT_TRUE(nearest("x", {"completely_different_name"}, 3).empty());
}

TEST(Text, QuotedIsAValidCLiteral) {
  EXPECT_EQ(cleave::quoted("a\"b\\\n\x01"
                   "7"),
            "\"a\\\"b\\\\\\n\\0017\"");
}

TEST(Bits, DecimalOfExtremes) {
  EXPECT_EQ(toDecimal(~U128{0}), "340282366920938463463374607431768211455");
  EXPECT_EQ(toSignedDecimal(U128{1} << 127, 128), "-170141183460469231731687303715884105728");
  EXPECT_EQ(toSignedDecimal(0xff, 8), "-1");
  EXPECT_EQ(toHex(0xab, 8), "0xab");
  EXPECT_EQ(toHex(1, 33), "0x000000001");
}

TEST(Bits, SignExtension) {
  EXPECT_EQ(static_cast<int>(asSigned(0x80, 8)), -128);
  EXPECT_EQ(static_cast<int>(asSigned(1, 1)), -1);
  EXPECT_EQ(static_cast<int>(asSigned(0x7f, 8)), 127);
}

TEST(Files, WriteIsWholeOrNotAtAll) {
  auto directory = TempDir::create("test");
  ASSERT_TRUE(directory);
  const auto path = directory->path() / "file";
  ASSERT_FALSE(writeFile(path, "first"));
  ASSERT_FALSE(writeFile(path, "second"));
  EXPECT_EQ(*readFile(path), "second");
  EXPECT_TRUE(writeFile(directory->path() / "no" / "such" / "file", "x").has_value());
  EXPECT_FALSE(readFile(directory->path()));
  EXPECT_FALSE(readFile(directory->path() / "absent"));
}

}  // namespace
}  // namespace cleave
