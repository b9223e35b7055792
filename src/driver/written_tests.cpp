#include "driver/written_tests.h"

#include <algorithm>
#include <filesystem>

#include "driver/saved_result.h"
#include "support/temp_dir.h"
#include "support/text.h"

namespace cleave::driver {

namespace {

namespace fs = std::filesystem;

constexpr const char* kDefaultName = "tests";

Status checkNames(const result::Result& result, const std::vector<std::string>& wanted) {
  std::vector<std::string> names;
  for (const result::EntryResult& entry : result.entries) names.push_back(entry.name);
  for (const std::string& name : wanted)
    if (std::ranges::find(names, name) == names.end()) {
      const std::vector<std::string> near = nearest(name, names, 5);
      return Error{"--entry: the result has no function '" + name + "'" + (near.empty() ? "" : "; near names: " + join(near, ", "))};
    }
  return std::nullopt;
}

// Where the files go, and what the first is called without its ending.
struct Destination {
  fs::path directory;
  std::string name = kDefaultName;
  std::string ending;  // as the user wrote it; empty: the usual one
};
Destination destinationOf(const TestRequest& request) {
  const fs::path output = request.output.empty() ? fs::path(kDefaultName) : fs::path(request.output);
  std::error_code failure;
  const bool isDirectory = request.options.format == tests::Format::LibFuzzer || request.output.ends_with('/') || fs::is_directory(output, failure);
  if (isDirectory) return {output, request.options.format == tests::Format::LibFuzzer ? "fuzz" : kDefaultName, ""};
  return {output.parent_path(), output.stem().string(), output.extension().string()};
}

Status save(const tests::Suite& suite, const Destination& to, WrittenTests& written) {
  for (const tests::File& file : suite.files) {
    fs::path path = to.directory / file.name;
    if (!to.ending.empty()) path = to.directory / (to.name + to.ending);
    std::error_code failure;
    fs::create_directories(path.parent_path().empty() ? fs::path(".") : path.parent_path(), failure);
    if (failure) return Error{"cannot make " + path.parent_path().string() + ": " + failure.message()};
    if (Status failed = writeFile(path, file.text)) return failed;
    written.files.push_back(path.string());
  }
  // Seeds come before their targets; people want to hear of the target.
  std::ranges::stable_partition(written.files, [](const std::string& each) { return each.find("_corpus/") == std::string::npos; });
  return std::nullopt;
}

}  // namespace

std::optional<tests::Format> testFormat(const std::string& word) {
  using tests::Format;
  if (word == "c") return Format::C;
  if (word == "gtest") return Format::GoogleTest;
  if (word == "catch2") return Format::Catch2;
  if (word == "doctest") return Format::Doctest;
  if (word == "libfuzzer") return Format::LibFuzzer;
  if (word == "json") return Format::Json;
  return std::nullopt;
}

Expected<WrittenTests> writeTests(const TestRequest& request) {
  const Expected<SavedResult> saved = loadSavedResult(request.directory);
  if (!saved) return saved.error();
  if (Status wrong = checkNames(saved->result, request.entries)) return *wrong;
  std::vector<result::EntryResult> entries;  // test cases point into them
  for (size_t k = 0; k < saved->result.entries.size(); ++k) {
    const std::string& name = saved->result.entries[k].name;
    if (!request.entries.empty() && std::ranges::find(request.entries, name) == request.entries.end()) continue;
    entries.push_back(request.options.everyPartition ? saved->whole(k) : saved->result.entries[k]);
  }
  tests::Chosen chosen;
  std::set<std::string> suites;
  for (const result::EntryResult& entry : entries) tests::choose(entry, request.options, suites, chosen);
  const Destination to = destinationOf(request);
  tests::Options options = request.options;
  std::error_code failure;
  if (!request.output.empty() || options.format == tests::Format::LibFuzzer) options.directory = fs::absolute(to.directory.empty() ? fs::path(".") : to.directory, failure);
  tests::Suite suite = tests::writeSuite(chosen, options, to.name);
  WrittenTests written;
  written.count = suite.count;
  written.leftOut = std::move(suite.leftOut);
  written.notes = saved->result.notes;
  if (written.count == 0) {
    written.notes.push_back("nothing of this result can become a test" + std::string(chosen.cases.empty() && written.leftOut.empty() ? ": it has no witness of that kind" : ""));
    return written;
  }
  if (request.output.empty() && request.options.format != tests::Format::LibFuzzer) {
    written.text = suite.files.front().text;
    return written;
  }
  if (Status failed = save(suite, to, written)) return *failed;
  return written;
}

}  // namespace cleave::driver
