// `manifest.json` of a result directory: the digest of every file that a run has written there, and of the sources it was about. Who reads
// the directory later, `cleave audit` first of all, can tell whether it is still what was written, and whether the sources are still the
// same.
#pragma once

#include "driver/options.h"

namespace cleave::driver {

// Behind all other files. Sources that cannot be read are left out.
Status writeManifest(const Options& options);

}  // namespace cleave::driver
