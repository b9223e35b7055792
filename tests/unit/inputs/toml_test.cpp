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

// The parser's own assertions included: none of these may end the process.
TEST(PlanFile, DamagedOnesAreErrors) {
  std::vector<std::string> texts{"[[[pointer]]\n",
                                 "[[pointer]\n",
                                 "[[]]",
                                 "[]",
                                 "[",
                                 "\xff\xfe",
                                 "a.b.c = [[[",
                                 "argv = \"",
                                 "argv = '''",
                                 "argv = \"\\q\"",
                                 "stdin = 0x",
                                 "stdin = 1e",
                                 "stdin = 99999999999999999999",
                                 "bound = 1979-13-41",
                                 "pointer = [1, ",
                                 "pointer = {a = ",
                                 "\"\" = 1",
                                 "x = \\"};
  texts.push_back("alias = " + std::string(100000, '['));
  texts.push_back("alias = " + std::string(100000, '{'));
  texts.push_back(std::string("argv = \"a\0b\"", 12));
  for (const std::string& text : texts) EXPECT_FALSE(parsePlan(text, "x.toml")) << text.substr(0, 40);
}

TEST(PlanFile, ValuesOfAnotherTypeAreErrors) {
  for (const char* text :
       {"argv = 3", "assume = true", "stdin = -1", "stdin = 1.5", "stdin = []", "globals = 1", "alias = 1", "alias = [1]",
        "alias = [[1, 2]]", "pointer = 1", "pointer = [1]", "[pointer]", "[[pointer]]\npath = 1", "[[pointer]]\npath = \"p\"\nlength = 4",
        "[[pointer]]\npath = \"p\"\nnull = 1", "[[pointer]]\npath = \"p\"\nbound = \"3\"", "[[pointer]]\npath = \"p\"\nbehind = 3"})
    EXPECT_FALSE(parsePlan(text, "x.toml")) << text;
}

// Every prefix of a plan, and the plan with a byte replaced or added anywhere, is read or refused.
TEST(PlanFile, NoDamageEndsTheProcess) {
  const std::string plan =
      "entry = \"f\"\nglobals = 'inputs'\nalias = [[\"p\", \"q\"]]\nstdin = 4\n\n[[pointer]]\npath = \"p->x\"\nbound = 3\nnull = true\n";
  size_t refused = 0;
  for (size_t at = 0; at < plan.size(); ++at) {
    refused += !parsePlan(plan.substr(0, at), "x.toml");
    for (const char byte : std::string("[]{}\"'=.,#\\\n\r\t a0_-+:\x7f\x80\xff") + '\0') {
      std::string damaged = plan;
      damaged[at] = byte;
      refused += !parsePlan(damaged, "x.toml");
      refused += !parsePlan(plan.substr(0, at) + byte + plan.substr(at), "x.toml");
    }
  }
  EXPECT_GT(refused, plan.size() * 10);
}

TEST(PlanFile, AnEmptyOneSaysNothing) {
  const Expected<Options> read = parsePlan("", "x.toml");
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->pointers.empty());
  EXPECT_FALSE(read->globals.has_value());
}

}  // namespace
}  // namespace cleave::inputs
