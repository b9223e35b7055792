// sources.json in the output directory: the text around what changed, and of the functions that are compared, of both versions. Reports
// show it, also where the files are elsewhere or have changed since; a project's lie in a copy that is gone when cleave ends.
#pragma once

#include <filesystem>

#include "driver/options.h"
#include "driver/prepare.h"
#include "result/sources.h"
#include "support/expected.h"

namespace cleave::driver {

Status keepSources(const Prepared& prepared, const Options& options);

// None where there is no such file, or a damaged one.
result::KeptSources loadSources(const std::filesystem::path& directory);

}  // namespace cleave::driver
