// An entry's result as a file, exactly as it is in memory: how a worker hands it over. Not for other programs or other versions of cleave
// (docs/json.md is); a file that is cut short or damaged gives an error.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "result/result.h"
#include "support/expected.h"

namespace cleave::result {

std::string toBytes(const EntryResult& entry);
Expected<EntryResult> fromBytes(std::string_view bytes);
Status save(const EntryResult& entry, const std::filesystem::path& file);
Expected<EntryResult> load(const std::filesystem::path& file);

}  // namespace cleave::result
