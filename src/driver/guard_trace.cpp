#include "driver/guard_trace.h"

#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>

#include "driver/prepare.h"
#include "driver/trace_steps.h"
#include "explore/properties.h"
#include "points/steps.h"
#include "support/temp_dir.h"
#include "support/worker.h"
#include "vm/run.h"

namespace cleave::driver {

namespace {

namespace fs = std::filesystem;

constexpr Seconds kLimit{30};
constexpr uint64_t kMostVmSteps = 300'000'000;  // most of them are those of the recording

std::string trimmed(const std::string& line) {
  const size_t first = line.find_first_not_of(" \t\r");
  return first == std::string::npos ? "" : line.substr(first, line.find_last_not_of(" \t\r") + 1 - first);
}

std::vector<std::string> splitLines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(trimmed(line));
  return lines;
}

class Tracer {
 public:
  Tracer(const TraceRequest& request, bool plain) : request_(request), plain_(plain) {}

  Expected<Traced> trace() {
    Expected<TempDir> home = TempDir::create("trace");
    if (!home) return home.error();
    home_ = home->path();
    Options options = request_.options;
    if (Status failed = instrument(options.after)) return *failed;
    options.entries = {request_.entry};
    options.exploreUnchanged = true;
    const Expected<Prepared> prepared = prepare(options, {}, request_.stop);
    if (!prepared) return prepared.error();
    if (prepared->entries.empty()) return Error{"there is no " + request_.entry};
    if (Status failed = runInWorker(options, *prepared)) return *failed;
    Expected<StepWords> words = readWords();
    if (!words) return words.error();
    StepList list = readSteps(*words, points_);
    addSources(list.steps);
    return Traced{std::move(list.steps), list.isWhole};
  }

 private:
  Status instrument(frontend::Sources& sources) {
    for (size_t u = 0; u < sources.compiled.size(); ++u) {
      frontend::Compiled& unit = sources.compiled[u];
      const fs::path checked = home_ / fmt::format("{}.checked.bc", u), out = home_ / fmt::format("{}.bc", u);
      std::vector<points::Check> checks;
      if (fs::path(request_.check.point.unit).filename() == unit.file.filename()) checks.push_back(request_.check);
      const Expected<std::vector<points::Unplaced>> unplaced = points::insertChecks(unit.bitcode, checks, checked);
      if (!unplaced) return unplaced.error();
      points::StepOptions steps;
      steps.property = request_.check.number;
      steps.first = points_.size();
      steps.plain = plain_;
      Expected<std::vector<probes::Point>> inserted = points::insertSteps(checked, steps, out);
      if (!inserted) return inserted.error();
      for (probes::Point& point : *inserted) points_.push_back(std::move(point));
      unit.bitcode = out;
    }
    return std::nullopt;
  }

  Status runInWorker(const Options& options, const Prepared& prepared) {
    Job job;
    job.errors = home_ / "errors.txt";
    job.limits = {options.memory, kLimit * 2, Seconds(1.5)};
    job.work = [&](const Messages&) { run(options, prepared); };
    WorkerEnd ended;
    job.ended = [&](const WorkerEnd& end) { ended = end; };
    bool given = false;
    runJobs([&]() { return std::exchange(given, true) ? Job{} : job; }, 1, request_.stop);
    if (ended.how != WorkerEnd::How::Done) return Error{ended.why};
    return std::nullopt;
  }

  // In the worker.
  void run(const Options& options, const Prepared& prepared) const {
    expr::ExprPool pool;
    const Expected<explore::Entry> entry = makeSupportedEntry(prepared, 0, options, pool, request_.stop);
    if (!entry) throw std::runtime_error(entry.error().message);
    vm::RunLimits limits = options.explore.limits;
    limits.steps = kMostVmSteps;
    vm::Vm vm(prepared.after(), pool, limits);
    vm.run(entry->after, entry->space, inputOf(*entry, pool), vm::Mode::Concrete, Budget(kLimit, request_.stop));
    const auto bytes = [&](const char* name) {
      const program::GlobalId global = prepared.after().findGlobal(name);
      return global.valid() ? vm.bytesOf(global) : std::span<const uint8_t>{};
    };
    const std::span<const uint8_t> ended = bytes("cleave_property_ended");
    if (ended.empty() || ended[0] == 0)
      if (!isSetAtTheEnd(bytes(explore::markOf(request_.check.number).c_str())))
        throw std::runtime_error("the run that is traced does not break it");
    std::ofstream file(home_ / "words", std::ios::binary);
    for (const char* name : {"cleave_property_next", "cleave_property_steps"}) {
      const std::span<const uint8_t> all = bytes(name);
      file.write(reinterpret_cast<const char*>(all.data()), static_cast<std::streamsize>(all.size()));
    }
  }

  // By the last thing that it did.
  static bool isSetAtTheEnd(std::span<const uint8_t> mark) { return !mark.empty() && mark[0] != 0; }

  expr::Assignment inputOf(const explore::Entry& entry, const expr::ExprPool& pool) const {
    std::map<std::string, std::string> given(request_.inputBits.begin(), request_.inputBits.end());
    expr::Assignment input(pool.symbolCount(), 0);
    for (const vm::InputCell& cell : entry.space.cells) {
      const auto known = given.find(cell.name);
      if (known == given.end()) continue;
      U128 bits = 0;
      for (const char digit : known->second.substr(std::min<size_t>(2, known->second.size())))
        bits = bits << 4 | static_cast<U128>(digit <= '9' ? digit - '0' : (digit | 0x20) - 'a' + 10);
      input[cell.symbol.value] = bits;
    }
    return input;
  }

  Expected<StepWords> readWords() const {
    Expected<std::string> text = readFile(home_ / "words");
    if (!text) return text.error();
    StepWords words;
    if (text->size() < 8) return Error{"nothing was written down"};
    std::memcpy(&words.written, text->data(), 8);
    words.ring.resize(text->size() / 8 - 1);
    std::memcpy(words.ring.data(), text->data() + 8, words.ring.size() * 8);
    return words;
  }

  void addSources(std::vector<result::TraceStep>& steps) const {
    std::map<std::string, std::vector<std::string>> files;
    for (result::TraceStep& step : steps) {
      if (!files.contains(step.file)) {
        const Expected<std::string> text = readFile(request_.options.after.root / step.file);
        files[step.file] = text ? splitLines(*text) : std::vector<std::string>{};
      }
      const std::vector<std::string>& lines = files.at(step.file);
      if (step.line != 0 && step.line <= lines.size()) step.source = lines[step.line - 1];
    }
  }

  const TraceRequest& request_;
  bool plain_;
  fs::path home_;
  std::vector<probes::Point> points_;  // by number of the step
};

}  // namespace

Expected<Traced> traceViolation(const TraceRequest& request) {
  Expected<Traced> all = Tracer(request, false).trace();
  // What a pointer leads to may be gone, and looking at it is then what ends the run.
  return all ? std::move(all) : Tracer(request, true).trace();
}

}  // namespace cleave::driver
