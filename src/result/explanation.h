// Why an input behaves differently, as plain data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "result/result.h"

namespace cleave::result {

// A place in a source file.
struct Place {
  std::string at;      // "file.c:12"; empty: unknown
  std::string source;  // the line, without the blanks around it; empty when it cannot be read
};

// A branch that could be the cause.
struct SuspectBranch {
  std::string version;  // whose branch it is: "after", or "before"
  Place place;
  std::string held;  // the condition that held on the explained input
  bool isChanged = false;
  std::vector<std::pair<std::string, std::string>> alternative;  // an input that goes the other way there: C literals
  std::vector<std::pair<std::string, std::string>> alternativeBits;
  Observation before;  // what the versions show on it
  Observation after;
  bool agrees = false;  // the same
  bool replayed = false;
  std::string note;  // when the native run did not say the same
};

// What a version does where the runs part.
struct Way {
  Place next;            // empty: the run ends
  Place decided;         // the comparison that led there, and its operands; empty: none is known
  std::string compared;  // "0 with 10"
};

// A step that both versions take, with different values.
struct ValueStep {
  Place before;
  Place after;
  bool isBranch = false;
  std::string beforeValue;
  std::string afterValue;
};

// A part of the text that changed.
struct SourceHunk {
  uint32_t id = 0;  // from 1
  std::string file;
  std::pair<uint32_t, uint32_t> beforeLines{0, 0};  // first and last; 0,0: nothing on that side
  std::pair<uint32_t, uint32_t> afterLines{0, 0};
  std::string text;  // its first line in after, or in before when it was removed
};

struct Explanation {
  std::string version;
  std::string entry;
  std::vector<Input> inputs;
  Vocabulary vocabulary;
  Partition difference;  // the explained input: witness, what both versions show, and the changes that interfere
  bool differs = false;
  std::string conditions = "slice";  // or "path"
  uint64_t beforeLiterals = 0;
  uint64_t afterLiterals = 0;
  uint64_t formulaNodes = 0;
  uint64_t questions = 0;
  uint64_t undecided = 0;
  double solverSeconds = 0;
  std::vector<SuspectBranch> branches;      // best first
  std::vector<ValueStep> steps;             // in the order of the run
  std::optional<std::pair<Way, Way>> ways;  // where the runs go apart: what before and after do next
  std::vector<Change> changes;              // those that interfere
  std::vector<SourceHunk> hunks;
  std::vector<std::vector<uint32_t>> causes;  // smallest sets of hunks that make before behave otherwise on this input
  uint64_t hybrids = 0;                       // that were built and run
  uint64_t unbuilt = 0;                       // that did not compile
  std::string causeNote;                      // why nothing is said of causes, or what is left open
};

}  // namespace cleave::result
