// What changed between two programs: which functions correspond, which instructions differ, and which functions may therefore behave
// differently. Sound direction: when in doubt it is a change.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "program/program.h"
#include "support/both.h"

namespace cleave::change {

// A place that differs. Lines are of the source; 0 when the side has none (code on one side only: the line it would stand at is unknown).
struct LineRange {
  uint32_t first = 0;
  uint32_t last = 0;
  bool present() const { return first != 0; }
};

struct Change {
  uint32_t id = 0;       // from 1, in source order
  std::string function;  // as the source says; for a global whose initialiser changed, the global
  std::string beforeFile;
  std::string afterFile;
  LineRange before;
  LineRange after;
  bool isOurs = false;  // in code that cleave brings along: a library model, a harness
};

// Which change each instruction of a function belongs to: 0 for none. Phis: by block and index.
struct InstructionMarks {
  std::vector<uint32_t> instructions;       // by InstIndex
  std::vector<std::vector<uint32_t>> phis;  // by block, by phi
  std::map<std::pair<uint32_t, uint32_t>, std::vector<program::BlockIndex>>
      ways;  // by block and phi: marked only if come to from one of these
};

// The instructions and phis of two versions of a function that correspond. Instructions without a match are marked, others may be.
struct Matching {
  static constexpr uint32_t kNone = UINT32_MAX;
  std::vector<uint32_t> instructions;  // by instruction of before: that of after
  struct PhiRef {
    uint32_t block = kNone;
    uint32_t phi = kNone;
  };
  std::vector<std::vector<PhiRef>> phis;  // by block and phi of before: that of after
};

// Why two functions are taken as versions of one.
enum class PairedBy { LinkerName, SourceName, Similarity, User };

struct FunctionPair : Both<program::FunctionId> {
  bool sameCode = false;  // structurally identical bodies (names of callees and globals included)
  bool sameDeep = false;  // sameCode and sameMeaning, the callees have the same code deeply, and the globals mentioned are the same
  Matching matching;      // of bodies with the same signature; empty when there is none
  PairedBy by = PairedBy::LinkerName;
  bool sameMeaning = true;  // what callers see of it, result and memory behind parameters, are the same types (program/meaning.h)
  bool isEntry = false;     // compared on its own in the same run: the driver says
};

// Globals that correspond.
struct GlobalMatch : Both<program::GlobalId> {
  bool same = false;       // sameStart, and its bytes mean the same
  bool sameStart = false;  // the initialiser, size and kind
};

struct Changes {
  std::vector<Change> changes;
  std::vector<FunctionPair> functions;        // functions that correspond, in the order of `after`
  Both<std::vector<InstructionMarks>> marks;  // by FunctionId; a function of one version only is marked whole
  std::vector<GlobalMatch> globals;
  bool sameStart = true;  // the static constructors do the same

  const FunctionPair* pairOf(Side side, program::FunctionId function) const;  // null: it has no partner
};

// What is known beyond the two programs. Nothing of it is believed: it decides what is compared with what, and what a change is called.
struct Hints {
  // Functions that correspond, whatever their names are; each in at most one pair.
  std::vector<std::pair<program::FunctionId, program::FunctionId>> pairs;
  // What findPairs said when the programs had fewer functions: it stays so, and only those that came since are paired, by the linker's
  // name.
  std::vector<FunctionPair> known;
  // The lines of a source file; none when it cannot be read. Empty: sources are not looked at.
  std::function<std::vector<std::string>(Side side, const std::string& file)> linesOf;
};

// Changes::functions alone, without the matching of their instructions: enough to choose what to compare.
Changes findPairs(const program::Program& before, const program::Program& after, const Hints& hints = {});
Changes findChanges(const program::Program& before, const program::Program& after, const Hints& hints = {});

}  // namespace cleave::change
