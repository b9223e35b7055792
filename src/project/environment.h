// What the compiler drivers (`cleave cc`, `cleave c++`) find in their environment, which is how a build tells them what to do: the build
// command starts them, and does not know of us. Without any of it they are clang.
//
//   CLEAVE_RECORD          the directory of the record (project/record.h); unset: nothing is kept
//   CLEAVE_ROOT            the project's directory, which is left out of the names of files
//   CLEAVE_OVERFLOW        "undefined": code is kept in which signed overflow can be seen
//   CLEAVE_PLUGIN          a pass plugin for what is compiled natively; CLEAVE_PLUGIN_OPTIONS is for it to read
//   CLEAVE_COMPILE_FLAGS   further words for each compilation, CLEAVE_LINK_INPUTS further files for each program and shared library
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace cleave::project {

// Code that is added to what a build makes, and what it needs to run.
struct Instrumentation {
  std::filesystem::path plugin;           // of LLVM passes (-fpass-plugin=); empty: none
  std::string pluginOptions;              // for the plugin, in its environment
  std::vector<std::string> compileFlags;  // for each compilation of C or C++
  std::vector<std::string> linkInputs;    // objects, archives or libraries for each program and shared library
  bool isEmpty() const { return plugin.empty() && compileFlags.empty() && linkInputs.empty(); }
};

struct DriverSettings {
  std::filesystem::path record;
  std::filesystem::path root;
  bool wraps = true;  // signed overflow does
  Instrumentation instrumentation;
};

using Variables = std::vector<std::pair<std::string, std::string>>;

DriverSettings settingsFromEnvironment();
Variables toVariables(const DriverSettings& settings);

}  // namespace cleave::project
