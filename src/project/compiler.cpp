#include "project/compiler.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include <sys/wait.h>
#include <unistd.h>

#include "frontend/compile.h"
#include "project/bitcode.h"
#include "project/environment.h"
#include "project/marks.h"
#include "project/record.h"
#include "project/spawn.h"
#include "support/sha256.h"
#include "support/temp_dir.h"

namespace cleave::project {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> clangFor(DriverMode mode) {
  const std::string plain = frontend::kCompiler;
  if (mode == DriverMode::Cxx) {
    const fs::path own = findProgram("clang++" + plain.substr(plain.find('-')));
    if (!own.empty()) return {own.string()};
  }
  const fs::path found = findProgram(plain);
  if (found.empty()) return {};
  return mode == DriverMode::Cxx ? std::vector<std::string>{found.string(), "--driver-mode=g++"} : std::vector<std::string>{found.string()};
}

int replaceBy(const std::vector<std::string>& command) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  ::execv(words[0], words.data());
  std::cerr << "cleave: cannot run " << command[0] << ": " << std::strerror(errno) << "\n";
  return 127;
}

// The words with what is to be added to the code. Inputs of the linker go as its words, so that an -x before them does not count.
std::vector<std::string> instrumented(const std::vector<std::string>& words, const CompilerCall& call, const Instrumentation& added) {
  std::vector<std::string> result;
  const bool compiles =
      call.stage != Stage::Other && call.stage != Stage::Precompile && std::ranges::any_of(call.sources, &SourceFile::isReadable);
  if (compiles && !added.plugin.empty()) result.push_back("-fpass-plugin=" + added.plugin.string());
  if (compiles) result.insert(result.end(), added.compileFlags.begin(), added.compileFlags.end());
  const auto files = std::ranges::find(words, "--");
  result.insert(result.end(), words.begin(), files);
  if (call.stage == Stage::Link && !call.isRelocatable)
    for (const std::string& input : added.linkInputs) result.insert(result.end(), {"-Xlinker", input});
  result.insert(result.end(), files, words.end());
  return result;
}

// Keeps what one call made.
class Keeper {
 public:
  Keeper(const CompilerCall& call, DriverMode mode, const DriverSettings& settings, fs::path input)
      : call_(call), mode_(mode), settings_(settings), record_(settings.record), input_(std::move(input)) {
    std::error_code failure;
    here_ = fs::current_path(failure);
  }

  Status keep() {
    switch (call_.stage) {
      case Stage::Other:
        return std::nullopt;
      case Stage::Precompile:
        return keepHeaders();
      case Stage::Object:
        for (const SourceFile& source : call_.sources)
          if (Status failed = keepObject(source)) return failed;
        return std::nullopt;
      case Stage::Link:
        return keepLinked();
    }
    UNREACHABLE("not a Stage");
  }

 private:
  fs::path absolute(const fs::path& file) const { return (here_ / file).lexically_normal(); }

  static bool isFile(const fs::path& path) {
    std::error_code failure;
    return fs::is_regular_file(path, failure);
  }

  Status keepHeaders() {
    for (const SourceFile& source : call_.sources) {
      const std::string made = call_.output ? *call_.output : source.file + ".gch";
      if (Status failed = record_.keepHeader(absolute(made), absolute(source.file))) return failed;
    }
    return std::nullopt;
  }

  Status keepObject(const SourceFile& source) {
    const fs::path object = absolute(call_.objectOf(source));
    if (!isFile(object)) return std::nullopt;  // /dev/null
    const Expected<std::string> id = keepUnit(source, object);
    if (!id) return id.error();
    return markObject(object, {*id});
  }

  // Objects for other machines stay without marks: nothing of ours can read them.
  Status markObject(const fs::path& object, const std::vector<std::string>& ids) {
    const Expected<Binary> binary = readBinary(object);
    if (!binary) return binary.error();
    if (binary->kind == BinaryKind::Object) return addMarks(object, ids);
    if (binary->kind == BinaryKind::LlvmCode) return record_.keepCode(object, ids);
    return std::nullopt;
  }

  Expected<std::string> keepUnit(const SourceFile& source, const fs::path& object) {
    Unit unit;
    unit.source = absolute(source.file);
    unit.directory = here_;
    unit.language = source.language;
    unit.flags = call_.flags;
    unit.object = object;
    const BitcodeJob job{source, call_.flags, mode_, here_, settings_.root, settings_.wraps};
    const fs::path code = record_.temporaryFile(".bc");
    if (!source.isReadable())
      unit.problem = source.isAssembly() ? "assembly" : source.language;
    else
      unit.problem = run(bitcodeCommand(job, code, record_));
    if (!unit.problem.empty()) unit.contents = textDigest(job);
    const Status failed = record_.keep(unit, unit.problem.empty() ? code : fs::path());
    std::error_code ignored;
    fs::remove(code, ignored);
    if (failed) return *failed;
    return unit.id;
  }

  // Why it failed, in a line; empty: it did not.
  std::string run(std::vector<std::string> command) {
    command[0] = clangFor(DriverMode::C).front();
    SpawnRequest request;
    request.command = std::move(command);
    request.input = input_;
    request.messages = record_.temporaryFile(".txt");
    const Expected<int> status = spawn(request);
    const Expected<std::string> messages = readFile(request.messages);
    std::error_code ignored;
    fs::remove(request.messages, ignored);
    if (!status) return status.error().message;
    if (*status == 0) return {};
    if (!messages || messages->empty()) return "the compiler failed";
    return messages->substr(0, messages->find('\n'));
  }

  // What cannot be preprocessed is equal to nothing else.
  std::string textDigest(const BitcodeJob& job) {
    const fs::path text = record_.temporaryFile(".i");
    const std::string failed = job.source.language == "assembler" ? "" : run(preprocessCommand(job, text, record_));
    const Expected<std::string> contents = readFile(job.source.language == "assembler" ? absolute(job.source.file) : text);
    std::error_code ignored;
    fs::remove(text, ignored);
    if (!failed.empty() || !contents) return sha256(record_.temporaryFile("").string() + settings_.root.string());
    return sha256(*contents);
  }

  Status keepLinked() {
    const fs::path output = absolute(call_.linked());
    if (!isFile(output)) return std::nullopt;
    std::vector<std::string> direct;
    for (const SourceFile& source : call_.sources) {
      const Expected<std::string> id = keepUnit(source, {});
      if (!id) return id.error();
      direct.push_back(*id);
    }
    const Expected<Binary> binary = readBinary(output);
    if (!binary) return binary.error();
    if (binary->kind == BinaryKind::Object) return direct.empty() ? Status() : addMarks(output, direct);
    if (binary->kind != BinaryKind::Program && binary->kind != BinaryKind::SharedLibrary) return std::nullopt;
    Link link;
    link.kind = binary->kind == BinaryKind::Program ? OutputKind::Program : OutputKind::SharedLibrary;
    link.output = output;
    link.soname = binary->soname;
    link.needed = binary->needed;
    link.units = direct;
    addUnits(binary->marks, link.units);
    for (const std::string& input : call_.linkInputs) lookAt(absolute(input), link);
    link.notes = notesOnLinker();
    return record_.keep(link);
  }

  static void addUnits(const std::vector<std::string>& ids, std::vector<std::string>& into) {
    for (const std::string& id : ids)
      if (std::ranges::find(into, id) == into.end()) into.push_back(id);
  }

  // What has no marks: LLVM code, of which all is taken, for the linker does not tell; objects that we did not make.
  void lookAt(const fs::path& input, Link& link) {
    const Expected<std::string> contents = readFile(input);
    if (!contents) return;
    const Binary binary = parseBinary(*contents);
    if (binary.kind == BinaryKind::LlvmCode) addUnits(record_.unitsOfCode(*contents), link.units);
    const bool isOurs = below(settings_.root, input) != input.string();
    if (binary.kind == BinaryKind::Object && binary.marks.empty())
      link.opaque.push_back({below(settings_.root, input), "an object that this build did not compile", sha256(*contents)});
    if (binary.kind != BinaryKind::Archive) return;
    bool hasMarks = false;
    for (const Member& member : readArchive(input)) {
      const Binary inside = parseBinary(member.contents);
      if (inside.kind == BinaryKind::LlvmCode) addUnits(record_.unitsOfCode(member.contents), link.units);
      hasMarks = hasMarks || inside.kind == BinaryKind::LlvmCode || !inside.marks.empty();
    }
    if (isOurs && !hasMarks)
      link.opaque.push_back({below(settings_.root, input), "an archive that this build did not compile", sha256(*contents)});
  }

  std::vector<std::string> notesOnLinker() const {
    std::vector<std::string> notes;
    for (const std::string& word : call_.linkerWords)
      for (const char* option : {"--wrap", "-wrap", "--defsym", "-defsym", "--allow-multiple-definition", "muldefs"})
        if (word.starts_with(option)) notes.push_back("linked with " + word + ", which is not taken into account");
    return notes;
  }

  const CompilerCall& call_;
  DriverMode mode_;
  const DriverSettings& settings_;
  Record record_;
  fs::path input_;  // what the standard input held; empty: it is not read
  fs::path here_;
};

// The standard input can be read once, and two want it.
Expected<fs::path> saveInput(const Record& record) {
  const fs::path file = record.temporaryFile(".in");
  std::ofstream out(file, std::ios::binary);
  std::copy(std::istreambuf_iterator<char>(std::cin), {}, std::ostreambuf_iterator<char>(out));
  out.flush();
  if (!out) return Error{"cannot write " + file.string()};
  return file;
}

int endLike(int status) {
  if (!WIFSIGNALED(status)) return WEXITSTATUS(status);
  ::signal(WTERMSIG(status), SIG_DFL);
  ::raise(WTERMSIG(status));
  return 128 + WTERMSIG(status);
}

}  // namespace

const std::vector<std::string>& compilerNames() {
  static const std::vector<std::string> kNames{"cleave-cc", "cleave-c++", "cc",  "gcc", "clang",   "c89",
                                               "c99",       "clang-19",   "c++", "g++", "clang++", "clang++-19"};
  return kNames;
}

std::optional<DriverMode> compilerNamed(const std::string& name) {
  if (std::ranges::find(compilerNames(), name) == compilerNames().end()) return std::nullopt;
  return name.find("++") == std::string::npos ? DriverMode::C : DriverMode::Cxx;
}

int runCompiler(DriverMode mode, const std::vector<std::string>& words) {
  std::vector<std::string> command = clangFor(mode);
  if (command.empty()) {
    std::cerr << "cleave: there is no " << frontend::kCompiler << " in PATH (install it with: apt-get install clang-19)\n";
    return 127;
  }
  const DriverSettings settings = settingsFromEnvironment();
  const CompilerCall call = parseCall(expandResponseFiles(words), mode);
  const std::vector<std::string> all = instrumented(words, call, settings.instrumentation);
  command.insert(command.end(), all.begin(), all.end());
  if (settings.record.empty() || call.stage == Stage::Other) return replaceBy(command);

  const Record record(settings.record);
  SpawnRequest request;
  request.command = command;
  if (call.readsStandardInput()) {
    const Expected<fs::path> saved = saveInput(record);
    if (!saved) {
      std::cerr << "cleave: " << saved.error().message << "\n";
      return 1;
    }
    request.input = *saved;
  }
  const Expected<int> status = spawn(request);
  if (!status) {
    std::cerr << "cleave: " << status.error().message << "\n";
    return 1;
  }
  if (*status == 0)
    if (const Status failed = Keeper(call, mode, settings, request.input).keep())
      std::cerr << "cleave: nothing is kept of this call of the compiler: " << failed->message << "\n";
  std::error_code ignored;
  if (!request.input.empty()) fs::remove(request.input, ignored);
  return endLike(*status);
}

}  // namespace cleave::project
