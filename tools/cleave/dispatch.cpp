#include "dispatch.h"

#include <algorithm>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "command_line.h"
#include "command_words.h"
#include "defaults.h"
#include "driver/version.h"
#include "support/text.h"

#include <fmt/format.h>
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

// --- what cleave.toml says

std::map<std::string, std::set<std::string>> optionsByCommand(const CommandWords& cleave) {
  std::map<std::string, std::set<std::string>> options;
  for (const CommandWords& command : cleave.commands)
    for (const OptionWords& option : command.options)
      for (const std::string& name : option.names)
        if (startsWith(name, "--") && name != "--help" && name != "--config") options[command.name].insert(name.substr(2));
  return options;
}

// As the words that somebody would write; an error where the option takes something else.
Expected<std::vector<std::string>> wordsFor(const Setting& setting, const CLI::Option& option, const fs::path& file) {
  const std::string name = "--" + setting.key;
  const bool isFlag = option.get_items_expected_max() == 0;
  if (isFlag != setting.isFlag)
    return Error{fmt::format("{}:{}: '{}' is {}", file.string(), setting.line, setting.key, isFlag ? "true or false" : "no flag: it takes a text or a number")};
  if (isFlag) return setting.values.empty() ? std::vector<std::string>() : std::vector<std::string>{name};
  std::vector<std::string> words;
  if (setting.values.size() > 1 && option.get_expected_max() > 1 && option.get_multi_option_policy() != CLI::MultiOptionPolicy::TakeAll) {
    words = setting.values;
    words.insert(words.begin(), name);
    return words;
  }
  for (const std::string& value : setting.values) words.push_back(name + "=" + value);
  return words;
}

// Settings of options that the command line leaves alone. Those of the command come before those for all.
Expected<std::vector<std::string>> wordsOfDefaults(const Defaults& defaults, const Command& command, const CLI::App& app) {
  std::vector<std::string> words;
  std::set<std::string> known;
  const auto add = [&](const std::vector<Setting>& settings) -> Status {
    for (const Setting& setting : settings) {
      const CLI::Option* option = app.get_option_no_throw("--" + setting.key);
      if (option == nullptr || option->count() != 0 || !command.wants(setting.key) || !known.insert(setting.key).second) continue;
      const Expected<std::vector<std::string>> own = wordsFor(setting, *option, defaults.file);
      if (!own) return own.error();
      words.insert(words.end(), own->begin(), own->end());
    }
    return std::nullopt;
  };
  if (const auto own = defaults.ofCommand.find(command.name); own != defaults.ofCommand.end())
    if (Status failed = add(own->second)) return *failed;
  if (Status failed = add(defaults.general)) return *failed;
  return words;
}

// The words to be understood in a second reading; none if there is no such file.
Expected<std::vector<std::string>> configured(const std::string& config, const Command& command, const CLI::App& cleave) {
  if (config == "none") return std::vector<std::string>();
  std::error_code failure;
  const std::optional<fs::path> file = config.empty() ? findAbove(fs::current_path(failure), kDefaultsFile) : std::optional<fs::path>(config);
  if (!file) return std::vector<std::string>();
  const Expected<Defaults> defaults = readDefaults(*file, optionsByCommand(wordsOf(cleave)));
  if (!defaults) return defaults.error();
  return wordsOfDefaults(*defaults, command, *cleave.get_subcommand(command.name));
}

// --- help

// `cleave help diff` is `cleave diff --help`; --man and --completion are for those who install cleave.
std::optional<int> answerHelp(const CLI::App& app, std::vector<std::string>& words) {
  if (words.empty() || words.front() != "help") return std::nullopt;
  words.erase(words.begin());
  const std::string first = words.empty() ? "" : words.front();
  if (first != "--man" && first != "--completion") {
    words.push_back("--help");
    return std::nullopt;
  }
  const CommandWords cleave = wordsOf(app);
  std::string text;
  if (first == "--completion") {
    text = words.size() == 2 ? completionFor(words[1], cleave) : "";
    if (text.empty()) return complain("help --completion is for bash, zsh or fish");
  } else if (words.size() == 1) {
    text = manualPage(cleave, {"cleave"});
  } else {
    for (const CommandWords& each : cleave.commands)
      if (words[1] == each.name && words.size() == 2) text = manualPage(each, {"cleave", each.name});
    if (text.empty()) return complain(unknown("command", words[1], "", commandNames(app)) + " (see cleave --help)");
  }
  std::cout << text << std::flush;
  return kEquivalent;
}

class Dispatcher {
 public:
  explicit Dispatcher(const std::vector<std::unique_ptr<Command>>& commands) : commands_(commands) {
    app_.name("cleave");
    app_.set_version_flag("--version", std::string("cleave ") + driver::kVersion);
    app_.require_subcommand(1);
    app_.footer(std::string("cleave help COMMAND shows the options of a command. ") + kStatuses);
    for (const std::unique_ptr<Command>& each : commands) {
      CLI::App* described = app_.add_subcommand(each->name, each->help);
      described->footer(each->statuses);
      described->add_option("--config", config_, "where options come from that are not given here (default: the nearest cleave.toml; none: nowhere)");
      CommandLine line(*described);
      each->describe(line);
    }
  }

  int run(std::vector<std::string> words, const Invocation& invocation) {
    if (const std::optional<int> status = answerHelp(app_, words)) return *status;
    try {
      parse(words);
      const Command& command = chosen();
      const Expected<std::vector<std::string>> more = configured(config_, command, app_);
      if (!more) return complain(more.error().message);
      if (!more->empty()) {
        words.insert(words.end(), more->begin(), more->end());
        parse(words);
      }
    } catch (const CLI::ParseError& error) {
      return answer(app_, error);
    }
    const Expected<int> status = chosen().run(invocation);
    return status ? *status : complain(status.error().message);
  }

 private:
  void parse(std::vector<std::string> words) {
    std::ranges::reverse(words);  // as CLI11 wants them
    app_.parse(std::move(words));
  }

  Command& chosen() const {
    for (const std::unique_ptr<Command>& each : commands_)
      if (app_.got_subcommand(each->name)) return *each;
    UNREACHABLE("one command is required");
  }

  const std::vector<std::unique_ptr<Command>>& commands_;
  CLI::App app_{"cleave: what a change does to behaviour, for every part of the input space"};
  std::string config_;
};

}  // namespace

int dispatch(int argc, char** argv, const std::vector<std::unique_ptr<Command>>& commands, const StopFlag* stop) {
  const bool takesCommand =
      argc > 1 && std::ranges::any_of(commands, [&](const auto& each) { return each->name == argv[1] && each->takesCommand(); });
  const auto dashes = takesCommand ? std::find(argv, argv + argc, std::string_view("--")) : argv + argc;
  const std::vector<std::string> behind(std::min(dashes + 1, argv + argc), argv + argc);
  return Dispatcher(commands).run({argv + std::min(argc, 1), dashes}, {ownPath(argv[0]), stop, behind});
}

}  // namespace cleave::tools
