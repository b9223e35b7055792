// What the user should hear although nothing of it is compared: functions of one version alone, flags that have no effect.
#pragma once

#include <string>
#include <vector>

#include "change/change.h"
#include "driver/options.h"
#include "frontend/frontend.h"

namespace cleave::driver {

// Functions that the sources of one version define, and that correspond to none of the other.
std::vector<std::string> notesOnAlone(const frontend::VersionPair& versions, const change::Changes& pairs, const Options& options);

// Whether any function that the sources define is in both versions.
bool haveCommonFunction(const frontend::VersionPair& versions, const change::Changes& pairs);

// Flags for the compiler that ours overrule.
std::vector<std::string> notesOnFlags(const Options& options);

}  // namespace cleave::driver
