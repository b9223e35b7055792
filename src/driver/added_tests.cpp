#include "driver/added_tests.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "frontend/compile.h"
#include "support/process.h"
#include "tests/call_program.h"

namespace cleave::driver {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr size_t kManyCells = 64;  // of more than these, those that are zero are left out

bool isZero(const std::string& bits) { return bits.find_first_not_of("0x") == std::string::npos; }

std::string jsonOf(const result::AddedTest& test) {
  Json input = Json::object();
  for (size_t k = 0; k < test.input.size(); ++k)
    if (test.input.size() <= kManyCells || !isZero(test.inputBits[k].second)) input[test.input[k].first] = test.input[k].second;
  return Json{{"name", test.name}, {"entry", test.entry}, {"satisfies", test.satisfies}, {"why", test.why}, {"input", input}}.dump(
             2, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

tests::TestCase testCaseOf(const result::AddedTest& test, const result::EntryResult& entry, const result::Call& call) {
  tests::TestCase made;
  made.entry = &entry;
  made.call = &call;
  made.why = test.why;
  for (size_t k = 0; k < test.input.size(); ++k) {
    made.bits.push_back(tests::bitsFrom(test.inputBits[k].second));
    made.texts.push_back(test.input[k].second);
  }
  return made;
}

// The file that the entry stands in, and how it was compiled.
struct Home {
  std::string name;  // as an #include has it
  std::vector<std::string> flags;
  fs::path directory;
};
std::optional<Home> homeOf(const std::string& file, const frontend::Sources& sources) {
  for (const std::string& each : sources.files)
    if (each == file || fs::path(each).filename() == fs::path(file).filename())
      return Home{fs::absolute(each).lexically_normal().string(), sources.flags, fs::current_path()};
  for (const frontend::Compiled& each : sources.compiled)
    if (each.source == file || fs::path(each.source).filename() == fs::path(file).filename()) {
      Home home{each.source, each.flags, each.directory};
      home.flags.push_back("-I" + sources.root.string());
      return home;
    }
  return std::nullopt;
}

bool compiles(const fs::path& file, bool isCxx, const Home& home, const StopFlag* stop) {
  ProcessRequest request;
  request.command = {frontend::kCompiler, "-fsyntax-only", "-w"};
  if (isCxx) request.command.push_back("-fno-access-control");  // what is private is filled in all the same
  request.command.insert(request.command.end(), home.flags.begin(), home.flags.end());
  request.command.push_back(fs::absolute(file).string());
  std::error_code failure;
  if (fs::is_directory(home.directory, failure)) request.directory = home.directory.string();
  request.timeLimit = Seconds(60);
  request.stop = stop;
  const Expected<ProcessResult> done = runProcess(request);
  return done && done->end == ProcessResult::End::Exited && done->code == 0;
}

}  // namespace

Status writeTest(result::AddedTest& test, const result::EntryResult& entry, const result::Call& call, const frontend::Sources& sources,
                 const fs::path& folder, const StopFlag* stop) {
  std::error_code failure;
  const fs::path place = folder / "tests";
  fs::create_directories(place, failure);
  const fs::path json = place / (test.name + ".json");
  if (Status failed = writeFile(json, jsonOf(test))) return failed;
  test.file = json.string();
  const std::optional<Home> home = homeOf(call.file, sources);
  if (!home) return std::nullopt;
  const Expected<std::string> text = tests::callProgram(testCaseOf(test, entry, call), home->name);
  if (!text) return std::nullopt;
  const fs::path source = place / (test.name + (call.isCxx ? ".cpp" : ".c"));
  if (Status failed = writeFile(source, *text)) return failed;
  if (compiles(source, call.isCxx, *home, stop))
    test.source = source.string();
  else
    fs::remove(source, failure);
  return std::nullopt;
}

}  // namespace cleave::driver
