#include "report/compared_values.h"

#include <algorithm>

#include "report/cell_strings.h"
#include "report/row_text.h"
#include "report/utf8.h"

namespace cleave::report {

namespace {

using Values = std::vector<std::pair<std::string, std::string>>;

const std::string* valueOf(const Values& values, const std::string& name) {
  const auto at = std::ranges::find(values, name, &Values::value_type::first);
  return at == values.end() ? nullptr : &at->second;
}

// Names of both, those of before in their order, each only of after behind what stands before it there.
std::vector<std::string> namesOf(const Values& before, const Values& after) {
  std::vector<std::string> names;
  for (const auto& each : before) names.push_back(each.first);
  auto at = names.begin();
  for (const auto& each : after) {
    const auto found = std::ranges::find(names, each.first);
    at = std::next(found != names.end() ? found : names.insert(at, each.first));
  }
  return names;
}

std::string endExpression(const result::Observation& seen, const Values& expressions) {
  return valueOf(expressions, "exit status") == nullptr ? std::string() : endText(seen, expressions);
}

std::string endOf(const result::Observation& seen) {
  const std::string end = endText(seen);
  return end.empty() ? seen.outcome : end;
}

}  // namespace

std::vector<ComparedValue> comparedValues(const result::EntryResult& entry, const result::Partition& partition) {
  result::Observation before = partition.before, after = partition.after;
  useStrings(entry.inputs, entry.vocabulary, before, after);
  std::vector<ComparedValue> rows;
  rows.push_back({"ends",
                  {endOf(before), endOf(after)},
                  {endExpression(before, partition.beforeExpr), endExpression(after, partition.afterExpr)},
                  before.outcome != after.outcome || before.detail != after.detail});
  for (const std::string& name : namesOf(before.values, after.values)) {
    if (isToldByCalls(name, before) || isToldByCalls(name, after)) continue;
    ComparedValue row{printable(name), {}, {}, false};
    const Both<const std::string*> values{valueOf(before.values, name), valueOf(after.values, name)};
    for (const Side side : kSides) {
      if (values.of(side) != nullptr) row.shown.of(side) = valueText(entry.vocabulary, name, *values.of(side));
      if (const std::string* text = valueOf(side == Side::Before ? partition.beforeExpr : partition.afterExpr, name))
        row.expressions.of(side) = valueText(entry.vocabulary, name, *text);
    }
    row.differs = values.before == nullptr || values.after == nullptr || *values.before != *values.after;
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace cleave::report
