// The command line: words to plain structs, a call into the driver, results to the terminal, verdicts to exit statuses. Nothing else lives
// here.
#include <csignal>
#include <exception>
#include <iostream>
#include <new>

#include "commands.h"
#include "dispatch.h"
#include "project/compiler.h"
#include "support/check.h"

namespace {

using namespace cleave::tools;

cleave::StopFlag stopFlag;  // the one global that a signal handler needs

void onInterrupt(int) {
  stopFlag.request();
  std::signal(SIGINT, SIG_DFL);  // the second Ctrl-C ends us at once
  std::signal(SIGTERM, SIG_DFL);
}

// In the order of --help.
std::vector<std::unique_ptr<Command>> makeCommands() {
  std::vector<std::unique_ptr<Command>> commands;
  for (const auto make : {makeDiff, makeAccept, makeLog, makeBisect, makeGuard, makeRequire, makeExplain, makeSignature, makeReduce, makeReport, makeBrowse, makeTests, makeAudit, makeInputs, makeBuild, makeInit, makeDump})
    commands.push_back(make());
  return commands;
}

// The compiler drivers take the words of a compiler, and by its names: `cleave cc`, or a link to us that is called cc.
int runAsCompiler(int argc, char** argv) {
  const auto named = cleave::project::compilerNamed(std::filesystem::path(argv[0]).filename().string());
  const std::string word = argc > 1 ? argv[1] : "";
  if (!named && word != "cc" && word != "c++") return -1;
  const auto mode = word == "c++" ? cleave::project::DriverMode::Cxx : cleave::project::DriverMode::C;
  return cleave::project::runCompiler(named.value_or(mode), std::vector<std::string>(argv + (named ? 1 : 2), argv + argc));
}

}  // namespace

int main(int argc, char** argv) {
  if (const int status = runAsCompiler(argc, argv); status >= 0) return status;
  std::signal(SIGINT, onInterrupt);
  std::signal(SIGTERM, onInterrupt);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error of writing
  try {
    return dispatch(argc, argv, makeCommands(), &stopFlag);
  } catch (const cleave::InternalError& error) {
    std::cerr << "cleave: internal error: " << error.what() << "\nThis is a bug in cleave, and nothing is claimed about the input.\n";
  } catch (const std::bad_alloc&) {
    std::cerr << "cleave: out of memory; give smaller limits (--max-steps, --max-partitions) or a larger machine\n";
  } catch (const std::exception& error) {
    std::cerr << "cleave: internal error: " << error.what() << "\n";
  }
  return kInternalError;
}
