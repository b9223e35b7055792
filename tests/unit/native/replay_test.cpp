#include "native/replay.h"

#include <cstdlib>
#include <csignal>
#include <thread>

#include <gtest/gtest.h>

#include "replay_fixture.h"

namespace cleave::native {
namespace {

using End = ReplayObservation::End;
using Kind = ReplayCell::Kind;

// The thunk of entry K with one int argument; RESULT stores.
constexpr const char* kPrelude = R"(
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef AFTER
#define PICK(before, after) (after)
#else
#define PICK(before, after) (before)
#endif
#define THUNK(K, TYPE, CALL) void cleave_call_##K(const unsigned char* in, unsigned char* out) { const int x = *(const int*)in; *(TYPE*)out = CALL; }
#define VOID_THUNK(K, CALL) void cleave_call_##K(const unsigned char* in, unsigned char* out) { const int x = *(const int*)in; CALL; }
)";

class ReplayTest : public ::testing::Test {
 protected:
  void compile(const std::string& source, std::vector<std::string> globals = {}, bool isCxx = false) {
    pair_.emplace(source[0] == '#' ? source : kPrelude + source, isCxx);
    replayer_.emplace(pair_->version(false, globals), pair_->version(true, globals), pair_->path() / "native", &stop_, result::Criterion{}, limits_);
  }
  ReplayResult replay(const ReplayInput& input, bool expectTrap = false) { return replay(input, input, expectTrap); }
  ReplayResult replay(const ReplayInput& before, const ReplayInput& after, bool expectTrap = false) {
    Expected<ReplayResult> result = replayer_->replay(before, after, expectTrap);
    CHECK(result.hasValue(), result ? "" : result.error().message);
    return result.take();
  }
  // One int in, one int back.
  ReplayResult replayInt(unsigned entry, int x, bool expectTrap = false) {
    return replay(inputFor(entry, {static_cast<uint32_t>(x)}, 4, {cell("return", "return", {}, 0, 4)}), expectTrap);
  }

  StopFlag stop_;
  ReplayLimits limits_;
  std::optional<PairOnDisk> pair_;
  std::optional<Replayer> replayer_;
};

TEST_F(ReplayTest, comparesReturnValues) {
  compile("THUNK(0, int, x == 7 ? PICK(x, 0) : x + 1)");
  const ReplayResult equal = replayInt(0, -3);
  EXPECT_FALSE(equal.differs);
  EXPECT_EQ(equal.before.end, End::Returned);
  EXPECT_EQ(equal.before.cells.at(0).second, "0xfffffffe");
  EXPECT_EQ(equal.before, equal.after);
  const ReplayResult different = replayInt(0, 7);
  EXPECT_TRUE(different.differs);
  EXPECT_FALSE(different.sanitized);
  EXPECT_EQ(different.before.cells.at(0).second, "0x00000007");
  EXPECT_EQ(different.after.cells.at(0).second, "0x00000000");
  EXPECT_EQ(toText(different.after), "returned, return = 0x00000000");
}

TEST_F(ReplayTest, passesEachArgumentInItsSixteenBytes) {
  compile(R"(
    void cleave_call_0(const unsigned char* in, unsigned char* out) { memcpy(out, in, 16); *(long*)(out + 16) = *(const long*)(in + 16); out[24] = in[32]; })");
  const U128 wide = U128{0x0123456789abcdef} << 64 | 0xfedcba9876543210;
  const ReplayResult result = replay(inputFor(
      0, {wide, 0x1122334455667788, 0x99}, 25,
      {cell("a", "return", {}, 0, 16), cell("b", "return", {}, 16, 8), cell("c", "return", {}, 24, 1), cell("all", "return", {}, 0, 25)}));
  EXPECT_EQ(result.before.cells.at(0).second, "0x0123456789abcdeffedcba9876543210");
  EXPECT_EQ(result.before.cells.at(1).second, "0x1122334455667788");
  EXPECT_EQ(result.before.cells.at(2).second, "0x99");
  EXPECT_EQ(result.before.cells.at(3).second, "0x1032547698badcfeefcdab8967452301887766554433221199");
}

TEST_F(ReplayTest, readsGlobals) {
  compile(
      "int counter = 10; int table[3] = {1, 2, 3};"
      "VOID_THUNK(0, (counter += x, table[2] = PICK(9, x == 3 ? 8 : 9)))",
      {"counter", "table"});
  const std::vector<ReplayCell> cells{cell("counter", "global:counter", {}, 0, 4), cell("table[2]", "global:table", {}, 8, 4)};
  EXPECT_FALSE(replay(inputFor(0, {2}, 0, cells)).differs);
  const ReplayResult different = replay(inputFor(0, {3}, 0, cells));
  EXPECT_TRUE(different.differs);
  EXPECT_EQ(different.before.cells.at(0).second, "0x0000000d");
  EXPECT_EQ(different.before.cells.at(1).second, "0x00000009");
  EXPECT_EQ(different.after.cells.at(1).second, "0x00000008");
}

TEST_F(ReplayTest, readsBitFieldsAlone) {
  compile("struct { unsigned a : 3, b : 10; int c : 5; } s; VOID_THUNK(0, (s.a = PICK(1, 2), s.b = x, s.c = -3))", {"s"});
  ReplayCell b = cell("s.b", "global:s", {}, 0, 4);
  b.path.bitOffset = 3;
  b.path.bits = 10;
  ReplayCell c = b;
  c.name = "s.c";
  c.path.bitOffset = 13;
  c.path.bits = 5;
  const ReplayResult equal = replay(inputFor(0, {0x2a5}, 0, {b, c}));
  EXPECT_FALSE(equal.differs) << "the neighbour differs";
  EXPECT_EQ(toText(equal.before), "returned, s.b = 0x2a5, s.c = 0x1d");
  EXPECT_TRUE(replay(inputFor(0, {0}, 0, {cell("s", "global:s", {}, 0, 4)})).differs);
}

TEST_F(ReplayTest, readsAGlobalThatOnlyOneListHas) {
  compile("int counter = 10; int untouched = 4; VOID_THUNK(0, PICK(0, (counter = x)))", {"counter", "untouched"});
  const ReplayInput before = inputFor(0, {3});
  const ReplayInput after = inputFor(0, {3}, 0, {cell("counter", "global:counter", {}, 0, 4)});
  const ReplayResult different = replay(before, after);
  EXPECT_TRUE(different.differs);
  EXPECT_EQ(different.before.cells.at(0).second, "0x0000000a");
  EXPECT_EQ(different.after.cells.at(0).second, "0x00000003");
  EXPECT_TRUE(replay(after, before).differs);
  EXPECT_FALSE(replay(before, inputFor(0, {3}, 0, {cell("untouched", "global:untouched", {}, 0, 4)})).differs);
}

TEST_F(ReplayTest, aGlobalThatAVersionLacksIsUnreadable) {
  compile("\n#ifdef AFTER\nint added = 3;\n#endif\nVOID_THUNK(0, 0)", {"added", "neither"});
  const ReplayResult result =
      replay(inputFor(0, {0}, 0, {cell("added", "global:added", {}, 0, 4), cell("unlisted", "global:unlisted", {}, 0, 4)}));
  EXPECT_EQ(result.before.cells.at(0).second, "unreadable");
  EXPECT_EQ(result.after.cells.at(0).second, "0x00000003");
  EXPECT_EQ(result.after.cells.at(1).second, "unreadable");
}

constexpr const char* kList = R"(
struct node { int value; struct node* next; };
static struct node* make(int value, struct node* next) { struct node* n = malloc(sizeof *n); n->value = value; n->next = next; return n; }
)";

TEST_F(ReplayTest, followsPointers) {
  compile(std::string(kList) + "THUNK(0, struct node*, make(1, x == 4 ? PICK(0, make(2, 0)) : make(x == 5 ? PICK(2, 3) : 2, 0)))");
  const std::vector<ReplayCell> shape{cell("return", "return", {}, 0, 8, Kind::Pointer), cell("return->value", "return", {0}, 0, 4),
                                      cell("return->next", "return", {0}, 8, 8, Kind::Pointer)};
  std::vector<ReplayCell> longer = shape;
  longer.push_back(cell("return->next->value", "return", {0, 8}, 0, 4));
  longer.push_back(cell("return->next->next", "return", {0, 8}, 8, 8, Kind::Pointer));
  const ReplayResult equal = replay(inputFor(0, {0}, 8, longer));
  EXPECT_FALSE(equal.differs);
  EXPECT_EQ(toText(equal.after),
            "returned, return = pointer 1, return->value = 0x00000001, return->next = pointer 2, return->next->value = 0x00000002, "
            "return->next->next = null");
  EXPECT_TRUE(replay(inputFor(0, {5}, 8, longer)).differs);
  const ReplayResult shapes = replay(inputFor(0, {4}, 8, shape), inputFor(0, {4}, 8, longer));
  EXPECT_TRUE(shapes.differs);
  EXPECT_EQ(shapes.before.cells.at(2).second, "null");
  EXPECT_EQ(shapes.before.cells.at(3).second, "unreadable");
  EXPECT_EQ(shapes.after.cells.at(3).second, "0x00000002");
}

// What lies behind a pointer in the version whose list does not have the cell may be anything.
TEST_F(ReplayTest, aCellBehindAPointerThatOnlyOneListHasIsNoDifference) {
  compile(std::string(kList) + "THUNK(0, struct node*, make(PICK(1, 2), 0))");
  const std::vector<ReplayCell> pointer{cell("return", "return", {}, 0, 8, Kind::Pointer)};
  std::vector<ReplayCell> value = pointer;
  value.push_back(cell("return->value", "return", {0}, 0, 4));
  EXPECT_TRUE(replay(inputFor(0, {0}, 8, value)).differs);
  EXPECT_FALSE(replay(inputFor(0, {0}, 8, pointer), inputFor(0, {0}, 8, value)).differs);
}

TEST_F(ReplayTest, badPointersAreUnreadable) {
  compile("THUNK(0, long, (long)PICK(8, 0x4141414141414141))");
  const ReplayResult result = replay(inputFor(0, {0}, 8,
                                              {cell("return", "return", {}, 0, 8, Kind::Pointer), cell("*return", "return", {0}, 0, 4),
                                               cell("**return", "return", {0, 0}, 0, 4), cell("large", "return", {}, 0, 1 << 20)}));
  EXPECT_FALSE(result.differs);
  for (const ReplayObservation* side : {&result.before, &result.after}) {
    EXPECT_EQ(side->end, End::Returned);
    EXPECT_EQ(side->cells.at(0).second, "pointer 1");
    for (const size_t i : {1, 2, 3}) EXPECT_EQ(side->cells.at(i).second, "unreadable");
  }
}

TEST_F(ReplayTest, namesTheGlobalThatAPointerPointsTo) {
  compile("int one, two; const char* text = \"abc\"; THUNK(0, int*, x ? PICK(&one, &two) : &one)  THUNK(1, const char*, text)",
          {"one", "two", "text", ".str"});
  const std::vector<ReplayCell> cells{cell("return", "return", {}, 0, 8, Kind::Pointer)};
  EXPECT_FALSE(replay(inputFor(0, {0}, 8, cells)).differs);
  const ReplayResult different = replay(inputFor(0, {1}, 8, cells));
  EXPECT_TRUE(different.differs);
  EXPECT_EQ(different.before.cells.at(0).second, "&one");
  EXPECT_EQ(different.after.cells.at(0).second, "&two");
  EXPECT_EQ(replay(inputFor(1, {0}, 8, cells)).before.cells.at(0).second, "pointer 1");
}

TEST_F(ReplayTest, allNansAreEqual) {
  compile(R"(static double make(unsigned long bits) { double d; memcpy(&d, &bits, 8); return d; }
    THUNK(0, double, x == 0 ? make(PICK(0x7ff8000000000000, 0xfff0000000000123)) : x == 1 ? PICK(0.0, -0.0) : PICK(1.5, 1.5)))");
  const std::vector<ReplayCell> cells{cell("return", "return", {}, 0, 8, Kind::Float)};
  const ReplayResult nan = replay(inputFor(0, {0}, 8, cells));
  EXPECT_FALSE(nan.differs);
  EXPECT_EQ(nan.after.cells.at(0).second, "nan");
  EXPECT_TRUE(replay(inputFor(0, {1}, 8, cells)).differs);
  EXPECT_EQ(replay(inputFor(0, {2}, 8, cells)).before.cells.at(0).second, "0x3ff8000000000000");
  EXPECT_TRUE(replay(inputFor(0, {0}, 8, {cell("return", "return", {}, 0, 8)})).differs) << "as bytes they differ";
}

TEST_F(ReplayTest, toldApartByHowTheyEnd) {
  compile(R"(static int end(int x) {
      if (x == 1) exit(PICK(2, 3));
      if (x == 2) PICK(exit(0), 0);
      if (x == 3) exit(125);
      if (x == 4) PICK(abort(), exit(134));
      if (x == 5) { fprintf(stderr, "%s\n", PICK("one", "two")); assert(x == PICK(6, 7)); }
      if (x == 6) raise(PICK(10, 12));
      if (x == 7) __builtin_unreachable();
      if (x == 8) { volatile int zero = 0; return x / zero; }
      return 0;
    }
    THUNK(0, int, end(x)))");
  const ReplayResult codes = replayInt(0, 1);
  EXPECT_TRUE(codes.differs);
  EXPECT_EQ(toText(codes.before), "exited with status 2");
  EXPECT_EQ(codes.after.code, 3);
  const ReplayResult returned = replayInt(0, 2);
  EXPECT_TRUE(returned.differs);
  EXPECT_EQ(returned.before.end, End::Exited);
  EXPECT_EQ(returned.after.end, End::Returned);
  const ReplayResult same = replayInt(0, 3);
  EXPECT_FALSE(same.differs);
  EXPECT_EQ(same.before.code, 125);
  const ReplayResult abort = replayInt(0, 4);
  EXPECT_TRUE(abort.differs);
  EXPECT_EQ(toText(abort.before), "killed by SIGABRT");
  EXPECT_FALSE(replayInt(0, 5).differs) << "what a failed assertion says is not compared";
  EXPECT_TRUE(replayInt(0, 6).differs);
  const ReplayResult unreachable = replayInt(0, 7);
  EXPECT_FALSE(unreachable.differs);
  EXPECT_EQ(unreachable.before.code, SIGILL);
  EXPECT_EQ(replayInt(0, 8).before.code, SIGFPE);
}

TEST_F(ReplayTest, textBeforeACrashIsSeen) {
  compile(R"(static int end(int x) { printf("%d", PICK(1, 2)); if (x) abort(); return 0; } THUNK(0, int, end(x)))");
  const ReplayResult crash = replayInt(0, 1);
  EXPECT_TRUE(crash.differs);
  EXPECT_EQ(crash.before.output, "1");
  EXPECT_EQ(crash.after.output, "2");
}

TEST_F(ReplayTest, comparesTextExactly) {
  compile(R"(static int print(int x) {
      if (x == 0) { fwrite("\0\xff\xfe\r\n\x1b", 1, 6, stdout); write(1, "raw", 3); printf("x"); }
      if (x == 1) printf("a%s", PICK("", "\0b"));
      if (x == 2) printf("%c", PICK(0xc3, 0xc4));
      if (x == 3) fputs(PICK("e", "f"), stderr);
      return 0;
    }
    THUNK(0, int, print(x)))");
  const ReplayResult odd = replayInt(0, 0);
  EXPECT_FALSE(odd.differs);
  EXPECT_EQ(odd.before.output, std::string("\0\xff\xfe\r\n\x1brawx", 10));
  EXPECT_FALSE(replayInt(0, 1).differs);
  EXPECT_TRUE(replayInt(0, 2).differs);
  EXPECT_TRUE(replayInt(0, 3).differs);
}

TEST_F(ReplayTest, aTimeOutProvesNothing) {
  limits_.time = Seconds(1);
  compile(
      "static int spin(int x) { if (PICK(x & 1, x & 2)) for (volatile int i = 0;; ++i) sleep(x & 4); return PICK(1, 2); } THUNK(0, int, "
      "spin(x))");
  const ReplayResult one = replayInt(0, 1);
  EXPECT_FALSE(one.differs);
  EXPECT_EQ(one.before.end, End::TimedOut);
  EXPECT_EQ(one.after.end, End::Returned);
  EXPECT_NE(one.note.find("the before version"), std::string::npos) << one.note;
  EXPECT_NE(replayInt(0, 6).note.find("the after version"), std::string::npos);
  EXPECT_NE(replayInt(0, 7).note.find("both versions"), std::string::npos);
  EXPECT_TRUE(replayInt(0, 0).differs);
}

TEST_F(ReplayTest, limitsOnFilesMemoryAndOutput) {
  limits_.outputBytes = 1000;
  compile(R"(static int large(int x) {
      if (x == 0) { static char block[1 << 20]; FILE* f = fopen("large", "w"); for (int i = 0; i < 64; ++i) fwrite(block, 1, sizeof block, f); fclose(f); return PICK(1, 2); }
      if (x == 1) return malloc(8l << 30) == 0;
      if (x == 2) { static char block[1 << 20]; for (int i = 0; i < 40; ++i) fwrite(block, 1, sizeof block, stdout); return PICK(1, 2); }
      if (x == 3) { while (open("/dev/null", O_RDONLY) >= 0) {} return PICK(1, 2); }
      return 0;
    }
    THUNK(0, int, large(x)))");
  const ReplayResult file = replayInt(0, 0);
  EXPECT_FALSE(file.differs);
  EXPECT_EQ(file.before.end, End::TimedOut);
  EXPECT_EQ(file.before.code, SIGXFSZ);
  EXPECT_FALSE(file.note.empty());
  EXPECT_EQ(replayInt(0, 1).before.end, End::TimedOut) << "memory that there is not proves nothing";
  const ReplayResult output = replayInt(0, 2);
  EXPECT_TRUE(output.differs);
  EXPECT_EQ(output.before.output.size(), 1000u);
  EXPECT_TRUE(replayInt(0, 3).differs) << "all descriptors taken";
}

TEST_F(ReplayTest, startsInAnEmptyDirectoryWithoutInput) {
  compile(R"(static int count(void) { int n = 0; DIR* d = opendir("."); while (readdir(d)) ++n; closedir(d); return n - 2; }
    THUNK(0, int, count() * 1000 + (getchar() == EOF ? 1 : 2) + 10 * open("/dev/null", O_RDONLY)))");
  EXPECT_EQ(replayInt(0, 0).before.cells.at(0).second, "0x0000001f") << "no file, no input, first descriptor 3";
}

TEST_F(ReplayTest, aVersionThatDiffersFromItselfIsNoDifference) {
  compile("THUNK(0, int, (int)__builtin_readcyclecounter())");
  const ReplayResult result = replayInt(0, 0);
  EXPECT_FALSE(result.differs);
  EXPECT_NE(result.note.find("itself"), std::string::npos);
}

TEST_F(ReplayTest, whatItRunsCannotTouchOurFiles) {
  const TempDir outside = TempDir::create("outside").take();
  const std::string precious = (outside.path() / "precious").string();
  ASSERT_FALSE(writeFile(precious, "text"));
  compile("THUNK(0, int, PICK(1, 2) + 10 * (remove(\"" + precious + "\") == 0) + 100 * (fopen(\"" + precious + "\", \"r\") != 0))");
  const ReplayResult result = replayInt(0, 0);
  EXPECT_TRUE(result.differs);
  EXPECT_EQ(result.before.cells.at(0).second, "0x00000001");
  EXPECT_EQ(*readFile(precious), "text");
}

TEST_F(ReplayTest, getsNoVariablesOfOurs) {
  compile("extern char** environ; THUNK(0, int, environ[0] != 0)");
  EXPECT_EQ(replayInt(0, 0).before.cells.at(0).second, "0x00000000");
}

TEST_F(ReplayTest, aLinkThatItLeavesIsNotFollowed) {
  const TempDir outside = TempDir::create("outside").take();
  const std::string secret = (outside.path() / "secret").string();
  ASSERT_FALSE(writeFile(secret, "secret"));
  compile("THUNK(0, int, symlink(\"" + secret + "\", \"link\") + (fclose(fopen(\"file\", \"w\")), 5))");
  const ReplayObservation before = replayInt(0, 0).before;
  EXPECT_EQ(before.cells.at(0).second, "0x00000005");
  ASSERT_EQ(before.files.size(), 1u);
  EXPECT_EQ(before.files[0].first, "file");
}

TEST_F(ReplayTest, forkedProcessesDoNotReport) {
  compile(
      R"(static int forking(int x) { if (x) { if (fork() == 0) { sleep(100); } return 5; } return fork() == 0 ? 6 : (usleep(100000), 7); } THUNK(0, int, forking(x)))");
  EXPECT_EQ(replayInt(0, 1).before.cells.at(0).second, "0x00000005");
  EXPECT_EQ(replayInt(0, 0).before.cells.at(0).second, "0x00000007");
}

TEST_F(ReplayTest, functionsNamedLikeTheSystems) {
  compile(R"(#include <stdlib.h>
    int openat(int a) { abort(); } int close(int a) { abort(); } int mmap(int a) { abort(); } int pipe2(int a) { abort(); } int read(int a) { abort(); }
    void cleave_call_0(const unsigned char* in, unsigned char* out) { out[0] = in[0]; out[1] =
    #ifdef AFTER
      1;
    #else
      0;
    #endif
    })");
  EXPECT_TRUE(replay(inputFor(0, {4}, 2, {cell("return", "return", {}, 0, 2)})).differs);
}

constexpr const char* kMemoryErrors = R"(
int table[4] = {1, 2, 3, 4};
int other[4];
static int* dangling(void) { int local[8] = {1}; int* volatile p = local; return p; }
static int error(int x) {
  volatile int i = x;
  if (x == 1) { int* p = malloc(16); p[0] = 0; int r = p[x + 3]; free(p); return r & 0; }
  if (x == 2) { int a[4] = {0}; int r = a[x + 2]; return r & 0; }
  if (x == 3) { int* p = malloc(16); free(p); int r = *p; return r & 0; }
  if (x == 4) { return table[x] & 0; }
  if (x == 5) { return *dangling() & 0; }
  if (x == 6) { char* p = malloc(16); memset(p, 0, x + 11); return 0; }
  if (x == 7) { char* p = malloc(16); free(p + 8 * (i - 7)); p = malloc(16); free(p); return 0; }
  return 0;
}
THUNK(0, int, PICK(0, error(x)))
THUNK(1, int, error(x))
THUNK(2, int, x == 1 ? *(volatile int*)0 : x == 2 ? (free((char*)malloc(16) + 8), 0) : ({ char* p = malloc(16); free(p); free(p); 0; }))
)";

TEST_F(ReplayTest, memoryErrorsShowInTheSanitizedBuild) {
  compile(kMemoryErrors, {"table"});
  const std::vector<std::pair<int, std::string>> kinds{{1, "heap-buffer-overflow"},   {2, "stack-buffer-overflow"},
                                                       {3, "heap-use-after-free"},    {4, "global-buffer-overflow"},
                                                       {5, "stack-use-after-return"}, {6, "heap-buffer-overflow"}};
  for (const auto& [x, kind] : kinds) {
    SCOPED_TRACE(kind);
    EXPECT_FALSE(replayInt(0, x).differs) << "the plain build does not show it";
    const ReplayResult result = replayInt(0, x, true);
    EXPECT_TRUE(result.differs) << result.note;
    EXPECT_TRUE(result.sanitized);
    EXPECT_EQ(result.before.end, End::Returned);
    EXPECT_EQ(result.after.end, End::Sanitizer);
    EXPECT_EQ(result.after.sanitizer, kind);
    const ReplayResult alike = replayInt(1, x, true);
    EXPECT_FALSE(alike.differs) << "the same error in both";
    EXPECT_EQ(alike.before.sanitizer, kind);
  }
  const ReplayResult none = replayInt(0, 7, true);
  EXPECT_FALSE(none.differs);
  EXPECT_TRUE(none.sanitized);
  EXPECT_EQ(none.after.end, End::Returned);
}

TEST_F(ReplayTest, crashesThatShowAnyway) {
  compile(kMemoryErrors);
  EXPECT_EQ(replayInt(2, 1).before.code, SIGSEGV);
  EXPECT_EQ(replayInt(2, 1, true).before.sanitizer, "SEGV");
  EXPECT_EQ(replayInt(2, 2, true).before.sanitizer, "bad-free");
  EXPECT_EQ(replayInt(2, 3, true).before.sanitizer, "double-free");
}

TEST_F(ReplayTest, cxxVersions) {
  compile(R"(
    #include <iostream>
    #include <stdexcept>
    #include <vector>
    static int f(int x) {
      std::vector<int> v(3, x);
      std::cout << "size " << v.size() << '\n';
      if (x == 1) throw std::runtime_error(PICK("a", "b"));
      if (x == 2) { try { throw x; } catch (int i) { return PICK(i, i + 1); } }
      return v[x];
    }
    extern "C" THUNK(0, int, f(x)))",
          {}, true);
  const ReplayResult equal = replayInt(0, 0);
  EXPECT_FALSE(equal.differs);
  EXPECT_EQ(equal.before.output, "size 3\n");
  const ReplayResult uncaught = replayInt(0, 1);
  EXPECT_TRUE(uncaught.differs) << "the last words of the C++ runtime name the type and the text";
  EXPECT_EQ(uncaught.before.code, SIGABRT);
  EXPECT_TRUE(replayInt(0, 2).differs);
}

TEST_F(ReplayTest, aMissingSymbolIsAnErrorWithTheLinkersWords) {
  compile("int somewhere_else(int); THUNK(0, int, somewhere_else(x))");
  const Expected<ReplayResult> result = replayer_->replay(inputFor(0, {0}), inputFor(0, {0}), false);
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("undefined reference to `somewhere_else'"), std::string::npos) << result.error().message;
  EXPECT_NE(result.error().message.find("before version"), std::string::npos);
}

TEST_F(ReplayTest, aMissingThunkIsAnError) {
  compile("THUNK(0, int, x)");
  for (const unsigned entry : {1u, 63u, 64u, 1000000u}) {
    const Expected<ReplayResult> result = replayer_->replay(inputFor(0, {0}), inputFor(entry, {0}), false);
    ASSERT_FALSE(result);
    EXPECT_NE(result.error().message.find("after version's replay module lacks"), std::string::npos) << result.error().message;
  }
}

TEST_F(ReplayTest, aMissingModuleIsAnError) {
  compile("THUNK(0, int, x)");
  ReplayVersion missing = pair_->version(true, {});
  missing.module = "/nonexistent/module.bc";
  Replayer replayer(pair_->version(false, {}), missing, pair_->path() / "other", &stop_);
  const Expected<ReplayResult> result = replayer.replay(inputFor(0, {0}), inputFor(0, {0}), false);
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("after version"), std::string::npos) << result.error().message;
}

TEST_F(ReplayTest, aDirectoryThatCannotBeMadeIsAnError) {
  compile("THUNK(0, int, x)");
  Replayer replayer(pair_->version(false, {}), pair_->version(true, {}), "/proc/nothing/here", &stop_);
  EXPECT_FALSE(replayer.replay(inputFor(0, {0}), inputFor(0, {0}), false));
}

TEST_F(ReplayTest, stopsWhenAsked) {
  compile("THUNK(0, int, sleep(100)) THUNK(1, int, x)");
  EXPECT_FALSE(replayInt(1, 0).differs);  // built by now
  const Clock::time_point start = Clock::now();
  std::thread asker([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    stop_.request();
  });
  const Expected<ReplayResult> result = replayer_->replay(inputFor(0, {0}), inputFor(0, {0}), false);
  asker.join();
  EXPECT_FALSE(result);
  EXPECT_LT(Seconds(Clock::now() - start).count(), 5.0);
}

TEST_F(ReplayTest, neitherTheStartNorTheEndWaitsForTheCompiler) {
  // Enough code for the compiler to be busy.
  std::string source;
  for (int i = 0; i < 4000; ++i)
    source += "int f" + std::to_string(i) + "(int x) { int a[9]; for (int i = 0; i < 9; ++i) a[i] = x * i; return a[x % 9]; }\n";
  pair_.emplace(kPrelude + source + "THUNK(0, int, f1(x))");
  const Clock::time_point start = Clock::now();
  {
    Replayer replayer(pair_->version(false, {}), pair_->version(true, {}), pair_->path(), &stop_);
    replayer.expectReplays();
    const char* slower = std::getenv("CLEAVE_TEST_SLOWER");  // sanitizers
    EXPECT_LT(Seconds(Clock::now() - start).count(), 1.5 * (slower != nullptr ? std::atof(slower) : 1));
  }
  EXPECT_FALSE(std::filesystem::exists(pair_->path() / "native" / "before")) << "the compiler was not stopped";
  Replayer replayer(pair_->version(false, {}), pair_->version(true, {}), pair_->path(), &stop_);
  EXPECT_TRUE(replayer.replay(inputFor(0, {0}), inputFor(0, {0}), false).hasValue());
  EXPECT_TRUE(std::filesystem::exists(pair_->path() / "native" / "before")) << "else the test above tests nothing";
}

}  // namespace
}  // namespace cleave::native
