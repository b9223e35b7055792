#include "driver/turns.h"

#include <gtest/gtest.h>

namespace cleave::driver {
namespace {

explore::Progress progress(size_t different, size_t queue) {
  explore::Progress made;
  made.different = different;
  made.queue = queue;
  return made;
}

class TurnQueues : public ::testing::Test {
 protected:
  TurnQueues() {
    for (size_t entry = 0; entry < 3; ++entry) queue.begins(entry, {Seconds(20), Seconds(2), {}}, entry);
  }
  TurnQueue queue;
};

TEST_F(TurnQueues, OneWithoutADifferenceComesFirst) {
  queue.heard(0, progress(1, 5));
  queue.heard(1, progress(0, 90));
  EXPECT_EQ(queue.next({0, 1}, Seconds(100)).key, 1u);
}

TEST_F(TurnQueues, ThenOneWithFewerWaysLeft) {
  queue.heard(0, progress(0, 50));
  queue.heard(1, progress(0, 3));
  queue.heard(2, progress(0, 50));
  EXPECT_EQ(queue.next({0, 1, 2}, Seconds(100)).key, 1u);
  EXPECT_EQ(queue.next({0, 1, 2}, Seconds(100)).key, 0u) << "each has a second turn before one has a third, the nearest first";
  EXPECT_EQ(queue.next({0, 1, 2}, Seconds(100)).key, 2u);
  EXPECT_EQ(queue.next({0, 1, 2}, Seconds(100)).key, 1u);
}

TEST_F(TurnQueues, TurnsGrowUpToTheBudgetOfTheEntry) {
  EXPECT_EQ(queue.next({0}, Seconds(100)).time, Seconds(4));
  EXPECT_EQ(queue.next({0}, Seconds(100)).time, Seconds(8));
  EXPECT_EQ(queue.next({0}, Seconds(100)).time, Seconds(6)) << "20 in all";
  EXPECT_EQ(queue.next({0}, Seconds(100)).time, Seconds(0)) << "it is to end";
}

TEST_F(TurnQueues, NoneIsLongerThanWhatIsLeft) {
  EXPECT_EQ(queue.next({1}, Seconds(1)).time, Seconds(1));
  EXPECT_EQ(queue.next({1}, Seconds(0)).time, Seconds(0));
}

}  // namespace
}  // namespace cleave::driver
