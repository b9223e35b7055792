// The changes between two loaded versions, with all the hints that there are: what the user says of functions, and the text of the sources.
// In two steps where functions are added in between: which functions correspond is known before, what differs in them is found after.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "change/change.h"
#include "frontend/frontend.h"
#include "support/both.h"
#include "support/expected.h"

namespace cleave::driver {

// `pairs`: words like "before=after".
Expected<change::Changes> findPairs(const frontend::VersionPair& versions, const std::vector<std::string>& pairs);
// `roots`: where relative names of sources are looked up.
change::Changes findChanges(const frontend::VersionPair& versions, const change::Changes& pairs,
                            const Both<std::filesystem::path>& roots = {});

Expected<change::Changes> findChanges(const frontend::VersionPair& versions, const std::vector<std::string>& pairs);

}  // namespace cleave::driver
