// What a user says of an entry in C: an expression over its parameters, the globals of its file and, where that is asked for, what the two
// versions returned; as a function of the program. The file is compiled once more with the function at its end, and of the result only that
// function is kept.
#pragma once

#include <string>
#include <vector>

#include "frontend/frontend.h"
#include "inputs/plan.h"

namespace cleave::harness {

struct Stated {
  std::string text;
  std::string where;  // who says it: "--assume"
  unsigned line = 1;  // in a file
};

// A value that the expression calls by a name of its own. It is passed as a number of 64 bits, or as a float.
struct NamedResult {
  std::string name;  // "before"
  std::string type;  // as the source says
  inputs::Cell cell;
};
// None where a function returns nothing, or something that is neither a number nor a pointer. Of a pointer it is told whether it is null:
// "before_is_null".
std::optional<NamedResult> resultOf(const program::Program& program, program::FunctionId function, const std::string& name);

struct ExpressionRequest {
  std::string name;                  // of the function to be made: int name(parameters of the entry, results)
  program::FunctionId entry;         // of the version's program
  std::vector<Stated> alternatives;  // it holds where one of them does
  std::vector<NamedResult> results;
};

// The bitcode of the file with the function. The error carries the compiler's diagnostics.
Expected<std::filesystem::path> compileExpression(const frontend::Version& version, const frontend::Sources& sources,
                                                  const ExpressionRequest& request, const frontend::LoadOptions& options);

}  // namespace cleave::harness
