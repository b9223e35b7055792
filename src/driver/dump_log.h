// What probes recorded, for people (`cleave dump log`).
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "support/expected.h"

namespace cleave::driver {

struct DumpLogOptions {
  std::filesystem::path directory;
  std::string function;     // only this one's points; empty: all
  bool pointsOnly = false;  // which points there are and how often they were reached, no values
};

// A log may be larger than memory: the text is handed out a piece at a time.
Status dumpLog(const DumpLogOptions& options, const std::function<void(std::string_view)>& write);

}  // namespace cleave::driver
