#include "explore/cover.h"

#include "groups/regions.h"

namespace cleave::explore {

using expr::ExprId;

std::optional<size_t> Cover::find(const expr::Assignment& input) {
  evaluator_.reset(input);
  for (size_t part = 0; part < parts_.size(); ++part) {
    const std::vector<ExprId>& literals = parts_[part];
    bool inside = true;
    for (size_t i = 0; inside && i < literals.size(); ++i) inside = evaluator_.holds(literals[i]);
    if (inside) return part;
  }
  return std::nullopt;
}

std::vector<ExprId> Cover::outside() {
  std::vector<ExprId> statements;
  for (const std::vector<ExprId>& literals : parts_) statements.push_back(pool_.notOf(pool_.conjunction(literals)));
  return statements;
}

ExprId Cover::uncovered() { return pool_.notOf(groups::unionOf(pool_, parts_)); }

}  // namespace cleave::explore
