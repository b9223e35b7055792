#include "report/reduction.h"

#include <algorithm>

#include <fmt/format.h>

#include "report/json_parts.h"
#include "report/layout.h"
#include "report/pointer_words.h"
#include "report/utf8.h"
#include "report/value_words.h"
#include "result/result.h"

namespace cleave::report {

namespace {

using result::ReducedTest;
using result::Reduction;

size_t countKept(const Reduction& reduction) {
  return static_cast<size_t>(
      std::count_if(reduction.tests.begin(), reduction.tests.end(), [](const ReducedTest& test) { return test.kept; }));
}

std::string inWords(const Reduction& reduction, const std::string& condition) {
  return withShortEnumerators(reduction.vocabulary, withPointers(reduction.inputs, condition));
}

}  // namespace

std::string toText(const Reduction& reduction, const TextOptions& options) {
  std::string text =
      fmt::format("{}: {} of {} tests are enough, one for each {}\n\n", printable(reduction.entry), countKept(reduction),
                  reduction.tests.size(), reduction.isPair ? "differential partition" : "way in which the output is computed");
  TableShape shape;
  shape.width = std::max(40u, options.width);
  shape.mostLines = options.all ? 40 : 3;
  std::vector<TableRow> rows{{{"test", "", "stands for"}, ""}};
  if (reduction.isPair) rows[0].cells.emplace_back("kind");
  for (const ReducedTest& test : reduction.tests) {
    const std::string why = !test.note.empty() ? test.note : test.kept ? inWords(reduction, test.condition) : "";
    rows.push_back({{printable(test.name), test.kept ? "kept" : "duplicates " + printable(*test.duplicateOf), printable(why)}, ""});
    if (reduction.isPair) rows.back().cells.push_back(test.kind);
  }
  return text + table(rows, shape);
}

std::string toJson(const Reduction& reduction, int indent) {
  Json tests = Json::array();
  for (const ReducedTest& test : reduction.tests) {
    Json json = {{"name", validUtf8(test.name)}, {"kept", test.kept}};
    if (test.duplicateOf) json["duplicate_of"] = validUtf8(*test.duplicateOf);
    if (!test.condition.empty()) json["condition_text"] = validUtf8(test.condition);
    if (!test.kind.empty()) json["kind"] = test.kind;
    if (!test.note.empty()) json["note"] = validUtf8(test.note);
    json["input"] = Json::parse(test.input);
    tests.push_back(std::move(json));
  }
  const Json document = {{"schema", result::kSchema},           {"cleave", reduction.version},
                         {"entry", validUtf8(reduction.entry)}, {"by", reduction.isPair ? "differential" : "output"},
                         {"kept", countKept(reduction)},        {"tests", std::move(tests)}};
  return document.dump(indent);
}

std::string keptTests(const Reduction& reduction) {
  Json tests = Json::array();
  for (const ReducedTest& test : reduction.tests)
    if (test.kept) tests.push_back({{"name", validUtf8(test.name)}, {"input", Json::parse(test.input)}});
  return tests.dump(2) + "\n";
}

}  // namespace cleave::report
