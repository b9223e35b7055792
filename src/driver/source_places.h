// Places in the text of a function where a statement can be put, as clang's syntax tree tells: at its beginning, before it returns, at the
// beginning of a loop's body, behind a call. By offsets in the file. What a macro made has no place.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/frontend.h"
#include "support/budget.h"
#include "support/expected.h"

namespace cleave::driver {

struct StatementPlace {
  size_t begin = 0;
  size_t end = 0;           // behind its last character, the semicolon included
  bool isCompound = false;  // in braces
};

struct ReturnPlace {
  StatementPlace statement;
  bool hasValue = false;
};

struct LoopPlace {
  size_t begin = 0;  // of the loop
  StatementPlace body;
  bool testHasEffects = false;  // what held before its condition was looked at need not hold in the body
};

struct CallPlace {
  size_t begin = 0;          // of the call
  StatementPlace statement;  // nothing is done behind the call in it but to store the result; stands in braces
};

struct FunctionPlaces {
  std::string name;  // the linker's
  std::filesystem::path file;
  std::string resultType;
  StatementPlace body;
  std::vector<ReturnPlace> returns;
  std::vector<LoopPlace> loops;
  std::vector<CallPlace> calls;
  std::set<std::string> locals;  // names that are declared in it, parameters not counted
  bool hasHidden = false;        // some return or loop of it comes from a macro
};

// The function of the unit with this name (the linker's) and display (the source's); none if clang does not show it.
Expected<std::optional<FunctionPlaces>> placesOf(const frontend::Compiled& unit, const std::string& name, const std::string& display,
                                                 const StopFlag* stop);

}  // namespace cleave::driver
