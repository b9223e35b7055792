#include "report/markdown.h"

#include <gtest/gtest.h>

#include "../../golden/golden.h"
#include "material_of.h"
#include "sample_results.h"

namespace cleave::report {
namespace {

TEST(Markdown, goldenComment) { golden::expectGolden("clamp.md", toMarkdown(materialOf(clampResult()))); }

TEST(Markdown, whatPassesIsFolded) {
  const std::string text = toMarkdown(materialOf(inconclusiveResult()));
  EXPECT_NE(text.find("### 🟡 cleave: inconclusive\n\n3 functions: 2 inconclusive, 1 equivalent"), std::string::npos) << text;
  EXPECT_NE(text.find("the time budget of 60 s is used up"), std::string::npos);
  EXPECT_NE(text.find("<details><summary>1 function without an unwanted difference</summary>\n\n- 🟢 `same`: equivalent"), std::string::npos) << text;
}

// A bar would end a cell, a backtick the code, and names of users and issues must not be mentioned.
TEST(Markdown, textOfProgramsIsNoMarkup) {
  result::Result result = clampResult();
  result::EntryResult& entry = result.entries[0];
  entry.partitions[1].conditionText = "i == `|` || x";
  entry.reason = "<img src=x> @someone #12 [a](b) *b*";
  const std::string text = toMarkdown(materialOf(result));
  EXPECT_NE(text.find("| ``i == `\\|` \\|\\| x`` |"), std::string::npos) << text;
  EXPECT_NE(text.find("&lt;img src=x&gt; &#64;someone &#35;12 \\[a\\](b) \\*b\\*"), std::string::npos) << text;
}

TEST(Markdown, isNeverLongerThanACommentMayBe) {
  result::Result result = clampResult();
  for (int k = 0; k < 200; ++k) {
    result.entries.push_back(result.entries[0]);
    result.entries.back().name = "f" + std::to_string(k);
  }
  const std::string text = toMarkdown(materialOf(result), 20'000);
  EXPECT_LT(text.size(), 20'200u);
  EXPECT_NE(text.find("sections are too long for this comment"), std::string::npos);
  EXPECT_NE(text.find("201 functions: 201 different"), std::string::npos);
}

}  // namespace
}  // namespace cleave::report
