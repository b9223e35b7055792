// The native oracle: compiles many pairs into two shared libraries and runs every pair on every input (oracle_run.cpp).
#pragma once

#include <cstdint>
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

// How a run ended: returned, abort, failed assert, exit, a signal (SIGILL is that of the bounds checks), out of time.
enum class Ending : int32_t {
  Returned = 0,
  Aborted = 1,
  Asserted = 2,
  Exited = 3,
  Arithmetic = 4,
  Memory = 5,
  OutOfBounds = 6,
  OutOfTime = 7
};

// What one run showed natively.
struct Shown {
  Ending ending = Ending::Returned;
  int32_t code = 0;     // of an exit
  uint64_t result = 0;  // what was returned, as an unsigned long long (of floats: the pattern)
  std::string text;     // stdout
  std::string globals;  // the bytes of all that are not constant, one after the other; none unless it returned
  bool operator==(const Shown&) const = default;
};

// What one pair showed, by input.
struct NativeAnswers {
  std::string kinds;                    // kEqual ...
  std::vector<uint32_t> before, after;  // indices into `shown`
  std::vector<Shown> shown;             // each once
};

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

// One for each pair.
Expected<std::vector<NativeAnswers>> askNatively(const std::filesystem::path& directory, const std::vector<Pair>& pairs,
                                                 const std::vector<InputSet>& inputs);

// Runs clang-19 on C files as the front end does, except that it makes native code.
Status compileNatively(const std::vector<std::string>& arguments);

}  // namespace cleave::soundness
