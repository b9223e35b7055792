#include "support/process.h"

#include <gtest/gtest.h>

#include <csignal>
#include <thread>

namespace cleave {
namespace {

ProcessRequest shell(const std::string& script) {
  ProcessRequest request;
  request.command = {"sh", "-c", script};
  return request;
}

TEST(Process, KeepsStreamsAndStatusApart) {
  const auto result = runProcess(shell("echo out; echo err >&2; exit 7"));
  ASSERT_TRUE(result);
  EXPECT_EQ(result->end, ProcessResult::End::Exited);
  EXPECT_EQ(result->code, 7);
  EXPECT_EQ(result->output, "out\n");
  EXPECT_EQ(result->errors, "err\n");
}

TEST(Process, PassesInputLargerThanAPipe) {
  ProcessRequest request = shell("wc -c");
  request.input.assign(1 << 20, 'x');
  const auto result = runProcess(request);
  ASSERT_TRUE(result);
  EXPECT_EQ(std::stoi(result->output), 1 << 20);
}

TEST(Process, ChildThatIgnoresItsInputDoesNotKillUs) {
  ProcessRequest request = shell("exit 0");
  request.input.assign(1 << 20, 'x');
  const auto result = runProcess(request);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->code, 0);
}

TEST(Process, TellsSignals) {
  const auto result = runProcess(shell("kill -SEGV $$"));
  ASSERT_TRUE(result);
  EXPECT_EQ(result->end, ProcessResult::End::Signalled);
  EXPECT_EQ(result->code, SIGSEGV);
}

TEST(Process, TimeLimitKillsTheWholeGroup) {
  ProcessRequest request = shell("sleep 30 & sleep 30");
  request.timeLimit = Seconds(0.2);
  const auto start = Clock::now();
  const auto result = runProcess(request);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->end, ProcessResult::End::TimedOut);
  EXPECT_LT(Seconds(Clock::now() - start).count(), 5);
}

TEST(Process, StopFlagEndsTheChild) {
  StopFlag stop;
  ProcessRequest request = shell("sleep 30");
  request.stop = &stop;
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    stop.request();
  });
  const auto result = runProcess(request);
  later.join();
  ASSERT_TRUE(result);
  EXPECT_EQ(result->end, ProcessResult::End::Stopped);
}

TEST(Process, OutputBeyondTheLimitIsDropped) {
  ProcessRequest request = shell("head -c 5000000 /dev/zero");
  request.outputLimit = 1000;
  const auto result = runProcess(request);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->code, 0);
  EXPECT_EQ(result->output.size(), 1000u);
}

TEST(Process, MissingCommandIsAnErrorThatNamesIt) {
  ProcessRequest request;
  request.command = {"no-such-command-anywhere"};
  const auto result = runProcess(request);
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("no-such-command-anywhere"), std::string::npos);
}

TEST(Process, EnvironmentIsAddedAndReplaces) {
  ProcessRequest request = shell("echo $HOME-$CLEAVE_X");
  request.environment = {{"HOME", "/nowhere"}, {"CLEAVE_X", "y"}};
  const auto result = runProcess(request);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->output, "/nowhere-y\n");
}

TEST(Process, ManyAtOnceKeepTheirOrder) {
  std::vector<ProcessRequest> requests;
  for (int i = 0; i < 20; ++i) requests.push_back(shell("echo " + std::to_string(i)));
  const auto results = runProcesses(requests);
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(results[static_cast<size_t>(i)]);
    EXPECT_EQ(results[static_cast<size_t>(i)]->output, std::to_string(i) + "\n");
  }
}

}  // namespace
}  // namespace cleave
