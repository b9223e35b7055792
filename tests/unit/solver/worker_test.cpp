#include "solver/worker.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

namespace cleave::solver {
namespace {

TEST(Worker, BringsBytesBack) {
  std::string large(1 << 20, 'x');
  int touched = 0;
  WorkerResult result = runInWorker(
      [&] {
        touched = 1;
        return large;
      },
      Budget(Seconds(60), nullptr));
  EXPECT_EQ(result.end, WorkerResult::End::Finished);
  EXPECT_EQ(result.bytes, large);
  EXPECT_EQ(touched, 0);  // what the copy changes is lost
}

TEST(Worker, IsKilledInTime) {
  auto start = Clock::now();
  WorkerResult result = runInWorker(
      [] {
        while (true) pause();
        return std::string();
      },
      Budget(Seconds(0.1), nullptr));
  EXPECT_EQ(result.end, WorkerResult::End::TimedOut);
  EXPECT_LT(Seconds(Clock::now() - start).count(), 1.0);
}

TEST(Worker, CrashIsAResult) {
  WorkerResult result = runInWorker(
      [] {
        signal(SIGABRT, SIG_DFL);
        abort();
        return std::string();
      },
      Budget(Seconds(60), nullptr));
  EXPECT_EQ(result.end, WorkerResult::End::Failed);
  EXPECT_EQ(result.failure, "its process died: Aborted");
}

TEST(Worker, SilenceIsAFailure) {
  WorkerResult result = runInWorker(
      [] {
        _exit(0);
        return std::string();
      },
      Budget(Seconds(60), nullptr));
  EXPECT_EQ(result.end, WorkerResult::End::Failed);
  EXPECT_EQ(result.failure, "its process gave no answer");
}

TEST(Worker, StopIsSeen) {
  StopFlag stop;
  stop.request();
  EXPECT_EQ(runInWorker([] { return std::string("x"); }, Budget(Seconds(60), &stop)).end, WorkerResult::End::Stopped);
}

// Others wait for the end of what comes through them.
TEST(Worker, HoldsNoPipesOpen) {
  int low[2], high[2];
  ASSERT_EQ(pipe(low), 0);
  const int far = fcntl(low[1], F_DUPFD, 200);
  ASSERT_EQ(pipe(high), 0);
  const WorkerResult result = runInWorker(
      [&] {
        std::string open;
        for (const int fd : {low[0], low[1], far, high[0], high[1]}) open += fcntl(fd, F_GETFD) < 0 ? "-" : "o";
        return open;
      },
      Budget(Seconds(60), nullptr));
  EXPECT_EQ(result.bytes, "-----");
  for (const int fd : {low[0], low[1], far, high[0], high[1]}) close(fd);
}

}  // namespace
}  // namespace cleave::solver
