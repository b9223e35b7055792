#include "report/sarif.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "material_of.h"
#include "sample_results.h"

namespace cleave::report {
namespace {

using Json = nlohmann::ordered_json;

Json resultsOf(const Material& material) { return Json::parse(toSarif(material)).at("runs").at(0).at("results"); }

std::vector<std::string> fingerprints(const Json& results) {
  std::vector<std::string> list;
  for (const Json& each : results) list.push_back(each.at("partialFingerprints").at("cleaveGroup/v1"));
  return list;
}

TEST(Sarif, aResultForEachGroupOfDifferences) {
  const Json results = resultsOf(materialOf(clampResult()));
  ASSERT_EQ(results.size(), 3u);
  EXPECT_EQ(results[0].at("ruleId"), "cleave/different");
  EXPECT_EQ(results[0].at("message").at("text"), "clamp differs when i == 0; for example i = 0: before returns 0, after returns 1");
  const Json& location = results[0].at("locations").at(0).at("physicalLocation");
  EXPECT_EQ(location.at("artifactLocation").at("uri"), "after.c");
  EXPECT_EQ(location.at("region").at("startLine"), 3);
}

TEST(Sarif, equalResultsSayNothing) { EXPECT_TRUE(resultsOf(materialOf(equivalentResult())).empty()); }

TEST(Sarif, fingerprintsSurviveEditsElsewhere) {
  result::Result moved = clampResult();
  moved.entries[0].changes[0].afterLines = moved.entries[0].changes[0].beforeLines = {103, 103};
  moved.entries[0].statistics.wallSeconds = 9;
  moved.entries.insert(moved.entries.begin(), equivalentResult().entries[0]);
  moved.entries[0].name = "other";
  const std::vector<std::string> first = fingerprints(resultsOf(materialOf(clampResult())));
  EXPECT_EQ(first, fingerprints(resultsOf(materialOf(moved))));
  EXPECT_EQ(std::set<std::string>(first.begin(), first.end()).size(), 3u);
  result::Result renamed = clampResult();
  renamed.entries[0].name = "clip";
  EXPECT_NE(first, fingerprints(resultsOf(materialOf(renamed))));
}

TEST(Sarif, thatAfterFailsIsAnError) {
  const Json results = resultsOf(materialOf(oddResult()));
  EXPECT_EQ(results[0].at("ruleId"), "cleave/after-fails");
  EXPECT_EQ(results[0].at("level"), "error");
}

TEST(Sarif, filesAreRelativeToTheRoot) {
  result::Result result = clampResult();
  result.entries[0].changes[0].file = "/home/me/project/src/my file.c";
  result.entries[0].changes[0].beforeFile = "/tmp/old/file.c";
  const Json results = resultsOf(materialOf(result));
  const Json& after = results[0].at("locations").at(0).at("physicalLocation").at("artifactLocation");
  EXPECT_EQ(after.at("uri"), "src/my%20file.c");
  EXPECT_EQ(after.at("uriBaseId"), "%SRCROOT%");
  const Json& before = results[0].at("relatedLocations").at(0).at("physicalLocation").at("artifactLocation");
  EXPECT_EQ(before.at("uri"), "file:///tmp/old/file.c");
  EXPECT_FALSE(before.contains("uriBaseId"));
}

TEST(Sarif, whatIsIntendedIsSuppressed) {
  result::Result result = clampResult();
  result.entries[0].intention = "i >= 0";
  for (result::Partition& each : result.entries[0].partitions) each.intent = result::Intent::Inside;
  for (const Json& each : resultsOf(materialOf(result))) EXPECT_EQ(each.at("suppressions").at(0).at("justification"), "intended: i >= 0");
}

TEST(Sarif, aBrokenPropertyIsAResult) {
  Material material = materialOf(equivalentResult());
  material.guard = R"({"properties": [{"text": "n >= 0", "function": "f", "point": "at exit", "after": {"at": "a.c:7", "source": ""}}],
                       "violations": [{"properties": [0], "input": {"n": "3"}}]})";
  const Json results = resultsOf(material);
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(results[0].at("ruleId"), "cleave/property-violated");
  EXPECT_EQ(results[0].at("locations").at(0).at("physicalLocation").at("region").at("startLine"), 7);
  material.guard = R"({"violations": [{"properties": [5]}]})";
  const Json document = Json::parse(toSarif(material));
  EXPECT_EQ(document.at("runs").at(0).at("invocations").at(0).at("toolExecutionNotifications").at(0).at("level"), "warning");
}

}  // namespace
}  // namespace cleave::report
