// Tests that were found, as files below `folder`/tests: the input as JSON, as `cleave explain --test` and `cleave reduce` read it, and where parameters and
// globals are simple enough a program in C that calls the function with it.
#pragma once

#include <filesystem>
#include <string>

#include "driver/prepare.h"
#include "frontend/frontend.h"
#include "result/require.h"

namespace cleave::driver {

// Fills in `file` and `source`. `sources`: of after, as the user gave them.
Status writeTest(result::AddedTest& test, const program::Program& after, program::FunctionId entry, const frontend::Sources& sources,
                 const std::filesystem::path& folder, const StopFlag* stop);

}  // namespace cleave::driver
