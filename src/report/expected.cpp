#include "report/expected.h"

#include <algorithm>

#include <fmt/format.h>

#include "report/json_parts.h"
#include "report/utf8.h"
#include "support/check.h"
#include "support/text.h"

namespace cleave::report {

namespace {

using result::Classified;
using result::EntrySteps;
using result::Step;

constexpr Step kSteps[] = {Step::Regression, Step::Intermediate, Step::Progression, Step::Unknown};  // what matters most first

std::string countsOf(const EntrySteps& entry) {
  std::vector<std::string> parts;
  for (const Step step : {Step::Progression, Step::Regression, Step::Intermediate, Step::Unknown}) {
    const size_t count = entry.count(step);
    if (step == Step::Unknown && count == 0) continue;
    parts.push_back(fmt::format("{:.0f} % {}", 100.0 * static_cast<double>(count) / static_cast<double>(entry.differences.size()), result::toText(step)));
  }
  return fmt::format("of {} difference{}: {}", entry.differences.size(), entry.differences.size() == 1 ? "" : "s", join(parts, ", "));
}

// Steps of a kind have one line: how many, and the first of them.
std::string lineOf(const EntrySteps& entry, Step step) {
  size_t proved = 0;
  const Classified* first = nullptr;
  for (const Classified& each : entry.differences) {
    if (each.step != step) continue;
    if (first == nullptr) first = &each;
    proved += each.isProved ? 1 : 0;
  }
  const auto isInPart = [&](const Classified& each) { return std::ranges::find(each.others, step) != each.others.end(); };
  const auto inPart = std::ranges::find_if(entry.differences, isInPart);
  if (first == nullptr && inPart == entry.differences.end()) return {};
  const std::string word = fmt::format("  {:<13}", result::toText(step));
  if (first == nullptr) return fmt::format("{}on a part of the inputs that differ as {}\n", word, printable(inPart->shown));
  const size_t count = entry.count(step);
  const std::string rest = proved == count ? "" : fmt::format(" (proved of {} of {} partitions; of others the witness)", proved, count);
  return fmt::format("{}{}{}\n", word, printable(first->shown), rest);
}

}  // namespace

std::string toText(const result::ExpectedResult& result) {
  std::string text = "\ntowards " + printable(result.version) + ":" + (result.entries.empty() ? " nothing differs\n" : "\n");
  for (const EntrySteps& entry : result.entries) {
    const std::string name = printable(entry.entry + (entry.program.empty() ? "" : " in " + entry.program));
    if (!entry.problem.empty() || entry.differences.empty()) {
      text += fmt::format("{}: {}\n", name, entry.problem.empty() ? "no difference is left" : printable(entry.problem));
      continue;
    }
    text += fmt::format("{}: {}\n", name, countsOf(entry));
    for (const Step step : kSteps) text += lineOf(entry, step);
  }
  return text;
}

namespace {

Json entryJson(const EntrySteps& entry) {
  Json json{{"entry", validUtf8(entry.entry)}};
  if (!entry.program.empty()) json["program"] = validUtf8(entry.program);
  if (!entry.problem.empty()) json["problem"] = validUtf8(entry.problem);
  for (const Step step : {Step::Progression, Step::Regression, Step::Intermediate, Step::Unknown}) json[result::toText(step)] = entry.count(step);
  Json differences = Json::array();
  for (const Classified& each : entry.differences) {
    Json difference{{"partition", each.partition}, {"step", result::toText(each.step)}, {"proved", each.isProved}};
    for (const Step other : each.others) difference["others"].push_back(result::toText(other));
    differences.push_back(std::move(difference));
  }
  json["differences"] = std::move(differences);
  return json;
}

}  // namespace

std::string toJson(const result::ExpectedResult& result) {
  Json entries = Json::array();
  for (const EntrySteps& entry : result.entries) entries.push_back(entryJson(entry));
  return Json{{"version", validUtf8(result.version)}, {"entries", std::move(entries)}}.dump();
}

std::string withExpected(std::string document, const result::ExpectedResult& result) {
  while (!document.empty() && document.back() != '}') document.pop_back();
  CHECK(!document.empty(), "a document without an end");
  document.pop_back();
  while (!document.empty() && (document.back() == '\n' || document.back() == ' ')) document.pop_back();
  return document + ",\n  \"expected\": " + toJson(result) + "\n}";
}

}  // namespace cleave::report
