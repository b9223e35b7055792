#include "infer/private/columns.h"

#include <algorithm>

namespace cleave::infer {

namespace {

// A length that the source writes as a variable of the point, as a number, or as the length of an array before needs no column of its own.
bool isKnownOtherwise(const Point& point, uint32_t array) {
  const std::string& length = point.variables[array].length;
  for (uint32_t i = 0; i < array; ++i)
    if (point.variables[i].isArray && !length.empty() && point.variables[i].length == length) return true;
  if (!length.empty() && std::all_of(length.begin(), length.end(), [](char c) { return c >= '0' && c <= '9'; })) return true;
  return std::any_of(point.variables.begin(), point.variables.end(),
                     [&](const Variable& each) { return !each.isArray && each.role == Role::Here && each.name == length; });
}

}  // namespace

Columns::Columns(const Point& point) {
  for (uint32_t i = 0; i < point.variables.size(); ++i) {
    const Variable& variable = point.variables[i];
    if (!variable.isArray) {
      columns_.push_back({valueOf(i), variable.type, variable.group});
    } else if (!isKnownOtherwise(point, i)) {
      columns_.push_back({Term{i, Part::Length, {}}, Scalar::length(), variable.lengthGroup});
    }
  }
  cells_.resize(columns_.size());
}

void Columns::read(Row row) {
  ++rowNumber_;
  for (size_t i = 0; i < columns_.size(); ++i) {
    const Value& value = row[columns_[i].term.variable];
    Cell& cell = cells_[i];
    cell.present = value.present;
    cell.fresh = value.present && (cell.changed == 0 || cell.bits != value.bits);
    if (!cell.fresh) continue;
    cell.changed = rowNumber_;
    cell.bits = value.bits;
    if (columns_[i].type.isFloat()) {
      cell.floating = floatNumberOf(columns_[i].type, value.bits);
    } else {
      cell.number = numberOf(columns_[i].type, value.bits);
    }
  }
}

}  // namespace cleave::infer
