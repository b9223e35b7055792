#include "support/copy.h"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <stdexcept>
#include <thread>

#include <unistd.h>

#include "support/temp_dir.h"

namespace cleave {
namespace {

constexpr Seconds kLong{30};

TEST(Copy, LeavesFilesAndNothingElse) {
  const TempDir directory = TempDir::create("copy-test").take();
  int changed = 1;
  Copy copy(
      [&] {
        changed = 2;
        return writeFile(directory.path() / "file", "done");
      },
      kLong);
  EXPECT_FALSE(copy.wait(nullptr).has_value());
  EXPECT_EQ(changed, 1);
  EXPECT_EQ(readFile(directory.path() / "file").take(), "done");
}

TEST(Copy, ErrorsComeBackAsTheyWere) {
  Copy copy([] { return Status(Error{"no such code"}); }, kLong);
  const Status status = copy.wait(nullptr);
  ASSERT_TRUE(status.has_value());
  EXPECT_EQ(status->message, "no such code");
}

TEST(Copy, ErrorsLongerThanAPipeAreCut) {
  Copy copy([] { return Status(Error{std::string(1 << 20, 'x')}); }, kLong);
  const Status status = copy.wait(nullptr);
  ASSERT_TRUE(status.has_value());
  EXPECT_GE(status->message.size(), 1000u);
  EXPECT_EQ(status->message.front(), 'x');
}

TEST(Copy, ExceptionsAndFaultsAreErrorsHere) {
  Copy throws([]() -> Status { throw std::runtime_error("thrown"); }, kLong);
  Copy throwsOdd([]() -> Status { throw 1; }, kLong);
  Copy faults([]() -> Status { ::raise(SIGSEGV); return std::nullopt; }, kLong);
  Copy aborts([]() -> Status { std::abort(); }, kLong);
  EXPECT_EQ(throws.wait(nullptr)->message, "thrown");
  EXPECT_EQ(throwsOdd.wait(nullptr)->message, "an unknown exception");
  EXPECT_EQ(faults.wait(nullptr)->message, "it was ended by signal 11");
  EXPECT_EQ(aborts.wait(nullptr)->message, "it was ended by signal 6");
}

Status sleepLong() {
  ::sleep(30);
  return std::nullopt;
}

TEST(Copy, HasItsTimeAndStopsWhenAsked) {
  const Clock::time_point start = Clock::now();
  {
    Copy slow(sleepLong, Seconds(0.1));
    EXPECT_EQ(slow.wait(nullptr)->message, "it took too long");
    StopFlag stop;
    Copy stopped(sleepLong, kLong);
    std::thread wish([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      stop.request();
    });
    EXPECT_EQ(stopped.wait(&stop)->message, "stopped");
    wish.join();
    const Copy nobodyWaits(sleepLong, kLong);
  }
  EXPECT_LT(Clock::now() - start, std::chrono::seconds(10));
}

// What a copy is for: it can be made while other threads are at work.
TEST(Copy, BesideThreadsThatUseMemory) {
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  for (int k = 0; k < 3; ++k)
    threads.emplace_back([&] {
      while (!stop) (void)std::string(1000, 'x').find('y');
    });
  for (int k = 0; k < 50; ++k) {
    Copy copy([] { return std::string(5000, 'a').size() == 5000 ? Status() : Status(Error{"no memory"}); }, kLong);
    EXPECT_FALSE(copy.wait(nullptr).has_value());
  }
  stop = true;
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace cleave
