#include "shared_options.h"

#include "support/text.h"

namespace cleave::tools {

namespace {

namespace fs = std::filesystem;

// models.bc beside the executable or where it is installed.
Expected<fs::path> findModels(const fs::path& executable) {
  std::error_code failure;
  const fs::path home = executable.parent_path();
  for (const fs::path& candidate : {home / "models.bc", home / "../share/cleave/models.bc"})
    if (fs::exists(candidate, failure)) return candidate;
  return Error{"the C library models (models.bc) are not beside " + executable.string() +
               " nor in ../share/cleave: install or build cleave again"};
}

}  // namespace

Expected<Seconds> readDuration(const std::string& text, const std::string& option) {
  Expected<Seconds> duration = driver::parseDuration(text);
  if (!duration) return Error{option + ": " + duration.error().message};
  return duration;
}

void addUnsafeNative(CommandLine& line, bool& value) {
  line.flag("--unsafe-native", value, "where this machine has no sandbox, run natively without one: what the code then does is done");
}

void SharedOptions::addUnsafeNative(CommandLine& line) { tools::addUnsafeNative(line, unsafeNative_); }

// --- versions

void SharedOptions::addVersions(CommandLine& line) {
  line.files(files_, "the two versions: BEFORE AFTER (.c .cc .cpp .cxx .ll .bc; a project: a directory, a git revision)", 0, -1);
  line.several("--before", before_, "files of the before version");
  line.several("--after", after_, "files of the after version");
  line.text("--cflags", flags_, "compiler flags for both versions, as one word: --cflags='-DX -Iinclude'");
  line.text("--before-cflags", beforeFlags_, "compiler flags for before alone");
  line.text("--after-cflags", afterFlags_, "compiler flags for after alone");
  line.repeated("--pair", pairs_,
                "BEFORE=AFTER: these two functions correspond (repeatable); default: the same name, then bodies that are alike");
}

void SharedOptions::addFiles(CommandLine& line, const std::string& help, int most) {
  line.files(files_, help, 1, most);
  line.text("--cflags", flags_, "compiler flags, as one word");
}

Status SharedOptions::readVersions(driver::Options& options) const {
  frontend::Sources before{before_, splitWords(flags_)};
  frontend::Sources after{after_, splitWords(flags_)};
  for (std::string& flag : splitWords(beforeFlags_)) before.flags.push_back(std::move(flag));
  for (std::string& flag : splitWords(afterFlags_)) after.flags.push_back(std::move(flag));
  const bool named = !before_.empty() || !after_.empty();
  if (!named && files_.size() == 2) {
    before.files = {files_[0]};
    after.files = {files_[1]};
  } else if (!files_.empty() || before_.empty() || after_.empty()) {
    return Error{"give two versions: BEFORE AFTER, or --before FILES --after FILES"};
  }
  options.before = std::move(before);
  options.after = std::move(after);
  options.pairs = pairs_;
  return std::nullopt;
}

void SharedOptions::readVersion(driver::Options& options) const { options.before = {files_, splitWords(flags_)}; }

// --- entries and how they are explored

void SharedOptions::addEntries(CommandLine& line, const std::string& help) { line.repeated("--entry", entries_, help); }

void SharedOptions::addEntry(CommandLine& line, const std::string& help, CommandLine::Need need) {
  line.once("--entry", entries_, help, need);
}

void SharedOptions::addExploration(CommandLine& line, const std::string& observe) {
  addInputs(line);
  addCriterion(line, observe);
  addLimits(line);
}

void SharedOptions::addCriterion(CommandLine& line, const std::string& observe) {
  line.group("Observations");
  line.listed(observe, observed_,
              "compare only this: return, exit, stdout, stderr, files, a global, a pointer parameter (what it points to); how a run ends "
              "always counts (repeatable, or with commas)");
  line.listed("--pure", environment_.pure,
              "calls of this function do not count, and equal arguments give equal results (repeatable, or with commas)");
  line.listed("--ignore-call", environment_.ignored, "calls of this function do not count; it gives any answer (repeatable, or with commas)");
  line.listed("--stop-at", environment_.stopAt, "runs end where they call this function; that they do counts (repeatable, or with commas)");
  line.listed("--ignore", ignored_, "leave this out of the comparison (repeatable, or with commas)");
  line.group("Options");
}

void SharedOptions::addLimits(CommandLine& line) {
  line.text("--budget", budget_, "time per entry: 30s, 500ms, 2m");
  line.number("--max-partitions", maxPartitions_, "stop an entry after so many partitions (0: no limit)");
  line.text("--solver-timeout", solverTimeout_, "time per question to the solver");
  line.positive("--max-steps", maxSteps_, "instructions per run; a longer run is unfinished");
  line.number("--seed", seed_, "of the random inputs; equal seeds give equal reports");
}

result::Criterion SharedOptions::criterion() const {
  result::Criterion criterion{observed_, ignored_};
  for (auto* words : {&criterion.observed, &criterion.ignored})
    for (std::string& word : *words)
      if (word == "exit") word = result::kExitStatus;
  return criterion;
}

Expected<explore::Options> SharedOptions::limits() const {
  const Expected<Seconds> budget = readDuration(budget_, "--budget");
  if (!budget) return budget.error();
  const Expected<Seconds> solverTimeout = readDuration(solverTimeout_, "--solver-timeout");
  if (!solverTimeout) return solverTimeout.error();
  explore::Options options;
  options.budget = *budget;
  options.solverTimeout = *solverTimeout;
  options.maxPartitions = maxPartitions_;
  options.limits.steps = maxSteps_;
  options.seed = seed_;
  return options;
}

Status SharedOptions::read(const Invocation& invocation, driver::Options& options) const {
  const Expected<explore::Options> limits = this->limits();
  if (!limits) return limits.error();
  const Expected<fs::path> models = findModels(invocation.executable);
  if (!models) return models.error();
  const Expected<inputs::Options> inputs = inputs_.options();
  if (!inputs) return inputs.error();
  options.explore = *limits;
  options.models = *models;
  options.inputs = *inputs;
  options.criterion = criterion();
  options.environment = environment_;
  options.entries = entries_;
  options.unsafeNative = unsafeNative_;
  return std::nullopt;
}

}  // namespace cleave::tools
