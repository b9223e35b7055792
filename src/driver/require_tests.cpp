#include "driver/require_tests.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "project/build.h"
#include "support/line_diff.h"
#include "support/process.h"
#include "support/text.h"

namespace cleave::driver {

namespace {

namespace fs = std::filesystem;

constexpr size_t kShownBytes = 2000;

std::string lastOf(const ProcessResult& result) {
  const std::string all = result.output + result.errors;
  return all.size() <= kShownBytes ? all : "...\n" + all.substr(all.size() - kShownBytes);
}

// A word for the shell.
std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

// What has a meaning in the expressions of CMake.
std::string escaped(const std::string& name) {
  std::string text;
  for (const char c : name) {
    if (std::string_view("^$.[]|()*+?\\").find(c) != std::string_view::npos) text += '\\';
    text += c;
  }
  return text;
}

class TestRunner {
 public:
  TestRunner(const RequireOptions& options, const Listeners& listeners, const StopFlag* stop) : options_(options), listeners_(listeners), stop_(stop) {}

  Status build(const std::vector<ProbedPlace>& places, uint64_t records) {
    Expected<TempDir> home = TempDir::create("probes");
    if (!home) return home.error();
    home_.emplace(home.take());
    project::OpenRequest request = openRequest(*options_.projects, Side::After, stop_);
    Expected<project::Instrumentation> probes = probesAt(places, records);
    if (!probes) return probes.error();
    request.instrumentation = probes.take();
    if (listeners_.step) request.step = [&](const std::string& step) { listeners_.step(step + ", with probes"); };
    Expected<project::OpenProject> opened = project::openProject(request);
    if (!opened) return opened.error();
    if (!opened->tree) return Error{"the tests of after are run where it was built, so a build command is needed (--build 'make')"};
    instrumentation_ = request.instrumentation;
    opened_.emplace(opened.take());
    return std::nullopt;
  }

  // The names of tests, and the command that runs one.
  Expected<std::vector<std::string>> list() {
    const std::string how = options_.testList.empty() && options_.tests.starts_with("ctest") ? "ctest" : options_.testList;
    if (how.empty()) return std::vector<std::string>();
    const std::string command = how == "ctest" ? options_.tests + " -N" : how == "gtest" ? options_.tests + " --gtest_list_tests" : how;
    const Expected<ProcessResult> done = shell(command, home_->path() / "list");
    if (!done) return done.error();
    if (done->end != ProcessResult::End::Exited || done->code != 0) return Error{fmt::format("the list of tests cannot be made ({}):\n{}", command, lastOf(*done))};
    if (how == "ctest") return namesFromCtest(done->output);
    if (how == "gtest") return namesFromGoogleTest(done->output);
    std::vector<std::string> names;
    for (const std::string& line : splitLines(done->output))
      if (!line.empty()) names.push_back(line);
    return names;
  }

  std::string commandOf(const std::string& name) const {
    const std::string how = options_.testList.empty() && options_.tests.starts_with("ctest") ? "ctest" : options_.testList;
    if (how == "ctest") return options_.tests + " -R " + quoted("^" + escaped(name) + "$");
    if (how == "gtest") return options_.tests + " " + quoted("--gtest_filter=" + name);
    std::string command = options_.tests;
    const size_t at = command.find("{}");
    return at == std::string::npos ? command + " " + quoted(name) : command.replace(at, 2, quoted(name));
  }

  struct Ran {
    RunTest test;
    fs::path log;
    std::string words;  // the last ones, of a test that failed
  };
  Expected<Ran> run(const std::string& name, const std::string& command, size_t number) {
    Ran ran;
    ran.test.name = name;
    ran.log = home_->path() / fmt::format("log{}", number);
    if (listeners_.step) listeners_.step("running " + (name.empty() ? command : name));
    const auto start = std::chrono::steady_clock::now();
    const Expected<ProcessResult> done = shell(command, ran.log);
    if (!done) return done.error();
    if (done->end == ProcessResult::End::Stopped) return Error{"stopped while the tests ran"};
    ran.test.passed = done->end == ProcessResult::End::Exited && done->code == 0;
    ran.test.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (!ran.test.passed) ran.words = lastOf(*done);
    return ran;
  }

  TempDir takeHome() { return std::move(*home_); }

 private:
  Expected<project::Instrumentation> probesAt(const std::vector<ProbedPlace>& places, uint64_t records) const {
    std::string settings = fmt::format("log {}\nbound {}\nfile 1000000000\ntotal 8000000000\n", (home_->path() / "log").string(), records);
    for (const ProbedPlace& each : places) {
      settings += fmt::format("statement {} {} {}\n", each.function, each.line, each.column);
      for (const std::string& path : each.reads) settings += "read " + path + "\n";
    }
    std::error_code failure;
    fs::create_directories(home_->path() / "log", failure);
    if (Status failed = writeFile(home_->path() / "settings", settings)) return *failed;
    project::Instrumentation probes;
    probes.plugin = options_.plugin;
    probes.pluginOptions = (home_->path() / "settings").string();
    probes.compileFlags = {"-g", "-fno-discard-value-names"};
    probes.linkInputs = {options_.runtime.string()};
    return probes;
  }

  Expected<ProcessResult> shell(const std::string& command, const fs::path& log) {
    std::error_code failure;
    fs::create_directories(log, failure);
    // Tests may compile something themselves: that gets probes, too.
    project::BuildRequest build;
    build.directory = opened_->tree->directory();
    build.cleave = options_.projects->cleave;
    build.settings = {opened_->record->path(), opened_->tree->root(), true, instrumentation_};
    ProcessRequest request;
    request.command = {"/bin/sh", "-c", command};
    request.directory = opened_->tree->directory().string();
    request.environment = project::buildVariables(build);
    request.environment.emplace_back("CLEAVE_PROBES_LOG", log.string());
    request.timeLimit = options_.testLimit;
    request.outputLimit = 16 << 20;
    request.stop = stop_;
    return runProcess(request);
  }

  const RequireOptions& options_;
  const Listeners& listeners_;
  const StopFlag* stop_;
  std::optional<TempDir> home_;
  std::optional<project::OpenProject> opened_;
  project::Instrumentation instrumentation_;
};

}  // namespace

std::vector<std::string> namesFromCtest(const std::string& output) {
  std::vector<std::string> names;
  for (const std::string& line : splitLines(output)) {
    const size_t first = line.find_first_not_of(' '), number = line.find('#');
    if (first == std::string::npos || line.compare(first, 4, "Test") != 0 || number == std::string::npos) continue;
    if (line.find_first_not_of(' ', first + 4) != number) continue;
    const size_t behind = line.find_first_not_of("0123456789", number + 1);
    if (behind == number + 1 || behind == std::string::npos || line.compare(behind, 2, ": ") != 0) continue;
    const std::string name = line.substr(behind + 2);
    if (!name.ends_with(" (Disabled)")) names.push_back(name);
  }
  return names;
}

std::vector<std::string> namesFromGoogleTest(const std::string& output) {
  std::vector<std::string> names;
  std::string suite;
  for (std::string line : splitLines(output)) {
    if (const size_t comment = line.find("  #"); comment != std::string::npos) line.resize(comment);
    while (line.ends_with(' ')) line.pop_back();
    if (line.starts_with("  ") && !suite.empty()) {
      names.push_back(suite + line.substr(2));
    } else {
      suite = line.ends_with('.') ? line : "";
    }
  }
  return names;
}

std::string ctestExpression(const std::vector<std::string>& names) {
  if (names.empty()) return "^$";
  std::vector<std::string> parts;
  for (const std::string& name : names) parts.push_back(escaped(name));
  return "^(" + join(parts, "|") + ")$";
}

namespace {

// Every visit counts: a requirement may be satisfied by one of a million.
constexpr uint64_t kEveryVisit = 1'000'000'000;

Status runEach(TestRunner& runner, const RequireOptions& options, const std::vector<ProbedPlace>& places, uint64_t records, std::vector<std::string>& notes,
               const std::function<Status(TestRunner::Ran& ran)>& done) {
  if (Status failed = runner.build(places, records)) return failed;
  const Expected<std::vector<std::string>> names = runner.list();
  if (!names) return names.error();
  const size_t count = std::max<size_t>(1, names->size());
  for (size_t k = 0; k < count; ++k) {
    const bool isAll = names->empty();
    auto ran = runner.run(isAll ? "" : (*names)[k], isAll ? options.tests : runner.commandOf((*names)[k]), k);
    if (!ran) return ran.error();
    if (!ran->test.passed && isAll) notes.push_back(fmt::format("the tests of after fail ({}): {}", options.tests, ran->words));
    if (Status failed = done(*ran)) return failed;
  }
  return std::nullopt;
}

}  // namespace

void addPlace(std::vector<ProbedPlace>& places, const ProbedPlace& place) {
  if (place.line == 0) return;
  auto known = std::ranges::find_if(places, [&](const ProbedPlace& each) { return each.isAt(place); });
  if (known == places.end()) known = places.insert(places.end(), {place.function, place.line, place.column});
  for (const std::string& path : place.reads)
    if (std::ranges::find(known->reads, path) == known->reads.end()) known->reads.push_back(path);
}

Expected<KeptTests> keepTests(const RequireOptions& options, const std::vector<ProbedPlace>& places, uint64_t records, const Listeners& listeners, const StopFlag* stop) {
  TestRunner runner(options, listeners, stop);
  std::vector<std::pair<RunTest, fs::path>> tests;
  std::vector<std::string> notes;
  Status failed = runEach(runner, options, places, records, notes, [&](TestRunner::Ran& ran) -> Status {
    tests.emplace_back(ran.test, ran.log);
    return std::nullopt;
  });
  if (failed) return *failed;
  return KeptTests{runner.takeHome(), places, std::move(tests), std::move(notes)};
}

Status runTests(const RequireOptions& options, const std::vector<ProbedPlace>& places, const Listeners& listeners, const StopFlag* stop,
                const std::function<void(const RunTest& test, const probes::Log& log)>& take, std::vector<std::string>& notes) {
  TestRunner runner(options, listeners, stop);
  return runEach(runner, options, places, kEveryVisit, notes, [&](TestRunner::Ran& ran) -> Status {
    const Expected<probes::Log> log = probes::Log::open(ran.log);
    if (!log) return log.error();
    for (const probes::LogFile& file : log->files())
      if (file.fileFull || file.totalFull || file.diskFull) notes.push_back("recording ended early in " + file.program + ": further records are not known");
    take(ran.test, *log);
    std::error_code failure;
    fs::remove_all(ran.log, failure);
    return std::nullopt;
  });
}

}  // namespace cleave::driver
