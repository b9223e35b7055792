// How changes spread over statements: distances through variables, memory, control and calls.
#include <gtest/gtest.h>

#include <fstream>

#include "statements/statements.h"
#include "support/process.h"
#include "support/temp_dir.h"

namespace cleave::statements {
namespace {

class Versions {
 public:
  Versions(const std::string& before, const std::string& after, const std::string& extension = ".c") : directory_(TempDir::create("spread").take()) {
    request_.bitcode = {compile(before, "before", extension), compile(after, "after", extension)};
    request_.output = {directory_.path() / "b.bc", directory_.path() / "a.bc"};
  }

  Versions& change(const std::string& function, uint32_t before, uint32_t after) {
    ChangedLines lines;
    lines.id = static_cast<uint32_t>(request_.changes.size() + 1);
    lines.functions = {{function}, {function}};
    lines.lines = {{before, before}, {after, after}};
    request_.changes.push_back(lines);
    return *this;
  }

  std::vector<Spread> spread(unsigned distance) {
    request_.distance = distance;
    Expected<std::vector<Spread>> made = makePartials(request_);
    EXPECT_TRUE(made) << made.error().message;
    return made.take();
  }

  // "4:0 5:1": lines of after and their distances.
  std::string distances(unsigned distance) {
    const std::vector<Spread> spreads = spread(distance);
    EXPECT_EQ(spreads[0].failure, "");
    std::string text;
    for (const Affected& each : spreads[0].affected) {
      const Statement& shown = each.statement.after ? *each.statement.after : *each.statement.before;
      text += (text.empty() ? "" : " ") + (each.statement.after ? "" : std::string("-")) + std::to_string(shown.line) + ":" + std::to_string(each.distance);
    }
    return text;
  }

 private:
  std::filesystem::path compile(const std::string& text, const std::string& name, const std::string& extension) {
    const std::filesystem::path source = directory_.path() / (name + extension), code = directory_.path() / (name + ".bc");
    std::ofstream(source) << text;
    ProcessRequest request;
    request.command = {extension == ".c" ? "clang-19" : "clang++-19", "-O0", "-g", "-Xclang", "-disable-O0-optnone", "-fno-discard-value-names", "-emit-llvm", "-c", source.string(), "-o", code.string()};
    const Expected<ProcessResult> done = runProcess(request);
    EXPECT_TRUE(done && done->code == 0) << (done ? done->errors : done.error().message);
    return code;
  }

  TempDir directory_;
  PartialRequest request_;
};

std::string with(std::string text, const std::string& old, const std::string& by) {
  const size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return text.replace(at, old.size(), by);
}

const char* const kSimple = R"(int b;
int out;
void simple(int i) {
  int x = i;
  if (x > 5)
    x = 5 / (x - 5);
  x = x - 1;
  out = x;
}
)";

TEST(Spread, StepsThroughVariables) {
  Versions versions(kSimple, with(kSimple, "x = i;", "x = i + b;"));
  versions.change("simple", 4, 4);
  EXPECT_EQ(versions.distances(0), "4:0");
  EXPECT_EQ(versions.distances(1), "4:0 5:1 6:1 7:1") << "what line 7 overwrites is not read behind it";
  EXPECT_EQ(versions.distances(2), "4:0 5:1 6:1 7:1 8:2");
}

TEST(Spread, StepsThroughControl) {
  Versions versions(kSimple, with(kSimple, "x > 5", "x >= 5"));
  versions.change("simple", 5, 5);
  EXPECT_EQ(versions.distances(1), "5:0 6:1");
  EXPECT_EQ(versions.distances(2), "5:0 6:1 7:2");
}

TEST(Spread, StepsThroughMemoryAndCalls) {
  const std::string before = R"(struct pair { int a, b; };
int get(struct pair* p) {
  return p->a;
}
int other(struct pair* p) { return p->b; }
void set(struct pair* p, int v) {
  p->a = v;
}
int f(struct pair* p, int n) {
  set(p, n + 1);
  int x = other(p);
  int y = get(p);
  return x + y;
}
)";
  Versions versions(before, with(before, "p->a = v;", "p->a = v + 1;"));
  versions.change("set", 7, 7);
  EXPECT_EQ(versions.distances(1), "7:0 3:1") << "the reader of the same field, through the caller";
  EXPECT_EQ(versions.distances(3), "7:0 3:1 12:2 13:3");
  Versions argument(before, with(before, "n + 1", "n + 2"));
  argument.change("f", 10, 10);
  EXPECT_EQ(argument.distances(1), "10:0 7:1") << "what is passed";
}

TEST(Spread, AnExpressionIsOneStatement) {
  const std::string before = "int f(int a, int b) {\n  int c = a > 1 && b > 2;\n  int d = c ? a : b;\n  return d;\n}\n";
  Versions versions(before, with(before, "b > 2", "b > 3"));
  versions.change("f", 2, 2);
  EXPECT_EQ(versions.distances(2), "2:0 3:1 4:2");
}

TEST(Spread, WhatWasAddedAndTakenAway) {
  const std::string before = "int f(int a, int b) {\n  int c = a;\n  b = b + c;\n  return b;\n}\n";
  const std::string after = "int f(int a, int b) {\n  int c = a;\n  if (a < 0)\n    return -1;\n  b = b + c;\n  return b;\n}\n";
  Versions added(before, after);
  added.change("f", 0, 3);
  std::vector<Spread> spreads = added.spread(1);
  EXPECT_EQ(spreads[0].failure, "");
  ASSERT_TRUE(spreads[0].start.before);
  EXPECT_EQ(spreads[0].start.before->line, 3u);
  EXPECT_EQ(spreads[0].start.after->line, 3u);
  EXPECT_EQ(added.distances(1), "3:0 4:1 5:1 6:1") << "what is not run any more depends on it";
  Versions taken(after, before);
  taken.change("f", 3, 0);
  EXPECT_EQ(taken.distances(1), "-3:0 -4:1 3:1 4:1");
}

// A label has no code of its own. What is above it chooses otherwise, and that is where both versions are looked at from.
TEST(Spread, AnotherCaseIsAnotherSwitch) {
  const std::string before = "int f(int c) {\n  switch (c) {\n    case 1: return 5;\n    default: return 0;\n  }\n}\n";
  for (const auto& [label, line] : {std::pair("    case 1: case 2: return 5;\n", 3u), std::pair("    case 2: return 7;\n    case 1: return 5;\n", 3u),
                                    std::pair("    case 2:\n    case 1: return 5;\n", 3u)}) {
    Versions versions(before, with(before, "    case 1: return 5;\n", label));
    versions.change("f", line, line);
    const std::vector<Spread> spreads = versions.spread(1);
    EXPECT_EQ(spreads[0].failure, "");
    ASSERT_TRUE(spreads[0].start.before && spreads[0].start.after) << label;
    EXPECT_EQ(spreads[0].start.before->line, 2u) << label;
    EXPECT_EQ(spreads[0].start.after->line, 2u) << label;
  }
}

TEST(Spread, OneChangeComesToAnother) {
  Versions versions(kSimple, with(with(kSimple, "x = i;", "x = i + b;"), "out = x;", "out = x + 1;"));
  versions.change("simple", 4, 4).change("simple", 8, 8);
  EXPECT_TRUE(versions.spread(1)[0].reaches.empty());
  EXPECT_EQ(versions.spread(2)[0].reaches, std::vector<uint32_t>{2});
  EXPECT_TRUE(versions.spread(2)[1].reaches.empty());
}

TEST(Spread, MethodsAndReferences) {
  const std::string before = R"(struct E {
  int b;
  int simple(int i, int& out) {
    int x = i;
    if (x > 5) x = 5 / (x - 5);
    out = x;
    return b;
  }
};
int use(E& e, int i) { int o = 0; return e.simple(i, o) + o; }
)";
  Versions versions(before, with(before, "int x = i;", "int x = i + b;"), ".cpp");
  versions.change("_ZN1E6simpleEiRi", 4, 4);
  EXPECT_EQ(versions.distances(1), "4:0 5:1 5:1 6:1");
}

}  // namespace
}  // namespace cleave::statements
