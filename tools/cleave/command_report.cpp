#include "command_line.h"
#include "commands.h"
#include "driver/saved_result.h"
#include "report/json.h"
#include "terminal.h"

namespace cleave::tools {

namespace {

class Report : public Command {
 public:
  Report() : Command("report", "the report of what a run left on disk, also of one that was cut short") {}

  void describe(CommandLine& line) override {
    line.text("directory", directory_, "what `cleave diff --out` wrote");
    line.text("--format", format_, "text, or json (docs/json.md)");
    line.flag("--all", all_, "print every partition, however many there are");
  }

  Expected<int> run(const Invocation&) override {
    if (format_ != "text" && format_ != "json") return Error{"--format is text or json, not '" + format_ + "'"};
    const Expected<driver::SavedResult> saved = driver::loadSavedResult(directory_);
    if (!saved) return saved.error();
    const result::WholeEntry whole = [&](size_t entry) { return saved->result.entries[entry]; };
    if (format_ == "json") {
      report::writeJson(saved->result, whole, [](std::string_view text) { print(text); });
      print("\n");
    } else {
      print(report::toText(saved->result, textOptions(all_)));
    }
    return statusOf(saved->verdict());
  }

 private:
  std::string directory_ = "cleave.out";
  std::string format_ = "text";
  bool all_ = false;
};

}  // namespace

std::unique_ptr<Command> makeReport() { return std::make_unique<Report>(); }

}  // namespace cleave::tools
