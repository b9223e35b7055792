// Statements of the source and how a change spreads over them: which depend on a changed one, through variables, memory, control and calls, and
// how many steps away. And partial functions: the code of a version from just before a change on, with what the source can name there as
// inputs, up to one affected statement. No LLVM is seen from outside.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "support/both.h"
#include "support/budget.h"
#include "support/expected.h"

namespace cleave::statements {

enum class Kind : uint8_t {
  Assignment,  // writes memory
  Branch,      // decides where to go on
  Call,        // calls, and nobody reads what it gives
  Return,
};

struct Statement {
  std::string function;  // the linker's name
  std::string display;   // as the source says
  Kind kind = Kind::Assignment;
  std::string file;
  uint32_t line = 0;
  uint32_t column = 0;
  std::string defines;  // the variable that it writes, the function that it calls; empty where that has no name
  bool prints = false;  // it calls a function of the C library that writes text
};

// A change as `change::Changes` has it: in these functions, on these lines.
struct ChangedLines {
  uint32_t id = 0;
  Both<std::vector<std::string>> functions;  // the linker's names
  Both<std::string> files;
  Both<std::pair<uint32_t, uint32_t>> lines;  // first and last; 0: none
};

// Where a function is called.
struct CallSite {
  std::string function;  // the linker's name, in after
  uint32_t line = 0;
  uint32_t column = 0;
  bool operator==(const CallSite&) const = default;
};

// A statement that a change affects, and the partial functions that end there.
struct Affected {
  uint32_t number = 0;    // of its marks (markOf), from 1, in all changes
  uint32_t distance = 0;  // steps of dependence from the change; 0: it is the change
  Both<std::optional<Statement>> statement;
  std::string entry;                // the linker's name of the partial function, in both versions
  std::vector<std::string> values;  // what is recorded of it, as the names of marks
  bool isDummy = false;             // one version does not have it: there the variable stays as it is
  // One version does not have it: there memory stays as it is. The other one records that, too ("o").
  std::optional<Side> keepsOld;
  // Only a later call of a function comes to it: no state at the change tells of that. Then there is no partial function, and this is where its code begins, in
  // after.
  bool isLater = false;
  uint32_t line = 0;
  uint32_t column = 0;
  bool isInCaller = false;          // it comes behind the return from the changed function
  bool isOnlyCaller = true;         // isInCaller: nobody else calls the changed function
  // isInCaller: where the changed function is called, and from which of these the statement is looked at. Empty: that cannot be told.
  std::vector<CallSite> callSites;
  size_t callSite = 0;
  std::string failure;              // why there is no partial function; empty: there is
};

struct Spread {
  uint32_t change = 0;
  std::string failure;  // why nothing can be said; empty: all is well
  bool isOneSided = false;  // of a function that only one version has: what calls it is what changed
  Both<std::optional<Statement>> start;  // the statement that the partial functions begin with
  std::string function;                  // whose variables are the inputs, the linker's name in after
  uint32_t line = 0;                     // of the first instruction behind that place, in after
  uint32_t column = 0;
  // Of main: what its parameters are called; empty: it has none, or it is another function.
  std::string wordCount;
  std::string words;
  std::vector<std::string> variables;    // their names; in partial functions they are globals with these names, those of callers "caller::name"
  std::vector<Affected> affected;        // nearest first
  size_t left = 0;                       // further ones, beyond the limit
  std::vector<uint32_t> reaches;         // other changes within the distance
};

struct PartialRequest {
  Both<std::filesystem::path> bitcode;  // of whole versions, as the compiler made it
  Both<std::filesystem::path> output;   // the same with partial functions
  std::vector<ChangedLines> changes;
  std::vector<std::pair<std::string, std::string>> pairs;  // functions that correspond, by the linker's names
  unsigned distance = 2;
  unsigned most = 40;        // affected statements of a change
  unsigned iterations = 3;   // of loops: longer runs are cut (points::insertChecks does that)
};

// Marks of a run of a partial function are globals called kPropertyMark + number + "_" + one of these:
//   r   how often the statement was begun
//   n   how often it was done
//   v.. what it left behind, the first kOccurrences times
inline constexpr uint32_t kOccurrences = 4;
std::string markOf(uint32_t number, const std::string& what);

Expected<std::vector<Spread>> makePartials(const PartialRequest& request);

}  // namespace cleave::statements
