// What a result directory keeps so that inputs can be replayed natively later, without the sources and without the analysis: the replay
// modules of both versions, and in replay.json (of many entries, replay.json.zst) how each entry takes an input and which cells to look at. The driver writes it once per run;
// `cleave audit` reads it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "native/replay.h"
#include "support/both.h"
#include "support/expected.h"

namespace cleave::native {

// One scalar of the input. Its value is a bit pattern.
struct SavedInput {
  std::string name;
  unsigned bits = 0;
  bool isSigned = false;
  bool isFloat = false;
};

// Parameter of an entry: an input, extended to `bits` by the input's own signedness.
struct SavedArgument {
  unsigned input = 0;  // position in SavedEntry::inputs
  unsigned bits = 0;
  bool operator==(const SavedArgument&) const = default;
};

struct SavedCell {
  ReplayCell cell;
  bool always = false;  // meaningful after every run that returned; otherwise only where an observation has this name
};

// How the entry of one version is called, and what is read after it.
struct SavedCall {
  std::vector<SavedArgument> arguments;
  uint64_t resultBytes = 0;
  std::vector<SavedCell> cells;
};

// The harness of an entry, where the modules do not have it.
struct SavedPart {
  std::string file;                       // beside replay.json; empty: the module has it
  std::vector<std::string> globals = {};  // those that the module lacks
  std::map<std::string, uint64_t> inputs = {};
};

struct SavedEntry {
  std::string name;
  unsigned index = 0;  // of its thunk
  Both<SavedPart> parts = {};
  std::vector<SavedInput> inputs;
  SavedCall before;
  SavedCall after;
};

struct SavedReplay {
  ReplayVersion before;  // `module` is relative to the directory in replay.json, and whole after loading
  ReplayVersion after;
  std::vector<SavedEntry> entries;
  std::vector<std::filesystem::path> entryFiles = {};  // further ones, as saveEntry wrote them; saveReplay removes them
  result::Criterion criterion;
};

// What is to be built for an entry: `version`, and its part. `objects`: see ReplayVersion.
ReplayVersion withPart(ReplayVersion version, const SavedPart& part, const std::filesystem::path& objects);

inline constexpr const char* kSavedFolder = "replay";  // below the result directory

Status saveReplay(const SavedReplay& replay, const std::filesystem::path& directory);
Expected<SavedReplay> loadReplay(const std::filesystem::path& directory);
Status saveEntry(const SavedEntry& entry, const std::filesystem::path& file);  // compressed, for replay.json

// What Replayer::replay wants, for a value of each input; of the cells, those that always count and those named.
ReplayInput replayInput(const SavedEntry& entry, const SavedCall& call, const std::vector<U128>& values,
                        const std::vector<std::string>& named);

}  // namespace cleave::native
