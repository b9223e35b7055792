// The result as one HTML file that needs nothing else: overview, groups and partitions, a map of the input space, sources side by side. The
// page itself is written in src/report/html (scripts and styles, embedded when cleave is built); here its data is made, as JSON, an element for
// each entry, so that a browser reads no more than what is looked at.
#pragma once

#include <functional>
#include <string_view>

#include "report/material.h"

namespace cleave::report {

void writeHtml(const Material& material, const std::function<void(std::string_view)>& sink);

}  // namespace cleave::report
