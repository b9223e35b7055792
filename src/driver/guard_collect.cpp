#include "driver/guard_collect.h"

#include <chrono>

#include <fmt/format.h>

#include "project/build.h"
#include "project/open.h"
#include "support/process.h"
#include "support/text.h"

namespace cleave::driver {

namespace {

namespace fs = std::filesystem;

constexpr size_t kShownBytes = 4000;

std::string lastOf(const ProcessResult& result) {
  const std::string all = result.output + result.errors;
  return all.size() <= kShownBytes ? all : "...\n" + all.substr(all.size() - kShownBytes);
}

// Settings of the probes go into a file, which the plugin reads.
Expected<project::Instrumentation> probesFor(const GuardOptions& options, const std::set<std::string>& watched, const fs::path& home) {
  std::string settings = "log " + (home / "log").string() + "\n";
  for (const std::string& name : watched) settings += "function " + name + "\n";
  std::error_code failure;
  fs::create_directories(home / "log", failure);
  if (Status failed = writeFile(home / "settings", settings)) return *failed;
  project::Instrumentation probes;
  probes.plugin = options.plugin;
  probes.pluginOptions = (home / "settings").string();
  probes.compileFlags = {"-g", "-fstandalone-debug", "-fno-discard-value-names"};  // classes are described wherever they are used
  probes.linkInputs = {options.runtime.string()};
  return probes;
}

}  // namespace

std::string summaryOf(const Collected& collected) {
  uint64_t records = 0, thinned = 0, torn = 0, full = 0;
  for (const probes::PointCount& count : collected.log.counts()) {
    records += count.records;
    thinned += count.thinnedFrom != 0;
  }
  for (const probes::LogFile& file : collected.log.files()) {
    torn += file.unfinished;
    full += file.fileFull || file.totalFull || file.diskFull;
  }
  std::string text = fmt::format("{} records at {} points, of {} processes", records, collected.log.points().size(), collected.log.files().size());
  if (thinned != 0) text += fmt::format("; at {} points only some visits", thinned);
  if (torn != 0) text += fmt::format("; {} were being written when a process died", torn);
  if (full != 0) text += fmt::format("; {} logs were full before the end", full);
  return text;
}

Expected<Collected> collect(const GuardOptions& options, Side side, const std::set<std::string>& watched, const Listeners& listeners,
                            const StopFlag* stop) {
  Expected<project::WatchedDir> directory = project::WatchedDir::create("probes");
  if (!directory) return directory.error();
  project::OpenRequest request = openRequest(options.projects, side, stop);
  Expected<project::Instrumentation> probes = probesFor(options, watched, directory->path());
  if (!probes) return probes.error();
  request.instrumentation = probes.take();
  if (listeners.step) request.step = [&](const std::string& step) { listeners.step(step + ", with probes"); };
  const Expected<project::OpenProject> opened = project::openProject(request);
  if (!opened) return opened.error();
  if (!opened->tree)
    return Error{fmt::format("{}: its tests are run where it was built, so a build command is needed (--build 'make')", nameOf(side))};
  if (listeners.step) listeners.step(fmt::format("{}: running {}", nameOf(side), options.tests.of(side)));

  // Tests may compile something themselves: that gets probes, too.
  project::BuildRequest build;
  build.directory = opened->tree->directory();
  build.cleave = options.projects.cleave;
  build.settings = {opened->record->path(), opened->tree->root(), true, request.instrumentation};
  ProcessRequest tests;
  tests.command = {"/bin/sh", "-c", options.tests.of(side)};
  tests.directory = opened->tree->directory().string();
  tests.environment = project::buildVariables(build);
  tests.timeLimit = options.testLimit;
  tests.outputLimit = 16 << 20;
  tests.stop = stop;
  const auto start = std::chrono::steady_clock::now();
  const Expected<ProcessResult> ended = runProcess(tests);
  if (!ended) return ended.error();
  if (ended->end == ProcessResult::End::Stopped) return Error{"stopped while the tests ran"};
  if (ended->end != ProcessResult::End::Exited || ended->code != 0)
    return Error{fmt::format("the tests of {} fail ({}): {}\n{}", nameOf(side), options.tests.of(side),
                             ended->end == ProcessResult::End::Exited ? fmt::format("exit status {}", ended->code) : "they did not end by themselves",
                             lastOf(*ended))};
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  Expected<probes::Log> log = probes::Log::open(directory->path() / "log");
  if (!log) return log.error();
  return Collected{directory.take(), log.take(), seconds};
}

}  // namespace cleave::driver
