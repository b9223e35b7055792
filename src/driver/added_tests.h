// Tests that were found, as files below `folder`/tests: the input as JSON, as `cleave explain --test` and `cleave reduce` read it, and where that can be
// written a program that calls the function with it (tests/call_program.h).
#pragma once

#include <filesystem>
#include <string>

#include "frontend/frontend.h"
#include "result/require.h"
#include "result/result.h"

namespace cleave::driver {

// Fills in `file` and `source`. `entry`: its name and inputs; `call`: how it is called in after; `sources`: of after, as the user gave them.
Status writeTest(result::AddedTest& test, const result::EntryResult& entry, const result::Call& call, const frontend::Sources& sources,
                 const std::filesystem::path& folder, const StopFlag* stop);

}  // namespace cleave::driver
