#include "oracle.h"

#include <fmt/format.h>

#include "support/bits.h"
#include "support/process.h"
#include "support/temp_dir.h"

namespace cleave::soundness {

namespace fs = std::filesystem;

namespace {

// The wrapper of one entry: takes bit patterns, returns one.
std::string wrapperText(const Program& program) {
  const Function& f = program.entry();
  std::string arguments;
  for (size_t k = 0; k < f.parameters.size(); ++k) arguments += fmt::format("{}({})in[{}]", k ? ", " : "", cName(f.parameters[k].type), k);
  std::string text =
      fmt::format("static void {0}_call(const unsigned long long *in, unsigned long long *out) {{\n  (void)in;\n  {1} r = {0}({2});\n",
                  f.name, cName(f.result), arguments);
  if (isFloating(f.result)) {
    text += "  if (r != r) { *out = 1; return; }\n  *out = 0;\n  memcpy(out, &r, sizeof r);\n}\n";
  } else {
    text += "  *out = (unsigned long long)r;\n}\n";
  }
  text += fmt::format("static const struct oracle_global {}_globals[] = {{", f.name);
  for (const Variable& g : program.globals)
    if (!g.isConst) text += fmt::format("{{&{0}, sizeof {0}, {1}}}, ", g.name, isFloating(g.type) ? bitsOfType(g.type) : 0);
  return text + "{0, 0, 0}};\n";
}

// The text of the batch itself, behind the redirections instead of its own #includes (<assert.h> would define its macro again).
std::string libraryText(const std::vector<Pair>& pairs, bool after) {
  std::string text = "#define ORACLE_TEXT\n#include \"oracle_redirect.h\"\nstruct oracle_hooks *oracle_in_use;\n";
  std::string table;
  for (const Pair& pair : pairs) {
    const Program& program = after ? pair.after : pair.before;
    text += print(program) + wrapperText(program);
    table += fmt::format("  {{\"{0}\", {0}_call, {0}_globals, (int)(sizeof {0}_globals / sizeof {0}_globals[0]) - 1}},\n", program.prefix);
  }
  return text + "const struct oracle_entry oracle_entries[] = {\n" + table +
         "};\nconst int oracle_entry_count = " + std::to_string(pairs.size()) + ";\n";
}

Status writeInputs(const fs::path& path, const std::vector<InputSet>& inputs) {
  std::string bytes;
  auto put = [&](uint64_t number) { bytes.append(reinterpret_cast<const char*>(&number), sizeof number); };
  for (const InputSet& set : inputs) {
    put(set.columns.size());
    put(set.count);
    for (size_t i = 0; i < set.count; ++i)
      for (const auto& column : set.columns) put(column[i]);
  }
  return writeFile(path, bytes);
}

}  // namespace

size_t InputSet::add(const std::vector<uint64_t>& input) {
  for (size_t k = 0; k < columns.size(); ++k) columns[k].push_back(input[k]);
  return count++;
}

InputSet inputsFor(const Function& entry, Random& random) {
  InputSet set;
  unsigned total = 0;
  for (const Variable& p : entry.parameters) total += bitsOfType(p.type);
  set.exhaustive = total <= 16;
  set.count = set.exhaustive ? size_t{1} << total : 16384;
  set.columns.resize(entry.parameters.size());
  for (size_t i = 0; i < set.count; ++i) {
    uint64_t rest = i;
    for (size_t k = 0; k < set.columns.size(); ++k) {
      unsigned bits = bitsOfType(entry.parameters[k].type);
      uint64_t mask = mask64(bits);
      uint64_t value = rest & mask;
      rest >>= bits < 64 ? bits : 63;
      if (!set.exhaustive) {
        uint64_t small = random.below(40), extreme = uint64_t{1} << random.below(bits);
        uint64_t kinds[] = {small, 0 - small, extreme - random.below(2), random.next(), random.below(300)};
        value = kinds[random.below(5)] & mask;
      }
      set.columns[k].push_back(value);
    }
  }
  return set;
}

Expected<BatchFiles> writeBatch(const fs::path& directory, const std::vector<Pair>& pairs) {
  BatchFiles files{directory / "before.c", directory / "after.c"};
  std::string before = preamble(), after = preamble();
  for (const Pair& pair : pairs) {
    before += "\n" + print(pair.before);
    after += "\n" + print(pair.after);
  }
  if (Status failed = writeFile(files.before, before)) return *failed;
  if (Status failed = writeFile(files.after, after)) return *failed;
  return files;
}

Status compileNatively(const std::vector<std::string>& arguments) {
  ProcessRequest request;
  request.command = {"clang-19", "-O0", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off", "-w"};
  request.command.insert(request.command.end(), arguments.begin(), arguments.end());
  Expected<ProcessResult> result = runProcess(request);
  if (!result) return result.error();
  if (result->end != ProcessResult::End::Exited || result->code != 0) return Error{"clang-19 failed:\n" + result->errors};
  return std::nullopt;
}

namespace {

// Reads what oracle_run.cpp wrote.
class AnswerReader {
 public:
  explicit AnswerReader(const std::string& bytes) : bytes_(bytes) {}

  bool read(size_t count, NativeAnswers& answers) {
    answers.kinds.resize(count);
    answers.before.resize(count);
    answers.after.resize(count);
    uint64_t shown = 0;
    if (!take(answers.kinds.data(), count) || !take(answers.before.data(), 4 * count) || !take(answers.after.data(), 4 * count) ||
        !take(&shown, sizeof shown))
      return false;
    for (uint64_t k = 0; k < shown; ++k) {
      Shown one;
      if (!take(&one.ending, 4) || !take(&one.code, 4) || !take(&one.result, 8) || !takeText(one.text) || !takeText(one.globals))
        return false;
      answers.shown.push_back(std::move(one));
    }
    return true;
  }
  bool atEnd() const { return at_ == bytes_.size(); }

 private:
  bool take(void* to, size_t size) {
    if (size > bytes_.size() - at_) return false;
    bytes_.copy(static_cast<char*>(to), size, at_);
    at_ += size;
    return true;
  }
  bool takeText(std::string& text) {
    uint64_t size = 0;
    if (!take(&size, sizeof size) || size > bytes_.size() - at_) return false;
    text = bytes_.substr(at_, size);
    at_ += size;
    return true;
  }

  const std::string& bytes_;
  size_t at_ = 0;
};

}  // namespace

Expected<std::vector<NativeAnswers>> askNatively(const fs::path& directory, const std::vector<Pair>& pairs,
                                                 const std::vector<InputSet>& inputs) {
  for (bool after : {false, true}) {
    fs::path source = directory / (after ? "oracle_after.c" : "oracle_before.c");
    fs::path library = directory / (after ? "after.so" : "before.so");
    if (Status failed = writeFile(source, libraryText(pairs, after))) return *failed;
    if (Status failed = compileNatively({"-shared", "-fPIC", "-fsanitize=array-bounds", "-fsanitize-trap=array-bounds", "-I",
                                         CLEAVE_SOUNDNESS_DIR, source.string(), "-o", library.string()}))
      return *failed;
  }
  if (Status failed = writeInputs(directory / "inputs.bin", inputs)) return *failed;
  ProcessRequest request;
  request.command = {CLEAVE_ORACLE, (directory / "before.so").string(), (directory / "after.so").string(),
                     (directory / "inputs.bin").string(), (directory / "answers.bin").string()};
  request.timeLimit = Seconds(600);
  Expected<ProcessResult> result = runProcess(request);
  if (!result) return result.error();
  if (result->end != ProcessResult::End::Exited || result->code != 0)
    return Error{fmt::format("the oracle ended with {}: {}", result->code, result->errors)};
  Expected<std::string> answers = readFile(directory / "answers.bin");
  if (!answers) return answers.error();
  std::vector<NativeAnswers> list(inputs.size());
  AnswerReader reader(*answers);
  for (size_t k = 0; k < inputs.size(); ++k)
    if (!reader.read(inputs[k].count, list[k])) return Error{"the oracle's answers are too short"};
  if (!reader.atEnd()) return Error{"the oracle's answers are too long"};
  return list;
}

}  // namespace cleave::soundness
