// The terminal that the view is shown in, by curses: keys in, lines out. Whatever ends the view, the terminal is left as it was.
#pragma once

#include "report/material.h"
#include "support/budget.h"
#include "support/expected.h"

namespace cleave::browse {

// An error where standard input or output is no terminal, or one that cannot show it.
Status checkTerminal();
// Until the user leaves, or `stop` is requested.
Status browse(const report::Material& material, const StopFlag* stop);

}  // namespace cleave::browse
