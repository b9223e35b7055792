// Values of inputs and observations as the source says them: 'a', true, RED, READ | WRITE, NULL. JSON has numbers, and what they are called
// beside them (result::Vocabulary).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "result/result.h"

namespace cleave::report {

// `value`: a C literal.
std::string inputWord(const result::Input& input, const result::Vocabulary& vocabulary, const std::string& value);
std::string observedWord(const result::Vocabulary& vocabulary, const std::string& name, const std::string& value);

// "char" and its like; empty: numbers, or unknown.
std::string observedType(const result::Vocabulary& vocabulary, const std::string& name);

// Enumerators without the scopes that they stand in: "Red" for "ns::Color::Red" is "Color::Red" where the enumeration has a scope of its own.
std::string withShortEnumerators(const result::Vocabulary& vocabulary, std::string text);

}  // namespace cleave::report
