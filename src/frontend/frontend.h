// From source files to a Program: runs clang-19 on each file, links the bitcode, adds the C library models it needs, runs the fixed pass
// pipeline and lowers. The only folder that sees LLVM.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "program/program.h"
#include "support/budget.h"
#include "support/expected.h"

namespace cleave::frontend {

struct Sources {
  std::vector<std::string> files;  // .c .cc .cpp .cxx .ll .bc
  std::vector<std::string> flags;  // for the compiler
};

// One version, ready to run.
struct Version {
  program::Program program;
  std::filesystem::path
      linkedBitcode;  // the compiler's output for all files, before our passes and without models; in LoadOptions::directory
  std::filesystem::path harnessBitcode;  // the same with the input harnesses (harness.h); empty: there are none
  std::string diagnostics;               // the compiler's warnings
  bool isCxx = false;                    // some file is C++: link natively with clang++
};

struct LoadOptions {
  std::filesystem::path modelsBitcode;  // the compiled models/; empty: none
  std::filesystem::path directory;      // for intermediate files; must exist
  const StopFlag* stop = nullptr;
};

// Loads both versions, compiling files in parallel. The error's message carries the compiler's own diagnostics.
struct VersionPair {
  Version before;
  Version after;
};
Expected<VersionPair> loadPair(const Sources& before, const Sources& after, const LoadOptions& options);
Expected<Version> load(const Sources& sources, const std::string& label, const LoadOptions& options);

// Writes the bitcode that native replay compiles: the version's linked code with every symbol made external (so that static functions and
// variables can be reached; nameless ones get names), `main` renamed to `cleave_user_main`, and for each entry a thunk
//     void cleave_call_K(const uint8_t* in, uint8_t* out)     K: position in `entries`
// which loads the entry's ABI scalars from `in` (one every 16 bytes, little endian, in the order of Function::parameters without the
// structReturn one), calls it, and stores the result into `out` (at Function::resultOffsets; a structReturn pointer is `out` itself).
// In C++, when the entry (unless it is main) lets an exception out, the thunk calls `void cleave_caught(void*)` of whoever links it, with
// what a landing pad gets, and returns without a result.
// Working on LLVM's own types, it needs no knowledge of the C types of the entry.
// Every function carries the attribute sanitize_address, so that the module can also be built with AddressSanitizer.
Status writeReplayModule(const Version& version, const std::vector<std::string>& entries, const std::filesystem::path& output);

}  // namespace cleave::frontend
