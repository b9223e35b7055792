// The cover: the parts of the input space that are dealt with, each a conjunction of literals. Answers whether an input lies in one of
// them, and builds the question whether any input lies in none.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "expr/evaluate.h"
#include "expr/pool.h"

namespace cleave::explore {

class Cover {
 public:
  explicit Cover(expr::ExprPool& pool) : pool_(pool), evaluator_(pool, none_) {}

  void add(std::vector<expr::ExprId> literals) { parts_.push_back({std::move(literals)}); }
  void leaveOut(size_t part) { parts_[part].isLeftOut = true; }  // it covers nothing from here on
  size_t size() const { return parts_.size(); }
  bool covers(const expr::Assignment& input) { return find(input).has_value(); }
  std::optional<size_t> find(const expr::Assignment& input);  // the first that holds it, by order of adding

  // One statement per part: the input does not lie in it. `without`: these parts are left out.
  std::vector<expr::ExprId> outside(const std::vector<bool>& without = {});
  // "Some input lies in no part": unsatisfiable exactly when the parts cover every input.
  expr::ExprId uncovered(const std::vector<bool>& without = {});
  std::set<expr::SymbolId> symbols() const;  // that the parts speak of

 private:
  expr::ExprPool& pool_;
  expr::Assignment none_;
  expr::Evaluator evaluator_;
  struct Part {
    std::vector<expr::ExprId> literals;
    bool isLeftOut = false;
  };
  bool counts(size_t part, const std::vector<bool>& without) const { return !parts_[part].isLeftOut && (part >= without.size() || !without[part]); }
  std::vector<Part> parts_;
};

}  // namespace cleave::explore
