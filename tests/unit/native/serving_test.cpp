// Copies of a server are as good as programs that were started: nothing of one run shows in another, and none gets at its server.
#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include "replay_fixture.h"

namespace cleave::native {
namespace {

using End = ReplayObservation::End;

constexpr const char* kPrelude = R"(
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef AFTER
enum { isAfter = 1 };
#else
enum { isAfter = 0 };
#endif
static int entry(int x);
#ifdef __cplusplus
extern "C"
#endif
void cleave_call_0(const unsigned char* in, unsigned char* out) { *(int*)out = entry(*(const int*)in); }
)";

class Serving : public ::testing::Test {
 protected:
  void compile(const std::string& source, bool isCxx = false) {
    pair_.emplace(kPrelude + source, isCxx);
    replayer_.emplace(pair_->version(false, {}), pair_->version(true, {}), pair_->path() / "native", &stop_, result::Criterion{}, limits_);
  }
  ReplayResult replay(int x, bool expectTrap = false) {
    const ReplayInput input = inputFor(0, {static_cast<uint32_t>(x)}, 4, {cell("return", "return", {}, 0, 4)});
    Expected<ReplayResult> result = replayer_->replay(input, input, expectTrap);
    CHECK(result.hasValue(), result ? "" : result.error().message);
    return result.take();
  }
  static std::string returned(const ReplayObservation& observation) {
    return observation.cells.empty() ? toText(observation) : observation.cells[0].second;
  }

  StopFlag stop_;
  ReplayLimits limits_;
  std::optional<PairOnDisk> pair_;
  std::optional<Replayer> replayer_;
};

TEST_F(Serving, eachRunStartsAfresh) {
  compile(R"(
static int count;
static int entry(int x) {
  ++count;
  FILE* file = fopen("left", "r");
  if (file != 0) return -1;
  file = fopen("left", "w");
  fputs("something", file);
  mkdir("folder", 0700);
  symlink("/etc/passwd", "link");
  if (x == 2) { unlink("../answer"); symlink("../../nowhere", "../answer"); }
  if (x == 3) { rename("../script", "../other"); mkdir("../answer.d", 0); chmod(".", 0); }
  return count + isAfter * 10;
})");
  for (const int x : {1, 1, 2, 1, 3, 1, 1}) {
    const ReplayResult result = replay(x);
    if (x == 2) continue;  // nobody can read its answer
    EXPECT_TRUE(result.differs) << result.note;
    EXPECT_EQ(returned(result.before), "0x00000001") << x;
    EXPECT_EQ(returned(result.after), "0x0000000b") << x;
  }
}

TEST_F(Serving, constructorsRunEachTime) {
  compile(R"(
#include <string>
static std::string text("built");
struct Says { Says() { puts("here I am"); FILE* file = fopen("made", "w"); fclose(file); } } says;
static int entry(int x) { text += "!"; return (int)text.size() + isAfter; })",
          true);
  for (int k = 0; k < 3; ++k) {
    const ReplayResult result = replay(0);
    EXPECT_TRUE(result.differs) << result.note;
    EXPECT_EQ(result.before.output, "here I am\n");
    ASSERT_EQ(result.before.files.size(), 1u);
    EXPECT_EQ(returned(result.before), "0x00000006");
  }
}

TEST_F(Serving, whoEndsItsServerIsStarted) {
  compile(
      "static int entry(int x) { kill(getppid(), SIGKILL); usleep(20000); FILE* f = fopen(\"one\", \"ax\"); return (f != 0) + isAfter; }");
  for (int k = 0; k < 5; ++k) {
    const ReplayResult result = replay(0);
    EXPECT_TRUE(result.differs) << result.note;
    EXPECT_EQ(returned(result.before), "0x00000001") << "not in a fresh directory";
  }
}

TEST_F(Serving, aSignalToItsGroupOrToAllIsItsOwnAffair) {
  compile("static int entry(int x) { kill(x, SIGTERM); usleep(1000000); return isAfter; }");
  for (const int whom : {0, 0}) {
    const ReplayResult result = replay(whom);
    EXPECT_FALSE(result.differs);
    EXPECT_EQ(result.before.end, End::Signalled) << toText(result.before);
    EXPECT_EQ(result.before.code, SIGTERM);
  }
}

TEST_F(Serving, theServerIsOutOfSight) {
  compile(R"(
static int isOpen(const char* what, int flags) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/%s", getppid(), what);
  return open(path, flags) >= 0;
}
static int entry(int x) { return isOpen("mem", O_RDWR) | isOpen("mem", O_RDONLY) << 1 | isOpen("fd", O_RDONLY) << 2 |
    (fcntl(200, F_GETFD) >= 0) << 3 | (open("own", O_CREAT | O_RDWR, 0600) != 3) << 4; })");
  const ReplayResult result = replay(0);
  EXPECT_EQ(returned(result.before), "0x00000000");
}

TEST_F(Serving, whatItLeavesBehindIsEnded) {
  compile(R"(
static int entry(int x) {
  if (x == 1 && fork() == 0) {
    setsid();
    for (;;) { usleep(2000); FILE* file = fopen("../work/late", "w"); if (file != 0) fclose(file); }
  }
  if (x == 2) usleep(100000);
  return access("late", F_OK) == 0 ? -1 : x;
})");
  for (int k = 0; k < 3; ++k) {
    EXPECT_EQ(returned(replay(1).before), "0x00000001");
    const ReplayResult next = replay(2);
    EXPECT_EQ(returned(next.before), "0x00000002");
    EXPECT_TRUE(next.before.files.empty());
  }
}

TEST_F(Serving, limitsHoldForEachRun) {
  limits_.memoryBytes = uint64_t{256} << 20;
  limits_.processes = 5;
  compile(R"(
static int entry(int x) {
  int made = 1, i;
  if (x == 0) {
    for (i = 0; i < 20; ++i) { const int pid = fork(); if (pid == 0) { pause(); } if (pid > 0) ++made; }
    return made;
  }
  static volatile char byte[8];
  if (x == 1) for (i = 0; i < 1000; ++i) memset(malloc(1 << 20), 1, 1 << 20);
  return byte[x];
})");
  replay(7);
  replay(7, true);  // now there are servers of both flavours
  EXPECT_EQ(returned(replay(0).before), "0x00000005");
  EXPECT_EQ(replay(1).before.end, End::TimedOut);  // there is no more memory: that proves nothing
  const ReplayResult sanitized = replayer_->replaySanitized(inputFor(0, {1}, 4), inputFor(0, {1}, 4)).take();
  EXPECT_EQ(sanitized.before.end, End::TimedOut) << toText(sanitized.before);
}

TEST_F(Serving, addressesOfTheSecondTurnAreOthers) {
  compile("static int entry(int x) { int local; printf(\"%p %p\", (void*)&local, (void*)entry); return isAfter * x; }");
  const ReplayResult result = replay(0);
  EXPECT_FALSE(result.differs);
  EXPECT_NE(result.note.find("differs from itself"), std::string::npos) << result.note;
}

TEST_F(Serving, sanitizedRunsReportEachTime) {
  compile("static int entry(int x) { volatile char* p = (volatile char*)malloc(4); p[4 + isAfter * 0] = 1; return isAfter ? p[x] : 0; }");
  for (int k = 0; k < 3; ++k) {
    const ReplayInput input = inputFor(0, {static_cast<uint32_t>(k)}, 4);
    const ReplayResult result = replayer_->replaySanitized(input, input).take();
    EXPECT_EQ(result.before.end, End::Sanitizer) << toText(result.before);
    EXPECT_EQ(result.before.sanitizer, "heap-buffer-overflow");
  }
}

}  // namespace
}  // namespace cleave::native
