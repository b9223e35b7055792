// What a partition says that one version shows on all its members, as far as it can be checked without reading expressions: how the run
// ends, every value that is said to be a constant, and of the printed text all that stands between the values that depend on the input.
//
// This notices a condition that lacks a decision even where both versions go wrong in the same way, so that `equal` happens to be right.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "ast.h"
#include "oracle.h"

namespace cleave::soundness {

class Expectation {
 public:
  // What is claimed of all members besides the values that are given as expressions.
  struct Claims {
    bool ending = false;
    bool text = false;  // also that there is none
  };
  // `shown` and `expressions` are "before" and "before_expr" of a partition, or those of after.
  Expectation(const nlohmann::json& shown, const nlohmann::json& expressions, const Program& program, Claims claims);

  // What is wrong with a member that showed this natively; empty when all fits.
  std::string mismatch(const Shown& shown) const;

 private:
  struct Constant {
    std::string name;
    size_t offset = 0;  // in Shown::globals
    unsigned bytes = 0;
    uint64_t value = 0;
  };
  void addGlobals(const nlohmann::json& expressions, const Program& program);

  Claims claims_;
  std::vector<Ending> endings_;  // any of them
  std::string outcome_;
  std::optional<uint64_t> result_;
  uint64_t resultMask_ = 0;
  std::optional<uint64_t> status_;
  std::vector<Constant> globals_;
  std::vector<std::string> text_;  // the fixed pieces; between two of them stands something that is not empty
};

// Whether `text` is the pieces in this order, with something between any two.
bool consistsOf(const std::string& text, const std::vector<std::string>& pieces);

}  // namespace cleave::soundness
