// Tests that there are already, as the inputs that exploration looks at first: JSON as driver/test_inputs.h reads it; for main also command
// lines (NAME.args: words as a shell has them) and what stands on its stdin (NAME.in). Files of one NAME in a directory are one run.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "driver/test_inputs.h"
#include "explore/options.h"

namespace cleave::driver {

// A file, or a directory with such files and no others.
Expected<std::vector<TestInput>> readSeeds(const std::filesystem::path& fileOrDirectory);

// Those that are meant for this entry, in terms of its cells. `misfits`: why others are not, where they name the entry.
std::vector<explore::SeedInput> seedsOf(const std::vector<TestInput>& tests, const explore::Entry& entry, size_t symbolCount,
                                        std::vector<std::string>& misfits);

}  // namespace cleave::driver
