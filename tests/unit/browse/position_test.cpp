#include "browse/private/position.h"

#include <gtest/gtest.h>

namespace cleave::browse {
namespace {

TEST(ListPosition, theChosenItemIsOnTheScreen) {
  ListPosition position;
  position.setCount(100);
  EXPECT_EQ(position.first(10), 0u);
  for (int k = 0; k < 10; ++k) position.press({Key::Down});
  EXPECT_EQ(position.chosen(), 10u);
  EXPECT_EQ(position.first(10), 1u);
  position.press({Key::PageDown});
  EXPECT_EQ(position.chosen(), 19u) << "a line of the old page stays";
  position.press({Key::End});
  EXPECT_EQ(position.chosen(), 99u);
  EXPECT_EQ(position.first(10), 90u);
  position.press({Key::Down});
  EXPECT_EQ(position.chosen(), 99u);
  EXPECT_EQ(position.first(40), 60u) << "the screen grew";
  position.press({Key::Home});
  EXPECT_EQ(position.first(40), 0u);
  position.press({Key::Up});
  EXPECT_EQ(position.chosen(), 0u);
}

TEST(ListPosition, mayBecomeShortAndEmpty) {
  ListPosition position;
  position.setCount(100);
  position.choose(99);
  EXPECT_EQ(position.first(10), 90u);
  position.setCount(5);
  EXPECT_EQ(position.chosen(), 4u);
  EXPECT_EQ(position.first(10), 0u);
  position.setCount(0);
  for (const Key key : {Key::Up, Key::Down, Key::PageUp, Key::PageDown, Key::Home, Key::End}) position.press({key});
  EXPECT_EQ(position.chosen(), 0u);
  EXPECT_EQ(position.first(0), 0u);
}

TEST(ListPosition, otherKeysAreNotTaken) {
  ListPosition position;
  EXPECT_FALSE(position.press({Key::Enter}));
  EXPECT_FALSE(position.press({Key::Character, "j"}));
}

TEST(TextPosition, endsWithItsLastLineBelow) {
  TextPosition position;
  EXPECT_EQ(position.first(30, 10), 0u);
  position.press({Key::End});
  EXPECT_EQ(position.first(30, 10), 20u);
  position.press({Key::Down});
  EXPECT_EQ(position.first(30, 10), 20u);
  position.press({Key::PageUp});
  EXPECT_EQ(position.first(30, 10), 11u);
  EXPECT_EQ(position.first(5, 10), 0u) << "a text that fits is there from its beginning";
}

}  // namespace
}  // namespace cleave::browse
