// From the entries that are compared to functions that take nothing but scalars: the input plan of each, and where it asks for one, a
// harness in both versions.
#pragma once

#include <vector>

#include "driver/entries.h"
#include "driver/options.h"
#include "explore/entry.h"
#include "frontend/frontend.h"

namespace cleave::driver {

struct EntryHarness {
  explore::EntryPlans plans;
  program::FunctionId before;  // what is called with the cells: the harness, or the entry itself
  program::FunctionId after;
  program::FunctionId assumption;  // in after: tells for which cells the assumption holds; invalid: there is none
  std::string late;  // the name of a harness that the programs do not have yet (addLate), but native replay has; empty: they have what they need
};

enum class HarnessTime {
  Now,
  MayBeLate,  // of many entries, whoever looks at one adds its harness: all of them together may be larger than the program
};

// Adds the harnesses to the versions. An entry whose own code is the same is not, if its inputs can lead to code that is not.
Expected<std::vector<EntryHarness>> planEntries(frontend::VersionPair& versions, std::vector<EntryPair>& entries,
                                                const change::Changes& changes, const Options& options,
                                                const frontend::LoadOptions& load, HarnessTime time);
// Adds the harness of one entry, if it is late.
Status addLate(frontend::VersionPair& versions, EntryHarness& entry, const frontend::LoadOptions& load);

}  // namespace cleave::driver
