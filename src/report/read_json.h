// The result from its JSON document (json.h, docs/json.md): the way back, for reports that are made later.
#pragma once

#include <string_view>

#include "report/json_parts.h"
#include "result/result.h"
#include "support/expected.h"

namespace cleave::report {

Expected<result::Result> readResult(std::string_view document);

// Parts of it. They throw what nlohmann throws, and std::runtime_error.
result::EntryResult entryFrom(const Json& json);  // with as much as is there: partitions and terms may be absent
result::Share shareFrom(const Json& json);
result::Partition partitionFrom(const Json& json);

}  // namespace cleave::report
