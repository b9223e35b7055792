// Reads what audit checks: result.json and smt2/index.json, as far as audit needs them. Written against docs/json.md and docs/evidence.md,
// not against the code that writes the files.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "result/result.h"
#include "support/bits.h"
#include "support/expected.h"

namespace cleave::audit {

// What a run is said to have shown.
using LoadedTexts = std::vector<std::pair<std::string, std::string>>;  // by name

struct LoadedObservation {
  std::string outcome;
  std::string trap;
  std::string status;                      // of an exit
  LoadedTexts values;                      // all that was observed, as text
  std::vector<std::string> names;          // of the cells that have a value
  std::vector<std::string> uninitialised;  // of those that have none
};

struct LoadedPartition {
  uint32_t id = 0;
  result::PartitionKind kind = result::PartitionKind::Unfinished;
  std::string reason;
  std::string condition;
  std::string conditionText;
  result::Intent intent = result::Intent::Unasked;
  bool confirmed = false;
  std::vector<std::string> marks;
  std::vector<U128> witness;   // in the order of the inputs
  std::string witnessProblem;  // witness and witness_bits contradict each other, or one is incomplete
  LoadedObservation before;
  LoadedObservation after;
  LoadedTexts beforeExpr;
  LoadedTexts afterExpr;
  std::string digest;  // of what it says, for comparing it with its line in the journal
};

struct LoadedGroup {
  bool isExact = false;
  std::string condition;             // empty: nothing is said
  std::vector<uint32_t> partitions;  // ids
};

struct LoadedShare {
  double low = 0, estimate = 0, high = 0;
};

struct LoadedShares {
  LoadedShare equal, different, undefined, open;
};

struct LoadedEntry {
  std::string name;
  bool remembered = false;  // of an earlier run, which had the proofs and the replays
  result::Verdict verdict = result::Verdict::Inconclusive;
  std::string reason;
  bool exhaustive = false;
  std::string granularity;
  std::vector<std::string> bounds, assumptions;
  std::vector<result::Input> inputs;
  std::string within;           // a term: which inputs the partitions are said to cover; empty: all
  std::string domain = "true";  // a term: what counts as an input at all
  std::map<std::string, int64_t> enumerators;
  std::vector<LoadedPartition> partitions;
  std::vector<LoadedGroup> groups;
  std::optional<LoadedShares> share;
};

struct LoadedStatement {
  std::string entry;
  std::string name;
  std::string file;    // below smt2
  std::string status;  // sat, unsat
  std::optional<uint32_t> partition;
  std::optional<uint32_t> group = {};
};

// A line of partitions.jsonl, or of a file in partitions/.
struct JournalLine {
  std::string entry;
  uint32_t id = 0;
  std::string digest;  // as LoadedPartition::digest
};

Expected<std::vector<LoadedEntry>> loadResult(const std::filesystem::path& directory);
// No value inside: there is no index, and no statement.
Expected<std::optional<std::vector<LoadedStatement>>> loadIndex(const std::filesystem::path& directory);

// Nothing: there is no such file, or it is not what cleave writes.
std::optional<std::vector<JournalLine>> loadJournal(const std::filesystem::path& directory);

}  // namespace cleave::audit
