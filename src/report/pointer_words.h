// Conditions on pointers as C says them: `p == NULL` for `p_is_null`, the input that tells whether there is an object.
#pragma once

#include <string>
#include <vector>

#include "result/result.h"

namespace cleave::report {

std::string withPointers(const std::vector<result::Input>& inputs, const std::string& condition);

}  // namespace cleave::report
