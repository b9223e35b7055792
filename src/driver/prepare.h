// What every command does first: sources to programs, the changes between them, the entries and their inputs. From here on LLVM is out of
// sight. What the compiler said of a version is told to the listeners as soon as both are loaded, once where both got the same messages.
#pragma once

#include <string>
#include <vector>

#include "change/change.h"
#include "driver/entries.h"
#include "driver/harnesses.h"
#include "driver/listeners.h"
#include "driver/options.h"
#include "explore/entry.h"
#include "frontend/frontend.h"
#include "support/temp_dir.h"

namespace cleave::driver {

// The versions as programs, for commands that need no more.
struct Loaded {
  TempDir work;
  frontend::VersionPair versions;
};

Expected<Loaded> load(const Options& options, const Listeners& listeners, const StopFlag* stop);

// One version, as before and as after: `options.after` is not looked at.
Expected<Loaded> loadOne(const Options& options, const Listeners& listeners, const StopFlag* stop);

struct Prepared {
  TempDir work;
  frontend::VersionPair versions;
  change::Changes changes;
  std::vector<EntryPair> entries;
  std::vector<EntryHarness> planned;  // by entry
  std::vector<std::string> notes;     // what the user should hear of how the versions were put side by side
  size_t elsewhere = 0;               // further entries, which are compared elsewhere
  std::vector<std::string> names = {};  // of entries: no two have the same

  const program::Program& before() const { return versions.before.program; }
  const program::Program& after() const { return versions.after.program; }
  const std::string& nameOf(size_t entry) const { return names[entry]; }
};

Expected<Prepared> prepare(const Options& options, const Listeners& listeners, const StopFlag* stop, HarnessTime time = HarnessTime::Now);
// Of an entry that is late: it has a plan, the programs have its harness, and the changes are found anew. Once; works in `directory`.
Status completeEntry(Prepared& prepared, size_t index, const Options& options, const std::filesystem::path& directory, const StopFlag* stop);

// One version, as in loadOne. Entries must be named.
Expected<Prepared> prepareOne(const Options& options, const Listeners& listeners, const StopFlag* stop);

// The entry's input space, in a pool of its own; `unsupported` tells if it has none. An error: what the user assumes cannot be.
Expected<explore::Entry> makeEntry(const Prepared& prepared, size_t index, const Options& options, expr::ExprPool& pool,
                                   const StopFlag* stop);

// The same where an entry without an input space is an error.
Expected<explore::Entry> makeSupportedEntry(const Prepared& prepared, size_t index, const Options& options, expr::ExprPool& pool,
                                            const StopFlag* stop);

}  // namespace cleave::driver
