// What the commands need to know of the terminal, and how they complain.
#pragma once

#include "report/text.h"
#include "support/expected.h"

namespace cleave::tools {

report::TextOptions textOptions(bool all);
int complain(const Error& error);  // one line; the exit status

}  // namespace cleave::tools
