#include "report/text.h"

#include <gtest/gtest.h>

#include <sstream>

#include "../../golden/golden.h"
#include "report/utf8.h"
#include "sample_results.h"

namespace cleave::report {
namespace {

TextOptions options(unsigned width, bool all = false) {
  TextOptions result;
  result.width = width;
  result.all = all;
  return result;
}

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST(Text, goldenTexts) {
  golden::expectGolden("clamp.txt", golden::normalised(toText(clampResult(), options(100))));
  golden::expectGolden("equivalent.txt", golden::normalised(toText(equivalentResult(), options(100))));
  golden::expectGolden("odd.txt", golden::normalised(toText(oddResult(), options(100))));
  golden::expectGolden("odd_narrow.txt", golden::normalised(toText(oddResult(), options(60))));
  golden::expectGolden("inconclusive.txt", golden::normalised(toText(inconclusiveResult(), options(80))));
}

TEST(Text, theVerdictIsTheFirstLine) {
  EXPECT_EQ(linesOf(toText(clampResult(), options(80)))[0], "clamp: different - 3 of 4 partitions differ");
  EXPECT_EQ(linesOf(toText(inconclusiveResult(), options(80)))[0], "3 functions: 2 inconclusive, 1 equivalent");
  result::Result nothing;
  EXPECT_EQ(toText(nothing, options(80)), "equivalent\n");
  nothing.notes = {"no function differs"};
  EXPECT_EQ(toText(nothing, options(80)), "equivalent - no function differs\n");
}

TEST(Text, differencesComeFirstWithACallThatShowsThem) {
  const std::string text = toText(clampResult(), options(80));
  EXPECT_LT(text.find("i == 2147483647"), text.find("i < 0"));
  EXPECT_NE(text.find("clamp(2147483647)"), std::string::npos);
  EXPECT_NE(text.find("confirmed"), std::string::npos);
}

TEST(Text, linesFitTheWidthAndCarryNoControlCharacters) {
  for (const result::Result& result : {clampResult(), equivalentResult(), oddResult(), inconclusiveResult()})
    for (const unsigned width : {60u, 80u, 100u, 200u})
      for (const bool all : {false, true})
        for (const std::string& line : linesOf(toText(result, options(width, all)))) {
          // The verdict's own line is never cut.
          const bool verdict = line.find(" - ") != std::string::npos;
          EXPECT_LE(displayWidth(line), verdict ? 1000 : width) << line;
          EXPECT_EQ(line, printable(line));
          EXPECT_FALSE(line.ends_with(' ')) << line;
        }
}

TEST(Text, longListsAreCutUnlessAskedFor) {
  const std::string some = toText(inconclusiveResult(), options(80));
  EXPECT_NE(some.find("… and 10 equal more (--all shows them)"), std::string::npos) << some;
  EXPECT_EQ(some.find("n == 29"), std::string::npos);
  const std::string every = toText(inconclusiveResult(), options(80, true));
  EXPECT_EQ(every.find("--all"), std::string::npos);
  EXPECT_NE(every.find("n == 29"), std::string::npos);
}

TEST(Text, longConditionsAreCutUnlessAskedFor) {
  EXPECT_EQ(toText(oddResult(), options(60)).find("2065"), std::string::npos);
  EXPECT_NE(toText(oddResult(), options(60, true)).find("2065"), std::string::npos);
}

TEST(Text, inconclusiveSaysWhatIsProved) {
  const std::string text = toText(inconclusiveResult(), options(80));
  EXPECT_NE(
      text.find(
          "loop: inconclusive - the time budget of 60 s is used up\n  proved equal on 29 partitions so far; 1 partition unfinished\n"),
      std::string::npos);
  EXPECT_NE(text.find("nothing is proved so far"), std::string::npos);
  EXPECT_NE(text.find("none: no input is proved equal"), std::string::npos);
}

// Whoever reads only the guarantee must not believe more than was shown.
TEST(Text, onlyAnExhaustiveResultClaimsEveryInput) {
  EXPECT_NE(toText(equivalentResult(), options(100)).find("both versions behave alike on every input\n"), std::string::npos);
  result::Result result = equivalentResult();
  result.entries[0].guarantee.exhaustive = false;
  const std::string text = toText(result, options(200));
  EXPECT_EQ(text.find("both versions behave alike on every input\n"), std::string::npos);
  EXPECT_NE(text.find("do not cover every input"), std::string::npos);
}

TEST(Text, coloursOnlyWhenAsked) {
  TextOptions colored = options(100);
  EXPECT_EQ(toText(clampResult(), colored).find('\033'), std::string::npos);
  colored.color = true;
  std::string text = toText(clampResult(), colored);
  EXPECT_NE(text.find("\033[1;31mdifferent\033[0m"), std::string::npos);
  for (size_t at = text.find('\033'); at != std::string::npos; at = text.find('\033')) text.erase(at, text.find('m', at) + 1 - at);
  EXPECT_EQ(text, toText(clampResult(), options(100))) << "colours change nothing else";
}

TEST(Text, callsOfCxxFunctions) {
  result::Result result = clampResult();
  for (const auto& [name, call] : std::vector<std::pair<std::string, std::string>>{{"f", "f(0)"},
                                                                                   {"ns::f(int)", "ns::f(0)"},
                                                                                   {"f(int (*)(int), long) const", "f(0)"},
                                                                                   {"s::operator()(int)", "s::operator()(0)"},
                                                                                   {"odd)", "odd)(0)"}}) {
    result.entries[0].name = name;
    EXPECT_NE(toText(result, options(100)).find("e.g. " + call + " "), std::string::npos) << name;
  }
}

TEST(Text, unconfirmedIsSaid) {
  result::Result result = clampResult();
  for (result::Partition& each : result.entries[0].partitions) each.confirmed = false;
  const std::string text = toText(result, options(100));
  EXPECT_EQ(text.find(" confirmed"), std::string::npos);
  EXPECT_NE(text.find("unconfirmed"), std::string::npos);
}

}  // namespace
}  // namespace cleave::report
