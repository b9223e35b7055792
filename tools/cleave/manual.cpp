// Manual pages from what --help says.
#include <fmt/format.h>

#include "command_words.h"
#include "driver/version.h"
#include "support/text.h"

namespace cleave::tools {

namespace {

// A line may not begin with what troff takes for a request, and a hyphen that people copy is a minus.
std::string troff(const std::string& text) {
  std::string out;
  for (const char each : text) {
    if (each == '\\') {
      out += "\\e";
    } else if (each == '-') {
      out += "\\-";
    } else if ((each == '.' || each == '\'') && (out.empty() || out.back() == '\n')) {
      out += std::string("\\&") + each;
    } else {
      out += each;
    }
  }
  return out;
}

std::string optionText(const OptionWords& option) {
  std::vector<std::string> names;
  for (const std::string& each : option.names) names.push_back("\\fB" + troff(each) + "\\fR");
  std::string text = ".TP\n" + join(names, ", ");
  if (option.takesValue) text += option.takesSeveral ? " \\fIWORD\\fR..." : " \\fIWORD\\fR";
  text += "\n" + troff(option.help);
  if (option.takesValue && !option.fallback.empty()) text += troff(fmt::format(" (default: {})", option.fallback));
  return text + "\n";
}

// In the order of --help, each group below its heading.
std::string optionsText(const CommandWords& command) {
  std::vector<std::string> groups;
  for (const OptionWords& each : command.options)
    if (std::ranges::find(groups, each.group) == groups.end()) groups.push_back(each.group);
  std::string text;
  for (const std::string& group : groups) {
    text += ".SH " + troff(group) + "\n";
    for (const OptionWords& each : command.options)
      if (each.group == group) text += optionText(each);
  }
  return text;
}

std::string commandsText(const CommandWords& command, const std::string& page) {
  std::string text = ".SH COMMANDS\n";
  for (const CommandWords& each : command.commands) text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", troff(each.name), troff(each.help));
  if (page == "cleave") text += ".PP\nEach has a page of its own: \\fBcleave\\-diff\\fR(1), and so on; \\fBcleave help\\fR \\fICOMMAND\\fR shows its options.\n";
  return text;
}

}  // namespace

std::string manualPage(const CommandWords& command, const std::vector<std::string>& path) {
  const std::string page = join(path, "-"), call = join(path, " ");
  std::string text = fmt::format(".TH {} 1 \"\" \"cleave {}\" \"User Commands\"\n", troff(page), driver::kVersion);
  text += fmt::format(".SH NAME\n{} \\- {}\n", troff(page), troff(command.help));
  text += fmt::format(".SH SYNOPSIS\n.B {}\n{}{}{}\n", troff(call), command.commands.empty() ? "" : "\\fICOMMAND\\fR ", "[\\fIOPTIONS\\fR]",
                      command.takesFiles ? " \\fIFILES\\fR" : "");
  if (command.takesFiles) text += fmt::format(".SH FILES\n{}\n", troff(command.filesHelp));
  if (!command.commands.empty()) text += commandsText(command, page);
  text += optionsText(command);
  if (!command.statuses.empty()) text += ".SH EXIT STATUS\n" + troff(command.statuses) + "\n";
  text += ".SH CONFIGURATION\nOptions that the command line does not give are taken from\n.I cleave.toml\nin this directory or the nearest one above it, up to the top of the repository.\n";
  if (path.size() > 1) text += ".SH SEE ALSO\n.BR cleave (1)\n";
  return text;
}

}  // namespace cleave::tools
