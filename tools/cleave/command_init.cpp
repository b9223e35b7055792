#include "commands.h"
#include "command_line.h"
#include "defaults.h"
#include "driver/init.h"
#include "support/temp_dir.h"
#include "terminal.h"

namespace cleave::tools {

namespace {

class Init : public Command {
 public:
  Init() : Command("init", "writes a cleave.toml for the project in this directory", "Exit status: 0 written, 2 bad usage, or there is one already.") {}

  void describe(CommandLine& line) override {
    line.flag("--force", force_, "replace the one that there is");
    line.flag("--print", print_, "print it, and write nothing");
  }

  Expected<int> run(const Invocation&) override {
    std::error_code failure;
    const std::filesystem::path here = std::filesystem::current_path(failure);
    if (failure) return Error{"the current directory is gone: " + failure.message()};
    const driver::InitialDefaults found = driver::initialDefaults(here);
    if (print_) {
      print(found.text);
      return kEquivalent;
    }
    const std::filesystem::path file = here / kDefaultsFile;
    if (std::filesystem::exists(file, failure) && !force_) return Error{"there is a cleave.toml here already; --force replaces it, --print shows what would be written"};
    if (Status failed = writeFile(file, found.text)) return *failed;
    print("cleave.toml written: " + found.summary + "\n");
    return kEquivalent;
  }

 private:
  bool force_ = false;
  bool print_ = false;
};

}  // namespace

std::unique_ptr<Command> makeInit() { return std::make_unique<Init>(); }

}  // namespace cleave::tools
