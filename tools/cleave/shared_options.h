// The options that several commands take: versions, entries, inputs, observations, limits. A command adds those it wants, and reads them
// into driver::Options; the rest keep their defaults.
#pragma once

#include <string>
#include <vector>

#include "command.h"
#include "command_line.h"
#include "driver/options.h"
#include "inputs_options.h"

namespace cleave::tools {

class SharedOptions {
 public:
  void addVersions(CommandLine& line);                                       // BEFORE AFTER, and what tells of them
  void addFiles(CommandLine& line, const std::string& help, int most = -1);  // of one version
  void addEntries(CommandLine& line, const std::string& help);               // any number
  void addEntry(CommandLine& line, const std::string& help,                  // at most one
                CommandLine::Need need = CommandLine::Need::Optional);
  void addInputs(CommandLine& line) { inputs_.addTo(line); }
  void addExploration(CommandLine& line, const std::string& observe = "--observe");  // inputs, observations, limits

  void addUnsafeNative(CommandLine& line);

  size_t fileCount() const { return files_.size(); }
  const std::vector<std::string>& files() const { return files_; }
  const std::vector<std::string>& pairs() const { return pairs_; }
  bool hasFlags() const { return !(flags_ + beforeFlags_ + afterFlags_).empty(); }

  // Two versions as the user gave them: two files, or --before and --after with as many as wanted.
  Status readVersions(driver::Options& options) const;
  void readVersion(driver::Options& options) const;                           // one, as before
  Status read(const Invocation& invocation, driver::Options& options) const;  // all else, and where the models are

 private:
  void addCriterion(CommandLine& line, const std::string& observe);
  void addLimits(CommandLine& line);
  result::Criterion criterion() const;
  Expected<explore::Options> limits() const;

  std::vector<std::string> files_;
  std::vector<std::string> before_;
  std::vector<std::string> after_;
  std::vector<std::string> pairs_;
  std::string flags_;
  std::string beforeFlags_;
  std::string afterFlags_;
  std::vector<std::string> entries_;
  InputsOptions inputs_;
  std::vector<std::string> observed_;
  frontend::EnvironmentSaid environment_;
  std::vector<std::string> ignored_;
  std::string budget_ = "60s";
  std::string solverTimeout_ = "5s";
  uint64_t maxPartitions_ = 0;
  uint64_t maxSteps_ = 5'000'000;
  uint64_t seed_ = 1;
  bool unsafeNative_ = false;
};

void addUnsafeNative(CommandLine& line, bool& value);  // for commands that share nothing else

// A duration as the user wrote it behind `option`.
Expected<Seconds> readDuration(const std::string& text, const std::string& option);

}  // namespace cleave::tools
