#include "report/html.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "material_of.h"
#include "sample_results.h"

namespace cleave::report {
namespace {

using Json = nlohmann::ordered_json;

std::string htmlOf(const Material& material) {
  std::string text;
  writeHtml(material, [&](std::string_view part) { text += part; });
  return text;
}

Json dataOf(const std::string& html, const std::string& id) {
  const std::string start = "<script type=\"application/json\" id=\"" + id + "\">";
  const size_t at = html.find(start);
  EXPECT_NE(at, std::string::npos) << id;
  const size_t from = at + start.size();
  return Json::parse(html.substr(from, html.find("</script>", from) - from));
}

size_t count(const std::string& text, const std::string& part) {
  size_t found = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(Html, dataIsJsonInElementsOfItsOwn) {
  const std::string html = htmlOf(materialOf(clampResult()));
  const Json overview = dataOf(html, "data-overview"), entry = dataOf(html, "data-entry-0");
  EXPECT_EQ(overview.at("verdict"), "different");
  EXPECT_EQ(overview.at("entries").at(0).at("counts"), Json({1, 3, 0, 0}));
  EXPECT_EQ(entry.at("partitions").size(), 4u);
  const Json& row = entry.at("partitions").at(1);
  EXPECT_EQ(row.at(0), 1);
  EXPECT_EQ(entry.at("texts").at(row.at(2).get<size_t>()), "i == 0");
}

TEST(Html, nothingIsFetched) {
  const std::string html = htmlOf(materialOf(clampResult()));
  for (const char* way : {"http://", "https://", "src=", "@import", "url(", "<link"}) EXPECT_EQ(html.find(way), std::string::npos) << way;
  EXPECT_NE(html.find("default-src 'none'"), std::string::npos);
}

// Names and strings of user code can neither end an element nor begin one.
TEST(Html, textOfProgramsIsNoMarkup) {
  result::Result result = clampResult();
  const std::string evil = "</script><script>alert(1)</script><!--";
  const size_t elements = count(htmlOf(materialOf(result)), "<script");
  result.entries[0].name = result.entries[0].reason = evil;
  result.notes = {evil};
  result.entries[0].partitions[1].after.values = {{"stdout", evil}};
  Material material = materialOf(result);
  material.sources.after = {{"after.c", {{1, "puts(\"" + evil + "\");\n"}}}};
  const std::string html = htmlOf(material);
  EXPECT_EQ(count(html, "<script"), elements);
  EXPECT_EQ(count(html, "</script>"), elements);
  EXPECT_EQ(html.find("<!--"), std::string::npos);
  EXPECT_EQ(dataOf(html, "data-overview").at("entries").at(0).at("name"), evil);
}

TEST(Html, sourcesStandSideBySide) {
  Material material = materialOf(clampResult());
  material.result.entries[0].changes[0].beforeFile = "before.c";
  material.sources.before = {{"before.c", {{1, "a\nb\nc\n"}}}};
  material.sources.after = {{"after.c", {{1, "a\nx\nc\n"}}}};
  const Json pairs = dataOf(htmlOf(material), "data-sources");
  ASSERT_EQ(pairs.size(), 1u);
  EXPECT_EQ(pairs[0].at("hunks"), Json::array({Json({1, 2, 1, 2})}));
  EXPECT_EQ(pairs[0].at("before").at("lines"), Json({"a", "b", "c"}));
}

// A document of another command is shown as it is; one that is none is left out.
TEST(Html, otherCommands) {
  Material material = materialOf(clampResult());
  material.guard = R"({"note": "</script>"})";
  material.require = "{";
  const std::string html = htmlOf(material);
  EXPECT_EQ(dataOf(html, "data-guard").at("note"), "</script>");
  EXPECT_EQ(html.find("data-require\">"), std::string::npos);
}

}  // namespace
}  // namespace cleave::report
