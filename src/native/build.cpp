#include "native/build.h"

#include <functional>
#include <sstream>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <fmt/format.h>

#include "native/driver_source.h"
#include "support/both.h"
#include "support/process.h"
#include "support/temp_dir.h"

namespace cleave::native {

namespace fs = std::filesystem;

namespace {

constexpr Seconds kCompileLimit{120};

std::string firstLines(const std::string& text, unsigned most) {
  std::istringstream lines(text);
  std::string line, kept;
  for (unsigned i = 0; i < most && std::getline(lines, line); ++i) kept += "\n  " + line;
  if (std::getline(lines, line)) kept += "\n  ...";
  return kept;
}

ProcessRequest compilerRequest(const ReplayVersion& version, const fs::path& result, Flavour flavour, const StopFlag* cancel) {
  ProcessRequest request;
  // -trap-unreachable: code behind __builtin_unreachable() or a missing return stops the program instead of running into the next function.
  request.command = {version.isCxx ? "clang++-19" : "clang-19", "-O0", "-w", "-ffp-contract=off", "-mllvm", "-trap-unreachable"};
  if (flavour == Flavour::Sanitized) request.command.insert(request.command.end(), {"-fsanitize=address", "-fno-sanitize-recover=all"});
  request.command.insert(request.command.end(), {"-o", result.string()});
  request.environment = {{"TMPDIR", result.parent_path().string()}};  // a compiler that is killed leaves its files there
  request.timeLimit = kCompileLimit;
  request.memoryLimit = kCompilerMemory;
  request.fileSizeLimit = kCompilerFile;
  request.stop = cancel;
  return request;
}

ProcessRequest objectRequest(const ReplayVersion& version, const fs::path& object, Flavour flavour, const StopFlag* cancel) {
  ProcessRequest request = compilerRequest(version, object, flavour, cancel);
  request.command.insert(request.command.end(), {"-c", "-x", "ir", version.module.string()});
  return request;
}

// The object: of the module, where the harness is apart.
ProcessRequest executableRequest(const ReplayVersion& version, const fs::path& object, const fs::path& driver, const fs::path& executable,
                                 Flavour flavour, const StopFlag* cancel) {
  ProcessRequest request = compilerRequest(version, executable, flavour, cancel);
  // Inputs that may be freed, where temporary files go and the state of rand are the driver's business.
  for (const char* function : {"free", "realloc", "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm", "tmpfile", "rand", "random", "srand", "srandom"})
    request.command.push_back(fmt::format("-Wl,--wrap={}", function));
  const fs::path& code = version.part.empty() ? version.module : version.part;
  request.command.insert(request.command.end(), {"-x", "c", driver.string(), "-x", "ir", code.string(), "-x", "none"});
  if (!version.part.empty()) request.command.push_back(object.string());
  request.command.push_back("-lm");
  return request;
}

Status judge(const Expected<ProcessResult>& result, Side side) {
  if (!result) return result.error();
  switch (result->end) {
    case ProcessResult::End::Exited:
      if (result->code == 0) return std::nullopt;
      return Error{fmt::format("the {} version cannot be built natively:{}", nameOf(side), firstLines(result->errors + result->output, 8))};
    case ProcessResult::End::Signalled:
      return Error{fmt::format("the native compiler was killed by signal {} on the {} version", result->code, nameOf(side))};
    case ProcessResult::End::TimedOut:
      return Error{fmt::format("the native compiler took more than {} s on the {} version", kCompileLimit.count(), nameOf(side))};
    case ProcessResult::End::Stopped:
      return Error{"the native build was stopped"};
  }
  UNREACHABLE("a process that ended in no way");
}

Status runBoth(const std::vector<ProcessRequest>& requests) {
  const std::vector<Expected<ProcessResult>> results = runProcesses(requests);
  for (const Side side : kSides)
    if (Status status = judge(results[static_cast<size_t>(side)], side)) return status;
  return std::nullopt;
}

Status compileObjects(const Both<ReplayVersion>& versions, const Both<fs::path>& objects, Flavour flavour, const StopFlag* cancel) {
  std::vector<ProcessRequest> requests;
  for (const Side side : kSides) requests.push_back(objectRequest(versions.of(side), objects.of(side), flavour, cancel));
  return runBoth(requests);
}

Status compileBoth(const Both<ReplayVersion>& versions, const Both<fs::path>& objects, const Both<fs::path>& executables, Flavour flavour,
                   const StopFlag* cancel) {
  std::vector<ProcessRequest> requests;
  for (const Side side : kSides) {
    const fs::path& executable = executables.of(side);
    const fs::path driver = executable.string() + "-driver.c";
    if (Status status = writeFile(driver, driverSource(versions.of(side)))) return status;
    requests.push_back(executableRequest(versions.of(side), objects.of(side), driver, executable, flavour, cancel));
  }
  if (Status status = runBoth(requests)) return status;
  // They may run as another user, whatever our umask is.
  std::error_code failure;
  for (const Side side : kSides)
    for (const fs::path& path : {executables.of(side), executables.of(side).parent_path()})
      if (!failure) fs::permissions(path, fs::perms::others_read | fs::perms::others_exec, fs::perm_options::add, failure);
  if (failure) return Error{"cannot change the mode of an executable: " + failure.message()};
  return std::nullopt;
}

// Apart from what others keep in the directory.
Both<fs::path> executablesIn(const fs::path& directory, Flavour flavour, const std::string& ending = "") {
  const std::string suffix = (flavour == Flavour::Sanitized ? "-asan" : "") + ending;
  return makeBoth([&](Side side) { return fs::absolute(directory) / "native" / (nameOf(side) + suffix); });
}

// Held by one process at a time; whoever dies lets go.
class BuildLock {
 public:
  BuildLock(const fs::path& file, const StopFlag* stop) : descriptor_(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
    constexpr timespec kPause{0, 5'000'000};
    while (descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && (stop == nullptr || !stop->requested()))
      ::nanosleep(&kPause, nullptr);
  }
  ~BuildLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  BuildLock(const BuildLock&) = delete;
  BuildLock& operator=(const BuildLock&) = delete;

 private:
  int descriptor_;
};

fs::path outcomeFile(const fs::path& where, const std::string& name) { return where / (name + ".outcome"); }  // empty: it went well
fs::path wishFile(const fs::path& where, const std::string& name) { return where / (name + ".wanted"); }
std::string nameOf(Flavour flavour) { return flavour == Flavour::Sanitized ? "sanitized" : "plain"; }
std::string nameOfObjects(Flavour flavour) { return nameOf(flavour) + "-objects"; }

// What `make` makes there, unless it is known by this name how that went.
Status once(const fs::path& where, const std::string& name, const StopFlag* stop, const std::function<Status()>& make) {
  std::error_code failure;
  fs::create_directories(where, failure);
  if (failure) return Error{"cannot create " + where.string() + ": " + failure.message()};
  const BuildLock lock(where / (name + ".lock"), stop);
  if (stop != nullptr && stop->requested()) return Error{"the native build was stopped"};
  const fs::path outcome = outcomeFile(where, name);
  if (const Expected<std::string> known = readFile(outcome)) return known->empty() ? Status() : Status(Error{*known});
  (void)writeFile(wishFile(where, name), "");
  Status built = make();
  if (stop != nullptr && stop->requested()) return built;
  if (Status failed = writeFile(outcome, built ? built->message : "")) return failed;
  return built;
}

bool isOpen(const fs::path& where, const std::string& name) {
  std::error_code failure;
  return fs::exists(wishFile(where, name), failure) && !fs::exists(outcomeFile(where, name), failure);
}

// What all entries have in common, where each has a part of its own.
Status buildObjects(const Both<ReplayVersion>& versions, const Both<fs::path>& objects, Flavour flavour, const StopFlag* stop) {
  return once(objects.before.parent_path(), nameOfObjects(flavour), stop, [&] { return compileObjects(versions, objects, flavour, stop); });
}

}  // namespace

bool isBuildOpen(const fs::path& directory) {
  const fs::path where = executablesIn(directory, Flavour::Plain).before.parent_path();
  for (const Flavour flavour : {Flavour::Plain, Flavour::Sanitized})
    if (isOpen(where, nameOf(flavour)) || isOpen(where, nameOfObjects(flavour))) return true;
  return false;
}

void finishBuilds(const Both<ReplayVersion>& versions, const fs::path& directory, const StopFlag* stop) {
  for (const Flavour flavour : {Flavour::Plain, Flavour::Sanitized}) {
    const Both<fs::path> executables = executablesIn(directory, flavour);
    const fs::path where = executables.before.parent_path();
    if (isOpen(where, nameOfObjects(flavour))) (void)buildObjects(versions, executablesIn(directory, flavour, ".o"), flavour, stop);
    if (isOpen(where, nameOf(flavour))) (void)buildOnce(versions, directory, flavour, stop);
  }
}

Status buildOnce(const Both<ReplayVersion>& versions, const fs::path& directory, Flavour flavour, const StopFlag* stop) {
  const Both<fs::path> executables = executablesIn(directory, flavour);
  Both<fs::path> objects;
  if (!versions.before.part.empty()) {
    objects = executablesIn(versions.before.objects, flavour, ".o");
    if (Status failed = buildObjects(versions, objects, flavour, stop)) return failed;
  }
  return once(executables.before.parent_path(), nameOf(flavour), stop,
              [&] { return compileBoth(versions, objects, executables, flavour, stop); });
}

Build::Build(const Both<ReplayVersion>& versions, const fs::path& directory, Flavour flavour)
    : executables_(executablesIn(directory, flavour)) {
  done_ = std::async(std::launch::async, [this, versions, directory, flavour] {
            return buildOnce(versions, directory, flavour, &cancel_);
          }).share();
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
