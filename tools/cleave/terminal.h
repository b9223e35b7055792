// What the commands need to know of the terminal, and how they write to it.
#pragma once

#include <string>

#include "driver/listeners.h"
#include "report/text.h"

namespace cleave::tools {

report::TextOptions textOptions(bool all);
void print(std::string_view text);
driver::Listeners printWarnings();  // and nothing else

}  // namespace cleave::tools
