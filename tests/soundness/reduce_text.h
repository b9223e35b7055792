// The steps of reduceBy (reduce.h) for pairs that are known as text: C or C++ as the profiles of features/ write it.
#pragma once

#include <string>
#include <vector>

namespace cleave::soundness {

// The files of both versions, in one order.
struct TextPair {
  std::vector<std::string> before;
  std::vector<std::string> after;
};

size_t sizeOf(const TextPair& pair);

// All pairs that are one step smaller, those that lack most first. Not all of them compile.
std::vector<TextPair> smallerTexts(const TextPair& pair);

}  // namespace cleave::soundness
