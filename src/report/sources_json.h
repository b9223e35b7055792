// sources.json: the source text of what changed, kept beside a result (docs/json.md).
#pragma once

#include <string>
#include <string_view>

#include "report/json_parts.h"
#include "result/sources.h"
#include "support/expected.h"

namespace cleave::report {

Json sourceFileJson(const result::SourceFile& file);
std::string toJson(const result::KeptSources& sources);
Expected<result::KeptSources> readSources(std::string_view document);

}  // namespace cleave::report
