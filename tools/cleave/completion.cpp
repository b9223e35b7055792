// Completion for shells: names of commands, then their options; everything else is a file.
#include <fmt/format.h>

#include "command_words.h"
#include "support/text.h"

namespace cleave::tools {

namespace {

std::string optionNames(const CommandWords& command) {
  std::vector<std::string> names;
  for (const OptionWords& each : command.options) names.insert(names.end(), each.names.begin(), each.names.end());
  return join(names, " ");
}

std::string commandNames(const CommandWords& command) {
  std::vector<std::string> names;
  for (const CommandWords& each : command.commands) names.push_back(each.name);
  return join(names, " ");
}

// In single quotes, for any of the shells.
std::string inQuotes(const std::string& text, const std::string& quote) {
  std::string out = "'";
  for (const char each : text) out += each == '\'' ? quote : std::string(1, each);
  return out + "'";
}

std::string forBash(const CommandWords& cleave) {
  std::string text = "# bash completion for cleave\n_cleave() {\n  local word=${COMP_WORDS[COMP_CWORD]} words=\n  case $COMP_CWORD:${COMP_WORDS[1]} in\n";
  text += fmt::format("    1:*) words={} ;;\n", inQuotes(commandNames(cleave) + " help " + optionNames(cleave), "'\\''"));
  text += fmt::format("    *:help) words={} ;;\n", inQuotes(commandNames(cleave), "'\\''"));
  for (const CommandWords& each : cleave.commands) {
    const std::string inner = commandNames(each);
    text += fmt::format("    *:{}) words={} ;;\n", each.name, inQuotes(inner + (inner.empty() ? "" : " ") + optionNames(each), "'\\''"));
  }
  text += "  esac\n  COMPREPLY=()\n  if [[ $word == -* || $COMP_CWORD == 1 || ${COMP_WORDS[1]} == help ]]; then\n";
  text += "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n  else\n    COMPREPLY=($(compgen -f -- \"$word\"))\n  fi\n}\ncomplete -o filenames -F _cleave cleave\n";
  return text;
}

// A colon separates a word from its help there.
std::string zshItem(const std::string& word, const std::string& help) {
  std::string name;
  for (const char each : word) name += each == ':' ? std::string("\\:") : std::string(1, each);
  return inQuotes(name + ":" + help, "'\\''");
}

std::string forZsh(const CommandWords& cleave) {
  std::string text = "#compdef cleave\n# zsh completion for cleave\n_cleave() {\n  local -a items\n  if (( CURRENT == 2 )) || [[ $words[2] == help ]]; then\n    items=(";
  for (const CommandWords& each : cleave.commands) text += "\n      " + zshItem(each.name, each.help);
  text += "\n      'help:shows the options of a command')\n    _describe command items\n    return\n  fi\n  if [[ $words[CURRENT] != -* ]]; then\n    _files\n    return\n  fi\n  case $words[2] in\n";
  for (const CommandWords& each : cleave.commands) {
    text += "    " + each.name + ")\n      items=(";
    for (const OptionWords& option : each.options)
      for (const std::string& name : option.names) text += "\n        " + zshItem(name, option.help);
    text += ") ;;\n";
  }
  return text + "  esac\n  _describe option items\n}\n_cleave \"$@\"\n";
}

std::string forFish(const CommandWords& cleave) {
  std::string text = "# fish completion for cleave\n";
  for (const CommandWords& each : cleave.commands)
    text += fmt::format("complete -c cleave -n __fish_use_subcommand -a {} -d {}\n", each.name, inQuotes(each.help, "\\'"));
  text += fmt::format("complete -c cleave -n __fish_use_subcommand -a help -d {}\n", inQuotes("shows the options of a command", ""));
  for (const CommandWords& each : cleave.commands)
    for (const OptionWords& option : each.options) {
      text += fmt::format("complete -c cleave -n '__fish_seen_subcommand_from {}'", each.name);
      for (const std::string& name : option.names) text += startsWith(name, "--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      text += (option.takesValue ? " -r -d " : " -d ") + inQuotes(option.help, "\\'") + "\n";
    }
  return text;
}

}  // namespace

std::string completionFor(const std::string& shell, const CommandWords& cleave) {
  if (shell == "bash") return forBash(cleave);
  if (shell == "zsh") return forZsh(cleave);
  return shell == "fish" ? forFish(cleave) : "";
}

}  // namespace cleave::tools
