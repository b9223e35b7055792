// `cleave guard`: properties that the tests of before show, and that hold there for every input, are checked on after.
//
//   build      both projects, keeping the code of every unit; which functions changed
//   collect    both once more with probes in the changed functions, their callers and callees, and run the tests
//   infer      what held in every record of before (src/infer)
//   prove      from the callers of changed functions on, for all inputs (driver/property_jobs.h): what is not true of before goes
//   outdated   what the tests of after break was meant to change, and goes
//   check      what is left, on after
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "driver/diff_projects.h"
#include "driver/listeners.h"
#include "driver/options.h"
#include "result/guard.h"

namespace cleave::driver {

struct GuardOptions : Options {
  ProjectOptions projects;
  std::optional<Both<std::string>> files;  // single files; `projects` then has at most how they are built
  std::vector<std::string> flags;          // of the compiler, for single files
  Both<std::string> tests;         // commands for the shell, run where the project is built
  unsigned iterations = 5;         // of loops, and depth of recursion, up to which proofs go
  std::vector<std::string> from;   // functions to start from; empty: the changed functions and their callers
  unsigned scope = 1;              // calls between a changed function and those that are watched
  double chance = 1;               // infer::Options: what was seen by chance does not survive the proof
  std::filesystem::path plugin;    // of the probes
  std::filesystem::path runtime;
  Seconds testLimit{3600};
  std::filesystem::path asserts;   // where a copy of after with assertions goes; empty: nowhere
  std::filesystem::path baseline;  // file with what is known of before, kept from run to run; empty: none
  std::filesystem::path cache;     // directory for what is known of versions; empty: none
  std::string settings;            // all that results hang on besides the versions, as text
};

struct GuardListeners : Listeners {
  std::function<void(const result::GuardStep& step)> finished;
};

Expected<result::GuardResult> guard(const GuardOptions& options, const GuardListeners& listeners, const StopFlag* stop);

}  // namespace cleave::driver
