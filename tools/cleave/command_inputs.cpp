#include "commands.h"
#include "driver/show_inputs.h"
#include "shared_options.h"
#include "terminal.h"

namespace cleave::tools {

namespace {

class Inputs : public Command {
 public:
  Inputs() : Command("inputs", "what the inputs of a function are: a plan to read, edit and pass back with --inputs") {}

  void describe(CommandLine& line) override {
    shared_.addFiles(line, "the files of the version");
    shared_.addEntries(line, "the function (repeatable); default: every function");
    shared_.addInputs(line);
  }

  Expected<int> run(const Invocation& invocation) override {
    driver::Options options;
    shared_.readVersion(options);
    if (Status wrong = shared_.read(invocation, options)) return *wrong;
    const Expected<std::string> text = driver::showInputs(options, printWarnings(), invocation.stop);
    if (!text) return text.error();
    print(*text);
    return 0;
  }

 private:
  SharedOptions shared_;
};

}  // namespace

std::unique_ptr<Command> makeInputs() { return std::make_unique<Inputs>(); }

}  // namespace cleave::tools
