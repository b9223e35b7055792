// Evaluates what a result says in the style of C (condition_text, before_expr, after_expr) on one input, by the rules of C: promotions,
// usual conversions, two's complement that wraps. Written against the language, not against the code that prints such texts: it is how
// audit finds a text that says something else than its formula.
//
// INCOMPLETE: knows the calls of cleave's own notation and the exact ones of <math.h>, and nothing behind a "…". What it cannot read has no
// value.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "audit/space.h"

namespace cleave::audit {

struct CValue {
  enum class Kind { Integer, Float } kind = Kind::Integer;
  unsigned width = 32;
  bool isSigned = true;
  U128 bits = 0;
  bool isTrue() const;  // not zero, as an `if` sees it
};

// The value as another type has it, as a cast does. A float of no integer of that width becomes 0.
CValue converted(const CValue& value, CValue::Kind kind, unsigned width);

using Enumerators = std::map<std::string, int64_t>;  // by name, with the scopes that they stand in

std::optional<CValue> evaluateC(const std::string& text, const std::vector<result::Input>& inputs, const Values& values,
                                const Enumerators& enumerators = {});

}  // namespace cleave::audit
