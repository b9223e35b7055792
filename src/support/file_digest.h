// The SHA-256 digest (sha256.h) of a file, which need not fit into memory.
#pragma once

#include <filesystem>
#include <string>

#include "support/expected.h"

namespace cleave {

Expected<std::string> sha256OfFile(const std::filesystem::path& path);

}  // namespace cleave
