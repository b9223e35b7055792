#include "browse/terminal.h"
#include "command_line.h"
#include "commands.h"
#include "driver/report_material.h"

namespace cleave::tools {

namespace {

class Browse : public Command {
 public:
  Browse()
      : Command("browse", "a result in the terminal: groups, partitions, sources and runs, by keyboard",
                "Exit status: 0 the user left, 2 bad usage or input, or no terminal, 70 internal error.") {}

  void describe(CommandLine& line) override {
    line.text("directory", directory_, "what `cleave diff --out` wrote");
    line.repeated("--entry", entries_, "only this function (repeatable)");
  }

  Expected<int> run(const Invocation& invocation) override {
    if (Status failed = browse::checkTerminal()) return *failed;
    const Expected<report::Material> material = driver::loadMaterial({directory_, entries_, "", false});
    if (!material) return material.error();
    if (Status failed = browse::browse(*material, invocation.stop)) return *failed;
    return 0;
  }

 private:
  std::vector<std::string> entries_;
  std::string directory_ = "cleave.out";
};

}  // namespace

std::unique_ptr<Command> makeBrowse() { return std::make_unique<Browse>(); }

}  // namespace cleave::tools
