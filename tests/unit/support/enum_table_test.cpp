#include "support/enum_table.h"

#include <gtest/gtest.h>

#include <string>

namespace cleave {
namespace {

enum class Color : uint8_t { Red, Green, Blue };
struct Holder {
  enum class Lone { Only };
};

constexpr EnumTable<Color, const char*> kNames({{Color::Red, "red"}, {Color::Green, "green"}, {Color::Blue, "blue"}});

TEST(EnumTable, CountsTheValuesThatHaveNames) {
  static_assert(enumCount<Color>() == 3);
  static_assert(enumCount<Holder::Lone>() == 1);
  static_assert(hasName<Color::Blue>());
  static_assert(!hasName<static_cast<Color>(3)>());
}

TEST(EnumTable, FindsTheRowOfAValue) {
  static_assert(kNames[Color::Green][0] == 'g');
  EXPECT_EQ(std::string(kNames[Color::Blue]), "blue");
}

TEST(EnumTable, RefusesWhatIsNoValue) { EXPECT_THROW(kNames[static_cast<Color>(3)], InternalError); }

}  // namespace
}  // namespace cleave
