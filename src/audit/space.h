// The input space of an entry as SMT-LIB2: turns a condition of result.json, a term over the names of the inputs, into a script over bit
// vectors |cell 0|, |cell 1|, ... for those inputs that occur in it.
#pragma once

#include <string>
#include <vector>

#include "result/result.h"
#include "support/bits.h"

namespace cleave::audit {

using Values = std::vector<U128>;  // a pattern for each input of the entry

class Space {
 public:
  // `terms`: all that will be asserted.
  Space(const std::vector<result::Input>& inputs, const std::vector<std::string>& terms);

  const std::vector<size_t>& bound() const { return bound_; }  // positions of the inputs that occur, ascending
  unsigned bits(size_t cell) const { return inputs_[bound_[cell]].bits; }

  std::string preamble() const;         // options, logic, declarations
  std::string cell(size_t cell) const;  // "|cell 3|"
  std::string constant(size_t cell, U128 value) const;
  std::string equals(const Values& values) const;  // every cell has the value of its input
  std::string getValue() const;
  // A script of one question, always satisfiable, in whose model |probe 0|, |probe 1|, ... say whether the condition holds of the inputs.
  // Empty where floats occur.
  std::string probes(const std::string& condition, const std::vector<Values>& inputs) const;

 private:
  std::vector<result::Input> inputs_;
  std::vector<size_t> bound_;
  std::vector<std::string> symbols_;  // what the terms call the bound inputs
  bool floats_ = false;
};

// What a term calls the input: its name, |quoted| if need be, or |input NAME| where SMT-LIB has another meaning for the name. Empty: it
// does not occur.
std::string symbolIn(const std::string& term, const std::string& input);

}  // namespace cleave::audit
