#include "groups/strings.h"

#include <gtest/gtest.h>

#include <cctype>
#include <cstring>
#include <functional>
#include <map>

#include "small_space.h"

namespace cleave::groups {
namespace {

using expr::ExprId;

class StringConditionsTest : public ::testing::Test {
 protected:
  StringConditionsTest() {
    const std::vector<ExprId> s = space.string("s", 4);
    const std::vector<ExprId> asked{space.isSpace(s[0]), space.is(s[0], 'a'), space.is(s[1], '='), space.isNot(s[2], 0)};
    for (Candidate& each : stringConditions(space.pool, space.cells, asked)) found.emplace(each.text, each.condition);
  }
  bool says(const std::string& text, const std::string& string) {
    expr::Assignment input(string.begin(), string.end());
    return space.holds(found.at(text), input);
  }
  SmallSpace space;
  std::map<std::string, ExprId> found;
};

// Each is what C's own function says, for all strings over a few characters.
TEST_F(StringConditionsTest, AgreeWithTheLibrary) {
  const auto behind = [](const std::string& s) { return s.c_str()[s.find('=') + 1]; };
  const auto has = [](const std::string& s) { return s.find('=') != std::string::npos; };
  const auto space = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
  const std::map<std::string, std::function<bool(const std::string&)>> meant = {
      {"strlen(s) > 2", [](const std::string& s) { return s.size() > 2; }},
      {"strcmp(s, \"a=\") == 0", [](const std::string& s) { return s == "a="; }},
      {"strcmp(s, \"a=\") != 0", [](const std::string& s) { return s != "a="; }},
      {"strlen(s) == 0", [](const std::string& s) { return s.empty(); }},
      {"strchr(s, '=')", has},
      {"!strchr(s, '=')", [&](const std::string& s) { return !has(s); }},
      {"isspace(strchr(s, '=')[1])", [&](const std::string& s) { return has(s) && space(behind(s)); }},
      {"!isspace(strchr(s, '=')[1])", [&](const std::string& s) { return has(s) && !space(behind(s)); }},
      {"strchr(s, '=')[1] == 0", [&](const std::string& s) { return has(s) && behind(s) == 0; }},
      {"isspace(strchr(s, '=')[-1])", [&](const std::string& s) { return has(s) && s.find('=') > 0 && space(s[s.find('=') - 1]); }},
      {"strchr(s, '=') == s", [](const std::string& s) { return s.starts_with('='); }},
      {"isspace(s[strlen(s) - 1])", [&](const std::string& s) { return !s.empty() && space(s.back()); }},
      {"!isspace(s[strlen(s) - 1])", [&](const std::string& s) { return !s.empty() && !space(s.back()); }},
      {"isspace(s[k]) for some k", [&](const std::string& s) { return std::ranges::any_of(s, space); }},
      {"isspace(s[strspn(s, \"=\")])", [&](const std::string& s) { return space(s.c_str()[std::strspn(s.c_str(), "=")]); }},
      {"s[strspn(s, \"=\")] != 0", [&](const std::string& s) { return s[std::strspn(s.c_str(), "=")] != 0; }},
      {"isspace(s[strlen(s) - 2])", [&](const std::string& s) { return s.size() > 1 && space(s[s.size() - 2]); }},
      {"isspace(s[k]) for some k > 0", [&](const std::string& s) { return s.size() > 1 && std::ranges::any_of(s.substr(1), space); }},
      {"isspace(s[k]) for all k < strlen(s)", [&](const std::string& s) { return std::ranges::all_of(s, space); }},
  };
  const std::string characters = std::string("\0a =\t", 5);
  for (const auto& [text, means] : meant) {
    ASSERT_TRUE(found.contains(text)) << text;
    for (size_t k = 0; k < 625; ++k) {
      std::string cells;
      for (size_t rest = k, n = 0; n < 4; ++n, rest /= 5) cells += characters[rest % 5];
      EXPECT_EQ(says(text, cells), means(cells.c_str())) << text << " of \"" << cells.c_str() << "\"";
    }
  }
}

TEST(StringConditions, TwoComparisonsMayBeAClass) {
  SmallSpace space;
  const std::vector<ExprId> s = space.string("s", 2);
  const std::vector<ExprId> asked{space.pool.binary(expr::Op::ULe, space.pool.bits(8, '0'), s[0]),
                                  space.pool.binary(expr::Op::ULe, s[0], space.pool.bits(8, '9'))};
  const std::vector<Candidate> found = stringConditions(space.pool, space.cells, asked);
  EXPECT_TRUE(std::ranges::any_of(found, [](const Candidate& each) { return each.text == "isdigit(s[k]) for some k"; }));
}

// A text that is skipped character by character: eight choices at each of sixty places, and an end nowhere.
TEST(StringConditions, ManyWaysToGoOnAreNotAllLookedAt) {
  SmallSpace space;
  std::vector<ExprId> asked;
  for (const ExprId each : space.string("s", 60))
    for (const char c : {'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'}) asked.push_back(space.is(each, c));
  (void)stringConditions(space.pool, space.cells, asked);
  EXPECT_LT(space.pool.size(), 200'000u);
}

TEST_F(StringConditionsTest, OnlyStringsHaveThem) {
  SmallSpace other;
  other.number("n");
  (void)other.string("a", 3);
  for (Cell& each : other.cells) each.isFirstOfString = false;
  EXPECT_TRUE(stringConditions(other.pool, other.cells, {}).empty());
}

}  // namespace
}  // namespace cleave::groups
