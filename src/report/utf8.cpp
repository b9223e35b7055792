#include "report/utf8.h"

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
  for (const char c : text) count += !isContinuation(c);
  return count;
}

std::string_view columns(std::string_view text, size_t most) {
  size_t end = 0;
  for (size_t count = 0; end < text.size(); ++end)
    if (!isContinuation(text[end]) && count++ == most) break;
  return text.substr(0, end);
}

}  // namespace cleave::report
