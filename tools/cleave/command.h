// One command of cleave: what it is called, what it takes, what it does. main.cpp has the list of all.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "exit_status.h"
#include "support/budget.h"
#include "support/expected.h"

namespace cleave::tools {

class CommandLine;

// What a command finds when it is run, besides its own options.
struct Invocation {
  std::filesystem::path executable;  // cleave itself; what belongs to it lies beside
  const StopFlag* stop = nullptr;    // Ctrl-C
  std::vector<std::string> words;    // behind --, of a command that runs another one
};

class Command {
 public:
  // `help` is one line. `statuses` tells of exit statuses, below the options.
  Command(std::string name, std::string help, std::string statuses = kStatuses)
      : name(std::move(name)), help(std::move(help)), statuses(std::move(statuses)) {}
  virtual ~Command() = default;

  // Where the words of the command line go: members, which hold the defaults until then.
  virtual void describe(CommandLine& line) = 0;

  // Runs a command that stands behind --, and is none of our business.
  virtual bool takesCommand() const { return false; }

  // Whether an option that cleave.toml has, and the command line has not, is to be taken; asked once the command line is read.
  virtual bool wants(const std::string& option) const {
    (void)option;
    return true;
  }

  // The exit status. An error is one line to the user, and bad usage.
  virtual Expected<int> run(const Invocation& invocation) = 0;

  const std::string name;
  const std::string help;
  const std::string statuses;
};

}  // namespace cleave::tools
