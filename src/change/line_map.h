// Which lines of two texts correspond, as far as text can tell: those that are the same (up to blanks and comments), and between these,
// those that are alike, or that stand alone against each other.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "support/both.h"

namespace cleave::change {

// Lines [first, last], counted from 1.
struct TextPart {
  const std::vector<std::string>& lines;
  uint32_t first = 1;
  uint32_t last = 0;
};

class LineMap {
 public:
  LineMap(const TextPart& before, const TextPart& after);

  // The line of the other side that corresponds to one of this side; 0: none.
  uint32_t partnerOf(Side side, uint32_t line) const {
    const auto found = partners_.of(side).find(line);
    return found == partners_.of(side).end() ? 0 : found->second;
  }

  // Lines that are not the same, between those that are: [first, last], or 0, 0 where a side has none. In order.
  using Gap = Both<std::pair<uint32_t, uint32_t>>;
  const std::vector<Gap>& gaps() const { return gaps_; }

 private:
  Both<std::map<uint32_t, uint32_t>> partners_;
  std::vector<Gap> gaps_;
};

}  // namespace cleave::change
