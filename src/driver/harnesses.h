// From the entries that are compared to functions that take nothing but scalars: the input plan of each, and where it asks for one, a
// harness in both versions.
#pragma once

#include <vector>

#include "driver/entries.h"
#include "driver/options.h"
#include "explore/entry.h"
#include "frontend/frontend.h"
#include "support/both.h"

namespace cleave::driver {

struct EntryHarness {
  explore::EntryPlans plans;
  program::FunctionId before;  // what is called with the cells: the harness, or the entry itself
  program::FunctionId after;
  program::FunctionId assumption;  // in after: tells for which cells the assumption holds; invalid: there is none
  program::FunctionId intention;   // the same of the differences that are wanted; it also takes the results that are named
  Both<bool> namedResults;
  std::vector<std::string> intended;  // in words
  std::string late;  // the name of a harness that is not made yet (addLate), and neither is the plan; empty: there is what is needed
};

enum class HarnessTime {
  Now,
  MayBeLate,  // of many entries, whoever looks at one plans it and adds its harness: all of them together may be larger than the program
};

// Adds the harnesses to the versions. An entry whose own code is the same is not, if its inputs can lead to code that is not.
Expected<std::vector<EntryHarness>> planEntries(frontend::VersionPair& versions, std::vector<EntryPair>& entries,
                                                const change::Changes& changes, const Options& options,
                                                const frontend::LoadOptions& load, HarnessTime time);
// The entry is late again, to be planned anew, for this time.
void planAnew(EntryHarness& entry, const EntryPair& functions, size_t index, unsigned time, inputs::Options& inputs);
// Strings, elements and functions four times as many, pointers followed one further.
void widen(inputs::Options& inputs);
// Plans an entry that is late, and adds its harness.
Status addLate(frontend::VersionPair& versions, const EntryPair& functions, size_t index, const change::Changes& changes,
               const Options& options, const frontend::LoadOptions& load, EntryHarness& entry);

}  // namespace cleave::driver
