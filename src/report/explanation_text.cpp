#include <algorithm>

#include <fmt/format.h>

#include "report/explanation.h"
#include "report/layout.h"
#include "report/pointer_words.h"
#include "report/row_text.h"
#include "report/utf8.h"
#include "report/value_words.h"
#include "support/cxx_names.h"
#include "support/text.h"

namespace cleave::report {

namespace {

using result::Explanation;
using result::Place;

std::string placeText(const Place& place) {
  if (place.at.empty()) return "an unknown place";
  return printable(place.at) + (place.source.empty() ? "" : ": " + printable(place.source));
}

std::string hunkText(const result::SourceHunk& hunk) {
  const std::string before = hunk.beforeLines.first == 0 ? "" : linesText(hunk.beforeLines);
  const std::string after = hunk.afterLines.first == 0 ? "" : linesText(hunk.afterLines);
  const std::string lines = after.empty()    ? before + " of before"
                            : before.empty() ? after + ", added"
                                             : after + " (before: " + before + ")";
  return printable(fmt::format("{}:{}: {}", hunk.file, lines, hunk.text));
}

// Conditions on bytes that were mixed can be very long.
std::string shortened(const std::string& text) {
  constexpr size_t kMost = 120;
  const std::string shown = printable(text);
  return displayWidth(shown) <= kMost ? shown : std::string(columns(shown, kMost)) + "…";
}

class ExplanationText {
 public:
  ExplanationText(const Explanation& explanation, const TextOptions& options) : given_(explanation) {
    shape_.width = std::max(40u, options.width);
    shape_.mostLines = 1000;
    entry_.name = shortCxxNames(explanation.entry);
    entry_.inputs = explanation.inputs;
    entry_.vocabulary = explanation.vocabulary;
  }

  std::string text() {
    const RowText row(entry_, given_.difference);
    if (!given_.differs) {
      text_ = fmt::format("{}: both versions show the same: {}\n", row.call(), row.afterShown());
      return std::move(text_);
    }
    text_ = fmt::format("{}: before {}, after {}{}\n", row.call(), verb(row.beforeShown()), verb(row.afterShown()),
                        given_.difference.confirmed ? " (confirmed)" : " (NOT confirmed: " + printable(given_.difference.reason) + ")");
    branches();
    steps();
    causes();
    facts();
    return std::move(text_);
  }

 private:
  static std::string verb(const std::string& shown) {
    const bool isVerb =
        shown.starts_with("returns") || shown.starts_with("exits") || shown.starts_with("traps") || shown.starts_with("unfinished");
    return isVerb ? shown : shown.find(" = ") != std::string::npos ? "shows " + shown : "returns " + shown;
  }

  void heading(const std::string& words) { text_ += "\n" + words + "\n"; }

  void item(const std::string& text, size_t indent) {
    TableShape shape = shape_;
    shape.indent = indent;
    for (const std::string& line : wrap(text, shape.width - indent, 20)) text_ += std::string(indent, ' ') + line + "\n";
  }

  // Ends in source text, which is cut rather than broken.
  void sourceLine(const std::string& text, size_t indent) {
    for (const std::string& line : wrap(text, shape_.width - indent, 1)) text_ += std::string(indent, ' ') + line + "\n";
  }

  void branches() {
    if (given_.branches.empty()) return;
    const bool mirrored = given_.branches.front().version == "before";
    heading(mirrored ? "Branches of before that after no longer has, and that could be the cause" : "Branches that could be the cause");
    for (const result::SuspectBranch& branch : given_.branches) {
      sourceLine((branch.isChanged ? "[changed] " : "") + placeText(branch.place), 2);
      result::Partition other;
      other.witness = branch.alternative;
      other.witnessBits = branch.alternativeBits;
      other.before = branch.before;
      other.after = branch.after;
      other.kind = branch.agrees ? result::PartitionKind::Equal : result::PartitionKind::Different;
      const RowText row(entry_, other);
      const std::string shows = branch.agrees ? "both versions show the same: " + row.afterShown()
                                              : "before " + verb(row.beforeShown()) + ", after " + verb(row.afterShown());
      item(fmt::format("here {}; with {} it goes the other way, and {}{}", shortened(withShortEnumerators(given_.vocabulary, withPointers(given_.inputs, branch.held))), row.call(), shows,
                       branch.replayed && branch.note.empty() ? " (confirmed)" : ""),
           6);
      if (!branch.note.empty()) item(printable(branch.note), 6);
    }
  }

  void steps() {
    if (given_.steps.empty() && !given_.ways) return;
    heading("How the runs part");
    for (const result::ValueStep& step : given_.steps)
      sourceLine(fmt::format("{} before, {} after  {}", printable(step.beforeValue), printable(step.afterValue), placeText(step.after)), 2);
    if (!given_.ways) return;
    way("before", given_.ways->first);
    way("after", given_.ways->second);
  }

  void way(const char* version, const result::Way& way) {
    if (!way.decided.at.empty()) sourceLine(fmt::format("{} compares {}  {}", version, printable(way.compared), placeText(way.decided)), 2);
    sourceLine(way.next.at.empty() ? "    and ends" : "    and goes on at " + placeText(way.next), 2);
  }

  void causes() {
    if (given_.hunks.empty() && given_.causeNote.empty()) return;
    heading(given_.causes.empty()      ? "Causes"
            : given_.hunks.size() == 1 ? "The change has one part"
                                       : "Causes, confirmed by running hybrids");
    for (const std::vector<uint32_t>& cause : given_.causes) {
      if (cause.size() > 1) item(fmt::format("these {} only together:", cause.size()), 2);
      for (const uint32_t id : cause) sourceLine(hunkText(given_.hunks[id - 1]), cause.size() > 1 ? 4 : 2);
    }
    if (given_.hybrids + given_.unbuilt != 0)
      item(fmt::format("({} of {} parts; {} hybrids were run{})", involved(), given_.hunks.size(), given_.hybrids,
                       given_.unbuilt == 0 ? "" : fmt::format(", {} did not compile", given_.unbuilt)),
           2);
    if (!given_.causeNote.empty()) item("(" + printable(given_.causeNote) + ")", 2);
  }

  size_t involved() const {
    size_t count = 0;
    for (const std::vector<uint32_t>& cause : given_.causes) count += cause.size();
    return count;
  }

  void facts() {
    text_ += '\n';
    for (size_t i = 0; i < given_.changes.size(); ++i)
      text_ += labelled(i == 0 ? "changes" : "", 11, changeText(given_.changes[i]), shape_);
    text_ += labelled("conditions", 11,
                      fmt::format("{}: {} before, {} after; {}{} in {:.2f} s", given_.conditions, counted(given_.beforeLiterals, "literal"),
                                  given_.afterLiterals, counted(given_.questions, "question"),
                                  given_.undecided == 0 ? "" : fmt::format(", {} undecided", given_.undecided), given_.solverSeconds),
                      shape_);
  }

  const Explanation& given_;
  TableShape shape_;
  result::EntryResult entry_;
  std::string text_;
};

}  // namespace

std::string toText(const Explanation& explanation, const TextOptions& options) { return ExplanationText(explanation, options).text(); }

}  // namespace cleave::report
