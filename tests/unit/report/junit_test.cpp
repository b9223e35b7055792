#include "report/junit.h"

#include <gtest/gtest.h>

#include "material_of.h"
#include "sample_results.h"
#include "support/process.h"

namespace cleave::report {
namespace {

// As python's parser reads it: outcome and name of each case, then the counts. A document that is no XML fails.
std::string read(const std::string& document) {
  ProcessRequest request;
  request.command = {"/usr/bin/python3", "-c", R"(
import sys, xml.etree.ElementTree as tree
suites = tree.parse(sys.stdin.buffer).getroot()
for case in suites.iter("testcase"):
    kinds = [child.tag for child in case if child.tag != "system-out"]
    print(",".join(kinds) or "passed", case.get("classname"), case.get("name"), "".join(child.get("message", "") for child in case), sep="|")
print(*(suites.get(name) for name in ("tests", "failures", "errors", "skipped")))
)"};
  request.input = document;
  const Expected<ProcessResult> result = runProcess(request);
  return result ? result->output + result->errors : result.error().message;
}

TEST(Junit, aDifferenceFails) {
  const std::string text = toJunit(materialOf(clampResult()));
  EXPECT_EQ(read(text), "failure|cleave|clamp|i = 0: before returns 0, after returns 1\n1 1 0 0\n");
  EXPECT_NE(text.find("i &gt; 0 &amp;&amp; i != 2147483647"), std::string::npos) << "the text report is the message";
}

TEST(Junit, undecidedIsSkippedAndFailedIsAnError) {
  result::Result result = inconclusiveResult();
  result.entries[2].verdict = result::Verdict::Failed;
  result.entries[2].program = "tool";
  EXPECT_EQ(read(toJunit(materialOf(result))),
            "passed|cleave|same|\nskipped|cleave|loop|inconclusive: the time budget of 60 s is used up\n"
            "error|tool|started|interrupted before this entry was looked at\n3 0 1 1\n");
}

TEST(Junit, anyBytesAreXml) {
  const std::string seen = read(toJunit(materialOf(oddResult())));
  EXPECT_TRUE(seen.starts_with("failure|cleave|ns::parse(double, int)|")) << seen;
}

// Of a run that was cut short nothing may look as though all had passed.
TEST(Junit, theWholeIsACaseWhereNoEntryTells) {
  Material material = materialOf(equivalentResult());
  material.verdict = result::Verdict::Inconclusive;
  material.result.notes = {"the run was cut short"};
  EXPECT_NE(read(toJunit(material)).find("skipped|cleave|the versions as a whole|inconclusive: the run was cut short\n2 0 0 1\n"), std::string::npos);
  EXPECT_EQ(read(toJunit(materialOf({"0.1.0", {"no function differs"}, {}}))), "passed|cleave|the versions as a whole|\n1 0 0 0\n");
}

}  // namespace
}  // namespace cleave::report
