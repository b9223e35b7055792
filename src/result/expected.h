// Differences seen from a third version that is known to be right.
#pragma once

#include <string>
#include <vector>

#include "result/result.h"

namespace cleave::result {

enum class Step {
  Progression,   // before does not do what is expected, after does
  Regression,    // before does, after does not
  Intermediate,  // both do something else than is expected, and not the same
  Unknown,       // a comparison with the expected version did not come to it
};
const char* toText(Step step);  // "progression", ...

struct Classified {
  uint32_t partition = 0;
  Step step = Step::Unknown;  // of the witness
  bool isProved = false;      // and of every other member
  std::vector<Step> others;   // what some of the others are
  std::string shown;          // what shows it: "n = 0: before returns 0, after returns -1"
};

struct EntrySteps {
  std::string entry;
  std::string program;  // of a project; empty: none
  std::string problem;  // why nothing is known of it; empty: something is
  std::vector<Classified> differences;

  size_t count(Step step) const;
};

struct ExpectedResult {
  std::string version;  // the expected one, as the user names it
  std::vector<EntrySteps> entries;
};

}  // namespace cleave::result
