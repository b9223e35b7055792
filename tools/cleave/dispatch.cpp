#include "dispatch.h"

#include <algorithm>
#include <iostream>
#include <optional>
#include <string_view>

#include "command_line.h"
#include "driver/version.h"
#include "support/text.h"

#include <CLI/CLI.hpp>

namespace cleave::tools {

namespace {

namespace fs = std::filesystem;

fs::path ownPath(const char* argv0) {
  std::error_code failure;
  const fs::path self = fs::read_symlink("/proc/self/exe", failure);
  return failure ? fs::path(argv0) : self;
}

// How far the words were understood: `cleave`, `cleave diff`, `cleave dump trace`. Words that are left over belong to it.
const CLI::App& understood(const CLI::App& app) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  return chosen.empty() || !app.remaining().empty() ? app : understood(*chosen.front());
}

std::string fullName(const CLI::App& app) {
  return app.get_parent() == nullptr ? "cleave" : fullName(*app.get_parent()) + " " + app.get_name();
}

std::vector<std::string> commandNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* each : app.get_subcommands(nullptr)) names.push_back(each->get_name());
  return names;
}

// Without their dashes, which any two have in common.
std::vector<std::string> optionNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* each : app.get_options())
    if (!each->get_group().empty()) names.insert(names.end(), each->get_lnames().begin(), each->get_lnames().end());
  return names;
}

bool isOption(const std::string& word) { return word.size() > 1 && word.front() == '-'; }

bool needsCommand(const CLI::App& app) { return app.get_require_subcommand_min() > 0; }

// A single letter is near to everything.
std::string unknown(const char* kind, const std::string& word, const char* dashes, const std::vector<std::string>& names) {
  const std::string bare = word.substr(std::min(word.find_first_not_of('-'), word.size()));
  const std::vector<std::string> near = bare.size() < 2 ? std::vector<std::string>() : nearest(bare, names, 1);
  return std::string("no ") + kind + " '" + word + "'" + (near.empty() ? "" : "; did you mean '" + (dashes + near.front()) + "'?");
}

// The first word that should name a command of `app`, and does not.
std::optional<std::string> unknownCommand(const CLI::App& app) {
  const std::vector<std::string> left = app.remaining();
  if (!needsCommand(app) || left.empty() || isOption(left.front())) return std::nullopt;
  return unknown("command", left.front(), "", commandNames(app));
}

std::optional<std::string> unknownOption(const CLI::App& app) {
  for (const std::string& word : app.remaining())
    if (isOption(word)) return unknown("option", word.substr(0, word.find('=')), "--", optionNames(app));
  return std::nullopt;
}

int complain(const std::string& message) {
  std::cerr << "cleave: " << message << "\n";
  return kBadUsage;
}

// What to say when CLI11 stops: because help was asked for, or because it does not understand. An unknown word comes first: what else is
// wrong often follows from it.
int answer(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& command = understood(app);
  const std::string hint = " (see " + fullName(command) + " --help)";
  if (const auto wrong = unknownCommand(command)) return complain(*wrong + hint);
  if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
  if (const auto wrong = unknownOption(command)) return complain(*wrong + hint);
  if (!needsCommand(command)) return complain(error.what() + hint);
  std::cerr << app.help();  // nothing was asked for; whoever reads our output finds none
  return kBadUsage;
}

}  // namespace

int dispatch(int argc, char** argv, const std::vector<std::unique_ptr<Command>>& commands, const StopFlag* stop) {
  const bool takesCommand =
      argc > 1 && std::ranges::any_of(commands, [&](const auto& each) { return each->name == argv[1] && each->takesCommand(); });
  const auto dashes = takesCommand ? std::find(argv, argv + argc, std::string_view("--")) : argv + argc;
  const std::vector<std::string> words(std::min(dashes + 1, argv + argc), argv + argc);
  argc = static_cast<int>(dashes - argv);
  CLI::App app{"cleave: what a change does to behaviour, for every part of the input space"};
  app.set_version_flag("--version", std::string("cleave ") + driver::kVersion);
  app.require_subcommand(1);
  app.footer(kStatuses);
  for (const std::unique_ptr<Command>& each : commands) {
    CLI::App* described = app.add_subcommand(each->name, each->help);
    described->footer(each->statuses);
    CommandLine line(*described);
    each->describe(line);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return answer(app, error);
  }
  for (const std::unique_ptr<Command>& each : commands) {
    if (!app.got_subcommand(each->name)) continue;
    const Expected<int> status = each->run({ownPath(argv[0]), stop, words});
    return status ? *status : complain(status.error().message);
  }
  UNREACHABLE("one command is required");
}

}  // namespace cleave::tools
