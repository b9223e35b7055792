#include "command_words.h"

#include <CLI/CLI.hpp>

namespace cleave::tools {

namespace {

OptionWords optionOf(const CLI::Option& option) {
  OptionWords words;
  for (const std::string& name : option.get_lnames()) words.names.push_back("--" + name);
  for (const std::string& name : option.get_snames()) words.names.push_back("-" + name);
  words.help = option.get_description();
  words.fallback = option.get_default_str();
  words.group = option.get_group();
  words.takesValue = option.get_items_expected_max() != 0;
  words.takesSeveral = option.get_expected_max() > 1 && option.get_multi_option_policy() != CLI::MultiOptionPolicy::TakeAll;
  return words;
}

}  // namespace

CommandWords wordsOf(const CLI::App& app) {
  CommandWords words;
  words.name = app.get_name();
  words.help = app.get_description();
  words.statuses = app.get_footer();
  for (const CLI::Option* each : app.get_options()) {
    if (each->get_group().empty()) continue;
    if (each->get_positional()) {
      words.takesFiles = true;
      words.filesHelp = each->get_description();
    } else {
      words.options.push_back(optionOf(*each));
    }
  }
  for (const CLI::App* each : app.get_subcommands(nullptr)) words.commands.push_back(wordsOf(*each));
  return words;
}

}  // namespace cleave::tools
