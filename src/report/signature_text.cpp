#include <algorithm>

#include <fmt/format.h>

#include "report/layout.h"
#include "report/partition_rows.h"
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

constexpr size_t kMostRowGroupLines = 60;
constexpr size_t kMostStayed = 4;  // beside what did not

// What RowText wants to know of the entry.
result::EntryResult entryOf(const Signature& signature) {
  result::EntryResult entry;
  entry.name = shortCxxNames(signature.entry);
  entry.inputs = signature.inputs;
  entry.vocabulary = signature.vocabulary;
  entry.guarantee = signature.guarantee;
  for (const result::RowGroup& each : signature.groups) entry.groups.push_back(each.group);
  return entry;
}

bool isGrouped(const Signature& signature) {
  return std::ranges::any_of(signature.groups, [](const result::RowGroup& each) { return each.group.partitions.size() > 1; });
}

// What members of a group compute, and not all of them alike: "out->key[]". Not what they leave as it was.
std::string otherwiseComputed(const Signature& signature, const result::RowGroup& each) {
  std::vector<std::string> names;
  for (const uint32_t id : each.group.partitions)
    for (const auto& [name, text] : signature.rows[id].way.afterExpr) {
      if (text == name || std::ranges::find(each.output, std::pair(name, text)) != each.output.end()) continue;
      const std::string shown = name == "return" ? "the result" : printable(withoutIndices(name));
      if (std::ranges::find(names, shown) == names.end()) names.insert(name == "return" ? names.begin() : names.end(), shown);
    }
  return names.empty() ? "" : join(names, ", ") + " in " + counted(each.group.partitions.size(), "way");
}

std::string withRest(const std::string& common, const std::string& rest) { return common == "returns" ? rest : common + "; " + rest; }

// What they have in common.
result::Partition commonOf(const result::RowGroup& each) {
  result::Partition way = each.group.example;
  way.afterExpr = each.output;
  std::erase_if(way.beforeExpr, [&](const auto& given) { return std::ranges::find(each.output, given) == each.output.end(); });
  std::erase_if(way.after.values, [&](const auto& value) {
    return std::ranges::none_of(each.output, [&](const auto& given) { return given.first == value.first; });
  });
  return way;
}

std::string pathsText(const SignatureRow& row) {
  if (!row.paths) return "";
  return (row.pathsExact ? "" : "at least ") + std::to_string(*row.paths);
}

// Of all rows of a group.
std::string pathsText(const Signature& signature, const result::RowGroup& group) {
  SignatureRow sum;
  sum.paths = 0;
  sum.pathsExact = true;
  for (const uint32_t id : group.group.partitions) {
    *sum.paths += signature.rows[id].paths.value_or(0);
    sum.pathsExact = sum.pathsExact && signature.rows[id].pathsExact;
  }
  return pathsText(sum);
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
    text_ = fmt::format("{}: {} - {}\n\n", printable(shortCxxNames(signature.entry)),
                        counted(count, signature.strategy == "dart" ? "path" : "row"), state(signature));
    if (options_.all || !isGrouped(signature)) {
      rows(signature);
    } else {
      groups(signature);
    }
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
    text_ = fmt::format("{}: {} rows before, {} after: {}\n", printable(shortCxxNames(pair.after.entry)), pair.before.rows.size(),
                        pair.after.rows.size(), join(parts, ", "));
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

  static std::vector<TableRow> heading(const Signature& signature) {
    std::vector<TableRow> table{{{"condition", "output", "test"}, ""}};
    if (areCounted(signature)) table[0].cells.emplace_back("paths");
    return table;
  }
  static bool areCounted(const Signature& signature) {
    return std::any_of(signature.rows.begin(), signature.rows.end(), [](const SignatureRow& row) { return row.paths; });
  }

  void rows(const Signature& signature) {
    const result::EntryResult entry = entryOf(signature);
    std::vector<TableRow> table = heading(signature);
    for (size_t i = 0; i < shown(signature.rows.size()); ++i) addRow(table, signature, entry, signature.rows[i]);
    text_ += report::table(table, shape_);
    more(signature.rows.size());
  }

  static void addRow(std::vector<TableRow>& table, const Signature& signature, const result::EntryResult& entry, const SignatureRow& of) {
    const RowText row(entry, of.way);
    table.push_back({{row.condition(), row.after(), row.call()}, ""});
    if (areCounted(signature)) table.back().cells.push_back(pathsText(of));
  }

  // As a whole: a condition that is cut is no answer.
  void groups(const Signature& signature) {
    const result::EntryResult entry = entryOf(signature);
    std::vector<TableRow> table = heading(signature);
    for (const result::RowGroup& each : signature.groups) {
      if (each.group.partitions.size() == 1) {
        addRow(table, signature, entry, signature.rows[each.group.partitions.front()]);
        if (each.group.isExact) table.back().cells[0] = conditionText(entry, each.group);
      } else {
        addGroup(table, signature, entry, each);
      }
    }
    TableShape shape = shape_;
    shape.mostLines = kMostRowGroupLines;
    text_ += report::table(table, shape);
    text_ += fmt::format("  … {} in {} (--all lists them)\n", report::counted(signature.rows.size(), "row"),
                         report::counted(signature.groups.size(), "group"));
  }

  void addGroup(std::vector<TableRow>& table, const Signature& signature, const result::EntryResult& entry, const result::RowGroup& each) {
    const result::Partition common = each.group.isUniform ? each.group.example : commonOf(each);
    const RowText row(entry, common);
    const std::string rest = each.group.isUniform ? "" : otherwiseComputed(signature, each);
    table.push_back({{conditionText(entry, each.group), rest.empty() ? row.after() : withRest(row.afterInWords(), rest), row.call()}, ""});
    if (areCounted(signature)) table.back().cells.push_back(pathsText(signature, each));
  }

  void more(size_t count) {
    if (shown(count) < count) text_ += fmt::format("  … and {} more (--all shows them)\n", count - shown(count));
  }

  // What changed comes first.
  void sideBySide(const result::SignaturePair& pair) {
    const result::EntryResult before = entryOf(pair.before), after = entryOf(pair.after);
    std::vector<TableRow> table{{{"condition", "before", "after", "row"}, ""}};
    size_t done = 0;
    const size_t stayed = static_cast<size_t>(std::ranges::count(pair.rows, RowFate::Stayed, &result::RowPair::fate));
    const bool showsStayed = options_.all || stayed <= kMostStayed;
    const size_t listed = pair.rows.size() - (showsStayed ? 0 : stayed);
    for (const RowFate fate : {RowFate::Changed, RowFate::Went, RowFate::Came, RowFate::Stayed})
      for (const result::RowPair& row : pair.rows) {
        if (row.fate != fate || (fate == RowFate::Stayed && !showsStayed) || done++ >= shown(listed)) continue;
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
    more(listed);
    if (!showsStayed) text_ += fmt::format("  … {} stayed (--all shows them)\n", counted(stayed, "row"));
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
