// A condition of result.json, read by its text and evaluated on inputs: bit vectors and truth values as SMT-LIB2 defines them. Not for floats,
// functions or vectors of more than 128 bits: a term with those is not read, and a solver has to be asked. Shares nothing with the expressions
// of the engine, whose conditions it is there to check.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "audit/space.h"

namespace cleave::audit {

class SmtTerm {
 public:
  // Nothing: it has something that is not for us.
  static std::optional<SmtTerm> parse(const std::string& text, const std::vector<result::Input>& inputs);

  // The value on this input; of a truth value 0 or 1.
  U128 valueOn(const Values& input) const;
  bool holds(const Values& input) const { return valueOn(input) != 0; }

  struct Operation;
  struct Node {
    const Operation* operation = nullptr;  // null: an input, or a constant
    std::vector<uint32_t> operands = {};   // smaller than the node's own place
    unsigned width = 0;                    // 0: a truth value
    unsigned low = 0;                      // of an extraction
    std::optional<size_t> input = {};
    U128 constant = 0;
  };

 private:
  friend class TermReader;
  std::vector<Node> nodes_;  // operands first; the last is the term
};

}  // namespace cleave::audit
