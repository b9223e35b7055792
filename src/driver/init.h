// A first cleave.toml for a project: how it is built and tested, as far as its files tell, and the options that people set, in comments.
#pragma once

#include <filesystem>
#include <string>

namespace cleave::driver {

struct InitialDefaults {
  std::string text;     // of the file
  std::string summary;  // what was found: "built with cmake, tested with ctest"
};

InitialDefaults initialDefaults(const std::filesystem::path& directory);

}  // namespace cleave::driver
