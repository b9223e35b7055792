#include "driver/input_text.h"

#include <cstdlib>

#include "support/float_format.h"
#include "support/text.h"

namespace cleave::driver {

namespace {

// Decimal, 0x, or 'c'; with a sign. Nothing else may follow.
bool parseInteger(std::string_view text, unsigned width, U128& bits) {
  const bool negative = startsWith(text, "-");
  if (negative) text.remove_prefix(1);
  if (text.size() == 3 && text.front() == '\'' && text.back() == '\'') {
    bits = static_cast<unsigned char>(text[1]);
  } else {
    const unsigned base = startsWith(text, "0x") ? 16 : 10;
    if (base == 16) text.remove_prefix(2);
    if (text.empty()) return false;
    bits = 0;
    for (const char c : text) {
      const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
      if (digit >= static_cast<int>(base) || bits > (~U128{0} - static_cast<U128>(digit)) / base) return false;
      bits = bits * base + static_cast<U128>(digit);
    }
  }
  const U128 most = negative ? U128{1} << (width - 1) : maskOf(width);
  if (bits > most) return false;
  if (negative) bits = truncateTo(~bits + 1, width);
  return true;
}

bool parseFloat(const std::string& text, unsigned width, U128& bits) {
  const std::optional<U128> read = floatFromText(text, width);
  bits = read.value_or(0);
  return read.has_value();
}

}  // namespace

Expected<expr::Assignment> parseInput(const vm::InputSpace& plan, const std::vector<std::string>& words, size_t symbolCount) {
  expr::Assignment input(symbolCount, 0);
  for (const std::string& word : words) {
    const size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const vm::InputCell* cell = nullptr;
    std::vector<std::string> names;
    for (const vm::InputCell& each : plan.cells) {
      names.push_back(each.name);
      if (each.name == name) cell = &each;
    }
    if (equals == std::string::npos || cell == nullptr)
      return Error{"'" + word + "' names no input; write NAME=VALUE with one of: " + join(names, ", ")};
    const std::string value = word.substr(equals + 1);
    U128 bits = 0;
    const bool fits = cell->sort.isFloat() ? parseFloat(value, cell->sort.width, bits) : parseInteger(value, cell->sort.width, bits);
    if (!fits) return Error{"'" + value + "' is no value of " + name + ", which is " + cell->type};
    input[cell->symbol.value] = bits;
  }
  return input;
}

}  // namespace cleave::driver
