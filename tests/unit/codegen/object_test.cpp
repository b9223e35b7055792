#include "codegen/object.h"

#include <gtest/gtest.h>

#include "support/process.h"
#include "support/temp_dir.h"

namespace cleave::codegen {
namespace {

class Object : public testing::Test {
 protected:
  std::filesystem::path file(const std::string& name) const { return directory_.path() / name; }

  ProcessResult run(std::vector<std::string> command) const {
    ProcessRequest request;
    request.command = std::move(command);
    return runProcess(request).take();
  }

  std::filesystem::path bitcode(const std::string& source, const std::vector<std::string>& flags = {}) const {
    EXPECT_FALSE(writeFile(file("code.c"), source));
    std::vector<std::string> words{"clang-19", "-w", "-emit-llvm", "-c", file("code.c"), "-o", file("code.bc")};
    words.insert(words.end(), flags.begin(), flags.end());
    const ProcessResult done = run(words);
    EXPECT_EQ(done.code, 0) << done.errors;
    return file("code.bc");
  }

  // What the program returns that is made of these objects; -signal where one ends it.
  int statusOf(const std::vector<std::string>& objects) const {
    std::vector<std::string> words{"clang-19", "-o", file("program")};
    words.insert(words.end(), objects.begin(), objects.end());
    const ProcessResult linked = run(words);
    EXPECT_EQ(linked.code, 0) << linked.errors;
    const ProcessResult done = run({file("program")});
    return done.end == ProcessResult::End::Signalled ? -done.code : done.code;
  }

  int statusOfCode(const std::string& source, const std::vector<std::string>& flags = {}) const {
    const Status failed = writeObject(bitcode(source, flags), file("code.o"));
    EXPECT_FALSE(failed.has_value()) << failed->message;
    return statusOf({file("code.o")});
  }

  TempDir directory_ = TempDir::create("codegen-test").take();
};

TEST_F(Object, RunsAsTheSourceSays) {
  EXPECT_EQ(statusOfCode("static int twice(int x) { return 2 * x; } int main(void) { return twice(21); }"), 42);
  EXPECT_EQ(statusOfCode("__attribute__((constructor)) void start(void); int x; void start(void) { x = 7; } int main(void) { return x; }"), 7);
  EXPECT_EQ(statusOfCode("_Thread_local int t = 3; int main(void) { __asm__(\"incl %0\" : \"+m\"(t)); return t; }"), 4);
  EXPECT_EQ(statusOfCode("__attribute__((always_inline)) static inline int f(void) { return 5; } int main(void) { return f(); }"), 5);
}

TEST_F(Object, WhatCannotBeReachedTraps) {
  EXPECT_EQ(statusOfCode("int f(int x) { if (x == 1) __builtin_unreachable(); return x; } int main(int n, char** v) { return f(n); }"), -SIGILL);
}

// On a machine that could do it in one: the source says two roundings.
TEST_F(Object, ProductsAndSumsAreRoundedApart) {
  EXPECT_EQ(statusOfCode("double f(volatile double a, volatile double b, volatile double c) { return a * b + c; }"
                         "int main(void) { double e = 1.0 / (1 << 27); return f(1 + e, 1 - e, -1) == 0 ? 1 : 2; }",
                         {"-ffp-contract=off"}),
            1);
}

TEST_F(Object, TablesHaveAddressesAndNulls) {
  EXPECT_FALSE(writeTables({{"calls", {"first", "nobody", "second"}}, {"none", {}}}, file("tables.o")));
  const Status failed = writeObject(bitcode("typedef unsigned long u64; extern int (*const calls[])(void); extern const u64 calls_count, none_count;"
                                            "int first(void) { return 1; } int second(void) { return 20; }"
                                            "int main(void) { return calls_count != 3 || none_count != 0 || calls[1] ? 99 : calls[0]() + calls[2](); }"),
                                    file("code.o"));
  ASSERT_FALSE(failed.has_value()) << failed->message;
  EXPECT_EQ(statusOf({file("code.o"), file("tables.o")}), 21);
}

TEST_F(Object, SaysWhatIsWrong) {
  EXPECT_NE(writeObject(file("missing.bc"), file("code.o"))->message.find("cannot read"), std::string::npos);
  ASSERT_FALSE(writeFile(file("odd.bc"), "this is no code"));
  EXPECT_NE(writeObject(file("odd.bc"), file("code.o"))->message.find("cannot read"), std::string::npos);
  const std::filesystem::path good = bitcode("int main(void) { return 0; }");
  EXPECT_NE(writeObject(good, file("missing") / "code.o")->message.find("cannot write"), std::string::npos);
  EXPECT_TRUE(writeObject(good, "/dev/full").has_value());
  const std::filesystem::path assembly = bitcode("int main(void) { __asm__(\"no such instruction\"); return 0; }");
  EXPECT_TRUE(writeObject(assembly, file("code.o")).has_value());
}

}  // namespace
}  // namespace cleave::codegen
