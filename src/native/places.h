// The places of one run, all in a directory of its own, which is the only one that it can write to. It starts in an empty one below.
//
// A directory may be used again when a run has ended with all that it started. Making and removing files is what costs most of a short run
// on some file systems, so what is as it should be stays; whatever else a run left goes.
#pragma once

#include <filesystem>
#include <string>

#include "support/expected.h"

namespace cleave::native {

struct Places {
  std::filesystem::path own;
  std::filesystem::path directory;  // the working directory
  std::filesystem::path program;    // a link to the executable: the same name for both versions, should they print it
  std::filesystem::path script;
  std::filesystem::path answer;
  std::filesystem::path sanitizer;  // prefix; the process number is appended

  explicit Places(const std::filesystem::path& given);

  // Ready for a run, whatever was there: the working directory is empty, and there is no answer, or one of a single byte, which says nothing. `executable` has no links
  // on its way: others are not seen in the sandbox.
  Status prepare(const std::filesystem::path& executable, const std::string& script) const;
};

// What the program left there, if it is a file at all: a link may lead to anything.
Expected<std::string> readOwnFile(const std::filesystem::path& path);

}  // namespace cleave::native
