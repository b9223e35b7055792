// What the command line understands, as plain data: commands and their options with their help. Manual pages, completions for shells and
// cleave.toml are made from it, so that they say what --help says.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}  // namespace CLI

namespace cleave::tools {

struct OptionWords {
  std::vector<std::string> names;  // "--jobs", "-j"
  std::string help;
  std::string fallback;  // the default, where there is one to show
  std::string group;     // the heading in --help
  bool takesValue = false;
  bool takesSeveral = false;
};

struct CommandWords {
  std::string name;  // "diff", "dump"
  std::string help, statuses;
  std::vector<OptionWords> options;  // without hidden ones
  std::vector<CommandWords> commands;
  bool takesFiles = false;
  std::string filesHelp;
};

CommandWords wordsOf(const CLI::App& app);

// Troff. `path` is how the command is called: {"cleave"}, {"cleave", "diff"}.
std::string manualPage(const CommandWords& command, const std::vector<std::string>& path);

// A script for bash, zsh or fish; empty for another shell.
std::string completionFor(const std::string& shell, const CommandWords& cleave);

}  // namespace cleave::tools
