// From source files to a Program: runs clang-19 on each file, links the bitcode, adds the C library models it needs, makes exceptions
// plain, runs the fixed passes and lowers. Whoever wants a program comes here; the folders that do the steps are not for others.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "program/program.h"
#include "support/budget.h"
#include "support/expected.h"

namespace cleave::frontend {

// A file that was compiled before, with our flags (frontend/compile.h): by a build.
struct Compiled {
  std::string source;  // what its statics are told apart by: where it is below Sources::root
  std::filesystem::path bitcode;
  std::filesystem::path file;       // the source itself, which need not be there any more
  std::vector<std::string> flags;   // those that it was compiled with
  std::filesystem::path directory;  // and where
};

struct Sources {
  std::vector<std::string> files;       // .c .cc .cpp .cxx .ll .bc
  std::vector<std::string> flags;       // for the compiler
  std::vector<Compiled> compiled = {};  // further files
  std::filesystem::path root = {};      // where relative names of sources are looked up; empty: here

  std::vector<std::string> names() const {
    std::vector<std::string> all = files;
    for (const Compiled& each : compiled) all.push_back(each.source);
    return all;
  }
};

// One version, ready to run.
struct Version {
  program::Program program;
  // The compiler's output for all files, before our passes and without models; in LoadOptions::directory.
  std::filesystem::path linkedBitcode;
  std::filesystem::path harnessBitcode;  // what harness/harness.h added, to be linked with that; empty: nothing
  std::string diagnostics;               // the compiler's warnings
  bool isCxx = false;                    // some file is C++: link natively with clang++
  bool endsOnOverflow = false;           // LoadOptions::endOnOverflow
  std::filesystem::path environmentModels;  // what bodies of functions of the environment share (program.environment)
  bool hasExceptions = false;            // the program notes exceptions and looks at the note (exceptions/exceptions.h)
};

// What the user says of functions of the environment (program/environment.h), by their names.
struct EnvironmentSaid {
  bool isUsed = true;  // false: a call of a function without a body ends the run
  std::vector<std::string> pure;
  std::vector<std::string> ignored;
  std::vector<std::string> stopAt;
  bool operator==(const EnvironmentSaid&) const = default;
};

struct LoadOptions {
  std::filesystem::path modelsBitcode;  // the compiled models/; empty: none
  std::filesystem::path directory;      // for intermediate files; must exist
  const StopFlag* stop = nullptr;
  bool endOnOverflow = false;  // runs end where a signed operation overflows
  bool watchVolatile = true;   // reads of volatile objects are inputs, all accesses are observed; false: plain memory
  EnvironmentSaid environment = {};
  const std::vector<program::EnvironmentFunction>* agreed = nullptr;  // functions of the environment, of a pair that a version is one of
};

// Loads both versions, compiling files in parallel. The error's message carries the compiler's own diagnostics.
struct VersionPair {
  Version before;
  Version after;
};
Expected<VersionPair> loadPair(const Sources& before, const Sources& after, const LoadOptions& options);
Expected<Version> load(const Sources& sources, const std::string& label, const LoadOptions& options);

}  // namespace cleave::frontend
