// The end of a build: what the record holds is compared with what the build left.
#pragma once

#include "project/record.h"
#include "support/expected.h"

namespace cleave::project {

// Links whose output is gone, units that are in nothing that is there, are forgotten; archives and whatever else below the root has marks
// are added as links.
Status settle(const Record& record, const std::filesystem::path& root);

}  // namespace cleave::project
