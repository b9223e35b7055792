#include "browse/private/plain_text.h"

#include <algorithm>
#include <utility>

#include "report/utf8.h"

namespace cleave::browse {

namespace {

constexpr std::pair<std::string_view, char> kAlike[] = {{"…", '~'}, {"│", '|'}, {"▌", '>'}, {"░", '='}, {"█", '#'}, {"▒", '%'},
                                                        {"·", '.'}, {"└", '`'}, {"↑", '^'}, {"↓", 'v'}, {"←", '<'}, {"→", '>'}};

}  // namespace

std::string plainText(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    size_t length = 1;
    while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xc0) == 0x80) ++length;
    const std::string_view character = text.substr(0, length);
    const auto* alike = std::ranges::find(kAlike, character, &std::pair<std::string_view, char>::first);
    if (length == 1)
      plain += character;
    else if (alike != std::end(kAlike))
      plain += alike->second;
    else
      plain.append(report::displayWidth(character), '?');
    text.remove_prefix(length);
  }
  return plain;
}

}  // namespace cleave::browse
