// cleave.toml: what the options of a project are where the command line says nothing. Keys are the long names of options; those at the top are
// for every command that has such an option, those in a table ([diff], [guard], ...) for that command, and before the others.
//
//   budget = "10s"
//   build = "make -j2"
//   [guard]
//   tests = "make check"
//
// What a key means is the business of the command line: settings become words of it (dispatch.cpp).
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "support/expected.h"

namespace cleave::tools {

struct Setting {
  std::string key;
  std::vector<std::string> values;
  bool isFlag = false;  // true or false; without values if it is not set
  unsigned line = 0;
};

struct Defaults {
  std::filesystem::path file;
  std::vector<Setting> general;
  std::map<std::string, std::vector<Setting>> ofCommand;
};

inline constexpr const char* kDefaultsFile = "cleave.toml";

// The file of that name in `directory` or the nearest one above it, up to the top of the repository; nothing if there is none.
std::optional<std::filesystem::path> findAbove(const std::filesystem::path& directory, const std::string& name);

// An error has the place and what to do. `options` has the names of the options of every command.
Expected<Defaults> readDefaults(const std::filesystem::path& file, const std::map<std::string, std::set<std::string>>& options);

}  // namespace cleave::tools
