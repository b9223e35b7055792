// Properties that tests showed of one version, and what became of them in the next, as plain data. Mirrors docs/json.md; fields are added,
// never renamed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "result/explanation.h"
#include "result/result.h"

namespace cleave::result {

// What became of a property, in the order of the steps. Only those that are True go on; of them, those that are not Outdated are
// non-regression properties: they end as Valid, Violated or Open.
enum class PropertyFate : uint8_t {
  Unproved,  // on before: `reason` tells
  False,     // on before: an input breaks it, so tests showed it by chance
  Gone,      // true on before, but after lacks the place, or a variable
  Outdated,  // true on before, and after's own tests break it: it was meant to change
  Valid,     // true on both
  Violated,  // true on before, and not on after
  Open,      // true on before, and undecided on after: `reason` tells
};
const char* toText(PropertyFate fate);  // "unproved", "false", ...
inline bool isTrueOnBefore(PropertyFate fate) { return fate != PropertyFate::Unproved && fate != PropertyFate::False; }
inline bool isNonRegression(PropertyFate fate) { return isTrueOnBefore(fate) && fate != PropertyFate::Gone && fate != PropertyFate::Outdated; }

struct GuardProperty {
  std::string id;        // the same for the same property in every run
  std::string text;      // for people: "total >= 0"
  std::string function;  // as the source says
  std::string point;     // "at entry", "at exit", "in the loop", "after the call of f"
  Place before;          // in the user's own lines
  Place after;           // empty: the place is gone
  uint64_t samples = 0;  // in which the tests of before showed it
  PropertyFate fate = PropertyFate::Unproved;
  std::string proof;   // true on before: "proved", "holds up to 5 iterations"
  std::string check;   // Valid: the same, on after
  std::string from;    // the function from whose inputs on that was decided
  std::string reason;  // Unproved, Open, Gone
  std::vector<std::pair<std::string, std::string>> input;  // False: breaks it on before
};

// What a line of the source did in a run.
struct TraceChange {
  std::string name;  // as the source says it; "result" of a function that returned, "f()" of a call that is not followed
  std::string old;   // empty: it had no value before
  std::string now;   // empty: it has none any more
};
struct TraceStep {
  std::string file;
  uint32_t line = 0;
  std::string function;
  uint32_t depth = 0;  // calls below the entry
  std::string source;  // the line, without the space around it
  std::vector<TraceChange> changes;
};

// Properties that one input breaks, for one reason.
struct GuardViolation {
  std::vector<uint32_t> properties;  // index in GuardResult::properties; nearest to the change first
  std::string entry;
  std::vector<Input> inputs;
  Vocabulary vocabulary;
  std::vector<std::pair<std::string, std::string>> input;  // C literals
  std::vector<std::pair<std::string, std::string>> inputBits;
  bool confirmed = false;  // a native run with the property compiled in did not pass
  std::string note;        // why not
  std::vector<Change> changes;   // that it relies on
  std::vector<TraceStep> trace;  // of the input's run on after, up to where the first property does not hold
  bool isTraceWhole = true;      // false: earlier steps are left out
  std::string traceNote;         // why there is none
  std::optional<Partition> difference;  // the input also makes an observable one
};

struct GuardStep {
  std::string name;     // collect, infer, prove, outdated, check
  std::string summary;  // "412 properties at 31 points"
  double seconds = 0;
};

// A copy of after with the properties that still hold as assertions.
struct GuardAsserts {
  std::string directory;
  uint64_t written = 0;
  std::vector<std::pair<std::string, uint64_t>> skipped;  // why they could not be written, and how many
};

struct GuardResult {
  std::string version;
  std::vector<Change> changes;
  std::vector<GuardStep> steps;
  std::vector<GuardProperty> properties;
  std::vector<GuardViolation> violations;
  std::vector<std::string> bounds;       // of the proofs
  std::vector<std::string> assumptions;
  std::vector<std::string> notes;
  std::optional<GuardAsserts> asserts;

  uint64_t count(PropertyFate fate) const;
};

}  // namespace cleave::result
