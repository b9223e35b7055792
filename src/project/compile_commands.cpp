#include "project/compile_commands.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "project/arguments.h"
#include "project/bitcode.h"
#include "project/loose.h"
#include "project/record.h"
#include "support/process.h"
#include "support/sha256.h"
#include "support/temp_dir.h"
#include "support/text.h"

namespace cleave::project {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// One compilation, as the file says.
struct Command {
  fs::path directory;
  std::vector<std::string> words;
};

Expected<std::vector<Command>> readCommands(const fs::path& file) {
  const Expected<std::string> text = readFile(file);
  if (!text) return text.error();
  std::vector<Command> commands;
  try {
    for (const Json& each : Json::parse(*text)) {
      Command command;
      command.directory = (file.parent_path() / each.at("directory").get<std::string>()).lexically_normal();
      if (each.contains("arguments"))
        command.words = each.at("arguments").get<std::vector<std::string>>();
      else
        command.words = splitWords(each.at("command").get<std::string>());
      commands.push_back(std::move(command));
    }
  } catch (const Json::exception& wrong) {
    return Error{fmt::format("cannot read {}: {}", file.string(), wrong.what())};
  }
  return commands;
}

bool isLauncher(const std::string& word) {
  const std::string name = fs::path(word).filename().string();
  return name == "ccache" || name == "distcc" || name == "sccache" || name == "icecc";
}

struct Planned {
  Unit unit;
  fs::path code;
  ProcessRequest request;
};

void plan(const Command& command, const CommandsRequest& given, const Record& record, std::vector<Planned>& into) {
  size_t at = 0;
  while (at < command.words.size() && isLauncher(command.words[at])) ++at;
  if (at == command.words.size()) return;
  const DriverMode mode = fs::path(command.words[at]).filename().string().find("++") == std::string::npos ? DriverMode::C : DriverMode::Cxx;
  const std::vector<std::string> words(command.words.begin() + static_cast<std::ptrdiff_t>(at) + 1, command.words.end());
  const CompilerCall call = parseCall(expandResponseFiles(words), mode);
  if (call.stage == Stage::Precompile) return;
  for (const SourceFile& source : call.sources) {
    Planned planned;
    Unit& unit = planned.unit;
    unit.source = (command.directory / source.file).lexically_normal();
    unit.directory = command.directory;
    unit.language = source.language;
    unit.flags = call.flags;
    unit.object = call.stage == Stage::Object ? (command.directory / call.objectOf(source)).lexically_normal() : fs::path();
    if (!source.isReadable()) unit.problem = source.isAssembly() ? "assembly" : source.language;
    planned.code = record.temporaryFile(".bc");
    planned.request.command = bitcodeCommand({source, call.flags, mode, command.directory, given.root, given.wraps}, planned.code, record);
    planned.request.directory = command.directory.string();
    planned.request.timeLimit = Seconds(600);
    planned.request.memoryLimit = kCompilerMemory;
    planned.request.fileSizeLimit = kCompilerFile;
    planned.request.stop = given.stop;
    into.push_back(std::move(planned));
  }
}

// Why there is no code, in a line.
std::string problemOf(const Expected<ProcessResult>& result) {
  if (!result) return result.error().message;
  if (result->end == ProcessResult::End::Exited && result->code == 0) return {};
  return result->errors.empty() ? "the compiler failed" : result->errors.substr(0, result->errors.find('\n'));
}

// What has no code is known by its text alone, which is not all that it means; so it is equal to nothing.
std::string digestOfOpaque(const Unit& unit) {
  const Expected<std::string> text = readFile(unit.source);
  return text && unit.language == "assembler" ? sha256(*text) : sha256(unit.source.string() + unit.object.string());
}

}  // namespace

std::optional<fs::path> findCompileCommands(const fs::path& directory) {
  std::error_code failure;
  for (const fs::path& folder : {directory, directory / "build"})
    if (fs::is_regular_file(folder / "compile_commands.json", failure)) return folder / "compile_commands.json";
  return std::nullopt;
}

Expected<Project> readCompileCommands(const CommandsRequest& request) {
  const Expected<std::vector<Command>> commands = readCommands(request.file);
  if (!commands) return commands.error();
  const Record record(request.record);
  if (Status failed = record.create(request.root)) return *failed;
  std::vector<Planned> planned;
  for (const Command& command : *commands) plan(command, request, record, planned);
  if (planned.empty()) return Error{request.file.string() + " names no C or C++ source"};
  std::vector<ProcessRequest> processes;
  for (const Planned& each : planned)
    if (each.unit.problem.empty()) processes.push_back(each.request);
  const std::vector<Expected<ProcessResult>> results = runProcesses(processes);
  if (request.stop != nullptr && request.stop->requested()) return Error{"stopped while compiling"};

  Project project;
  project.root = request.root;
  size_t next = 0, failures = 0;
  std::set<std::string> seen;
  for (Planned& each : planned) {
    if (each.unit.problem.empty()) each.unit.problem = problemOf(results[next++]);
    const bool hasCode = each.unit.problem.empty();
    if (!hasCode) each.unit.contents = digestOfOpaque(each.unit);
    failures += hasCode ? 0 : 1;
    if (Status failed = record.keep(each.unit, hasCode ? each.code : fs::path())) return *failed;
    if (seen.insert(each.unit.id).second) project.units.push_back(each.unit);
  }
  if (failures == planned.size())
    return Error{fmt::format("nothing in {} can be compiled; {}: {}", request.file.string(), project.nameOf(project.units.front()),
                             project.units.front().problem)};
  std::ranges::stable_sort(project.units, {}, [&](const Unit& unit) { return project.nameOf(unit); });
  std::vector<size_t> all;
  for (size_t k = 0; k < project.units.size(); ++k) all.push_back(k);
  addGroups(project, all, OutputKind::Archive);
  return project;
}

}  // namespace cleave::project
