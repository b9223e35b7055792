// The command line: options to plain structs, a call into the driver, results to the terminal, verdicts to exit statuses. Nothing else
// lives here.
#include <csignal>
#include <cstdio>
#include <exception>
#include <iostream>

#include "command_audit.h"
#include "command_diff.h"
#include "command_dump.h"
#include "command_explain.h"
#include "command_inputs.h"
#include "command_reduce.h"
#include "command_signature.h"
#include "driver/version.h"
#include "exit_status.h"
#include "support/check.h"

#include <CLI/CLI.hpp>

namespace {

cleave::StopFlag stopFlag;  // the one global that a signal handler needs

void onInterrupt(int) {
  stopFlag.request();
  std::signal(SIGINT, SIG_DFL);  // the second Ctrl-C ends us at once
  std::signal(SIGTERM, SIG_DFL);
}

int runCommand(int argc, char** argv) {
  CLI::App app{"cleave: what a change does to behaviour, for every part of the input space"};
  app.set_version_flag("--version", std::string("cleave ") + cleave::driver::kVersion);
  app.require_subcommand(1);
  app.footer("Exit status: 0 equivalent, 1 different, 2 bad usage or input, 3 inconclusive, 70 internal error.");
  cleave::tools::DiffCommand diff(app);
  cleave::tools::ExplainCommand explain(app);
  cleave::tools::SignatureCommand signature(app);
  cleave::tools::ReduceCommand reduce(app);
  cleave::tools::AuditCommand audit(app);
  cleave::tools::InputsCommand inputs(app);
  cleave::tools::DumpCommand dump(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const bool asked = error.get_exit_code() == 0;  // --help, --version
    if (!asked) {
      std::cerr << "cleave: " << error.what() << " (see cleave --help)\n";
      return cleave::tools::kBadUsage;
    }
    return app.exit(error);
  }
  if (diff.chosen()) return diff.run(argv[0], &stopFlag);
  if (explain.chosen()) return explain.run(argv[0], &stopFlag);
  if (signature.chosen()) return signature.run(argv[0], &stopFlag);
  if (reduce.chosen()) return reduce.run(argv[0], &stopFlag);
  if (inputs.chosen()) return inputs.run(argv[0], &stopFlag);
  if (audit.chosen()) return audit.run(&stopFlag);
  return dump.run(argv[0], &stopFlag);
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGINT, onInterrupt);
  std::signal(SIGTERM, onInterrupt);
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return runCommand(argc, argv);
  } catch (const cleave::InternalError& error) {
    std::cerr << "cleave: internal error: " << error.what() << "\nThis is a bug in cleave, and nothing is claimed about the input.\n";
  } catch (const std::bad_alloc&) {
    std::cerr << "cleave: out of memory; give smaller limits (--max-steps, --max-partitions) or a larger machine\n";
  } catch (const std::exception& error) {
    std::cerr << "cleave: internal error: " << error.what() << "\n";
  }
  return cleave::tools::kInternalError;
}
