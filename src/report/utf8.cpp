#include "report/utf8.h"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

namespace cleave::report {

namespace {

bool isContinuation(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

// Length of the valid sequence at the start of `text`; 0: there is none. Overlong forms, surrogates and values past U+10FFFF are not valid.
size_t sequenceLength(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const size_t length = first >= 0xc2 && first <= 0xdf ? 2 : first >= 0xe0 && first <= 0xef ? 3 : first >= 0xf0 && first <= 0xf4 ? 4 : 0;
  if (length == 0 || text.size() < length) return 0;
  for (size_t i = 1; i < length; ++i)
    if (!isContinuation(text[i])) return 0;
  const unsigned second = byte(1);
  const bool bad = (first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) || (first == 0xf0 && second < 0x90) ||
                   (first == 0xf4 && second > 0x8f);
  return bad ? 0 : length;
}

bool isControl(std::string_view sequence) {
  const auto first = static_cast<unsigned char>(sequence[0]);
  if (sequence.size() == 1) return first < 0x20 || first == 0x7f;
  return sequence.size() == 2 && first == 0xc2 && static_cast<unsigned char>(sequence[1]) < 0xa0;  // C1: some terminals obey these too
}

void appendEscaped(std::string& result, std::string_view bytes) {
  for (const char c : bytes) {
    if (c == '\n') {
      result += "\\n";
    } else if (c == '\t') {
      result += "\\t";
    } else {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
  }
}

struct Range {
  uint32_t first, last;
};
// Blocks of characters that combine with the one before them, and of those that are two columns wide (East Asian ones, and emoji).
constexpr Range kCombining[] = {{0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},   {0x610, 0x61a},  {0x64b, 0x65f},
                                {0x200b, 0x200f}, {0x20d0, 0x20f0}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}};
constexpr Range kWide[] = {{0x1100, 0x115f}, {0x2e80, 0x303e},   {0x3041, 0x33ff},   {0x3400, 0x4dbf},   {0x4e00, 0x9fff},
                           {0xa000, 0xa4cf}, {0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},
                           {0xffe0, 0xffe6}, {0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd}};

template <size_t kCount>
bool isIn(const Range (&ranges)[kCount], uint32_t code) {
  for (const Range& each : ranges)
    if (code >= each.first && code <= each.last) return true;
  return false;
}

// Takes the first character off: how many columns it has. A byte that begins none counts as one.
size_t takeCharacter(std::string_view& text) {
  const size_t length = std::max<size_t>(1, sequenceLength(text));
  uint32_t code = static_cast<unsigned char>(text[0]) & (length == 1 ? 0x7f : 0xff >> (length + 1));
  for (size_t k = 1; k < length; ++k) code = code << 6 | (static_cast<unsigned char>(text[k]) & 0x3f);
  text.remove_prefix(length);
  if (code < 0x300) return 1;
  return isIn(kCombining, code) ? 0 : isIn(kWide, code) ? 2 : 1;
}

std::string escaped(std::string_view text, bool controlsToo) {
  std::string result;
  while (!text.empty()) {
    const size_t length = sequenceLength(text);
    const std::string_view part = text.substr(0, std::max<size_t>(1, length));
    if (length == 0 || (controlsToo && isControl(part))) {
      appendEscaped(result, part);
    } else {
      result += part;
    }
    text.remove_prefix(part.size());
  }
  return result;
}

}  // namespace

std::string validUtf8(std::string_view text) { return escaped(text, false); }
std::string printable(std::string_view text) { return escaped(text, true); }

size_t displayWidth(std::string_view text) {
  size_t count = 0;
  while (!text.empty()) count += takeCharacter(text);
  return count;
}

std::string_view columns(std::string_view text, size_t most) {
  std::string_view rest = text;
  for (size_t count = 0; !rest.empty();) {
    const std::string_view here = rest;
    count += takeCharacter(rest);
    if (count > most) return text.substr(0, text.size() - here.size());
  }
  return text;
}

}  // namespace cleave::report
