#include <algorithm>

#include "command_line.h"
#include "commands.h"
#include "driver/saved_result.h"
#include "report/json.h"
#include "support/text.h"
#include "terminal.h"

namespace cleave::tools {

namespace {

class Report : public Command {
 public:
  Report() : Command("report", "the report of what a run left on disk, also of one that was cut short") {}

  void describe(CommandLine& line) override {
    line.text("directory", directory_, "what `cleave diff --out` wrote");
    line.text("--format", format_, "text, or json (docs/json.md)");
    line.repeated("--entry", entries_, "only this function (repeatable)");
    line.flag("--all", all_, "print every partition, however many there are");
  }

  Expected<int> run(const Invocation&) override {
    if (format_ != "text" && format_ != "json") return Error{"--format is text or json, not '" + format_ + "'"};
    Expected<driver::SavedResult> saved = driver::loadSavedResult(directory_);
    if (!saved) return saved.error();
    if (Status wrong = choose(saved->result.entries)) return *wrong;
    const result::WholeEntry whole = [&](size_t entry) { return saved->whole(entry); };
    if (format_ == "json") {
      report::writeJson(saved->result, whole, [](std::string_view text) { print(text); });
      print("\n");
    } else {
      const report::ShowEntry show = [&](size_t entry, size_t most) { return saved->shown(entry, most); };
      print(report::toText(saved->result, show, textOptions(all_)));
    }
    return statusOf(saved->verdict());
  }

 private:
  Status choose(std::vector<result::EntryResult>& entries) const {
    if (entries_.empty()) return std::nullopt;
    std::vector<std::string> names;
    for (const result::EntryResult& entry : entries) names.push_back(entry.name);
    for (const std::string& name : entries_)
      if (std::ranges::find(names, name) == names.end()) {
        const std::vector<std::string> near = nearest(name, names, 5);
        return Error{"--entry: the result has no function '" + name + "'" + (near.empty() ? "" : "; near names: " + join(near, ", "))};
      }
    std::erase_if(entries, [&](const result::EntryResult& entry) { return std::ranges::find(entries_, entry.name) == entries_.end(); });
    return std::nullopt;
  }

  std::vector<std::string> entries_;
  std::string directory_ = "cleave.out";
  std::string format_ = "text";
  bool all_ = false;
};

}  // namespace

std::unique_ptr<Command> makeReport() { return std::make_unique<Report>(); }

}  // namespace cleave::tools
