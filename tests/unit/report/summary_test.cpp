#include "report/summary.h"

#include <gtest/gtest.h>

#include "sample_results.h"

namespace cleave::report {
namespace {

TEST(Summary, ADifferenceIsASentence) {
  const result::Result result = clampResult();
  const std::string line = reasonInShort(result.entries.front());
  EXPECT_NE(line.find(": before returns "), std::string::npos) << line;
  EXPECT_NE(line.find(", after returns "), std::string::npos) << line;
}

TEST(Summary, DifferencesComeFirstAndNothingElseIsSaidOfThem) {
  result::Result result = equivalentResult();
  for (const result::EntryResult& entry : clampResult().entries) result.entries.push_back(entry);
  TextOptions options;
  options.summary = true;
  const std::string text = toText(result, options);
  EXPECT_LT(text.find("i = 0: "), text.find("the partitions cover every input")) << text;
  EXPECT_EQ(text.find("guarantee"), std::string::npos) << text;
  EXPECT_NE(text.find("function"), std::string::npos);
}

}  // namespace
}  // namespace cleave::report
