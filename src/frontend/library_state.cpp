#include "frontend/library_state.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace cleave::frontend {

namespace {

using program::LibraryState;

struct State {
  LibraryState state;
  const char* name;     // in the models
  const char* display;  // as the user knows it
  uint64_t bytes;       // of the integer that it is; 0: bytes without a type
  bool isSigned;
  std::array<const char*, 2> askedBy;  // it counts where the user's code calls one of these; empty: wherever it is touched
};

constexpr State kStates[] = {
    {LibraryState::Errno, "cleave_model_errno", "errno", 4, true, {"__errno_location"}},
    {LibraryState::Stdin, "cleave_left_stdin_bytes", "stdin.left", 8, false, {}},
    {LibraryState::Stdin, "cleave_left_stdin_back", "stdin.pushed_back", 0, false, {}},
    {LibraryState::Stdin, "cleave_left_stdin_end", "stdin.end", 4, true, {"feof", "clearerr"}},
    {LibraryState::Random, "cleave_left_random_seed", "rand.seed", 4, false, {}},
    {LibraryState::Random, "cleave_left_random_drawn", "rand.drawn", 8, false, {}},
};

bool isAsked(const program::Program& program, const State& state) {
  if (state.askedBy[0] == nullptr) return true;
  const auto asks = [&](const program::CallInfo& call) {
    return call.callee.valid() && std::ranges::any_of(state.askedBy, [&](const char* name) {
             return name != nullptr && program.function(call.callee).name == name;
           });
  };
  return std::ranges::any_of(program.functions, [&](const program::Function& function) {
    return !function.fromModels && std::ranges::any_of(function.calls, asks);
  });
}

program::SourceTypeId integerType(program::Program& program, const State& state) {
  program::SourceType number;
  number.kind = program::SourceKind::Int;
  number.name = std::string(state.isSigned ? "" : "unsigned ") + (state.bytes == 4 ? "int" : "long");
  number.sizeBytes = state.bytes;
  number.isSigned = state.isSigned;
  program.sourceTypes.push_back(std::move(number));
  return program::SourceTypeId(program.sourceTypes.size() - 1);
}

}  // namespace

void describeLibraryStates(program::Program& program) {
  for (const State& state : kStates) {
    const program::GlobalId id = program.findGlobal(state.name);
    if (!id.valid() || !program.global(id).fromModels || program.global(id).library != LibraryState::None) continue;
    program::Global& global = program.globals[id.value];
    global.library = state.state;
    global.display = state.display;
    global.isRead = isAsked(program, state);
    if (state.bytes != 0) global.type = integerType(program, state);
  }
}

}  // namespace cleave::frontend
