#include "groups/nice.h"

#include "support/bits.h"

namespace cleave::groups {

namespace {

bool isText(const Cell& cell) { return cell.sort == expr::Sort::bits(8) && (cell.isFirstOfString || cell.type == "char"); }

uint64_t digitsOf(U128 number) {
  uint64_t count = 0;
  for (; number != 0; number /= 10) ++count;
  return count;
}

// Letters, digits, the rest.
uint64_t strangeness(U128 c) {
  if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) return 1;
  if (c >= '0' && c <= '9') return 2;
  return c == ' ' ? 3 : 4;
}

// As a person would write it: round numbers are as good as short ones.
uint64_t effortOfNumber(const Cell& cell, U128 bits) {
  const bool isNegative = cell.isSigned && cell.sort.width > 1 && signBit(bits, cell.sort.width);
  U128 magnitude = isNegative ? truncateTo(~bits + 1, cell.sort.width) : bits;
  while (magnitude >= 100 && magnitude % 10 == 0) magnitude /= 10;
  return 2 * digitsOf(magnitude) + (isNegative ? 1 : 0);
}

}  // namespace

Effort effortOf(std::span<const Cell> cells, const expr::Assignment& input) {
  Effort effort;
  for (const Cell& cell : cells) {
    const U128 bits = cell.symbol.value < input.size() ? input[cell.symbol.value] : 0;
    if (bits == 0) continue;
    if (!isText(cell)) {
      effort.size += cell.sort.isFloat() ? 4 : effortOfNumber(cell, bits);
      continue;
    }
    const bool isPrinted = bits >= 0x20 && bits < 0x7f;
    effort.unreadable += isPrinted ? 0 : 1;
    effort.size += 1;
    effort.strange += isPrinted ? strangeness(bits) : 5;
  }
  return effort;
}

}  // namespace cleave::groups
