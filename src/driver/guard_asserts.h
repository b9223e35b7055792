// `cleave guard --emit-asserts DIR`: a copy of after with the properties that still hold as assertions in its sources. What cannot be
// written is counted with the reason. The copy is built and its tests are run; an assertion that does not compile, or that they break, is
// taken out again.
#pragma once

#include <filesystem>
#include <vector>

#include "driver/guard.h"
#include "guard/log_properties.h"

namespace cleave::driver {

struct AssertedProperty {
  const guard::PointProperties* at = nullptr;
  size_t which = 0;  // of at->found
};

struct AssertRequest {
  const GuardOptions& options;
  std::filesystem::path directory;              // is made; must be empty if it is there
  std::vector<const frontend::Sources*> after;  // the code of each program, as it was built
  std::vector<AssertedProperty> properties;
  const Listeners& listeners;
  const StopFlag* stop = nullptr;
};

Expected<result::GuardAsserts> emitAsserts(const AssertRequest& request);

}  // namespace cleave::driver
