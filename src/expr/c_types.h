// What C calls integers of a width.
#pragma once

#include <string>

namespace cleave::expr {

std::string cType(unsigned width, bool isSigned);  // _BitInt(n) where no older type has the width
bool isStandardWidth(unsigned width);

}  // namespace cleave::expr
