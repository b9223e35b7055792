// What guard looks at: both projects, built, and each program or library of them in which functions differ.
#pragma once

#include <string>
#include <vector>

#include "driver/guard.h"
#include "driver/guard_memory.h"
#include "driver/guard_scope.h"
#include "frontend/frontend.h"
#include "project/open.h"

namespace cleave::driver {

// A program or library of both versions that differs, and where to look in it.
struct GuardPart {
  std::string name;
  Both<frontend::Sources> sources;
  GuardScope scope;
};

struct GuardParts {
  Both<std::optional<project::OpenProject>> projects;  // what the parts' sources are in
  std::vector<GuardPart> parts;                        // each has changed functions that those before it do not have
  std::vector<result::Change> changes;
  std::vector<std::string> notes;
};

// `memory` hears what the versions contain.
Expected<GuardParts> openParts(const GuardOptions& options, const GuardListeners& listeners, GuardMemory& memory, const StopFlag* stop);

}  // namespace cleave::driver
