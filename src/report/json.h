// The result as JSON: the document of docs/json.md, whose schema is docs/json.schema.json. Keys stand in the documented order.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "result/result.h"

namespace cleave::report {

std::string toJson(const result::Result& result, int indent = 2);  // indent -1: all on one line

// The same document, for results of any size: entries are asked for one at a time, and each partition is a line.
void writeJson(const result::Result& result, const result::WholeEntry& whole, const std::function<void(std::string_view)>& sink);

}  // namespace cleave::report
