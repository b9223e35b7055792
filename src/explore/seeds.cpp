#include "explore/seeds.h"

#include <algorithm>

namespace cleave::explore {

namespace {

std::optional<U128> patternOf(std::string_view text, unsigned width) {
  if (!text.starts_with("0x") || text.size() < 3) return std::nullopt;
  U128 bits = 0;
  for (const char c : text.substr(2)) {
    const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    if (digit < 0 || (bits >> 124) != 0) return std::nullopt;
    bits = bits << 4 | static_cast<U128>(digit);
  }
  if (truncateTo(bits, width) != bits) return std::nullopt;
  return bits;
}

}  // namespace

std::optional<expr::Assignment> inputOf(const SeedInput& seed, const vm::InputSpace& space, size_t symbolCount) {
  expr::Assignment input(symbolCount, 0);
  for (const auto& [name, text] : seed) {
    const auto cell = std::ranges::find(space.cells, name, &vm::InputCell::name);
    if (cell == space.cells.end()) return std::nullopt;
    const std::optional<U128> bits = patternOf(text, cell->sort.width);
    if (!bits) return std::nullopt;
    input[cell->symbol.value] = *bits;
  }
  return input;
}

}  // namespace cleave::explore
