#include "driver/shared_memory.h"

#include <algorithm>
#include <vector>

namespace cleave::driver {

namespace {

bool shares(const program::Function& function) { return function.sharesMemory && !function.fromModels; }

// Whatever a function mentions counts as called.
bool mayShare(const program::Program& program, program::FunctionId entry) {
  std::vector<bool> seen(program.functions.size(), false);
  std::vector<program::FunctionId> work{entry};
  while (!work.empty()) {
    const program::FunctionId id = work.back();
    work.pop_back();
    if (!id.valid() || seen[id.value]) continue;
    seen[id.value] = true;
    const program::Function& function = program.function(id);
    if (shares(function)) return true;
    for (const program::CallInfo& call : function.calls) work.push_back(call.callee);
    for (const program::Constant& constant : function.constants)
      if (constant.kind == program::Constant::Kind::Function) work.emplace_back(constant.target);
  }
  return false;
}

}  // namespace

bool mayShareMemory(const Prepared& prepared, const EntryPair& entry) {
  return mayShare(prepared.before(), entry.before) || mayShare(prepared.after(), entry.after);
}

bool mayShareMemory(const Prepared& prepared) {
  return std::ranges::any_of(prepared.before().functions, shares) || std::ranges::any_of(prepared.after().functions, shares);
}

}  // namespace cleave::driver
