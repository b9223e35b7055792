#include "report/markdown.h"

#include <algorithm>

#include <fmt/format.h>

#include "report/layout.h"
#include "report/partition_rows.h"
#include "report/row_text.h"
#include "report/share_text.h"
#include "report/utf8.h"
#include "support/enum_table.h"
#include "support/text.h"

namespace cleave::report {

namespace {

using result::EntryResult;
using result::Group;
using result::PartitionKind;
using result::Verdict;

constexpr EnumTable<Verdict, const char*> kSigns({
    {Verdict::Equivalent, "🟢"},
    {Verdict::Different, "🔴"},
    {Verdict::Inconclusive, "🟡"},
    {Verdict::Failed, "🟣"},
    {Verdict::Intended, "🔵"},
});

constexpr size_t kLongestCell = 400;  // columns of a cell

// Text that is no markup, whatever it has in it.
std::string markdownText(std::string_view text) {
  std::string escaped;
  for (const char c : printable(text)) {
    switch (c) {
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '&': escaped += "&amp;"; break;
      case '@': escaped += "&#64;"; break;  // mentions nobody
      case '#': escaped += "&#35;"; break;  // and no issue
      case '\\': case '`': case '*': case '_': case '[': case ']': case '|': case '~': case '$':
        escaped += '\\';
        escaped += c;
        break;
      default: escaped += c;
    }
  }
  return escaped;
}

// As code, in a cell of a table. A run of backticks within needs a longer one around it; a bar ends a cell, also in code.
std::string markdownCode(const std::string& given) {
  if (given.empty()) return "";
  std::string text = displayWidth(given) > kLongestCell ? std::string(columns(given, kLongestCell)) + "…" : given;
  size_t longest = 0, run = 0;
  for (const char c : text) longest = std::max(longest, run = c == '`' ? run + 1 : 0);
  const std::string fence(longest + 1, '`');
  std::string escaped;
  for (const char c : text) escaped += c == '|' ? std::string("\\|") : std::string(1, c);
  const bool touches = text.front() == '`' || text.back() == '`';
  return fence + (touches ? " " : "") + escaped + (touches ? " " : "") + fence;
}

class EntryMarkdown {
 public:
  explicit EntryMarkdown(EntryResult entry) : entry_(std::move(entry)) {}

  std::string text() {
    text_ = fmt::format("\n#### {} {}: {}\n\n", kSigns[entry_.verdict], markdownCode(nameOf(entry_)), verdictText(entry_));
    if (!entry_.reason.empty()) text_ += markdownText(entry_.reason) + (entry_.remembered ? " (remembered)" : "") + "\n";
    if (entry_.verdict != Verdict::Failed) groups();
    if (entry_.verdict == Verdict::Inconclusive && entry_.shares) text_ += "\n" + markdownText(shareText(*entry_.shares)) + "\n";
    details();
    return std::move(text_);
  }

 private:
  static bool isShown(const Group& group) { return group.kind == PartitionKind::Different || group.kind == PartitionKind::Undefined; }

  // A condition that is too long is no answer: how it differs is one.
  std::string when(const Group& group) const {
    const std::string condition = conditionText(entry_, group);
    const std::string marks = group.marks.empty() ? "" : "<br>*" + markdownText(join(group.marks, ", ")) + "*";
    const std::string count = group.partitions.size() < 2 ? "" : fmt::format("<br>{} partitions, {}", group.partitions.size(), markdownText(group.reason));
    const bool isSaid = !condition.starts_with('(') && displayWidth(condition) <= kLongestCell;
    return (isSaid ? markdownCode(condition) : markdownText(condition.starts_with('(') ? condition : "a long condition; " + group.reason)) + count + marks;
  }

  void groups() {
    const std::vector<Group> all = groupsOf(entry_);
    if (std::ranges::none_of(all, isShown)) return;
    text_ += "\n| when | for example | before | after | |\n|---|---|---|---|---|\n";
    for (const Group& group : all) {
      if (!isShown(group)) continue;
      const RowText row(entry_, group.example);
      const std::string kind = group.kind == PartitionKind::Undefined                      ? "undefined"
                               : group.example.intent == result::Intent::Inside ? "intended"
                               : group.example.confirmed                       ? "confirmed"
                                                                               : "unconfirmed";
      text_ += fmt::format("| {} | {} | {} | {} | {} |\n", when(group), markdownCode(row.call()), markdownCode(row.beforeShown()), markdownCode(row.afterShown()), kind);
    }
  }

  void details() {
    std::vector<std::string> lines;
    for (const result::Change& each : entry_.changes) lines.push_back("change " + changeText(each));
    for (const std::string& each : entry_.guarantee.bounds) lines.push_back("within: " + printable(each));
    for (const std::string& each : entry_.guarantee.assumptions) lines.push_back("assumed: " + printable(each));
    if (entry_.shares && entry_.verdict != Verdict::Inconclusive) lines.push_back("share: " + shareText(*entry_.shares));
    if (!entry_.intention.empty()) lines.push_back("intended: " + printable(entry_.intention));
    if (lines.empty()) return;
    text_ += "\n<details><summary>changes, bounds and assumptions</summary>\n\n";
    for (const std::string& each : lines) text_ += "- " + markdownText(each) + "\n";
    text_ += "\n</details>\n";
  }

  EntryResult entry_;
  std::string text_;
};

// What passes is a line each, folded.
std::string passedFunctions(const Material& material, const std::vector<size_t>& entries) {
  if (entries.empty()) return "";
  std::string text = fmt::format("\n<details><summary>{} without an unwanted difference</summary>\n\n", counted(entries.size(), "function"));
  for (const size_t k : entries) {
    const EntryResult& entry = material.result.entries[k];
    const bool isBounded = !entry.guarantee.bounds.empty();
    text += fmt::format("- {} {}: {}{}\n", kSigns[entry.verdict], markdownCode(nameOf(entry)), verdictText(entry),
                        isBounded ? " (" + markdownText(join(entry.guarantee.bounds, "; ")) + ")" : "");
  }
  return text + "\n</details>\n";
}

std::string notesList(const result::Result& result) {
  std::string text;
  for (const std::string& each : result.notes) text += "- " + markdownText(each) + "\n";
  return text.empty() ? "" : "\n" + text;
}

}  // namespace

std::string toMarkdown(const Material& material, size_t most) {
  const result::Result& result = material.result;
  std::string text = fmt::format("### {} cleave: {}\n\n{}\n", kSigns[material.verdict], result::toText(material.verdict), countsText(result));
  std::vector<size_t> good;
  std::vector<std::string> sections;
  for (const size_t k : worstFirst(result))
    if (result::isPositive(result.entries[k].verdict)) {
      good.push_back(k);
    } else {
      sections.push_back(EntryMarkdown(entryForGroups(material, k)).text());
    }
  sections.push_back(passedFunctions(material, good));
  sections.push_back(notesList(result));
  size_t leftOut = 0;
  for (const std::string& section : sections) {
    if (text.size() + section.size() <= most) {
      text += section;
    } else {
      ++leftOut;
    }
  }
  if (leftOut != 0) text += fmt::format("\n{} too long for this comment: `cleave report --format html` has all of it.\n", leftOut == 1 ? "One section is" : fmt::format("{} sections are", leftOut));
  return text;
}

}  // namespace cleave::report
