#include "driver/init.h"

#include <regex>

#include <fmt/format.h>

#include "support/temp_dir.h"

namespace cleave::driver {

namespace {

namespace fs = std::filesystem;

struct BuildSystem {
  std::string name;   // as the summary says it
  std::string build;  // empty: compile_commands.json tells
  std::string tests;  // empty: not known
};

bool hasFile(const fs::path& directory, const char* name) {
  std::error_code ignored;
  return fs::is_regular_file(directory / name, ignored);
}

// Whether a makefile has such a target.
bool hasTarget(const fs::path& makefile, const char* target) {
  const Expected<std::string> text = readFile(makefile);
  return text && std::regex_search(*text, std::regex(fmt::format("(^|\n){}[ \t]*::?([^=]|$)", target)));
}

std::string makeTests(const fs::path& makefile) {
  for (const char* target : {"check", "test"})
    if (hasTarget(makefile, target)) return fmt::format("make {}", target);
  return "";
}

// What configures stands before what is configured: a configured tree has a Makefile, too.
BuildSystem buildSystemOf(const fs::path& directory) {
  if (hasFile(directory, "CMakeLists.txt"))
    return {"CMake", "cmake -S . -B out -DCMAKE_BUILD_TYPE=Debug && cmake --build out", "ctest --test-dir out --output-on-failure"};
  if (hasFile(directory, "meson.build")) return {"Meson", "meson setup out && ninja -C out", "meson test -C out"};
  if (hasFile(directory, "configure")) return {"configure and make", "./configure && make", "make check"};
  if (hasFile(directory, "configure.ac")) return {"autotools", "autoreconf -i && ./configure && make", "make check"};
  for (const char* name : {"GNUmakefile", "Makefile", "makefile"})
    if (hasFile(directory, name)) return {"make", "make", makeTests(directory / name)};
  return {};
}

// A line that counts, or where nothing is known one that shows how it would look.
std::string setting(const char* key, const std::string& value, const char* example) {
  return value.empty() ? fmt::format("# {} = \"{}\"\n", key, example) : fmt::format("{} = \"{}\"\n", key, value);
}

constexpr const char* kHead = R"(# Options of cleave for this project. Each is an option of the command line, without its dashes; what the command line says comes first.
# Those at the top are for every command, those below [diff], [guard], ... for that command.

# How both versions are built, in a copy, from sources.
)";

constexpr const char* kCommon = R"toml(
# Time for one function, and for all together.
budget = "10s"
# total-budget = "10m"

# Only these functions; without it every one that may behave differently.
# entry = ["parse", "ns::format(int)"]

# What inputs are (cleave inputs FILES --entry f shows the plan of a function).
# bound = ["items=8", "name=16"]
# nonnull = ["config"]
# assume = "n >= 0"

# What does not count as a difference.
# ignore = ["stderr"]

[diff]
# total-budget = "5m"

)toml";

}  // namespace

InitialDefaults initialDefaults(const fs::path& directory) {
  const BuildSystem found = buildSystemOf(directory);
  std::string text = kHead + setting("build", found.build, "make");
  if (found.build.empty()) text += "# Without it compile_commands.json says how files are compiled.\n";
  text += kCommon;
  text += "# How the tests are run, in the same copy.\n";
  text += "[guard]\n" + setting("tests", found.tests, "make check") + "\n[require]\n" + setting("tests", found.tests, "make check");
  std::string summary = found.name.empty() ? (hasFile(directory, "compile_commands.json") ? "compiled as compile_commands.json says" : "nothing here tells how it is built: fill in `build`")
                                           : fmt::format("built with {}", found.name);
  if (!found.tests.empty()) summary += fmt::format(", tested with '{}'", found.tests);
  return {text, summary};
}

}  // namespace cleave::driver
