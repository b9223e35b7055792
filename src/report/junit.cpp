#include "report/junit.h"

#include <map>

#include <fmt/format.h>

#include "report/summary.h"
#include "report/text.h"
#include "report/utf8.h"
#include "support/check.h"
#include "support/text.h"

namespace cleave::report {

namespace {

using result::EntryResult;
using result::Verdict;

// Lines stay; all other control characters, which XML cannot have, are written as escapes.
std::string xmlText(const std::string& text) {
  std::string escaped;
  size_t at = 0;
  while (at <= text.size()) {
    const size_t end = std::min(text.find('\n', at), text.size());
    for (const char c : printable(std::string_view(text).substr(at, end - at))) {
      switch (c) {
        case '<': escaped += "&lt;"; break;
        case '>': escaped += "&gt;"; break;
        case '&': escaped += "&amp;"; break;
        case '"': escaped += "&quot;"; break;
        case '\'': escaped += "&apos;"; break;
        default: escaped += c;
      }
    }
    if (end < text.size()) escaped += '\n';
    at = end + 1;
  }
  return escaped;
}

std::string xmlAttribute(const char* name, const std::string& value) {
  std::string text = xmlText(value);
  for (size_t at; (at = text.find('\n')) != std::string::npos;) text.replace(at, 1, "&#10;");
  return fmt::format(" {}=\"{}\"", name, text);
}

// The entry as the text report has it.
std::string entryText(const Material& material, size_t index) {
  const result::Result one{material.result.version, {}, {material.result.entries[index]}};
  const ShowEntry show = [&](size_t, size_t most) {
    ShownEntry shown = material.show(index, most);
    shown.entry.program = one.entries[0].program;
    return shown;
  };
  return toText(one, show, TextOptions{});
}

std::string caseOutcome(const Material& material, size_t index) {
  const EntryResult& entry = material.result.entries[index];
  switch (entry.verdict) {
    case Verdict::Equivalent:
    case Verdict::Intended:
      return "";
    case Verdict::Different:
      return "<failure type=\"different\"" + xmlAttribute("message", reasonInShort(entryForGroups(material, index))) + ">" + xmlText(entryText(material, index)) + "</failure>";
    case Verdict::Inconclusive:
      return "<skipped" + xmlAttribute("message", "inconclusive: " + entry.reason) + "/>";
    case Verdict::Failed:
      return "<error type=\"failed\"" + xmlAttribute("message", entry.reason) + "/>";
  }
  CHECK(false, "no such verdict");
}

std::string testCase(const Material& material, size_t index) {
  const EntryResult& entry = material.result.entries[index];
  std::string text = "    <testcase" + xmlAttribute("classname", entry.program.empty() ? "cleave" : entry.program) + xmlAttribute("name", entry.name);
  if (!entry.changes.empty()) {
    text += xmlAttribute("file", entry.changes.front().file);
    if (entry.changes.front().afterLines.first != 0) text += xmlAttribute("line", std::to_string(entry.changes.front().afterLines.first));
  }
  text += fmt::format(" time=\"{:.3f}\">\n", entry.statistics.wallSeconds);
  if (const std::string outcome = caseOutcome(material, index); !outcome.empty()) text += "      " + outcome + "\n";
  // What a test case that is skipped has proved all the same.
  if (entry.verdict == Verdict::Inconclusive || result::isPositive(entry.verdict))
    text += "      <system-out>" + xmlText(entryText(material, index)) + "</system-out>\n";
  return text + "    </testcase>\n";
}

// Where no entry tells the verdict of the whole: nothing differs, or the run was cut short before it came to what is missing.
std::string wholeCase(const Material& material) {
  const std::string verdict = result::toText(material.verdict);
  std::string text = "    <testcase classname=\"cleave\" name=\"the versions as a whole\" time=\"0.000\">\n";
  if (!result::isPositive(material.verdict)) text += "      <skipped" + xmlAttribute("message", verdict + ": " + join(material.result.notes, "; ")) + "/>\n";
  return text + "    </testcase>\n";
}

bool needsWhole(const Material& material) {
  return material.result.entries.empty() || material.verdict != result::overall(material.result);
}

}  // namespace

std::string toJunit(const Material& material) {
  std::map<Verdict, size_t> counts;
  double seconds = 0;
  for (const EntryResult& entry : material.result.entries) {
    ++counts[entry.verdict];
    seconds += entry.statistics.wallSeconds;
  }
  const std::string numbers = fmt::format(" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\"", material.result.entries.size() + needsWhole(material),
                                          counts[Verdict::Different], counts[Verdict::Failed],
                                          counts[Verdict::Inconclusive] + (needsWhole(material) && !result::isPositive(material.verdict)), seconds);
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"cleave\"" + numbers + ">\n  <testsuite name=\"cleave diff\"" + numbers + ">\n";
  text += "    <properties>\n      <property name=\"verdict\"" + xmlAttribute("value", result::toText(material.verdict)) + "/>\n      <property name=\"cleave\"" +
          xmlAttribute("value", material.result.version) + "/>\n    </properties>\n";
  for (size_t k = 0; k < material.result.entries.size(); ++k) text += testCase(material, k);
  if (needsWhole(material)) text += wholeCase(material);
  if (!material.result.notes.empty()) text += "    <system-out>" + xmlText(join(material.result.notes, "\n")) + "</system-out>\n";
  return text + "  </testsuite>\n</testsuites>\n";
}

}  // namespace cleave::report
