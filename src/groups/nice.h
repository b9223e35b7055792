// Which of several inputs a person would write down: short strings, letters before digits before other characters, nothing that cannot be
// printed, small numbers, as many zeros as possible.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "groups/part.h"
#include "support/budget.h"

namespace cleave::groups {

struct Effort {
  uint64_t unreadable = 0;  // characters that cannot be printed
  uint64_t size = 0;        // characters of strings, digits of numbers
  uint64_t strange = 0;     // characters by kind
  auto operator<=>(const Effort&) const = default;
};

Effort effortOf(std::span<const Cell> cells, const expr::Assignment& input);

// Another input that satisfies the conjunction, as far as changing a cell at a time leads, and as long as there is time. The conjunction has no
// uninterpreted functions.
expr::Assignment nicer(expr::ExprPool& pool, std::span<const Cell> cells, std::span<const expr::ExprId> conjunction, expr::Assignment input,
                       const Budget& budget);

}  // namespace cleave::groups
