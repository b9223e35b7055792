// sources.json in the output directory: the text around what changed, of both versions. Reports show it, also where the files are elsewhere
// or have changed since; a project's lie in a copy that is gone when cleave ends.
#pragma once

#include <filesystem>

#include "change/change.h"
#include "driver/options.h"
#include "result/sources.h"
#include "support/expected.h"

namespace cleave::driver {

Status keepSources(const change::Changes& changes, const Options& options);

// None where there is no such file, or a damaged one.
result::KeptSources loadSources(const std::filesystem::path& directory);

}  // namespace cleave::driver
