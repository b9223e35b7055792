// `cleave inputs`: the input plan of an entry, as a file that can be edited and passed back.
#pragma once

#include <string>

#include "frontend/frontend.h"
#include "inputs/options.h"

namespace cleave::driver {

// `entries`: empty is every function that the user's files define.
Expected<std::string> showInputs(const frontend::Sources& sources, const std::vector<std::string>& entries, const inputs::Options& options,
                                 const std::filesystem::path& models, const StopFlag* stop);

}  // namespace cleave::driver
