// What `cleave require` found, as plain data.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "result/result.h"
#include "support/both.h"

namespace cleave::result {

enum class RequirementKind {
  DifferentStates,  // both versions come to the statement, and it leaves other values behind
  OnlyAfter,        // after comes to it, before does not
  OnlyBefore,       // before comes to it, after does not
};

enum class RequirementFate {
  Open,         // it can be satisfied; no tests were run
  Satisfied,    // by some test
  Unsatisfied,  // by none
  Infeasible,   // nothing can satisfy it
  Undecided,    // the reason tells
};

using Words = std::vector<std::pair<std::string, std::string>>;

struct Requirement {
  std::string id;  // "1.2.1": change, statement, kind
  RequirementKind kind = RequirementKind::DifferentStates;
  RequirementFate fate = RequirementFate::Open;
  std::string predicate;   // C, over the variables just before the change
  std::string smt;         // the same as a term of SMT-LIB2
  bool isComplete = true;  // false: other states may satisfy it, too
  std::string sentence;
  std::string reason;              // of Infeasible and Undecided
  Words example;                   // values that satisfy it
  uint64_t records = 0;            // of tests that do
  std::vector<std::string> tests;  // those that do
  std::string added;               // the test that was found for it; empty: none
  std::string search;              // how near the search for one came, where there is none
};

// A test that was searched for: an input of a function, or of the program.
struct AddedTest {
  std::string name;
  std::string program;  // of a project; empty: none
  std::string entry;    // whose input it is
  Words input;          // C literals
  Words inputBits;
  std::string call;     // the input as a person writes it
  std::string why;      // the requirement that it was searched for, as a sentence
  std::vector<std::string> satisfies;  // ids of requirements, measured in a native run
  std::string file;                    // as JSON
  std::string source;                  // as C; empty: there is none
};

struct StatementPlace {
  std::string file;
  uint32_t line = 0;
  uint32_t column = 0;
  bool isThere() const { return line != 0; }
};

struct AffectedStatement {
  uint32_t number = 0;  // within its change, from 1
  uint32_t distance = 0;
  std::string function;
  std::string what;      // "computes x", "branches", "returns", "calls f"
  bool isLater = false;  // only later calls of functions come to it: no state at the change tells whether they do, only tests can
  Both<StatementPlace> place;
  std::vector<Requirement> requirements;
  std::string reason;  // why there are none
};

struct RequireChange {
  Change change;
  std::string program;         // of a project; empty: none
  Both<StatementPlace> start;  // requirements speak of the variables just before it
  std::string failure;         // why nothing is required
  bool isOneSided = false;     // of a function that only one version has: nothing is missing
  std::vector<AffectedStatement> statements;
  uint64_t left = 0;                // affected statements that were not looked at
  std::vector<uint32_t> reaches;    // other changes within the distance: requirements speak of both together
  std::vector<uint32_t> without;    // other changes that were taken back for this: the change is looked at alone
  std::vector<std::string> bounds;  // what the requirements were computed within
  std::vector<std::string> assumptions;
  uint64_t visits = 0;             // records of tests just before it
  std::vector<std::string> tests;  // those that come to it
};

struct TestRun {
  std::string name;
  bool passed = false;
  double seconds = 0;
  std::vector<uint32_t> changes;  // indices in RequireResult::changes: those that it comes to
  uint64_t satisfies = 0;         // requirements
};

struct RequireResult {
  std::string version;
  uint32_t distance = 2;
  uint32_t iterations = 3;
  std::vector<RequireChange> changes;  // those that no test reaches first, where tests were run
  bool isMeasured = false;
  std::vector<TestRun> tests;  // in the order to run them: those that satisfy new requirements first
  bool isSearched = false;
  std::vector<AddedTest> added;
  bool isInterrupted = false;  // this is what was found up to then
  std::vector<std::string> notes;

  uint64_t count(RequirementFate fate) const;
};

const char* toText(RequirementKind kind);  // "different states", "only after", "only before"
const char* toText(RequirementFate fate);  // "open", "satisfied", "unsatisfied", "infeasible", "undecided"

}  // namespace cleave::result
