#include <algorithm>

#include <fmt/format.h>

#include "report/layout.h"
#include "report/row_text.h"
#include "report/signature.h"
#include "report/utf8.h"
#include "support/both.h"
#include "support/check.h"
#include "support/cxx_names.h"
#include "support/text.h"

namespace cleave::report {

namespace {

using result::RowFate;
using result::Signature;
using result::SignatureRow;


// What RowText wants to know of the entry.
result::EntryResult entryOf(const Signature& signature) {
  result::EntryResult entry;
  entry.name = shortCxxNames(signature.entry);
  entry.inputs = signature.inputs;
  entry.vocabulary = signature.vocabulary;
  return entry;
}

std::string pathsText(const SignatureRow& row) {
  if (!row.paths) return "";
  return (row.pathsExact ? "" : "at least ") + std::to_string(*row.paths);
}

const char* styleOf(RowFate fate) {
  switch (fate) {
    case RowFate::Stayed:
      return "\033[32m";
    case RowFate::Changed:
      return "\033[31m";
    case RowFate::Went:
    case RowFate::Came:
      return "\033[33m";
  }
  UNREACHABLE("a row of no fate");
}

class SignatureText {
 public:
  explicit SignatureText(const TextOptions& options) : options_(options) {
    shape_.width = std::max(40u, options.width);
    shape_.mostLines = options.all ? 40 : 4;
  }

  std::string one(const Signature& signature) {
    const size_t count = signature.rows.size();
    text_ = fmt::format("{}: {} - {}\n\n", printable(shortCxxNames(signature.entry)), counted(count, signature.strategy == "dart" ? "path" : "row"),
                        state(signature));
    rows(signature);
    text_ += '\n';
    facts(signature);
    return std::move(text_);
  }

  std::string two(const result::SignaturePair& pair) {
    std::vector<std::string> parts;
    for (const RowFate fate : {RowFate::Stayed, RowFate::Changed, RowFate::Went, RowFate::Came}) {
      const auto count = std::count_if(pair.rows.begin(), pair.rows.end(), [&](const auto& row) { return row.fate == fate; });
      parts.push_back(fmt::format("{} {}", count, result::toText(fate)));
    }
    text_ = fmt::format("{}: {} rows before, {} after: {}\n", printable(shortCxxNames(pair.after.entry)), pair.before.rows.size(), pair.after.rows.size(),
                        join(parts, ", "));
    for (const auto& [signature, name] : {std::pair(&pair.before, "before"), std::pair(&pair.after, "after")})
      if (!signature->exhaustive) text_ += fmt::format("  {}: {}\n", name, state(*signature));
    text_ += '\n';
    sideBySide(pair);
    text_ += '\n';
    if (pair.undecided != 0)
      line("note", fmt::format("the solver did not decide {} questions; their rows count as went and came", pair.undecided));
    facts(pair.after);
    return std::move(text_);
  }

 private:
  static std::string state(const Signature& signature) {
    return (signature.exhaustive ? "exhaustive: " : "not exhaustive: ") + printable(signature.reason);
  }

  size_t shown(size_t count) const { return options_.all ? count : std::min<size_t>(count, options_.mostRows); }

  void rows(const Signature& signature) {
    const result::EntryResult entry = entryOf(signature);
    const bool counted = std::any_of(signature.rows.begin(), signature.rows.end(), [](const SignatureRow& row) { return row.paths; });
    std::vector<TableRow> table{{{"condition", "output", "test"}, ""}};
    if (counted) table[0].cells.emplace_back("paths");
    for (size_t i = 0; i < shown(signature.rows.size()); ++i) {
      const RowText row(entry, signature.rows[i].way);
      table.push_back({{row.condition(), row.after(), row.call()}, ""});
      if (counted) table.back().cells.push_back(pathsText(signature.rows[i]));
    }
    text_ += report::table(table, shape_);
    more(signature.rows.size());
  }

  void more(size_t count) {
    if (shown(count) < count) text_ += fmt::format("  … and {} more (--all shows them)\n", count - shown(count));
  }

  // What changed comes first.
  void sideBySide(const result::SignaturePair& pair) {
    const result::EntryResult before = entryOf(pair.before), after = entryOf(pair.after);
    std::vector<TableRow> table{{{"condition", "before", "after", "row"}, ""}};
    size_t done = 0;
    for (const RowFate fate : {RowFate::Changed, RowFate::Went, RowFate::Came, RowFate::Stayed})
      for (const result::RowPair& row : pair.rows) {
        if (row.fate != fate || done++ >= shown(pair.rows.size())) continue;
        TableRow cells{{"", "", "", result::toText(fate)}, options_.color ? styleOf(fate) : ""};
        Both<std::string> conditions;
        if (row.before) {
          const RowText text(before, pair.before.rows[*row.before].way);
          conditions.before = text.condition();
          cells.cells[1] = text.after();
        }
        if (row.after) {
          const RowText text(after, pair.after.rows[*row.after].way);
          conditions.after = text.condition();
          cells.cells[2] = text.after();
        }
        const bool moved = fate == RowFate::Changed && conditions.before != conditions.after;
        cells.cells[0] = moved ? conditions.before + "; now " + conditions.after : (row.before ? conditions.before : conditions.after);
        table.push_back(cells);
      }
    text_ += report::table(table, shape_);
    more(pair.rows.size());
  }

  void line(std::string_view label, const std::string& text) {
    TableShape shape = shape_;
    shape.mostLines = 1000;
    text_ += labelled(label, kLabelWidth, text, shape);
  }

  void facts(const Signature& signature) {
    if (signature.unknownPaths.value_or(0) != 0)
      line("note", fmt::format("{} further paths compute the output under conditions that are no row's", *signature.unknownPaths));
    for (size_t i = 0; i < signature.guarantee.bounds.size(); ++i) line(i == 0 ? "bounds" : "", printable(signature.guarantee.bounds[i]));
    for (size_t i = 0; i < signature.guarantee.assumptions.size(); ++i)
      line(i == 0 ? "assumes" : "", printable(signature.guarantee.assumptions[i]));
    const result::Statistics& given = signature.statistics;
    line("time", fmt::format("{:.2f} s; {}, {}, {} in {:.2f} s", given.wallSeconds, counted(given.runs, "run"),
                             counted(given.concreteRuns, "concrete run"),
                             given.solverQueries == 1 ? "1 solver query" : fmt::format("{} solver queries", given.solverQueries),
                             given.solverSeconds));
  }

  const TextOptions& options_;
  TableShape shape_;
  std::string text_;
};

}  // namespace

std::string toText(const result::SignatureResult& result, const TextOptions& options) {
  std::vector<std::string> parts;
  for (const Signature& signature : result.signatures) parts.push_back(SignatureText(options).one(signature));
  for (const result::SignaturePair& pair : result.pairs) parts.push_back(SignatureText(options).two(pair));
  return parts.empty() ? "no function differs\n" : join(parts, "\n");
}

}  // namespace cleave::report
