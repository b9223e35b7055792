#include <algorithm>

#include "command_line.h"
#include "commands.h"
#include "driver/accepted.h"
#include "driver/saved_result.h"
#include "intended_options.h"
#include "report/accepted.h"
#include "report/utf8.h"
#include "support/text.h"
#include "terminal.h"

namespace cleave::tools {

namespace {

class Accept : public Command {
 public:
  Accept() : Command("accept", "keeps differences that are wanted in cleave.accepted.toml", "Exit status: 0 listed or kept, 2 bad usage or input.") {}

  void describe(CommandLine& line) override {
    line.text("directory", directory_, "what `cleave diff --out` wrote (default: cleave.out)");
    line.repeated("--group", groups_, "what is accepted, as the list names it: f:1, or f for all of f (repeatable; without it, there is a list)");
    line.flag("--all", all_, "all that differs and is not accepted yet");
    line.text("--when", when_, "this expression instead of the group's own (C over inputs, 'before' and 'after'; of one function)");
    line.text("--why", why_, "for whoever reads the file");
    line.text("--file", file_, "where it is kept (default: the nearest cleave.accepted.toml, else one here)");
  }

  Expected<int> run(const Invocation&) override {
    const Expected<driver::SavedResult> saved = driver::loadSavedResult(directory_);
    if (!saved) return saved.error();
    std::vector<report::Acceptable> all;
    for (const result::EntryResult& entry : saved->result.entries)
      for (report::Acceptable& each : report::acceptable(entry)) all.push_back(std::move(each));
    if (groups_.empty() && !all_) return list(all);
    const Expected<std::vector<driver::Accepted>> chosen = choose(all);
    if (!chosen) return chosen.error();
    const std::string near = nearestAccepted();
    const std::filesystem::path file = !file_.empty() ? file_ : !near.empty() ? near : driver::kAcceptedFile;
    if (Status failed = driver::addAccepted(file, *chosen)) return *failed;
    for (const driver::Accepted& each : *chosen) print(report::printable(each.entry + ": " + each.when) + "\n");
    print(std::to_string(chosen->size()) + (chosen->size() == 1 ? " difference is" : " differences are") + " accepted in " + file.string() +
          "; cleave diff proves that it is all there is\n");
    return kEquivalent;
  }

 private:
  static Expected<int> list(const std::vector<report::Acceptable>& all) {
    if (all.empty()) print("nothing differs that is not accepted\n");
    for (const report::Acceptable& each : all) {
      print(report::printable(each.name + "  " + (each.when.empty() ? "(no expression: give one, --when)" : each.when)) + "\n");
      print("    " + report::printable(each.shown) + "\n");
    }
    return kEquivalent;
  }

  Expected<std::vector<driver::Accepted>> choose(const std::vector<report::Acceptable>& all) const {
    std::vector<driver::Accepted> chosen;
    std::vector<std::string> names;
    for (const report::Acceptable& each : all) names.push_back(each.name), names.push_back(each.entry);
    for (const std::string& name : groups_)
      if (std::ranges::find(names, name) == names.end()) {
        const std::vector<std::string> near = nearest(name, names, 3);
        return Error{"nothing that differs is called '" + name + "'" + (near.empty() ? "; cleave accept alone lists it" : "; near names: " + join(near, ", "))};
      }
    for (const report::Acceptable& each : all) {
      const bool isNamed = std::ranges::find(groups_, each.name) != groups_.end() || std::ranges::find(groups_, each.entry) != groups_.end();
      if (!all_ && !isNamed) continue;
      if (when_.empty() && each.when.empty()) return Error{each.name + " has no expression that says where it differs: give one, --when EXPRESSION"};
      if (!when_.empty() && !chosen.empty() && chosen.front().entry != each.entry) return Error{"--when speaks of one function: name its groups alone"};
      if (!when_.empty() && !chosen.empty()) continue;
      chosen.push_back({each.entry, when_.empty() ? each.when : when_, why_, each.shown});
    }
    if (chosen.empty()) return Error{"nothing differs that is not accepted"};
    return chosen;
  }

  std::vector<std::string> groups_;
  std::string directory_ = "cleave.out", when_, why_, file_;
  bool all_ = false;
};

}  // namespace

std::unique_ptr<Command> makeAccept() { return std::make_unique<Accept>(); }

}  // namespace cleave::tools
