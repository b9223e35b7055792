#include "command_inputs.h"

#include <iostream>

#include "driver/show_inputs.h"
#include "exit_status.h"
#include "sources_options.h"
#include "support/text.h"

namespace cleave::tools {

InputsCommand::InputsCommand(CLI::App& app)
    : command_(app.add_subcommand("inputs", "what the inputs of a function are: a plan to read, edit and pass back with --inputs")) {
  command_->add_option("files", files_, "the files of the version")->required()->expected(1, -1);
  command_->add_option("--cflags", flags_, "compiler flags, as one word");
  command_->add_option("--entry", entries_, "the function (repeatable); default: every function")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  inputs_.addTo(*command_);
}

int InputsCommand::run(const char* argv0, const StopFlag* stop) {
  const auto print = [&]() -> Expected<std::string> {
    const Expected<std::filesystem::path> models = findModels(argv0);
    if (!models) return models.error();
    const Expected<inputs::Options> options = inputs_.options();
    if (!options) return options.error();
    return driver::showInputs({files_, splitWords(flags_)}, entries_, *options, *models, stop);
  };
  const Expected<std::string> text = print();
  if (!text) {
    std::cerr << "cleave: " << text.error().message << "\n";
    return kBadUsage;
  }
  std::cout << *text << std::flush;
  return 0;
}

}  // namespace cleave::tools
