#include <optional>

#include "commands.h"
#include "driver/dump.h"
#include "driver/dump_log.h"
#include "shared_options.h"
#include "terminal.h"

namespace cleave::tools {

namespace {

class Dump : public Command {
 public:
  Dump() : Command("dump", "what a stage of the analysis sees, as text") {}

  void describe(CommandLine& line) override {
    program_ = line.command("program", "the lowered program");
    addVersion(*program_);
    shared_.addEntry(*program_, "only this function");
    trace_ = line.command("trace", "the decisions and observations of one run");
    addVersion(*trace_);
    shared_.addEntry(*trace_, "the function to run", CommandLine::Need::Required);
    trace_->severalListed("--input", input_, "values: --input i=0,j=-1; cells not named are zero");
    changes_ = line.command("changes", "what differs between two versions");
    shared_.addVersions(*changes_);
    log_ = line.command("log", "what probes recorded while a program ran");
    log_->files(logDirectory_, "the directory of the log", 1, 1);
    log_->text("--function", logOptions_.function, "only the points of this function");
    log_->flag("--points", logOptions_.pointsOnly, "which points were reached and how often, without values");
  }

  Expected<int> run(const Invocation& invocation) override {
    if (log_->chosen()) {
      driver::DumpLogOptions options = logOptions_;
      options.directory = logDirectory_.at(0);
      if (Status wrong = driver::dumpLog(options, print)) return *wrong;
      return 0;
    }
    const Expected<std::string> text = dump(invocation);
    if (!text) return text.error();
    print(*text);
    return 0;
  }

 private:
  void addVersion(CommandLine& line) { shared_.addFiles(line, "the files of the version"); }

  Expected<std::string> dump(const Invocation& invocation) const {
    driver::Options options;
    if (Status wrong = shared_.read(invocation, options)) return *wrong;
    const driver::Listeners listeners = printWarnings();
    if (changes_->chosen()) {
      if (Status wrong = shared_.readVersions(options)) return *wrong;
      return driver::dumpChanges(options, listeners, invocation.stop);
    }
    shared_.readVersion(options);
    return program_->chosen() ? driver::dumpProgram(options, listeners, invocation.stop)
                              : driver::dumpTrace(options, input_, listeners, invocation.stop);
  }

  SharedOptions shared_;
  std::optional<CommandLine> program_;
  std::optional<CommandLine> trace_;
  std::optional<CommandLine> changes_;
  std::optional<CommandLine> log_;
  std::vector<std::string> logDirectory_;
  driver::DumpLogOptions logOptions_;
  std::vector<std::string> input_;
};

}  // namespace

std::unique_ptr<Command> makeDump() { return std::make_unique<Dump>(); }

}  // namespace cleave::tools
