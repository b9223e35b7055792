#include "driver/added_tests.h"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "frontend/compile.h"
#include "support/process.h"
#include "support/text.h"

namespace cleave::driver {

namespace {

namespace fs = std::filesystem;
using program::SourceKind;
using program::SourceType;
using Json = nlohmann::ordered_json;

constexpr size_t kManyCells = 64;  // of more than these, those that are zero are left out

bool isZero(const std::string& bits) { return bits.find_first_not_of("0x") == std::string::npos; }

std::string jsonOf(const result::AddedTest& test) {
  Json input = Json::object();
  for (size_t k = 0; k < test.input.size(); ++k)
    if (test.input.size() <= kManyCells || !isZero(test.inputBits[k].second)) input[test.input[k].first] = test.input[k].second;
  return Json{{"name", test.name}, {"entry", test.entry}, {"satisfies", test.satisfies}, {"why", test.why}, {"input", input}}.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

// A C program that calls the entry with the input; nothing where some cell has no place in it.
class CallText {
 public:
  CallText(const result::AddedTest& test, const program::Program& program, program::FunctionId entry) : program_(program), function_(program.function(entry)) {
    for (size_t k = 0; k < test.input.size(); ++k) cells_.emplace(test.input[k].first, Cell{test.input[k].second, isZero(test.inputBits[k].second)});
  }

  std::optional<std::string> body() {
    if (!function_.hasSourceSignature || function_.variadic || function_.name == "main") return std::nullopt;
    std::vector<std::string> arguments;
    for (const program::SourceParameter& each : function_.sourceParameters) {
      const std::optional<std::string> argument = argumentOf(each);
      if (!argument) return std::nullopt;
      arguments.push_back(*argument);
    }
    for (const program::Global& global : program_.globals)
      if (!global.constant && !global.fromModels) assign(global.display, global.display);
    for (const auto& [name, cell] : cells_)
      if (!cell.isZero && !cell.isUsed) return std::nullopt;
    return declarations_ + "int main(void) {\n" + assignments_ + "  " + function_.display + "(" + join(arguments, ", ") + ");\n  return 0;\n}\n";
  }

 private:
  struct Cell {
    std::string text;
    bool isZero = false;
    bool isUsed = false;
  };

  Cell* find(const std::string& name) {
    const auto found = cells_.find(name);
    return found == cells_.end() ? nullptr : &found->second;
  }

  std::optional<std::string> argumentOf(const program::SourceParameter& parameter) {
    const SourceType& type = program_.sourceTypes[parameter.type.value];
    if (type.kind == SourceKind::Pointer) return pointerOf(parameter.name, type);
    Cell* cell = find(parameter.name);
    if (cell == nullptr) return std::nullopt;
    cell->isUsed = true;
    return cell->text;
  }

  // Memory of its own, with one level of cells in it: "p->n", "p[3]", "*p".
  std::optional<std::string> pointerOf(const std::string& name, const SourceType& type) {
    if (Cell* isNull = find(name + "_is_null")) {
      isNull->isUsed = true;
      if (!isNull->isZero) return "0";
    }
    if (!type.element.valid()) return std::nullopt;
    const SourceType& element = program_.sourceTypes[type.element.value];
    if (element.kind == SourceKind::Pointer || element.kind == SourceKind::Function || element.sizeBytes == 0) return std::nullopt;
    size_t count = 1;
    for (const auto& [cell, value] : cells_)
      if (cell.starts_with(name + "[")) count = std::max<size_t>(count, std::stoul(cell.substr(name.size() + 1)) + 1);
    std::string typeName = element.name;
    if (typeName.starts_with("const ")) typeName.erase(0, 6);
    declarations_ += fmt::format("static {} {}_memory[{}];\n", typeName, name, count);
    assign(name + "->", name + "_memory[0].");
    assign(name + "[", name + "_memory[");
    assign("*" + name, name + "_memory[0]");
    return name + "_memory";
  }

  // All cells that begin so, where no further pointer is followed.
  void assign(const std::string& prefix, const std::string& place) {
    for (auto& [name, cell] : cells_) {
      if (cell.isUsed || !name.starts_with(prefix)) continue;
      const std::string rest = name.substr(prefix.size());
      const bool isWhole = rest.empty() || prefix.ends_with('>') || prefix.ends_with('[') || rest.front() == '.' || rest.front() == '[';
      if (!isWhole || rest.find("->") != std::string::npos || rest.find("_is_") != std::string::npos || name.ends_with("_length")) continue;
      cell.isUsed = true;
      if (!cell.isZero || place == prefix) assignments_ += fmt::format("  {}{} = {};\n", place, rest, cell.text);
    }
  }

  const program::Program& program_;
  const program::Function& function_;
  std::map<std::string, Cell> cells_;
  std::string declarations_, assignments_;
};

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

bool compiles(const fs::path& file, const Home& home, const StopFlag* stop) {
  ProcessRequest request;
  request.command = {frontend::kCompiler, "-fsyntax-only", "-w"};
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

Status writeTest(result::AddedTest& test, const program::Program& after, program::FunctionId entry, const frontend::Sources& sources,
                 const fs::path& folder, const StopFlag* stop) {
  std::error_code failure;
  const fs::path place = folder / "tests";
  fs::create_directories(place, failure);
  const fs::path json = place / (test.name + ".json");
  if (Status failed = writeFile(json, jsonOf(test))) return failed;
  test.file = json.string();
  const program::Function& function = after.function(entry);
  if (!function.loc.known() || function.loc.file >= after.files.size()) return std::nullopt;
  const std::optional<Home> home = homeOf(after.files[function.loc.file], sources);
  const std::optional<std::string> body = CallText(test, after, entry).body();
  if (!home || !body || !home->name.ends_with(".c")) return std::nullopt;
  const fs::path source = place / (test.name + ".c");
  const std::string text = fmt::format("// {}\n// Compiled with the rest of the program, but for the file that is included here.\n#define main main_of_the_program\n#include \"{}\"\n#undef main\n\n{}", test.why, home->name, *body);
  if (Status failed = writeFile(source, text)) return failed;
  if (compiles(source, *home, stop))
    test.source = source.string();
  else
    fs::remove(source, failure);
  return std::nullopt;
}

}  // namespace cleave::driver
