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

Expected<std::vector<std::string>> askNatively(const fs::path& directory, const std::vector<Pair>& pairs,
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
  std::vector<std::string> list;
  size_t at = 0;
  for (const InputSet& set : inputs) {
    list.push_back(answers->substr(at, set.count));
    at += set.count;
  }
  if (at != answers->size()) return Error{"the oracle's answers have another length than the inputs"};
  return list;
}

}  // namespace cleave::soundness
