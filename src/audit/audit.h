// `cleave audit`: re-checks a result directory without the analysis that made it.
//   files      every file is what cleave wrote, and the sources are still the same
//   verdicts   result.json, the index of claims, the journal and the replay do not contradict each other
//   smt2       every evidence file is solved again by another solver, and must give the answer it states
//   coverage   the conditions of an exhaustive entry cover every input: asked of the solver, from the conditions in result.json themselves
//   groups     the condition of a group holds on its partitions, and an exact one on no other input: asked of the solver, as for coverage
//   witnesses  every witness satisfies its partition's condition, and behaves natively as the partition claims
//   members    so do further members of each partition, drawn at random and made by the solver
//   texts      the condition in words holds for members and for no others
// What a native run shows is also compared with the observations and expressions that the result tells.
// A disagreement is a value with all that is needed to look at it; what could not be decided is one, too, and neither is ever left out.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "support/budget.h"
#include "support/expected.h"

namespace cleave::audit {

struct Options {
  std::filesystem::path directory;
  std::string solver;         // a command; empty: cvc5 if installed, else z3
  Seconds timeout{10};        // for each question to the solver
  Seconds replayTimeout{10};  // for each native run
  Seconds budget{600};        // for all witnesses and members; what is left then is undecided
  bool unsafeNative = false;  // where there is no sandbox, run natively without one
  size_t members = 20;        // per partition
  uint64_t seed = 1;
  unsigned jobs = 0;                // checks at a time; 0: one per core, up to 8
  std::vector<std::string> checks;  // kinds of checks (isCheck); empty: all of them
};

// Whether there are checks of this kind.
bool isCheck(std::string_view kind);

struct Finding {
  std::string where;  // a file, or "clamp, partition 3"
  std::string what;
};

// One kind of check.
struct Check {
  std::string kind;
  size_t agree = 0;
  std::vector<Finding> disagree;
  std::vector<Finding> undecided;
  size_t notReplayable = 0;  // native runs cannot show it (an uninitialised value, undefined behaviour)
  size_t total() const { return agree + disagree.size() + undecided.size() + notReplayable; }
};

struct Report {
  enum class Verdict { Agrees, Disagrees, Undecided };
  std::string solver;  // "z3 4.8.12"; empty: none was found
  std::vector<Check> checks;
  std::vector<std::string> notCovered;  // what this audit cannot see
  Verdict verdict() const;
};

// An Error: the directory is not a result of cleave.
Expected<Report> audit(const Options& options, const StopFlag* stop);

std::string toText(const Report& report);
std::string toJson(const Report& report);

}  // namespace cleave::audit
