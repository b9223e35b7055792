#include "driver/guard_asserts.h"

#include <algorithm>
#include <map>
#include <regex>
#include <set>

#include <fmt/format.h>

#include "driver/assert_text.h"
#include "driver/guard_collect.h"
#include "points/points.h"
#include "project/build.h"
#include "project/tree.h"
#include "support/process.h"
#include "support/temp_dir.h"

namespace cleave::driver {

namespace {

namespace fs = std::filesystem;

constexpr unsigned kMostRounds = 12;
constexpr uintmax_t kMostLog = 4 << 20;

struct Placed {
  uint32_t number = 0;
  probes::Point point;  // of after
  const FunctionPlaces* function = nullptr;
  Assertion assertion;
};

class Emitter {
 public:
  explicit Emitter(const AssertRequest& request) : request_(request) {}

  Expected<result::GuardAsserts> emit() {
    if (Status wrong = checkDirectory()) return *wrong;
    if (Status failed = place()) return *failed;
    // From here on: what is asserted where. Now what compiles, and passes the tests.
    for (unsigned round = 0;; ++round) {
      Expected<std::set<uint32_t>> wrong = tryIt();
      if (!wrong) return wrong.error();
      if (wrong->empty()) break;
      if (round == kMostRounds) return Error{"--emit-asserts: no end of assertions that do not compile or that the tests break"};
      std::erase_if(placed_, [&](const Placed& each) { return wrong->contains(each.number); });
    }
    Expected<project::Tree> tree = copyWithAsserts();
    if (!tree) return tree.error();
    if (Status failed = handOver(*tree)) return *failed;
    return summary();
  }

 private:
  Status checkDirectory() const {
    std::error_code failure;
    if (fs::exists(request_.directory, failure) &&
        !(fs::is_directory(request_.directory, failure) && fs::is_empty(request_.directory, failure)))
      return Error{"--emit-asserts " + request_.directory.string() + ": there is something already"};
    return std::nullopt;
  }

  // Whole or not at all.
  Status handOver(const project::Tree& tree) const {
    std::error_code failure, ignored;
    const fs::path place = fs::absolute(request_.directory).lexically_normal();
    const fs::path partial = (place.has_filename() ? place : place.parent_path()).string() + ".partial";
    fs::create_directories(partial.parent_path(), failure);
    fs::copy(tree.root(), partial, fs::copy_options::recursive | fs::copy_options::copy_symlinks, failure);
    if (!failure) fs::remove(place, ignored);  // it is empty
    if (!failure) fs::rename(partial, place.has_filename() ? place : place.parent_path(), failure);
    if (!failure) return std::nullopt;
    fs::remove_all(partial, ignored);
    return Error{"cannot write " + request_.directory.string() + ": " + failure.message()};
  }

  void skip(const std::string& reason) { ++skipped_[reason]; }

  Status place() {
    std::set<uint32_t> done;
    for (const frontend::Sources* sources : request_.after)
      for (const frontend::Compiled& unit : sources->compiled)
        if (Status failed = placeIn(*sources, unit, done)) return failed;
    for (uint32_t k = 0; k < request_.properties.size(); ++k)
      if (!done.contains(k)) skip("its place is not in the text of after");
    return std::nullopt;
  }

  Status placeIn(const frontend::Sources& sources, const frontend::Compiled& unit, std::set<uint32_t>& done) {
    std::vector<uint32_t> numbers;
    std::vector<probes::Point> points;
    for (uint32_t k = 0; k < request_.properties.size(); ++k) {
      const probes::Point& point = request_.properties[k].at->point;
      if (done.contains(k) || fs::path(point.unit).filename() != unit.file.filename()) continue;
      numbers.push_back(k);
      points.push_back(point);
    }
    if (points.empty()) return std::nullopt;
    const Expected<std::vector<std::optional<probes::Point>>> found = points::findPoints(unit.bitcode, points);
    if (!found) return found.error();
    for (size_t k = 0; k < numbers.size(); ++k) {
      if (!(*found)[k]) continue;
      done.insert(numbers[k]);
      if (Status failed = placeOne(sources, unit, numbers[k], *(*found)[k])) return failed;
    }
    return std::nullopt;
  }

  Status placeOne(const frontend::Sources& sources, const frontend::Compiled& unit, uint32_t number, const probes::Point& point) {
    const AssertedProperty& asserted = request_.properties[number];
    WrittenAssertion written = write(number, asserted.at->samples, asserted.at->found[asserted.which].property);
    if (!written.reason.empty()) return skip(written.reason), std::nullopt;
    const Expected<const FunctionPlaces*> function = functionOf(unit, point);
    if (!function) return function.error();
    if (*function == nullptr) return skip("clang does not show its function"), std::nullopt;
    const fs::path relative = (*function)->file.lexically_relative(fs::weakly_canonical(sources.root));
    if (relative.empty() || *relative.begin() == "..") return skip("its function is not in a file of the project"), std::nullopt;
    SourceEdits trial = editsOf((*function)->file);
    const std::string why = trial.add(**function, point, written.assertion);
    if (!why.empty()) return skip(why), std::nullopt;
    placed_.push_back({number, point, *function, std::move(written.assertion)});
    files_[(*function)->file] = relative;
    return std::nullopt;
  }

  Expected<const FunctionPlaces*> functionOf(const frontend::Compiled& unit, const probes::Point& point) {
    const auto key = std::pair(unit.bitcode.string(), point.function);
    if (const auto known = functions_.find(key); known != functions_.end()) return known->second ? &*known->second : nullptr;
    Expected<std::optional<FunctionPlaces>> found = placesOf(unit, point.function, point.display, request_.stop);
    if (!found) return found.error();
    std::optional<FunctionPlaces>& kept = functions_[key];
    kept = found.take();
    if (kept) kept->file = fs::weakly_canonical(kept->file);
    return kept ? &*kept : nullptr;
  }

  static SourceEdits editsOf(const fs::path& file) {
    const Expected<std::string> text = readFile(file);
    return SourceEdits(text ? *text : "");
  }

  // A copy of after as the user has it, with the assertions.
  Expected<project::Tree> copyWithAsserts() {
    std::error_code failure;
    const std::string& place = request_.options.projects.places.after;
    const fs::path directory = fs::canonical(place, failure);
    const bool isDirectory = !failure && fs::is_directory(directory, failure);
    Expected<project::Tree> tree = isDirectory ? project::Tree::copyOf(directory, request_.stop)
                                               : project::Tree::ofRevision(place, fs::current_path(failure), request_.stop);
    if (!tree) return tree.error();
    lines_.clear();
    for (const auto& [file, relative] : files_) {
      const Expected<std::string> text = readFile(tree->root() / relative);
      if (!text) continue;  // the build made it
      SourceEdits edits(*text);
      for (const Placed& each : placed_)
        if (each.function->file == file) edits.add(*each.function, each.point, each.assertion);
      if (Status failed = writeFile(tree->root() / relative, edits.apply(lines_[relative]))) return *failed;
    }
    return tree;
  }

  // The numbers of assertions that are to go; none: all is well.
  Expected<std::set<uint32_t>> tryIt() {
    if (placed_.empty()) return std::set<uint32_t>{};
    if (request_.listeners.step) request_.listeners.step(fmt::format("building and testing after with {} assertions", placed_.size()));
    Expected<project::Tree> tree = copyWithAsserts();
    if (!tree) return tree.error();
    Expected<project::WatchedDir> record = project::WatchedDir::create("record");
    if (!record) return record.error();
    std::error_code failure;
    project::BuildRequest build;
    build.directory = tree->directory();
    build.command = {request_.options.projects.builds.after};
    build.cleave = request_.options.projects.cleave;
    build.settings = {fs::canonical(record->path(), failure), tree->root(), true, {}};
    build.stop = request_.stop;
    if (Status failed = project::build(build)) return blame(failed->message, "it does not compile there", "the build");
    ProcessRequest tests;
    tests.command = {"/bin/sh", "-c", request_.options.tests.after};
    tests.directory = tree->directory().string();
    tests.environment = project::buildVariables(build);
    tests.timeLimit = request_.options.testLimit;
    tests.stop = request_.stop;
    const Expected<ProcessResult> ended = runProcess(tests);
    if (!ended) return ended.error();
    if (ended->end == ProcessResult::End::Exited && ended->code == 0) return std::set<uint32_t>{};
    return blame(ended->output + ended->errors + logsBelow(tree->root()), "the tests break it", "the tests");
  }

  // Runners of tests keep what a test says in a file.
  static std::string logsBelow(const fs::path& root) {
    std::string all;
    std::error_code failure;
    for (fs::recursive_directory_iterator at(root, failure), end; !failure && at != end; at.increment(failure)) {
      if (!at->is_regular_file(failure) || (at->path().extension() != ".log" && at->path().extension() != ".trs")) continue;
      if (at->file_size(failure) > kMostLog) continue;
      if (const Expected<std::string> text = readFile(at->path())) all += *text + "\n";
    }
    return all;
  }

  // "store.c:12:3: error: ...", "program: store.c:12: f: Assertion `...' failed."
  Expected<std::set<uint32_t>> blame(const std::string& messages, const std::string& reason, const std::string& who) {
    static const std::regex kPlace(R"(([^\s:]+):(\d+):[^\n]*(error|warning|Assertion))");
    std::set<uint32_t> wrong;
    for (std::sregex_iterator at(messages.begin(), messages.end(), kPlace), end; at != end; ++at) {
      const std::string name = fs::path((*at)[1].str()).filename().string();
      const size_t line = std::stoul((*at)[2].str());
      for (const auto& [file, lines] : lines_)
        if (file.filename() == name)
          for (auto [first, last] = lines.equal_range(line); first != last; ++first) wrong.insert(first->second);
    }
    if (wrong.empty())
      return Error{fmt::format("--emit-asserts: {} of after fail with assertions, and do not say which:\n{}", who,
                               messages.substr(messages.size() - std::min<size_t>(messages.size(), 3000)))};
    for (size_t k = 0; k < wrong.size(); ++k) skip(reason);
    return wrong;
  }

  result::GuardAsserts summary() const {
    result::GuardAsserts asserts;
    asserts.directory = request_.directory.string();
    asserts.written = placed_.size();
    asserts.skipped.assign(skipped_.begin(), skipped_.end());
    return asserts;
  }

  const AssertRequest& request_;
  std::vector<Placed> placed_;
  std::map<std::string, uint64_t> skipped_;
  std::map<std::pair<std::string, std::string>, std::optional<FunctionPlaces>> functions_;  // by unit and linker name
  std::map<fs::path, fs::path> files_;                                                      // in the copy that was built; below its root
  std::map<fs::path, std::multimap<size_t, uint32_t>> lines_;                               // of the last copy
};

}  // namespace

Expected<result::GuardAsserts> emitAsserts(const AssertRequest& request) { return Emitter(request).emit(); }

}  // namespace cleave::driver
