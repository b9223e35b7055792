// How much of the input space is equal, different, open: the numbers in words. Nothing is rounded to none or to all: a share that is shown
// as 0.0 % or 99.9 % comes with its count or its bound.
#pragma once

#include <string>

#include "result/result.h"

namespace cleave::report {

std::string shareText(const result::Shares& shares);  // "proved equal on 99.2 % of inputs, different on 0.0 % (1 of 2^32), open 0.8 %"

std::string shortText(const result::Share& share);  // "all", "none", "some", "99.9 %", "over 12.0 %": for a column

}  // namespace cleave::report
