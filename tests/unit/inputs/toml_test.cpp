// Plans as files: what is printed can be read back, and what cannot be read is named with its line.
#include "inputs/toml.h"

#include <gtest/gtest.h>

namespace cleave::inputs {
namespace {

TEST(PlanFile, IsReadBackAsItWasPrinted) {
  Plan plan;
  plan.entry = "f";
  PointerOptions string;
  string.behind = Behind::String;
  string.bound = 3;
  string.null = false;
  plan.chosen.push_back({"p->name", "char *", string});
  PointerOptions counted;
  counted.behind = Behind::Elements;
  counted.bound = 5;
  counted.null = true;
  counted.length = "n";
  plan.chosen.push_back({"q", "int *", counted});
  Options options;
  options.globals = Globals::Fixed;
  options.assume = "n > 0 && s[0] != '\"'";
  options.aliases = {{"q", "r"}};
  const Expected<Options> read = parsePlan(printPlan(plan, options), "plan.toml");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->globals, Globals::Fixed);
  EXPECT_EQ(read->assume, options.assume);
  EXPECT_EQ(read->aliases, options.aliases);
  ASSERT_EQ(read->pointers.size(), 2u);
  EXPECT_EQ(read->pointers.at("p->name").behind, Behind::String);
  EXPECT_EQ(read->pointers.at("p->name").bound, 3u);
  EXPECT_EQ(read->pointers.at("p->name").null, false);
  EXPECT_EQ(read->pointers.at("q").length, "n");
  EXPECT_EQ(read->pointers.at("q").null, true);
}

TEST(PlanFile, MistakesAreNamedWithTheirLine) {
  const auto error = [](const char* text) {
    const Expected<Options> read = parsePlan(text, "x.toml");
    return read ? std::string("none") : read.error().message;
  };
  EXPECT_EQ(error("globals = \"some\"\n"), "x.toml:1: globals is \"inputs\" or \"fixed\"");
  EXPECT_EQ(error("\nnonsense = 1\n"), "x.toml:2: there is no 'nonsense' in an input plan");
  EXPECT_EQ(error("[[pointer]]\nbound = 3\n"), "x.toml:1: a [[pointer]] needs a path");
  EXPECT_EQ(error("[[pointer]]\npath = \"p\"\nbound = -1\n"), "x.toml:3: bound is a number up to 256");
  EXPECT_EQ(error("[[pointer]]\npath = \"p\"\nbehind = \"dragons\"\n"), "x.toml:3: behind is one of elements, string, bytes, opaque");
  EXPECT_TRUE(error("= 3").starts_with("x.toml:1: "));
}

TEST(PlanFile, AnEmptyOneSaysNothing) {
  const Expected<Options> read = parsePlan("", "x.toml");
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->pointers.empty());
  EXPECT_FALSE(read->globals.has_value());
}

}  // namespace
}  // namespace cleave::inputs
