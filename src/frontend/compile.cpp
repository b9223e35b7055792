#include "frontend/compile.h"

#include <fmt/format.h>

#include "support/process.h"
#include "support/text.h"

namespace cleave::frontend {
namespace {

namespace fs = std::filesystem;

constexpr Seconds kTimeLimit{600};

bool isSource(Language language) { return language == Language::C || language == Language::Cxx; }

Status checkReadable(const std::string& file) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (!fs::exists(status)) return Error{"cannot read " + file + ": no such file"};
  if (fs::is_directory(status)) return Error{"cannot read " + file + ": it is a directory; name the source files in it"};
  return std::nullopt;
}

// A file name that starts with a dash would be taken for an option.
std::string asArgument(const std::string& file) { return startsWith(file, "-") ? "./" + file : file; }

std::vector<std::string> commandOf(const CompileJob& job) {
  std::vector<std::string> command{kCompiler};
  const auto add = [&](std::initializer_list<const char*> words) { command.insert(command.end(), words.begin(), words.end()); };
  if (isSource(job.language)) {
    if (job.language == Language::Cxx) add({"--driver-mode=g++"});
    command.insert(command.end(), job.flags.begin(), job.flags.end());
    const std::vector<std::string> ours = analysisFlags(job.wraps);
    command.insert(command.end(), ours.begin(), ours.end());
  } else {
    add({"-O0", "-Xclang", "-disable-llvm-passes", "-Xclang", "-disable-llvm-verifier", "-Wno-override-module", "-x", "ir"});
  }
  add({"-emit-llvm", "-c"});
  command.push_back(asArgument(job.file));
  command.push_back("-o");
  command.push_back(job.output.string());
  return command;
}

Status judge(const CompileJob& job, const Expected<ProcessResult>& result) {
  if (!result)
    return Error{fmt::format("cannot compile {}: {} does not start: {}\n(install it with: apt-get install clang-19)", job.file, kCompiler,
                             result.error().message)};
  switch (result->end) {
    case ProcessResult::End::Exited:
      if (result->code == 0) return std::nullopt;
      return Error{fmt::format("cannot {} {}: the compiler says\n{}", isSource(job.language) ? "compile" : "read", job.file,
                               result->errors.empty() ? fmt::format("nothing, and exits with status {}", result->code) : result->errors)};
    case ProcessResult::End::Signalled:
      return Error{fmt::format("cannot compile {}: the compiler crashed (signal {})\n{}", job.file, result->code, result->errors)};
    case ProcessResult::End::TimedOut:
      return Error{fmt::format("cannot compile {}: the compiler took more than {:.0f} s", job.file, kTimeLimit.count())};
    case ProcessResult::End::Stopped:
      return Error{"stopped while compiling " + job.file};
  }
  UNREACHABLE("not a ProcessResult::End");
}

}  // namespace

std::vector<std::string> analysisFlags(bool wraps) {
  // Wrapping arithmetic and no type-based aliasing: the meaning that the VM gives to the code.
  std::vector<std::string> flags{"-O0",
                                 "-g",
                                 "-fstandalone-debug",
                                 "-Xclang",
                                 "-disable-O0-optnone",
                                 "-fno-discard-value-names",
                                 "-ffp-contract=off",
                                 "-fno-strict-aliasing",
                                 "-fno-stack-protector"};
  if (wraps) flags.push_back("-fwrapv");  // otherwise the compiler says which operations are signed
  return flags;
}

std::vector<std::string> headerFlags(const fs::path& include) { return {"-idirafter", include.string(), "-isystem", (include / "cxx").string()}; }

Expected<Language> languageOf(const std::string& file) {
  const std::string extension = fs::path(file).extension().string();
  if (extension == ".c") return Language::C;
  if (extension == ".cc" || extension == ".cpp" || extension == ".cxx") return Language::Cxx;
  if (extension == ".ll") return Language::LlvmText;
  if (extension == ".bc") return Language::LlvmBitcode;
  return Error{"cannot use " + file + ": its name must end in .c, .cc, .cpp, .cxx, .ll or .bc"};
}

Expected<std::vector<CompileJob>> planJobs(const Sources& sources, const std::string& label, const LoadOptions& options) {
  if (sources.files.empty() && sources.compiled.empty()) return Error{"no source files given for the " + label + " version"};
  std::vector<std::string> flags;
  if (!options.modelsBitcode.empty()) flags = headerFlags(options.modelsBitcode.parent_path() / "include");
  flags.insert(flags.end(), sources.flags.begin(), sources.flags.end());
  std::vector<CompileJob> jobs;
  for (const std::string& file : sources.files) {
    if (Status problem = checkReadable(file)) return *problem;
    Expected<Language> language = languageOf(file);
    if (!language) return language.error();
    const fs::path output = options.directory / fmt::format("{}-{}-{}.bc", label, jobs.size(), fs::path(file).stem().string());
    jobs.push_back(CompileJob{file, *language, flags, !options.endOnOverflow, output, ""});
  }
  for (const Compiled& each : sources.compiled)
    jobs.push_back(CompileJob{each.source, Language::LlvmBitcode, {}, !options.endOnOverflow, each.bitcode, "", true});
  return jobs;
}

Expected<std::vector<std::string>> compileAll(const std::vector<CompileJob>& jobs, const StopFlag* stop) {
  std::vector<ProcessRequest> requests;
  std::vector<const CompileJob*> run;
  for (const CompileJob& job : jobs) {
    if (job.isDone) continue;
    run.push_back(&job);
    ProcessRequest request;
    request.command = commandOf(job);
    request.environment = {{"TMPDIR", job.output.parent_path().string()}};  // a compiler that is killed or crashes leaves its files there
    request.timeLimit = kTimeLimit;
    request.memoryLimit = kCompilerMemory;
    request.fileSizeLimit = kCompilerFile;
    request.stop = stop;
    requests.push_back(std::move(request));
  }
  const std::vector<Expected<ProcessResult>> results = runProcesses(requests);
  for (size_t i = 0; i < run.size(); ++i)
    if (Status problem = judge(*run[i], results[i])) return *problem;
  std::vector<std::string> warnings;
  size_t next = 0;
  for (const CompileJob& job : jobs) warnings.push_back(job.isDone ? "" : results[next++]->errors);
  return warnings;
}

}  // namespace cleave::frontend
