#include "report/json.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "../../golden/golden.h"
#include "report/journal_lines.h"
#include "sample_results.h"
#include "support/process.h"
#include "support/text.h"

namespace cleave::report {
namespace {

using Json = nlohmann::ordered_json;

// Validates documents with python3-jsonschema; for each, what is wrong with it (empty: nothing). A missing validator is a failure: an
// unchecked schema is a schema that is wrong.
std::vector<std::string> problems(const std::vector<std::string>& documents, const std::string& definition = "result") {
  ProcessRequest request;
  request.command = {"/usr/bin/python3", "-c", R"(
import json, sys, jsonschema
schema = json.load(open(sys.argv[1]))
schema["$ref"] = "#/$defs/" + sys.argv[2]
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
def problems(document):
    return "; ".join(sorted("/".join(map(str, e.absolute_path)) + ": " + e.message[:300] for e in validator.iter_errors(document)))
json.dump([problems(document) for document in json.load(sys.stdin)], sys.stdout)
)",
                     std::string(CLEAVE_SOURCE_DIR) + "/docs/json.schema.json", definition};
  request.input = "[" + join(documents, ",") + "]";
  const Expected<ProcessResult> result = runProcess(request);
  CHECK(result && result->end == ProcessResult::End::Exited && result->code == 0,
        "the validator failed: " + (result ? result->errors : result.error().message));
  return Json::parse(result->output).get<std::vector<std::string>>();
}

TEST(Json, goldenDocuments) {
  golden::expectGolden("clamp.json", golden::normalised(toJson(clampResult())) + "\n");
  golden::expectGolden("odd.json", golden::normalised(toJson(oddResult())) + "\n");
  golden::expectGolden("inconclusive.json", golden::normalised(toJson(inconclusiveResult())) + "\n");
}

TEST(Json, documentsFollowTheSchema) {
  result::Result empty;
  empty.version = "0.1.0";
  std::vector<std::string> documents, lines;
  for (const result::Result& result : {clampResult(), equivalentResult(), oddResult(), inconclusiveResult(), empty}) {
    documents.push_back(toJson(result));
    for (const result::EntryResult& entry : result.entries)
      for (const result::Partition& each : entry.partitions) lines.push_back(partitionLine(entry.name, each));
  }
  EXPECT_EQ(problems(documents), std::vector<std::string>(5));
  ASSERT_GT(lines.size(), 30u);
  EXPECT_EQ(problems(lines, "partitionLine"), std::vector<std::string>(lines.size()));
  lines.push_back(runLine("0.1.0", {"f", "g"}));
  lines.push_back(beginLine(clampResult().entries[0]));
  lines.push_back(endLine(inconclusiveResult().entries[0], 3));
  EXPECT_EQ(problems(lines, "journalLine"), std::vector<std::string>(lines.size()));
}

// The schema must be able to say no.
TEST(Json, theSchemaRejectsWhatIsWrong) {
  const Json good = Json::parse(toJson(clampResult()));
  std::vector<std::string> names, documents;
  const auto spoil = [&](const char* name, auto&& how) {
    Json bad = good;
    how(bad, bad["entries"][0], bad["entries"][0]["partitions"][0]);
    names.push_back(name);
    documents.push_back(bad.dump());
  };
  spoil("another schema", [](Json& j, Json&, Json&) { j["schema"] = 2; });
  spoil("no entries", [](Json& j, Json&, Json&) { j.erase("entries"); });
  spoil("a field too many", [](Json& j, Json&, Json&) { j["extra"] = 1; });
  spoil("no such verdict", [](Json&, Json& e, Json&) { e["verdict"] = "equal"; });
  spoil("equivalent with different partitions", [](Json&, Json& e, Json&) { e["verdict"] = "equivalent"; });
  spoil("inconclusive with different partitions", [](Json&, Json& e, Json&) { e["verdict"] = "inconclusive"; });
  spoil("different without different partitions",
        [](Json&, Json& e, Json&) { e["partitions"].erase(e["partitions"].begin() + 1, e["partitions"].end()); });
  spoil("equivalent but not exhaustive", [](Json&, Json& e, Json&) {
    e["verdict"] = "equivalent";
    e["partitions"].erase(e["partitions"].begin() + 1, e["partitions"].end());
    e["guarantee"]["exhaustive"] = false;
  });
  spoil("an equal partition that is confirmed", [](Json&, Json&, Json& p) { p["confirmed"] = true; });
  spoil("a partition's field too many", [](Json&, Json&, Json& p) { p["extra"] = 1; });
  spoil("the field of partitions.jsonl", [](Json&, Json&, Json& p) { p["entry"] = "clamp"; });
  spoil("a witness that is a number", [](Json&, Json&, Json& p) { p["witness"]["i"] = 1; });
  spoil("an observation that is a number", [](Json&, Json&, Json& p) { p["before"]["return"] = 0; });
  spoil("exited without status", [](Json&, Json&, Json& p) { p["before"]["outcome"] = "exited"; });
  spoil("returned with a trap", [](Json&, Json&, Json& p) { p["before"]["trap"] = "x"; });
  spoil("no expressions", [](Json&, Json&, Json& p) { p.erase("after_expr"); });
  spoil("one line", [](Json&, Json& e, Json&) { e["changes"][0]["before_lines"] = Json::array({3}); });
  spoil("a share above all", [](Json&, Json& e, Json&) { e["share"]["equal"]["high"] = 1.5; });
  spoil("an exact share without a count", [](Json&, Json& e, Json&) { e["share"]["equal"].erase("count"); });
  spoil("two shares", [](Json&, Json& e, Json&) { e["share"].erase("open"); });
  spoil("bits that are no pattern", [](Json&, Json&, Json& p) { p["witness_bits"]["i"] = "-1"; });
  spoil("no bits", [](Json&, Json& e, Json&) { e["inputs"][0]["bits"] = 0; });
  spoil("no steps", [](Json&, Json& e, Json&) { e["stats"].erase("steps"); });
  const std::vector<std::string> found = problems(documents);
  for (size_t i = 0; i < names.size(); ++i) EXPECT_NE(found[i], "") << names[i];
  EXPECT_EQ(problems({good.dump()}).at(0), "");
}

std::vector<std::string> keys(const Json& object) {
  std::vector<std::string> names;
  for (const auto& [name, value] : object.items()) names.push_back(name);
  return names;
}

TEST(Json, keysStandInTheDocumentedOrder) {
  const Json document = Json::parse(toJson(clampResult()));
  const Json& entry = document["entries"][0];
  using Names = std::vector<std::string>;
  EXPECT_EQ(keys(document), (Names{"schema", "cleave", "entries"}));
  EXPECT_EQ(keys(entry), (Names{"entry", "verdict", "reason", "guarantee", "inputs", "changes", "partitions", "share", "stats"}));
  EXPECT_EQ(keys(entry["guarantee"]), (Names{"exhaustive", "granularity", "bounds", "assumptions"}));
  EXPECT_EQ(keys(entry["inputs"][0]), (Names{"name", "type", "bits", "signed"}));
  EXPECT_EQ(keys(entry["changes"][0]), (Names{"id", "function", "file", "before_lines", "after_lines"}));
  const Names partition{"id",        "kind",  "reason", "condition", "condition_text", "witness",    "witness_bits",
                        "confirmed", "marks", "before", "after",     "before_expr",    "after_expr", "changes"};
  EXPECT_EQ(keys(entry["partitions"][0]), partition);
  Names line = partition;
  line.insert(line.begin(), "entry");
  line.push_back("sha256");
  EXPECT_EQ(keys(Json::parse(partitionLine("clamp", clampResult().entries[0].partitions[0]))), line);
  EXPECT_EQ(keys(entry["stats"]), (Names{"runs", "solver_queries", "solver_s", "wall_s", "concrete_runs", "steps", "solver_unknown"}));
}

TEST(Json, outcomesAsDocumented) {
  const Json document = Json::parse(toJson(oddResult()));
  const Json& partitions = document["entries"][0]["partitions"];
  EXPECT_EQ(partitions[1]["before"].dump(), R"({"outcome":"exited","status":"3","at":"parse.cpp:20","stdout":"fine\n"})");
  EXPECT_EQ(partitions[1]["after"].dump(), R"({"outcome":"trapped","trap":"out of bounds","at":"parse.cpp:12","stdout":"fine\n"})");
  EXPECT_EQ(partitions[5]["before"].dump(),
            R"({"outcome":"unfinished","reason":"unsupported: inline assembly","at":"parse.cpp:77","stdout":"x"})");
  EXPECT_EQ(partitions[4]["before"].dump(), R"({"outcome":"returned"})");
  EXPECT_EQ(partitions[3]["before"]["::status"], "1");
  EXPECT_EQ(partitions[3]["before"]["outcome"], "returned");
  EXPECT_TRUE(document["entries"][0]["changes"][0]["before_lines"].is_null());
  EXPECT_EQ(document["entries"][0]["inputs"][0]["float"], true);
}

TEST(Json, bytesThatAreNotUtf8BecomeEscapes) {
  const Json document = Json::parse(toJson(oddResult()));
  const Json& odd = document["entries"][0]["partitions"][2];
  EXPECT_EQ(odd["before"]["stdout"].get<std::string>(), std::string("caf\xc3\xa9 \\xff\\xfe\0 \x1b[31mred\n", 25));
  EXPECT_EQ(odd["after"]["stdout"].get<std::string>(), "\\xed\\xa0\\x80 \\xc0\\xaf \\xf4\\x90\\x80\\x80 \\xe2\\x82");
}

TEST(Json, aLineIsOneLine) {
  const result::Result odd = oddResult();
  for (const result::Partition& each : odd.entries[0].partitions) EXPECT_EQ(partitionLine("f\n", each).find('\n'), std::string::npos);
  EXPECT_EQ(toJson(oddResult(), -1).find('\n'), std::string::npos);
  for (const result::Result& result : {oddResult(), clampResult(), inconclusiveResult(), result::Result()}) {
    std::string pieces;
    writeJson(
        result, [&](size_t k) { return result.entries[k]; }, [&](std::string_view text) { pieces += text; });
    EXPECT_EQ(Json::parse(pieces), Json::parse(toJson(result)));
  }
}

// The example of the documentation is the document that the code makes.
TEST(Json, theDocumentationsExampleIsReal) {
  const Expected<std::string> page = readFile(std::string(CLEAVE_SOURCE_DIR) + "/docs/json.md");
  ASSERT_TRUE(page.hasValue());
  const size_t start = page->find("```json\n") + 8;
  const Json shown = Json::parse(page->substr(start, page->find("\n```", start) - start));
  const Json real = Json::parse(golden::normalised(toJson(clampResult())));
  EXPECT_EQ(shown["entries"][0]["partitions"], real["entries"][0]["partitions"]);
  EXPECT_EQ(keys(shown), keys(real));
  EXPECT_EQ(shown["entries"][0]["guarantee"], real["entries"][0]["guarantee"]);
  EXPECT_EQ(shown["entries"][0]["share"], real["entries"][0]["share"]);
  EXPECT_EQ(shown["entries"][0]["changes"], real["entries"][0]["changes"]);
  EXPECT_EQ(problems({shown.dump()}).at(0), "");
}

}  // namespace
}  // namespace cleave::report
