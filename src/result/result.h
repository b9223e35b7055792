// What cleave found, as plain data: the only thing reports read. Mirrors docs/json.md; fields are added, never renamed.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "result/call.h"
#include "result/runs.h"
#include "support/both.h"

namespace cleave::result {

inline constexpr int kSchema = 1;

// Failed: something went wrong on our side, and nothing is claimed. Intended: it differs, and every difference is as the user intends.
enum class Verdict { Equivalent, Different, Inconclusive, Failed, Intended };
// Why it failed: a fault of ours, or the user assumes what no input satisfies, or what cannot be worked out.
enum class Failure { Ours, Assumption };
// Undefined: C gives the run of a version no meaning there, and nothing else is claimed.
enum class PartitionKind { Equal, Different, Undefined, Unfinished };
inline constexpr PartitionKind kAllKinds[] = {PartitionKind::Equal, PartitionKind::Different, PartitionKind::Undefined, PartitionKind::Unfinished};

// Whether the difference of a partition is as the user intends, for all of its members. Open: that was not decided.
enum class Intent { Unasked, Inside, Outside, Open };

struct Input {
  std::string name;
  std::string type;
  unsigned bits = 0;
  bool isSigned = false;
  bool isFloat = false;
  bool isParameter = true;  // of the entry, as it stands; otherwise a part of memory, or a choice of what a pointer points to
};

struct EnumWords {
  std::vector<std::pair<std::string, int64_t>> names;  // enumerators
  unsigned bits = 0;
  bool areFlags = false;  // which are or-ed together
};

// What the source calls values, for texts.
struct Vocabulary {
  // Of what was observed, by name, without indices ("out->key[]"), where values are more than numbers: "char", "bool", an enumeration;
  // empty: this name stands for several types.
  std::map<std::string, std::string> types;
  std::map<std::string, EnumWords> enums;  // of these and of the inputs, by the names of the types
};

struct Change {
  uint32_t id = 0;
  std::string function;
  std::string file;                                 // of after, or of before when after has no such place
  std::pair<uint32_t, uint32_t> beforeLines{0, 0};  // 0,0: nothing on that side
  std::pair<uint32_t, uint32_t> afterLines{0, 0};
  std::string beforeFile = {};  // of before, where it has such a place and that is another file; else empty

  const std::string& fileOfBefore() const { return beforeFile.empty() ? file : beforeFile; }
};

// What one run showed. `values` in order: "return", then memory, globals, "stdout", "stderr".
struct Observation {
  std::string outcome;  // returned, threw, exited, trapped, unfinished
  std::string detail;   // the type of the exception, the exit status, the kind of trap, the limit or what is unsupported
  std::string place;    // file:line of a trap or of what stopped the run; empty otherwise
  std::vector<std::pair<std::string, std::string>> values;
};

struct Partition {
  uint32_t id = 0;
  PartitionKind kind = PartitionKind::Unfinished;
  std::string reason;
  std::string condition;                                         // SMT-LIB2, over the inputs and terms of the entry
  std::vector<std::pair<std::string, std::string>> terms;        // names that this partition is the first to use, and what they stand for
  std::string conditionText;                                     // for people
  std::vector<std::pair<std::string, std::string>> witness;      // C literals, in the order of the inputs
  std::vector<std::pair<std::string, std::string>> witnessBits;  // the same as "0x..." patterns, for replay
  std::vector<std::string> marks;                                // what a reviewer wants to know first: "before is undefined here"
  Intent intent = Intent::Unasked;                               // of a different one
  bool confirmed = false;                                        // replayed natively, and the versions did differ
  Observation before;
  Observation after;
  std::vector<std::pair<std::string, std::string>> beforeExpr;  // the observations that are expressions of the inputs, as C-like text
  std::vector<std::pair<std::string, std::string>> afterExpr;
  std::vector<uint32_t> changes;  // those that interfere (at path granularity: those that run)
  // Lines whose decisions the condition is made of, for each file as "file.c:3,5,9-12".
  Both<std::vector<std::string>> relies = {};
};

struct Guarantee {
  bool exhaustive = false;  // every input lies in a partition that is decided
  std::string granularity = "path";
  std::vector<std::string> bounds;
  std::vector<std::string> assumptions;
  // A term of SMT-LIB2: of which inputs that is said, the bounds saying the same in words. Larger ones may lie in no partition, or in one
  // that is unfinished. Empty: of all.
  std::string within = {};
};

// A part of the input space, as a fraction of all inputs. Every pattern of the cells' bits is one input, NaNs too.
struct Share {
  bool exact = false;  // counted, or known otherwise; else sampled, and [low, high] is the 95 % confidence interval
  double low = 0;
  double estimate = 0;
  double high = 1;
  std::string count;  // "1 of 2^32" when exact; "at least 1 of 2^64" when something is known to be there; may be empty
};

// What belongs to an equal partition, to a different one, to one that is undefined, and to none of these: unfinished, or not covered.
struct Shares {
  Share equal;
  Share different;
  Share undefined;
  Share open;
};

// Partitions of one kind that a reader takes for one thing.
struct Group {
  PartitionKind kind = PartitionKind::Unfinished;
  std::string reason;         // how its members differ, or why they are equal
  std::string condition;      // SMT-LIB2, over the inputs; empty: nothing short is known
  std::string conditionText;  // for people, and never cut
  bool isExact = false;       // proved: it holds on every member, and on no input of another partition; else it holds on every member
  std::vector<std::string> marks;  // that all members have
  std::vector<uint32_t> changes;   // that interfere with some member
  std::string place;               // where the runs of all members part: "after.c:17"; empty: there is no such place
  std::optional<Share> share;
  std::vector<uint32_t> partitions;  // ids of the members
  bool isUniform = false;            // all of them compute what the example computes, as the same expressions
  Partition example;                 // the member whose witness a person would choose, without its condition
  std::optional<Runs> runs = {};     // both runs of the example; none: they were not followed
};

struct Statistics {
  uint64_t runs = 0;          // of the pair, symbolically
  uint64_t concreteRuns = 0;  // of the pair, in the concrete phase
  uint64_t steps = 0;         // instructions executed
  uint64_t solverQueries = 0;
  uint64_t solverUnknown = 0;
  double solverSeconds = 0;
  double wallSeconds = 0;
  std::optional<double> firstDifferenceSeconds = {};  // when it was confirmed, from the start of the entry's exploration
};

// Partitions of an entry that a document does not have, because there are so many of them.
struct LeftOut {
  size_t counts[4] = {0, 0, 0, 0};  // by PartitionKind
  std::vector<std::string> files;   // which have them, below the directory of the document

  size_t count() const { return counts[0] + counts[1] + counts[2] + counts[3]; }
};

struct EntryResult {
  std::string name;        // in after
  std::string beforeName;  // in before; empty: the same
  std::string program;     // of a project, which it was compared in; empty: none
  bool remembered = false;  // an earlier run found it
  bool sameCode = false;    // its code, and that of all it may call, is the same in both versions
  bool isOutOfReach = false;  // no input within the bounds comes to a change, or past a null pointer; told within cleave alone
  Verdict verdict = Verdict::Inconclusive;
  Failure failure = Failure::Ours;  // where it failed
  std::string reason;
  Guarantee guarantee;
  std::vector<Input> inputs;
  Vocabulary vocabulary;
  std::string domain;  // a term of SMT-LIB2: which values of these are inputs at all; empty: all
  std::string intention;  // which differences the user intends: C expressions; empty: nobody said
  std::vector<Change> changes;
  std::vector<Partition> partitions;
  std::vector<Group> groups;     // differences first; empty where nothing was explored
  LeftOut leftOut;               // none: the partitions are all there
  std::optional<Shares> shares;  // absent where nothing was explored
  Statistics statistics;
  Both<Call> calls = {};         // how each version is called; unknown where nothing was explored
};

struct Result {
  std::string version;
  std::vector<std::string> notes;  // said once for the whole result ("no function differs")
  std::vector<EntryResult> entries;
};

// Gives an entry of a result with its partitions, which need not all be in memory.
using WholeEntry = std::function<EntryResult(size_t entry)>;

const char* toText(Verdict verdict);     // "equivalent", "different", "inconclusive", "failed", "different as intended"
const char* toText(Intent intent);       // "unasked", "inside", "outside", "open"
const char* toText(PartitionKind kind);  // "equal", "different", "undefined", "unfinished"
// A difference that shows, unless it is known, or may be, that the user intends it.
bool isUnwanted(const Partition& partition);
// Something is claimed of every input.
bool isPositive(Verdict verdict);
// Different if any is, failed if all are, else inconclusive if any is that or failed, else as intended if any is, else equivalent.
Verdict overall(const Result& result);

}  // namespace cleave::result
