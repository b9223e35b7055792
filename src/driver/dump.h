// Each stage of the pipeline on its own, as text: for people who want to see what cleave sees, and for tests.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "frontend/frontend.h"

namespace cleave::driver {

Expected<std::string> dumpProgram(const frontend::Sources& sources, const std::string& entry, const std::filesystem::path& models,
                                  const StopFlag* stop);
Expected<std::string> dumpChanges(const frontend::Sources& before, const frontend::Sources& after, const std::vector<std::string>& pairs,
                                  const std::filesystem::path& models, const StopFlag* stop);
// `input`: words like "i=-1"; cells that are not named are zero.
Expected<std::string> dumpTrace(const frontend::Sources& sources, const std::string& entry, const std::vector<std::string>& input,
                                const std::filesystem::path& models, const StopFlag* stop);

}  // namespace cleave::driver
