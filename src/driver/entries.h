// Which functions to compare: those the user names, or every function that exists in both versions, under whatever name, and may behave
// differently.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "change/change.h"
#include "program/program.h"
#include "support/expected.h"

namespace cleave::driver {

struct EntryPair {
  program::FunctionId before;
  program::FunctionId after;
  bool sameCode = false;   // the function and all it may call are the same in both versions
  bool leadsAway = false;  // its inputs lead to functions that are not: what is known of its own code does not decide
  unsigned depth = 0;      // calls between it and code that changed
};

// "before=after" words to functions: by linker name or as the source says.
Expected<std::vector<std::pair<program::FunctionId, program::FunctionId>>> parsePairs(const program::Program& before,
                                                                                      const program::Program& after,
                                                                                      const std::vector<std::string>& words);

// How an error begins that says that a version lacks a function.
inline constexpr const char* kMissingFunction = "no function '";

// A name stands for the pair that has it in either version.
Expected<std::vector<EntryPair>> selectEntries(const program::Program& before, const program::Program& after,
                                                    const change::Changes& changes, const std::vector<std::string>& names);

// Whether the name stands for the function, alone or among others.
bool isNamed(const program::Program& program, program::FunctionId function, const std::string& name);

// In one version alone: by the same rules.
Expected<program::FunctionId> findEntry(const program::Program& program, const std::string& name);

}  // namespace cleave::driver
