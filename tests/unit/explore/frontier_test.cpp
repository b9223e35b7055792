// What the walk looks at next.
#include "explore/frontier.h"

#include <gtest/gtest.h>

namespace cleave::explore {
namespace {

class Order : public testing::Test {
 protected:
  void flip(size_t path, Promise promise, uint32_t distance) { frontier_.addFlip(path, 0, expr::ExprId(1), path, promise, distance); }
  std::vector<size_t> all() {
    std::vector<size_t> paths;
    for (Work work; frontier_.pop(work);) paths.push_back(work.isInput ? 100 : work.path);
    return paths;
  }

  Frontier frontier_;
};

TEST_F(Order, WhatPromisesMoreComesFirstHoweverFarItIs) {
  flip(1, Promise::Rest, 0);
  flip(2, Promise::OtherChanges, 1);
  flip(3, Promise::Difference, 9);
  EXPECT_EQ(all(), (std::vector<size_t>{3, 2, 1}));
}

TEST_F(Order, TheNearestComesFirstAndOfEqualsTheFirst) {
  flip(1, Promise::OtherChanges, 5);
  flip(2, Promise::OtherChanges, 3);
  flip(3, Promise::OtherChanges, 3);
  EXPECT_EQ(all(), (std::vector<size_t>{2, 3, 1}));
}

TEST_F(Order, InputsAreAtHandAndComeBeforeFlipsOfTheirPromise) {
  flip(1, Promise::Propagation, 2);
  frontier_.addInput({}, Promise::Propagation);
  flip(2, Promise::Difference, 7);
  EXPECT_EQ(all(), (std::vector<size_t>{2, 100, 1}));
}

TEST_F(Order, WhatIsFarHasItsTurnThoughNearOnesKeepComing) {
  flip(0, Promise::OtherChanges, UINT32_MAX);
  size_t looks = 0;
  for (Work work;; ++looks) {
    flip(looks + 1, Promise::OtherChanges, 1);
    ASSERT_TRUE(frontier_.pop(work));
    if (work.path == 0) break;
    ASSERT_LT(looks, 10u) << "never";
  }
  EXPECT_GE(looks, 1u) << "but not at once";
}

TEST_F(Order, FlipsAreDroppedAndInputsStay) {
  flip(1, Promise::OtherChanges, 5);
  frontier_.addInput({}, Promise::Rest);
  flip(2, Promise::Rest, 0);
  EXPECT_EQ(frontier_.size(), 3u);
  frontier_.dropFlips();
  EXPECT_EQ(frontier_.size(), 1u);
  EXPECT_EQ(all(), (std::vector<size_t>{100}));
  flip(2, Promise::Rest, 0);
  EXPECT_EQ(frontier_.size(), 0u) << "no flip is kept twice";
}

}  // namespace
}  // namespace cleave::explore
