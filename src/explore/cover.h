// The cover: the parts of the input space that are dealt with, each a conjunction of literals. Answers whether an input lies in one of
// them, and builds the question whether any input lies in none.
#pragma once

#include <optional>
#include <vector>

#include "expr/evaluate.h"
#include "expr/pool.h"

namespace cleave::explore {

class Cover {
 public:
  explicit Cover(expr::ExprPool& pool) : pool_(pool), evaluator_(pool, none_) {}

  void add(std::vector<expr::ExprId> literals) { parts_.push_back(std::move(literals)); }
  size_t size() const { return parts_.size(); }
  bool covers(const expr::Assignment& input) { return find(input).has_value(); }
  std::optional<size_t> find(const expr::Assignment& input);  // the first that holds it, by order of adding

  // One statement per part: the input does not lie in it.
  std::vector<expr::ExprId> outside();
  // "Some input lies in no part": unsatisfiable exactly when the parts cover every input.
  expr::ExprId uncovered();

 private:
  expr::ExprPool& pool_;
  expr::Assignment none_;
  expr::Evaluator evaluator_;
  std::vector<std::vector<expr::ExprId>> parts_;
};

}  // namespace cleave::explore
