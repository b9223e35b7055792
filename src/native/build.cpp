#include "native/build.h"

#include <fstream>
#include <functional>
#include <iterator>
#include <sstream>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <fmt/format.h>

#include "codegen/object.h"
#include "native/driver_object.h"
#include "native/link_words.h"
#include "support/both.h"
#include "support/copy.h"
#include "support/process.h"
#include "support/temp_dir.h"

namespace cleave::native {

namespace fs = std::filesystem;

namespace {

constexpr Seconds kCompileLimit{120};
constexpr Seconds kCopyLimit{20};  // then clang is asked

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

ProcessRequest objectRequest(const ReplayVersion& version, const fs::path& bitcode, const fs::path& object, Flavour flavour, const StopFlag* cancel) {
  ProcessRequest request = compilerRequest(version, object, flavour, cancel);
  request.command.insert(request.command.end(), {"-c", "-x", "ir", bitcode.string()});
  return request;
}

// What an executable is made of: the driver, its tables, the code (where the harness is apart that of the harness, and the module's object), and how.
struct Parts {
  fs::path driver;
  fs::path tables;
  fs::path code;
  fs::path module;  // empty: all is in `code`
  std::vector<std::string> all() const {
    std::vector<std::string> files{driver.string(), tables.string(), code.string()};
    if (!module.empty()) files.push_back(module.string());
    return files;
  }
};

// Names of LLVM's C++ library are in the code.
bool usesLlvmLibrary(const Parts& parts) {
  constexpr const char* kInside = "NSt3__1";
  for (const fs::path& each : {parts.code, parts.module}) {
    if (each.empty()) continue;
    std::ifstream file(each, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    if (bytes.find(kInside) != std::string::npos) return true;
  }
  return false;
}

ProcessRequest executableRequest(const ReplayVersion& version, const Parts& parts, const fs::path& executable, Flavour flavour, const StopFlag* cancel) {
  ProcessRequest request = compilerRequest(version, executable, flavour, cancel);
  const std::optional<LinkWords> linker = flavour == Flavour::Plain ? linkWords(version.isCxx) : std::nullopt;
  if (linker) request.command = linker->front;
  if (linker) request.command.insert(request.command.end(), {"-o", executable.string()});
  // Inputs that may be freed, where temporary files go and the state of rand are the driver's business.
  for (const char* function : {"malloc", "calloc", "free", "realloc", "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm", "tmpfile", "rand", "random", "srand", "srandom"})
    request.command.push_back(fmt::format("{}--wrap={}", linker ? "" : "-Wl,", function));
  const std::vector<std::string> files = parts.all();
  request.command.insert(request.command.end(), files.begin(), files.end());
  // As an archive, since the loader does not know where the shared one lies; a whole one, since the code asks for weak symbols alone.
  if (version.isCxx && usesLlvmLibrary(parts)) {
    const std::string prefix = linker ? "" : "-Wl,";
    request.command.insert(request.command.end(), {prefix + "--whole-archive", "-l:libc++.a", prefix + "--no-whole-archive"});
  }
  request.command.push_back("-lm");
  if (linker) request.command.insert(request.command.end(), linker->back.begin(), linker->back.end());
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

// In copies of ourselves where that can be: clang takes ten times as long to start as to compile a small program. What goes wrong there, and what
// is to be sanitized, is clang's.
Status compileObjects(const Both<ReplayVersion>& versions, const Both<fs::path>& bitcode, const Both<fs::path>& objects, Flavour flavour,
                      const StopFlag* cancel) {
  if (flavour == Flavour::Plain) {
    Copy before([&] { return codegen::writeObject(bitcode.before, objects.before); }, kCopyLimit);
    Copy after([&] { return codegen::writeObject(bitcode.after, objects.after); }, kCopyLimit);
    const Both<Status> failed{before.wait(cancel), after.wait(cancel)};
    if (!failed.before && !failed.after) return std::nullopt;
    if (cancel->requested()) return Error{"the native build was stopped"};
  }
  std::vector<ProcessRequest> requests;
  for (const Side side : kSides) requests.push_back(objectRequest(versions.of(side), bitcode.of(side), objects.of(side), flavour, cancel));
  return runBoth(requests);
}

// What the driver looks up by number.
std::vector<codegen::AddressTable> tablesOf(const ReplayVersion& version) {
  codegen::AddressTable calls{"cleave_calls", {}};
  for (unsigned k = 0; k < version.mostEntries; ++k) calls.symbols.push_back(fmt::format("cleave_call_{}", k));
  return {std::move(calls), {"cleave_globals", version.globals}};
}

Status compileBoth(const Both<ReplayVersion>& versions, const Both<fs::path>& objects, const Both<fs::path>& executables, Flavour flavour,
                   const StopFlag* cancel) {
  const Both<fs::path> code = makeBoth([&](Side side) { return versions.of(side).part.empty() ? versions.of(side).module : versions.of(side).part; });
  const auto beside = [&](Side side, const char* ending) { return fs::path(executables.of(side).string() + ending); };
  const Both<fs::path> codeObjects = makeBoth([&](Side side) { return beside(side, "-code.o"); });
  if (Status failed = compileObjects(versions, code, codeObjects, flavour, cancel)) return failed;
  std::vector<ProcessRequest> requests;
  for (const Side side : kSides) {
    const ReplayVersion& version = versions.of(side);
    const Parts parts{beside(side, "-driver.o"), beside(side, "-tables.o"), codeObjects.of(side), version.part.empty() ? fs::path() : objects.of(side)};
    if (Status failed = writeFile(parts.driver, std::string(driverObject()))) return failed;
    if (Status failed = codegen::writeTables(tablesOf(version), parts.tables)) return failed;
    requests.push_back(executableRequest(version, parts, executables.of(side), flavour, cancel));
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
  return once(objects.before.parent_path(), nameOfObjects(flavour), stop,
              [&] { return compileObjects(versions, {versions.before.module, versions.after.module}, objects, flavour, stop); });
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

Status buildAhead(const Both<ReplayVersion>& versions, bool areApart, const fs::path& directory, const StopFlag* stop) {
  if (!areApart) return buildOnce(versions, directory, Flavour::Plain, stop);
  return buildObjects(versions, executablesIn(directory, Flavour::Plain, ".o"), Flavour::Plain, stop);
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
