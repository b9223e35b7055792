// Reads what audit checks: result.json and smt2/index.json, as far as audit needs them. Written against docs/json.md and docs/evidence.md,
// not against the code that writes the files.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "result/result.h"
#include "support/bits.h"
#include "support/expected.h"

namespace cleave::audit {

// What a run is said to have shown.
struct LoadedObservation {
  std::string outcome;
  std::string trap;
  std::vector<std::string> names;          // of the cells that have a value
  std::vector<std::string> uninitialised;  // of those that have none
};

struct LoadedPartition {
  uint32_t id = 0;
  result::PartitionKind kind = result::PartitionKind::Unfinished;
  std::string reason;
  std::string condition;
  std::vector<U128> witness;   // in the order of the inputs
  std::string witnessProblem;  // witness and witness_bits contradict each other, or one is incomplete
  LoadedObservation before;
  LoadedObservation after;
};

struct LoadedEntry {
  std::string name;
  result::Verdict verdict = result::Verdict::Inconclusive;
  bool exhaustive = false;
  std::vector<result::Input> inputs;
  std::vector<LoadedPartition> partitions;
};

struct LoadedStatement {
  std::string entry;
  std::string name;
  std::string file;    // below smt2
  std::string status;  // sat, unsat
  std::optional<uint32_t> partition;
};

Expected<std::vector<LoadedEntry>> loadResult(const std::filesystem::path& directory);
// No value inside: there is no index, and no statement.
Expected<std::optional<std::vector<LoadedStatement>>> loadIndex(const std::filesystem::path& directory);

}  // namespace cleave::audit
