// Whether a result directory still holds what was written: every file by its digest, as manifest.json has it, no file more and none less;
// and whether the sources are still those that were compared. Says nothing about whether what was written is right.
#pragma once

#include "audit/audit.h"

namespace cleave::audit {

struct ManifestCheck {
  Check check{"files", 0, {}, {}, 0};
  size_t absentSources = 0;  // not here, so they cannot be looked at
};

ManifestCheck checkManifest(const std::filesystem::path& directory);

}  // namespace cleave::audit
