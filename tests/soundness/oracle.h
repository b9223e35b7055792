// The native oracle: compiles many pairs into two shared libraries and runs every pair on every input (oracle_run.cpp).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ast.h"
#include "support/expected.h"
#include "support/random.h"

namespace cleave::soundness {

// Answers of the oracle for one input.
inline constexpr char kEqual = 'e';
inline constexpr char kDifferent = 'd';
inline constexpr char kUnclear = 'u';      // it did not end in time
inline constexpr char kUnclearTrap = 't';  // both stopped by the same arithmetic signal: equal, or a division by zero against an overflow

struct Pair {
  Program before;
  Program after;
  std::string what;  // the mutations
};

// Inputs for an entry: columns[k][i] is parameter k of input i, as a bit pattern of its width. All of them when there are at most 2^16.
struct InputSet {
  std::vector<std::vector<uint64_t>> columns;
  size_t count = 0;
  bool exhaustive = false;

  size_t add(const std::vector<uint64_t>& input);  // its index
};
InputSet inputsFor(const Function& entry, Random& random);

struct BatchFiles {
  std::filesystem::path before, after;  // what cleave reads
};
Expected<BatchFiles> writeBatch(const std::filesystem::path& directory, const std::vector<Pair>& pairs);

// answers[pair][input]
Expected<std::vector<std::string>> askNatively(const std::filesystem::path& directory, const std::vector<Pair>& pairs,
                                               const std::vector<InputSet>& inputs);

// Runs clang-19 on C files as the front end does, except that it makes native code.
Status compileNatively(const std::vector<std::string>& arguments);

}  // namespace cleave::soundness
