#include "driver/require_rows.h"

#include <fmt/format.h>

#include "program/program.h"
#include "result/guarantee.h"
#include "statements/statements.h"
#include "support/check.h"

namespace cleave::driver {

namespace {

using require::Row;
using require::Value;

class RowReader {
 public:
  RowReader(const expr::ExprPool& pool, uint32_t number, bool hasText) : pool_(pool), hasText_(hasText), prefix_(statements::markOf(number, "")), cut_(std::string(program::kPropertyMark) + "cut") {}

  Row read(const explore::RowOutput& output) {
    for (const auto& [name, expr] : output.terms) terms_.emplace(name, expr);
    std::string text;
    // "returns; NAME; NAME where it leads to; stdout ..."
    for (size_t at = output.form.find("; "); at != std::string::npos;) {
      const size_t next = output.form.find("; ", at + 2);
      if (isText(output.form, at + 2)) {  // it is the rest
        text = output.form.substr(at + 2);
        break;
      }
      addPart(output.form.substr(at + 2, next == std::string::npos ? next : next - at - 2));
      at = next;
    }
    if (hasText_) addText(output, text);
    return std::move(row_);
  }

 private:
  static bool isText(const std::string& form, size_t at) {
    const auto begins = [&](const std::string& channel) { return form.compare(at, channel.size() + 1, channel + " ") == 0; };
    return begins(result::kStdout) || begins(result::kStderr);
  }

  void addText(const explore::RowOutput& output, const std::string& text) {
    row_.values.emplace("text", Value{text, {}, false});
    size_t count = 0;
    for (const auto& [name, expr] : output.terms)
      if (name == result::kStdout || name == result::kStderr) row_.values.emplace(fmt::format("text.{}", count++), Value{"", expr, false});
  }

  void addPart(const std::string& part) {
    const size_t space = part.find(' ');
    const std::string name = part.substr(0, space), rest = space == std::string::npos ? "" : part.substr(space + 1);
    if (name.starts_with(cut_)) row_.isCut = true;
    if (!name.starts_with(prefix_)) return;
    const std::string what = name.substr(prefix_.size());
    const auto term = terms_.find(name);
    if (what == "r" || what == "n") {
      CHECK(term != terms_.end() && pool_.isConstant(term->second), "how often a statement runs is a number on a row");
      (what == "r" ? row_.begun : row_.done) = static_cast<uint32_t>(pool_.constantBits(term->second));
      return;
    }
    Value value;
    value.form = rest;
    value.isUndefined = rest == "uninitialised";
    if (term != terms_.end()) value.expr = term->second;
    if (isKept(what)) row_.values.emplace(what, value);
  }

  // "v[0]", "m[0][12]". Behind the last slot that counts stands what came later, and what pointers lead to is nothing that was kept.
  static bool isKept(const std::string& what) {
    const size_t open = what.find('['), close = what.find(']');
    if (open == std::string::npos || close == std::string::npos || what.find_first_of(".->*") != std::string::npos) return false;
    if (close + 1 != what.size() && !what.starts_with("m")) return false;
    return std::stoul(what.substr(open + 1)) < statements::kOccurrences;
  }

  const expr::ExprPool& pool_;
  bool hasText_;
  std::string prefix_;
  std::string cut_;
  std::map<std::string, expr::ExprId> terms_;
  Row row_;
};

}  // namespace

require::Rows rowsOf(const explore::WholeSignature& whole, const expr::ExprPool& pool, uint32_t number, bool hasText) {
  require::Rows rows;
  rows.isExhaustive = whole.signature.exhaustive;
  for (size_t k = 0; k < whole.conditions.size(); ++k) {
    const result::PartitionKind kind = whole.signature.rows[k].way.kind;
    Row row;
    if (kind != result::PartitionKind::Unfinished) row = RowReader(pool, number, hasText).read(whole.outputs[k]);
    row.isFinished = kind != result::PartitionKind::Unfinished;
    row.isDefined = kind != result::PartitionKind::Undefined;
    row.condition = whole.conditions[k];
    // What was done more often than is kept: all that counts is kept.
    std::erase_if(row.values, [&](const auto& each) {
      const size_t open = each.first.find('[');
      return open != std::string::npos && std::stoul(each.first.substr(open + 1)) >= row.done;
    });
    rows.all.push_back(std::move(row));
  }
  return rows;
}

}  // namespace cleave::driver
