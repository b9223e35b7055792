#include "command_dump.h"

#include <iostream>

#include "driver/dump.h"
#include "exit_status.h"
#include "support/text.h"

namespace cleave::tools {

DumpCommand::DumpCommand(CLI::App& app) : command_(app.add_subcommand("dump", "what a stage of the analysis sees, as text")) {
  command_->require_subcommand(1);
  program_ = command_->add_subcommand("program", "the lowered program");
  trace_ = command_->add_subcommand("trace", "the decisions and observations of one run");
  for (CLI::App* each : {program_, trace_}) {
    each->add_option("files", files_, "the files of the version")->required()->expected(1, -1);
    each->add_option("--cflags", flags_, "compiler flags, as one word");
    each->add_option("--entry", entry_, each == program_ ? "only this function" : "the function to run")->required(each == trace_);
  }
  trace_->add_option("--input", input_, "values: --input i=0,j=-1; cells not named are zero")->delimiter(',');
  changes_ = command_->add_subcommand("changes", "what differs between two versions");
  changeSources_.addTo(*changes_);
}

Expected<std::string> DumpCommand::dump(const char* argv0, const StopFlag* stop) const {
  Expected<std::filesystem::path> models = findModels(argv0);
  if (!models) return models.error();
  if (changes_->parsed()) {
    auto sources = changeSources_.sources();
    if (!sources) return sources.error();
    return driver::dumpChanges(sources->first, sources->second, changeSources_.pairs(), *models, stop);
  }
  const frontend::Sources sources{files_, splitWords(flags_)};
  if (program_->parsed()) return driver::dumpProgram(sources, entry_, *models, stop);
  return driver::dumpTrace(sources, entry_, input_, *models, stop);
}

int DumpCommand::run(const char* argv0, const StopFlag* stop) {
  const Expected<std::string> text = dump(argv0, stop);
  if (!text) {
    std::cerr << "cleave: " << text.error().message << "\n";
    return kBadUsage;
  }
  std::cout << *text << std::flush;
  return 0;
}

}  // namespace cleave::tools
