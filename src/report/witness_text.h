// An input that is more than scalar parameters, as a reader wants it: strings as strings, arrays as lists, null pointers as such, and
// nothing of what is zero anyway.
#pragma once

#include <string>

#include "result/result.h"

namespace cleave::report {

std::string witnessText(const result::EntryResult& entry, const result::Partition& partition);  // s = "ab", n = 2, p->next = NULL

}  // namespace cleave::report
