// How a replay goes:
//   1. both plain executables run the input at the same time, each in its own empty directory and its own sandbox;
//   2. if they differ, they are run once more: only a difference that repeats, with each version showing the same twice, is one (a program
//      that prints an address or the time differs from itself);
//   3. if they agree, but the VM saw a memory error in one of them, the same with AddressSanitizer.
// A run that ends by a limit proves nothing, whatever the other one does.
//
// A run is a copy of an executable that was loaded before and serves (sandbox/serving.h). Each version has such a server for each flavour
// and turn: since all copies of one have their objects at the same addresses, the second turn is another's. Where that is not possible, or
// the program ends its server, it is started for the run.
#include "native/replay.h"

#include <algorithm>
#include <cstdlib>
#include <csignal>
#include <functional>
#include <future>
#include <mutex>
#include <optional>

#include <fmt/format.h>

#include "native/build.h"
#include "native/compare.h"
#include "native/places.h"
#include "native/script.h"
#include "sandbox/room.h"
#include "sandbox/serving.h"
#include "support/both.h"
#include "support/process.h"
#include "support/temp_dir.h"

namespace cleave::native {

namespace fs = std::filesystem;

namespace {

constexpr int kSanitizerStatus = 99;  // only for people who read along: the report's own file is what tells

ProcessRequest runRequest(const Places& places, Flavour flavour, bool serves, const ReplayLimits& limits, const StopFlag* stop) {
  ProcessRequest request;
  request.processLimit = limits.processes;
  request.command = {"../program", places.script.string()};
  if (serves) request.command.emplace_back("serve");
  request.directory = places.directory.string();
  request.timeLimit = limits.time;
  request.fileSizeLimit = limits.fileBytes;
  request.outputLimit = limits.outputBytes;
  request.stop = stop;
  if (flavour == Flavour::Plain) {
    request.memoryLimit = limits.memoryBytes;
    return request;
  }
  // The shadow needs terabytes of address space, so the limit is on resident memory; a server sees to that itself, since the thread that
  // would do it is not copied. Signals that the plain build shows too stay signals. Of the report only the summary is read: finding out
  // where the frames of the stack belong takes longer than most runs.
  request.environment.emplace_back(
      "ASAN_OPTIONS",
      fmt::format("detect_leaks=0:detect_stack_use_after_return=1:detect_odr_violation=0:abort_on_error=0:exitcode={}:symbolize=0:"
                  "handle_segv=1:handle_sigbus=1:handle_abort=0:handle_sigill=0:handle_sigfpe=0:allocator_may_return_null=1:"
                  "fast_unwind_on_fatal=1:stack_trace_format='%p':print_legend=0:hard_rss_limit_mb={}:log_path='{}'",
                  kSanitizerStatus, serves ? 0 : limits.memoryBytes >> 20, places.sanitizer.string()));
  return request;
}

// The sanitizer's report, or nothing if it had nothing to say.
std::string sanitizerReport(const Places& places) {
  const std::string prefix = places.sanitizer.filename().string() + ".";
  std::error_code failure;
  for (const fs::directory_entry& file : fs::directory_iterator(places.sanitizer.parent_path(), failure)) {
    if (file.path().filename().string().compare(0, prefix.size(), prefix) != 0) continue;
    if (Expected<std::string> text = readOwnFile(file.path())) return text.take();
  }
  return {};
}

void readReport(const std::string& report, ReplayObservation& observation) {
  static constexpr std::string_view kSummary = "SUMMARY: AddressSanitizer: ";
  const size_t at = report.find(kSummary);
  const size_t start = at == std::string::npos ? at : at + kSummary.size();
  const std::string kind = start == std::string::npos ? "" : report.substr(start, report.find_first_of(" \n", start) - start);
  // Frames are larger than in the plain build, and so is the heap: running out of either is not the program's fault.
  const bool limited = kind.empty() || kind == "stack-overflow" || kind == "out-of-memory";
  observation.end = limited ? ReplayObservation::End::TimedOut : ReplayObservation::End::Sanitizer;
  observation.sanitizer = kind.empty() ? "memory limit of the sanitized build" : kind;
  observation.code = 0;
}

// The kernel's way of enforcing limits (memory, file size, system calls), or the driver's way of giving up.
bool isLimitSignal(int signal) { return signal == SIGKILL || signal == SIGXFSZ || signal == SIGXCPU || signal == SIGSYS; }

// What the run left in its working directory, which was empty.
std::vector<std::pair<std::string, std::string>> filesIn(const fs::path& directory) {
  std::vector<std::pair<std::string, std::string>> files;
  std::error_code failure;
  for (const fs::directory_entry& file : fs::directory_iterator(directory, failure)) {
    if (Expected<std::string> contents = readOwnFile(file.path())) files.emplace_back(file.path().filename().string(), contents.take());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// Takes announcements of marks out of what was written to stderr.
std::vector<uint32_t> marksIn(std::string& errors) {
  std::vector<uint32_t> marks;
  const std::string start = kAnnouncement;
  for (size_t at = errors.find(start); at != std::string::npos; at = errors.find(start, at)) {
    const size_t end = errors.find('\n', at);
    if (end == std::string::npos) break;
    marks.push_back(static_cast<uint32_t>(std::strtoul(errors.c_str() + at + start.size(), nullptr, 10)));
    errors.erase(at, end + 1 - at);
  }
  return marks;
}

std::vector<size_t> callsIn(std::string& text) {
  std::vector<size_t> places;
  for (size_t at = text.find(kCallInText); at != std::string::npos; at = text.find(kCallInText, at)) {
    places.push_back(at);
    text.erase(at, kCallInText.size());
  }
  return places;
}

Expected<ReplayObservation> observe(const ProcessResult& process, const Places& places, const std::vector<ReplayCell>& cells,
                                    const ReplayVersion& version, const char* label) {
  ReplayObservation observation;
  observation.code = process.code;
  observation.output = process.output;
  observation.errors = process.errors;
  observation.marks = marksIn(observation.errors);
  observation.outputAtCalls = callsIn(observation.output);
  observation.errorsAtCalls = callsIn(observation.errors);
  if (process.end == ProcessResult::End::Stopped) return Error{"the native replay was stopped"};
  if (process.end == ProcessResult::End::TimedOut) {
    observation.end = ReplayObservation::End::TimedOut;
    return observation;
  }
  observation.files = filesIn(places.directory);
  std::error_code failure;
  Expected<std::string> text = fs::exists(places.answer, failure) ? readOwnFile(places.answer) : Expected<std::string>(std::string());
  if (!text) return text.error();
  const Answer answer = decodeAnswer(*text, cells, version);
  if (answer.state == Answer::State::NoSuchEntry)
    return Error{fmt::format("the {} version's replay module lacks the entry's thunk", label)};
  if (const std::string report = sanitizerReport(places); !report.empty()) {
    readReport(report, observation);
    return observation;
  }
  if (process.end == ProcessResult::End::Signalled) {
    observation.end = isLimitSignal(process.code) ? ReplayObservation::End::TimedOut : ReplayObservation::End::Signalled;
    return observation;
  }
  const bool stopped = answer.state == Answer::State::Stopped && process.code == 0;
  const bool exited = answer.state == Answer::State::Started || answer.state == Answer::State::Exits || stopped;
  const bool threw = answer.state == Answer::State::Threw && process.code == 0;
  const bool returned = answer.state == Answer::State::Returned && process.code == 0;
  if (!exited && !threw && !returned)
    return Error{fmt::format("the {} version's native run ended with status {} outside of the entry{}", label, process.code,
                             process.errors.empty() ? "" : ": " + process.errors.substr(0, 400))};
  observation.end = threw ? ReplayObservation::End::Threw : returned ? ReplayObservation::End::Returned : ReplayObservation::End::Exited;
  observation.exception = answer.exception;
  observation.stopped = stopped;
  for (size_t i = 0; i < answer.values.size(); ++i) {
    const Observable what = result::observableAt(cells[i].path.root);
    if (showsCells(observation.end) || (what == Observable::Environment && result::isSeenNatively(what, outcomeOf(observation.end))))
      observation.cells.emplace_back(cells[i].name, answer.values[i]);
  }
  return observation;
}

// Which of a version's servers; each run twice is by two.
enum class Turn { First, Second };

// A room for the runs of one version, and the directories of the servers in there.
struct Lodging {
  std::unique_ptr<sandbox::Room> room;
  std::optional<fs::path> own[sandbox::kMostServers];
};

unsigned serverFor(Flavour flavour, Turn turn) { return 1 + 2 * (flavour == Flavour::Sanitized) + (turn == Turn::Second); }

// What a run in the lodging is to do.
struct Run {
  const fs::path& executable;
  Flavour flavour;
  Turn turn;
  std::function<std::string(const Places&)> script;
  const ReplayLimits& limits;
  const StopFlag* stop;
};

// By a server. Nothing: that does not work.
Expected<std::optional<ProcessResult>> serve(Lodging& lodging, const Run& run, std::optional<Places>& places) {
  const unsigned server = serverFor(run.flavour, run.turn);
  std::optional<fs::path>& own = lodging.own[server - 1];
  if (!own) {
    Expected<fs::path> made = lodging.room->makeDirectory();
    if (!made) return made.error();
    own = made.take();
  }
  places.emplace(*own);
  if (places->prepare(run.executable, run.script(*places))) return std::optional<ProcessResult>();
  const uint64_t resident = run.flavour == Flavour::Sanitized ? run.limits.memoryBytes : 0;
  return lodging.room->serve(runRequest(*places, run.flavour, true, run.limits, run.stop), *own, server, resident);
}

// Started for this run alone.
Expected<ProcessResult> start(Lodging& lodging, const Run& run, std::optional<Places>& places) {
  const Expected<fs::path> own = lodging.room->makeDirectory();
  if (!own) return own.error();
  places.emplace(*own);
  if (Status failed = places->prepare(run.executable, run.script(*places))) return *failed;
  return lodging.room->run(runRequest(*places, run.flavour, false, run.limits, run.stop), *own);
}

}  // namespace

struct Replayer::Parts {
  Both<ReplayVersion> versions;
  fs::path directory;
  const StopFlag* stop;
  ReplayLimits limits;
  result::Criterion criterion;
  Expected<sandbox::Sandbox> sandbox;
  std::mutex lodgingsMutex;
  Both<std::vector<Lodging>> lodgings;  // those that are free: each takes one run at a time
  std::mutex buildsMutex;
  std::optional<Build> plain, sanitized;  // started when first needed

  Parts(Both<ReplayVersion> given, fs::path where, const StopFlag* stopFlag, const result::Criterion& counted, const ReplayLimits& most)
      : versions(std::move(given)),
        directory(std::move(where)),
        stop(stopFlag),
        limits(most),
        criterion(counted),
        sandbox(most.unsafe ? sandbox::Sandbox::findOrNone() : sandbox::Sandbox::find()) {}

  Build& build(Flavour flavour) {
    const std::lock_guard<std::mutex> lock(buildsMutex);
    std::optional<Build>& wanted = flavour == Flavour::Plain ? plain : sanitized;
    if (!wanted) wanted.emplace(versions, directory, flavour);
    return *wanted;
  }

  Expected<Lodging> takeLodging(Side side);
  Expected<ReplayObservation> runVersion(Side side, const ReplayInput& input, const std::vector<ReplayCell>& cells, Flavour flavour,
                                         Turn turn);
  Expected<ReplayResult> runOnce(const Both<const ReplayInput*>& inputs, const CellPlan& plan, Flavour flavour, Turn turn);
  Expected<ReplayResult> runAndCompare(const Both<const ReplayInput*>& inputs, const CellPlan& plan, Flavour flavour);
};

Expected<Lodging> Replayer::Parts::takeLodging(Side side) {
  {
    const std::lock_guard<std::mutex> lock(lodgingsMutex);
    std::vector<Lodging>& free = lodgings.of(side);
    if (!free.empty()) {
      Lodging lodging = std::move(free.back());
      free.pop_back();
      return lodging;
    }
  }
  Expected<std::unique_ptr<sandbox::Room>> room = sandbox::Room::make(*sandbox, {build(Flavour::Plain).executable(side).parent_path()});
  if (!room) return room.error();
  return Lodging{room.take(), {}};
}

// A lodging in which something failed is not used again.
Expected<ReplayObservation> Replayer::Parts::runVersion(Side side, const ReplayInput& input, const std::vector<ReplayCell>& cells,
                                                        Flavour flavour, Turn turn) {
  Expected<Lodging> lodging = takeLodging(side);
  if (!lodging) return lodging.error();
  const ReplayVersion& version = versions.of(side);
  const auto script = [&](const Places& places) { return encodeScript(input, cells, version, places.answer.string()); };
  const fs::path executable = fs::weakly_canonical(build(flavour).executable(side));
  const Run run{executable, flavour, turn, script, limits, stop};
  std::optional<Places> places;
  Expected<std::optional<ProcessResult>> process = serve(*lodging, run, places);
  const bool wasServed = process && *process;
  if (process && !*process) {
    Expected<ProcessResult> started = start(*lodging, run, places);
    if (!started) return started.error();
    *process = started.take();
  }
  if (!process) return process.error();
  Expected<ReplayObservation> observation = observe(**process, *places, cells, version, nameOf(side));
  std::error_code ignored;  // the room goes some day, too
  if (!wasServed) fs::remove_all(places->own, ignored);
  const std::lock_guard<std::mutex> lock(lodgingsMutex);
  lodgings.of(side).push_back(lodging.take());
  return observation;
}

// Both versions once, not yet compared.
Expected<ReplayResult> Replayer::Parts::runOnce(const Both<const ReplayInput*>& inputs, const CellPlan& plan, Flavour flavour, Turn turn) {
  Both<std::vector<ReplayCell>> cells;
  for (const CellPlan::Row& row : plan.rows) {
    cells.before.push_back(row.before);
    cells.after.push_back(row.after);
  }
  std::future<Expected<ReplayObservation>> other =
      std::async(std::launch::async, [&] { return runVersion(Side::After, *inputs.after, cells.after, flavour, turn); });
  Expected<ReplayObservation> before = runVersion(Side::Before, *inputs.before, cells.before, flavour, turn);
  Expected<ReplayObservation> after = other.get();
  if (!before) return before.error();
  if (!after) return after.error();
  ReplayResult result;
  result.sanitized = flavour == Flavour::Sanitized;
  result.before = before.take();
  result.after = after.take();
  return result;
}

Expected<ReplayResult> Replayer::Parts::runAndCompare(const Both<const ReplayInput*>& inputs, const CellPlan& plan, Flavour flavour) {
  Expected<ReplayResult> first = runOnce(inputs, plan, flavour, Turn::First);
  if (!first) return first;
  if (isLimited(first->before) || isLimited(first->after)) {
    const bool both = isLimited(first->before) && isLimited(first->after);
    const char* who = both ? "both versions" : isLimited(first->before) ? "the before version" : "the after version";
    first->note = fmt::format("{} ended by a limit of the native replay, which proves nothing", who);
    return first;
  }
  if (!differ(first->before, first->after, plan, criterion)) return first;
  Expected<ReplayResult> second = runOnce(inputs, plan, flavour, Turn::Second);
  if (!second) return second;
  const auto repeats = [&](const ReplayObservation& once, const ReplayObservation& again, const CellPlan& own) {
    return !isLimited(again) && !differ(once, again, own, criterion);
  };
  const CellPlan steady = steadyPart(plan, {first->before, second->before}, {first->after, second->after});
  CellPlan ofBefore = steady, ofAfter = steady;  // a version and itself read their cells alike
  for (size_t k = 0; k < plan.rows.size(); ++k) {
    ofBefore.rows[k].after = plan.rows[k].before;
    ofAfter.rows[k].before = plan.rows[k].after;
  }
  first->differs = repeats(first->before, second->before, ofBefore) && repeats(first->after, second->after, ofAfter) &&
                   differ(first->before, first->after, steady, criterion);
  if (!first->differs) first->note = "the native runs differ, but a version also differs from itself when run twice";
  return first;
}

Replayer::Replayer(ReplayVersion before, ReplayVersion after, fs::path directory, const StopFlag* stop, const result::Criterion& criterion,
                   const ReplayLimits& limits)
    : parts_(std::make_unique<Parts>(Both<ReplayVersion>{std::move(before), std::move(after)}, std::move(directory), stop, criterion,
                                     limits)) {}

Replayer::~Replayer() = default;

void Replayer::expectReplays() {
  if (parts_->sandbox) parts_->build(Flavour::Plain);
}

Status Replayer::refusal() const {
  if (parts_->sandbox) return std::nullopt;
  return parts_->sandbox.error();
}

Expected<ReplayResult> Replayer::replay(const ReplayInput& before, const ReplayInput& after, bool expectTrap) {
  const Both<const ReplayInput*> inputs{&before, &after};
  const CellPlan plan = planCells(before.cells, after.cells);
  if (Status refused = refusal()) return *refused;
  if (Status status = parts_->build(Flavour::Plain).wait(parts_->stop)) return *status;
  Expected<ReplayResult> plain = parts_->runAndCompare(inputs, plan, Flavour::Plain);
  // Also after a plain run that does not repeat itself: that is how a read of foreign memory shows.
  if (!plain || plain->differs || !expectTrap || isLimited(plain->before) || isLimited(plain->after)) return plain;

  if (Status status = parts_->build(Flavour::Sanitized).wait(parts_->stop)) {
    if (parts_->stop != nullptr && parts_->stop->requested()) return *status;
    plain->note = "the plain builds agree, and there is no sanitized build: " + status->message;
    return plain;
  }
  return parts_->runAndCompare(inputs, plan, Flavour::Sanitized);
}

Expected<ReplayResult> Replayer::replaySanitized(const ReplayInput& before, const ReplayInput& after) {
  if (Status refused = refusal()) return *refused;
  if (Status status = parts_->build(Flavour::Sanitized).wait(parts_->stop)) return *status;
  return parts_->runAndCompare({&before, &after}, planCells(before.cells, after.cells), Flavour::Sanitized);
}

}  // namespace cleave::native
