#include "native/build.h"

#include <sstream>

#include <fmt/format.h>

#include "native/driver_source.h"
#include "support/process.h"
#include "support/temp_dir.h"

namespace cleave::native {

namespace fs = std::filesystem;

namespace {

constexpr Seconds kCompileLimit{120};
constexpr std::array<const char*, 2> kLabels{"before", "after"};

std::string firstLines(const std::string& text, unsigned most) {
  std::istringstream lines(text);
  std::string line, kept;
  for (unsigned i = 0; i < most && std::getline(lines, line); ++i) kept += "\n  " + line;
  if (std::getline(lines, line)) kept += "\n  ...";
  return kept;
}

ProcessRequest compileRequest(const ReplayVersion& version, const fs::path& driver, const fs::path& executable, Flavour flavour,
                              const StopFlag* cancel) {
  ProcessRequest request;
  // -trap-unreachable: code behind __builtin_unreachable() or a missing return stops the program instead of running into the next function.
  request.command = {version.isCxx ? "clang++-19" : "clang-19", "-O0", "-w", "-ffp-contract=off", "-mllvm", "-trap-unreachable"};
  if (flavour == Flavour::Sanitized) request.command.insert(request.command.end(), {"-fsanitize=address", "-fno-sanitize-recover=all"});
  // Inputs that may be freed are the driver's business.
  for (const char* function : {"free", "realloc", "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm"})
    request.command.push_back(fmt::format("-Wl,--wrap={}", function));
  for (const std::string& word :
       {std::string("-x"), std::string("c"), driver.string(), std::string("-x"), std::string("ir"), version.module.string(),
        std::string("-x"), std::string("none"), std::string("-o"), executable.string(), std::string("-lm")})
    request.command.push_back(word);
  request.environment = {{"TMPDIR", executable.parent_path().string()}};  // a compiler that is killed leaves its files there
  request.timeLimit = kCompileLimit;
  request.memoryLimit = kCompilerMemory;
  request.fileSizeLimit = kCompilerFile;
  request.stop = cancel;
  return request;
}

Status judge(const Expected<ProcessResult>& result, const char* label) {
  if (!result) return result.error();
  switch (result->end) {
    case ProcessResult::End::Exited:
      if (result->code == 0) return std::nullopt;
      return Error{fmt::format("the {} version cannot be built natively:{}", label, firstLines(result->errors + result->output, 8))};
    case ProcessResult::End::Signalled:
      return Error{fmt::format("the native compiler was killed by signal {} on the {} version", result->code, label)};
    case ProcessResult::End::TimedOut:
      return Error{fmt::format("the native compiler took more than {} s on the {} version", kCompileLimit.count(), label)};
    case ProcessResult::End::Stopped:
      return Error{"the native build was stopped"};
  }
  UNREACHABLE("a process that ended in no way");
}

Status compileBoth(const std::array<ReplayVersion, 2>& versions, const std::array<fs::path, 2>& executables, Flavour flavour,
                   const StopFlag* cancel) {
  std::vector<ProcessRequest> requests;
  for (size_t v = 0; v < 2; ++v) {
    std::error_code failure;
    fs::create_directories(executables[v].parent_path(), failure);
    if (failure) return Error{"cannot create " + executables[v].parent_path().string() + ": " + failure.message()};
    const fs::path driver = executables[v].string() + "-driver.c";
    if (Status status = writeFile(driver, driverSource(versions[v]))) return status;
    requests.push_back(compileRequest(versions[v], driver, executables[v], flavour, cancel));
  }
  const std::vector<Expected<ProcessResult>> results = runProcesses(requests);
  for (size_t v = 0; v < 2; ++v)
    if (Status status = judge(results[v], kLabels[v])) return status;
  // They may run as another user, whatever our umask is.
  std::error_code failure;
  for (const fs::path& executable : executables)
    for (const fs::path& path : {executable, executable.parent_path()})
      if (!failure) fs::permissions(path, fs::perms::others_read | fs::perms::others_exec, fs::perm_options::add, failure);
  if (failure) return Error{"cannot change the mode of an executable: " + failure.message()};
  return std::nullopt;
}

}  // namespace

Build::Build(const std::array<ReplayVersion, 2>& versions, const fs::path& directory, Flavour flavour) {
  const fs::path where = fs::absolute(directory) / "native";  // apart from what others keep in the directory
  const std::string suffix = flavour == Flavour::Sanitized ? "-asan" : "";
  for (size_t v = 0; v < 2; ++v) executables_[v] = where / (kLabels[v] + suffix);
  done_ =
      std::async(std::launch::async, [this, versions, flavour] { return compileBoth(versions, executables_, flavour, &cancel_); }).share();
}

Build::~Build() {
  cancel_.request();
  done_.wait();
}

Status Build::wait(const StopFlag* stop) {
  while (done_.wait_for(std::chrono::milliseconds(20)) != std::future_status::ready) {
    if (stop == nullptr || !stop->requested()) continue;
    cancel_.request();
    return Error{"the native build was stopped"};
  }
  return done_.get();
}

}  // namespace cleave::native
