// Which lines of two texts correspond, as far as text can tell: those that are the same (up to blanks and comments), and between these,
// those that are alike, or that stand alone against each other.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

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

  uint32_t afterOf(uint32_t before) const { return find(after_, before); }  // 0: none
  uint32_t beforeOf(uint32_t after) const { return find(before_, after); }

 private:
  static uint32_t find(const std::map<uint32_t, uint32_t>& map, uint32_t line) {
    const auto found = map.find(line);
    return found == map.end() ? 0 : found->second;
  }

  std::map<uint32_t, uint32_t> after_;
  std::map<uint32_t, uint32_t> before_;
};

}  // namespace cleave::change
