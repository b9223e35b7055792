// Values of characters that follow each other, as one string: out->value = " b" instead of a number for each element.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "result/result.h"

namespace cleave::report {

// In both observations, where both have all elements of an array of characters. An array whose bytes differ although its text is the same
// stays as it is.
void useStrings(const std::vector<result::Input>& inputs, const result::Vocabulary& vocabulary, result::Observation& before,
                result::Observation& after);

}  // namespace cleave::report
