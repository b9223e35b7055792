#include "support/worker.h"

#include <csignal>
#include <new>
#include <thread>

#include <gtest/gtest.h>
#include <unistd.h>

#include "support/check.h"
#include "support/temp_dir.h"

namespace cleave {
namespace {

using How = WorkerEnd::How;

struct Workers : ::testing::Test {
  TempDir directory = TempDir::create("worker-test").take();
  StopFlag stop;

  Job job(std::function<void(const Messages&)> work, WorkerEnd& end) {
    return {std::move(work), {}, [&end](const WorkerEnd& how) { end = how; }, {}, directory.path() / "errors"};
  }
  WorkerEnd runOne(std::function<void(const Messages&)> work, WorkerLimits limits = {}) {
    WorkerEnd end;
    Job only = job(std::move(work), end);
    only.limits = limits;
    bool given = false;
    runJobs([&] { return std::exchange(given, true) ? Job{} : only; }, 1, &stop);
    return end;
  }
};

TEST_F(Workers, HowTheyEnd) {
  EXPECT_EQ(runOne([](const Messages&) {}).how, How::Done);
  const WorkerEnd internal = runOne([](const Messages&) { CHECK(false, "on purpose"); });
  EXPECT_EQ(internal.how, How::InternalError);
  EXPECT_NE(internal.why.find("on purpose"), std::string::npos);
  EXPECT_EQ(runOne([](const Messages&) { throw std::bad_alloc(); }).how, How::OutOfMemory);
  const WorkerEnd crashed = runOne([](const Messages&) { ::raise(SIGKILL); });
  EXPECT_EQ(crashed.how, How::Crashed);
  EXPECT_NE(crashed.why.find("signal 9"), std::string::npos) << crashed.why;
  EXPECT_EQ(runOne([](const Messages&) { ::_exit(5); }).how, How::Crashed);
  EXPECT_EQ(runOne([](const Messages&) { ::pause(); }, {0, Seconds(0.1), Seconds(1)}).how, How::TimedOut);
}

TEST_F(Workers, WhatTheyDoStaysTheirs) {
  int here = 1;
  EXPECT_EQ(runOne([&](const Messages&) { here = 2; }).how, How::Done);
  EXPECT_EQ(here, 1);
}

TEST_F(Workers, MessagesArriveWholeAndInOrder) {
  std::vector<std::string> heard;
  WorkerEnd end;
  Job talks = job(
      [](const Messages& messages) {
        for (int k = 0; k < 100; ++k) {
          messages.send(std::string(static_cast<size_t>(k), 'a'));
          ::usleep(500);
        }
        messages.send(std::string("\0\n", 2));
      },
      end);
  talks.heard = [&](std::string_view message) { heard.emplace_back(message); };
  bool given = false;
  runJobs([&] { return std::exchange(given, true) ? Job{} : talks; }, 1, &stop);
  EXPECT_EQ(end.how, How::Done);
  ASSERT_EQ(heard.size(), 101u);
  for (size_t k = 0; k < 100; ++k) EXPECT_EQ(heard[k].size(), k);
  EXPECT_EQ(heard.back(), std::string("\0\n", 2));
}

TEST_F(Workers, AsManyAtOnceAsAllowed) {
  const Clock::time_point start = Clock::now();
  std::vector<WorkerEnd> ends(6);
  size_t given = 0;
  runJobs([&] { return given == ends.size() ? Job{} : job([](const Messages&) { ::usleep(200'000); }, ends[given++]); }, 3, &stop);
  const double spent = Seconds(Clock::now() - start).count();
  EXPECT_GE(spent, 0.39);  // two rounds
  for (const WorkerEnd& end : ends) EXPECT_EQ(end.how, How::Done);
}

// Each rests until its turn comes, with what it knows.
TEST_F(Workers, TakeTurns) {
  std::vector<WorkerEnd> ends(3);
  std::vector<std::string> heard;
  std::vector<size_t> order;
  size_t given = 0;
  const auto next = [&]() -> Job {
    if (given == ends.size()) return {};
    Job rests = job(
        [own = given](const Messages& messages) {
          double sum = static_cast<double>(100 * own);
          for (Seconds turn; (turn = messages.rest(std::to_string(static_cast<int>(sum)))).count() > 0;) sum += turn.count();
        },
        ends[given]);
    rests.key = given++;
    rests.heard = [&](std::string_view message) { heard.emplace_back(message); };
    return rests;
  };
  // The last one twice, then all end.
  const auto turn = [&](const std::vector<size_t>& resting) {
    order.push_back(resting.back());
    return Turn{resting.back(), Seconds(order.size() <= 2 ? 7 : 0)};
  };
  runJobs(next, 1, &stop, turn);
  EXPECT_EQ(heard, (std::vector<std::string>{"0", "100", "200", "207", "214"}));
  EXPECT_EQ(order, (std::vector<size_t>{2, 2, 2, 1, 0}));
  for (const WorkerEnd& end : ends) EXPECT_EQ(end.how, How::Done);
}

TEST_F(Workers, OneThatRestsHasTimeAndCanBeStopped) {
  std::vector<WorkerEnd> ends(2);
  size_t given = 0;
  const auto next = [&]() -> Job {
    if (given == ends.size()) return {};
    Job rests = job(given == 0 ? [](const Messages& messages) { (void)messages.rest("tired"); } : [](const Messages&) { ::usleep(300'000); }, ends[given]);
    rests.limits.time = Seconds(given == 0 ? 0.1 : 10);
    rests.key = given++;
    return rests;
  };
  runJobs(next, 1, &stop);
  EXPECT_EQ(ends[0].how, How::Done) << "a rest is not its time: " << ends[0].why;
  std::thread later([&] {
    ::usleep(100'000);
    stop.request();
  });
  given = 0;
  ends[0] = {};
  runJobs(next, 1, &stop);
  later.join();
  EXPECT_EQ(ends[0].how, How::Done) << "it is told to end";
}

TEST_F(Workers, StopEndsThemAndStartsNoMore) {
  std::vector<WorkerEnd> ends(3);
  size_t given = 0;
  std::thread later([&] {
    ::usleep(100'000);
    stop.request();
  });
  // A worker has our handlers; this test has none, so it must ignore what it is told to see what happens then.
  const auto next = [&] {
    Job stubborn = job(
        [](const Messages&) {
          std::signal(SIGTERM, SIG_IGN);
          while (true) ::pause();
        },
        ends[given++]);
    stubborn.limits.grace = Seconds(0.1);
    return stubborn;
  };
  runJobs(next, 2, &stop);
  later.join();
  EXPECT_EQ(given, 2u);
  EXPECT_EQ(ends[0].how, How::Stopped);
  EXPECT_EQ(ends[2].how, How::NotStarted);
}

}  // namespace
}  // namespace cleave
