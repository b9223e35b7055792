#include "native/link_words.h"

#include <algorithm>
#include <filesystem>

namespace cleave::native {

namespace {

// Made by CMake: kLinkC and kLinkCxx, words with "OBJECTS" where those stand.
#include "link_words.inc"

bool isThere(const std::string& word) {
  std::error_code failure;
  return !word.starts_with("/") || std::filesystem::exists(word, failure);
}

std::optional<LinkWords> check(const std::vector<std::string>& words) {
  const auto objects = std::find(words.begin(), words.end(), "OBJECTS");
  if (objects == words.end() || !std::all_of(words.begin(), words.end(), isThere)) return std::nullopt;
  return LinkWords{{words.begin(), objects}, {objects + 1, words.end()}};
}

}  // namespace

std::optional<LinkWords> linkWords(bool isCxx) {
  static const std::optional<LinkWords> c = check(kLinkC), cxx = check(kLinkCxx);
  return isCxx ? cxx : c;
}

}  // namespace cleave::native
