// From the input plans of an entry to how it is called in the source (result/call.h), for programs that are written from witnesses.
#pragma once

#include "driver/prepare.h"
#include "result/call.h"
#include "support/both.h"

namespace cleave::driver {

Both<result::Call> describeCalls(const Prepared& prepared, size_t index, const explore::Entry& entry);

// One version. `cellOf`: the input that each cell of the plan is.
result::Call describeCall(const program::Program& program, program::FunctionId function, const inputs::Plan& plan, const std::vector<uint32_t>& cellOf);

}  // namespace cleave::driver
