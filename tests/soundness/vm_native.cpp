// VM against native: whole programs without inputs, generated or by csmith, must print the same and end the same in the VM and as native
// code.
//   vm_native --seed 1 --count 300
//   vm_native --csmith --seed 1 --count 50
//   vm_native --programs DIRECTORY (its C and C++ files)
#include <fmt/format.h>
#include <signal.h>

#include <algorithm>

#include <CLI/CLI.hpp>

#include "campaign.h"
#include "frontend/frontend.h"
#include "gen_program.h"
#include "oracle.h"
#include "support/process.h"
#include "support/temp_dir.h"
#include "vm/run.h"

namespace cleave::soundness {
namespace {

namespace fs = std::filesystem;

struct VmOptions : CampaignOptions {
  bool csmith = false;
  std::string programs;
  std::vector<std::string> flags;
  uint64_t maxSteps = 200'000'000;
  uint64_t atLeast = 0;  // programs that must have been compared, and agree
};

// How a program ended, in the words of a shell: an exit status or a signal.
struct Ending {
  bool signalled = false;
  int code = 0;
  std::string output;
  bool operator==(const Ending&) const = default;
};

std::string text(const Ending& ending) {
  std::string output = ending.output.size() > 300 ? ending.output.substr(0, 300) + "..." : ending.output;
  return fmt::format("{} {}, output \"{}\"", ending.signalled ? "signal" : "status", ending.code, output);
}

// From the line on in which they part.
std::string parting(const std::string& one, const std::string& other) {
  const size_t at = static_cast<size_t>(std::mismatch(one.begin(), one.end(), other.begin(), other.end()).first - one.begin());
  const size_t line = one.rfind('\n', at == 0 ? 0 : at - 1);
  return one.substr(line == std::string::npos || line >= at ? 0 : line + 1);
}

int signalOf(vm::TrapKind trap) {
  switch (trap) {
    case vm::TrapKind::DivisionByZero:
    case vm::TrapKind::DivisionOverflow:
      return SIGFPE;
    case vm::TrapKind::Abort:
    case vm::TrapKind::FailedAssert:
      return SIGABRT;
    case vm::TrapKind::NullPointer:
    case vm::TrapKind::OutOfBounds:
    case vm::TrapKind::UseAfterFree:
    case vm::TrapKind::ReadOnly:
    case vm::TrapKind::SignedOverflow:
    case vm::TrapKind::BadCall:
    case vm::TrapKind::Excluded:
      return SIGSEGV;
    case vm::TrapKind::BadFree:
      return SIGABRT;
    case vm::TrapKind::Unreachable:
      return SIGILL;
    case vm::TrapKind::Uninitialised:
    case vm::TrapKind::OverlappingCopy:
      return 0;  // nothing native shows this
  }
  return 0;
}

// A case of a batch: a function without parameters that stands for a program.
struct Case {
  uint64_t seed = 0;
  std::string function;
  std::vector<std::string> arguments;  // of the native program
};

struct Batch {
  std::vector<Case> cases;
  fs::path source;
  std::vector<std::string> flags;
};

// prog_S calls the generated function on some inputs and prints what it returns and leaves behind.
std::string programText(uint64_t seed) {
  Random random(seed * 0x9e3779b97f4a7c15 + 2);
  GenOptions options;
  options.statements = 8;
  options.loopBound = 8;
  options.helpers = 3;
  options.floatPercent = 30;
  options.outputPercent = 60;
  options.trapPercent = 20;
  options.heapPercent = 25;
  options.pointerPercent = 40;
  options.structPercent = 40;
  options.wideInputs = random.chance(50);
  Program program = generate(fmt::format("f_{}", seed), random, options);
  const Function& f = program.entry();
  InputSet inputs = inputsFor(f, random);
  std::string text = print(program) + fmt::format("int prog_{}(void) {{\n  unsigned long long h = 1;\n", seed);
  for (int round = 0; round < 16; ++round) {
    size_t i = random.below(inputs.count);
    std::string arguments;
    for (size_t k = 0; k < f.parameters.size(); ++k)
      arguments += fmt::format("{}({}){}ull", k ? ", " : "", cName(f.parameters[k].type), inputs.columns[k][i]);
    text += fmt::format("  {{ {0} r = {1}({2}); ", cName(f.result), f.name, arguments);
    // The bits of a float, but not of a NaN.
    text += isFloating(f.result)
                ? "unsigned long long b = 0; if (r == r) memcpy(&b, &r, sizeof r); printf(\"%llx\\n\", b); h = h * 31 + b; }\n"
                : "printf(\"%lld\\n\", (long long)r); h = h * 31 + (unsigned long long)r; }\n";
  }
  for (const Variable& g : program.globals) {
    if (isFloating(g.type))
      text += fmt::format("  printf(\"{0} %a\\n\", {0} == {0} ? (double){0} : 0.0);\n", g.name);
    else if (g.size == 0)
      text += fmt::format("  printf(\"{0} %lld\\n\", (long long){0});\n", g.name);
    else
      text += fmt::format("  for (int k = 0; k < {1}; k++) printf(\"{0}[%d] %lld\\n\", k, (long long){0}[k]);\n", g.name, g.size);
  }
  return text + "  return (int)(h >> 7 & 127);\n}\n";
}

class Campaign {
 public:
  explicit Campaign(const VmOptions& options) : options_(options), tally_(options, options.csmith ? "vm_native --csmith" : "vm_native") {}

  int run() {
    if (!options_.programs.empty()) return runPrograms();
    runBatches(options_, [&](const std::vector<uint64_t>& seeds) { runBatch(seeds); });
    if (tally_.passed() < options_.atLeast)
      tally_.fail(options_.seed, fmt::format("only {} programs could be compared", tally_.passed()), {});
    return tally_.close();
  }

 private:
  int runPrograms() {
    std::vector<fs::path> sources;
    for (const fs::directory_entry& each : fs::directory_iterator(options_.programs))
      if (each.path().extension() == ".c" || each.path().extension() == ".cpp") sources.push_back(each.path());
    std::sort(sources.begin(), sources.end());
    for (size_t i = 0; i < sources.size(); ++i) {
      Expected<TempDir> directory = TempDir::create("vm-native");
      if (!directory) return tally_.fail(i, directory.error().message, {}), tally_.close();
      const Batch batch{{{i, "main", {}}}, sources[i], options_.flags};
      if (std::string problem = process(directory->path(), batch); !problem.empty()) tally_.fail(i, problem, {batch.source});
    }
    if (tally_.passed() < options_.atLeast) tally_.fail(0, fmt::format("only {} programs could be compared", tally_.passed()), {});
    return tally_.close();
  }

  void runBatch(const std::vector<uint64_t>& seeds) {
    Expected<TempDir> directory = TempDir::create("vm-native");
    if (!directory) return tally_.fail(seeds[0], directory.error().message, {});
    Expected<Batch> batch = options_.csmith ? writeCsmith(directory->path(), seeds) : writeGenerated(directory->path(), seeds);
    if (!batch) return tally_.fail(seeds[0], batch.error().message, {});
    if (std::string problem = process(directory->path(), *batch); !problem.empty()) tally_.fail(seeds[0], problem, {batch->source});
  }

  static Expected<Batch> writeGenerated(const fs::path& directory, const std::vector<uint64_t>& seeds) {
    Batch batch;
    batch.source = directory / "programs.c";
    std::string text = preamble() + "#include <string.h>\n", choice;
    for (uint64_t seed : seeds) {
      text += programText(seed);
      choice += fmt::format("  if (atoll(argv[1]) == {0}ll) return prog_{0}();\n", seed);
      batch.cases.push_back({seed, fmt::format("prog_{}", seed), {std::to_string(seed)}});
    }
    // Unbuffered: what was printed before a trap is part of what a program shows.
    text +=
        "int main(int argc, char **argv) {\n  if (argc < 2) return 99;\n  setvbuf(stdout, 0, _IONBF, 0);\n" + choice + "  return 98;\n}\n";
    if (Status failed = writeFile(batch.source, text)) return *failed;
    return batch;
  }

  static Expected<Batch> writeCsmith(const fs::path& directory, const std::vector<uint64_t>& seeds) {
    Batch batch;
    batch.source = directory / "csmith.c";
    batch.flags = {"-I/usr/include/csmith"};
    batch.cases.push_back({seeds[0], "main", {}});
    ProcessRequest request;
    request.command = {
        "csmith", "--seed", std::to_string(seeds[0]), "--no-argc", "--no-volatiles", "--no-volatile-pointers", "--concise", "--max-funcs",
        "6",      "--float"};
    if (seeds[0] % 3 != 0) request.command.pop_back();
    request.directory = directory.string();
    Expected<ProcessResult> made = runProcess(request);
    if (!made) return made.error();
    if (made->end != ProcessResult::End::Exited || made->code != 0) return Error{"csmith failed: " + made->errors};
    if (Status failed = writeFile(batch.source, made->output)) return *failed;
    return batch;
  }

  std::string process(const fs::path& directory, const Batch& batch) {
    fs::path binary = directory / "program";
    std::vector<std::string> arguments = batch.flags;
    arguments.insert(arguments.end(), {batch.source.string(), "-o", binary.string(), "-lm"});
    if (batch.source.extension() == ".cpp") arguments.push_back("-lstdc++");
    if (Status failed = compileNatively(arguments)) return failed->message;
    fs::path work = directory / "frontend";
    fs::create_directories(work);
    frontend::Sources sources{{batch.source.string()}, batch.flags};
    sources.flags.push_back("-w");
    Expected<frontend::Version> version =
        frontend::load(sources, "program", {fs::exists(CLEAVE_MODELS) ? CLEAVE_MODELS : "", work, nullptr, false, false});
    if (!version) return version.error().message;
    for (const Case& c : batch.cases) compare(binary, batch, version->program, c);
    return "";
  }

  void compare(const fs::path& binary, const Batch& batch, const program::Program& program, const Case& c) {
    ProcessRequest request;
    request.command = {binary.string()};
    request.command.insert(request.command.end(), c.arguments.begin(), c.arguments.end());
    request.timeLimit = Seconds(3);  // some of csmith's programs do not end
    Expected<ProcessResult> native = runProcess(request);
    if (!native) return tally_.fail(c.seed, native.error().message, {batch.source});
    if (native->end == ProcessResult::End::TimedOut) return tally_.count("native program runs too long: not compared");
    Ending expected{native->end == ProcessResult::End::Signalled, native->code, native->output};
    // What the C++ runtime says of an exception that ends a program is part of what the program shows.
    const bool withErrors = batch.source.extension() == ".cpp";
    if (withErrors) expected.output += native->errors;

    Ending shown;
    std::string unfinished = runInVm(program, c, withErrors, shown);
    if (!unfinished.empty()) {
      tally_.count("not finished in the VM");
      // A limit of steps is no failure of the VM; anything else is.
      if (unfinished.find("step") == std::string::npos) tally_.fail(c.seed, "unfinished in the VM: " + unfinished, {batch.source});
      return;
    }
    if (shown == expected) return tally_.pass();
    const Ending expectedThere{expected.signalled, expected.code, parting(expected.output, shown.output)};
    const Ending shownThere{shown.signalled, shown.code, parting(shown.output, expected.output)};
    tally_.fail(c.seed, fmt::format("native: {}\n  in the VM: {}", text(expectedThere), text(shownThere)),
                {batch.source, kept(binary, "native", expected), kept(binary, "vm", shown)});
  }

  static fs::path kept(const fs::path& binary, const char* name, const Ending& ending) {
    const fs::path file = binary.parent_path() / (name + std::string(".txt"));
    (void)writeFile(file, ending.output);  // without it there is less to look at
    return file;
  }

  // The reason when the run was not finished.
  std::string runInVm(const program::Program& program, const Case& c, bool withErrors, Ending& ending) {
    expr::ExprPool pool;
    vm::RunLimits limits;
    limits.steps = options_.maxSteps;
    vm::Vm vm(program, pool, limits);
    vm::EntryBinding binding;
    binding.function = program.findFunction(c.function);
    if (!binding.function.valid()) return "no function " + c.function;
    vm::Run run = vm.run(binding, {}, {}, vm::Mode::Concrete, Budget(Seconds(120), nullptr));
    tally_.count("VM steps", run.steps);
    ending.output = concreteText(run.output[0]) + (withErrors ? concreteText(run.output[1]) : "");
    switch (run.outcome.kind) {
      case vm::OutcomeKind::Unfinished:
        return run.outcome.reason + " at " + run.outcome.place;
      case vm::OutcomeKind::Trapped:
        ending.signalled = true;
        ending.code = signalOf(run.outcome.trap);
        if (ending.code == 0) return std::string("trap ") + vm::toText(run.outcome.trap) + " at " + run.outcome.place;
        return "";
      case vm::OutcomeKind::Threw:
        return "an exception that nobody catches at " + run.outcome.place;
      case vm::OutcomeKind::Returned:
      case vm::OutcomeKind::Exited:
        ending.code = run.cells.empty() ? 0 : static_cast<int>(run.cells[0].bits & 255);
        return "";
    }
    return "an unknown outcome";
  }

  const VmOptions& options_;
  Tally tally_;
};

}  // namespace
}  // namespace cleave::soundness

int main(int argc, char** argv) {
  using namespace cleave::soundness;
  VmOptions options;
  CLI::App app("runs programs natively and in the VM and compares what they print and how they end");
  app.add_option("--seed", options.seed, "the first seed; each program has its own")->capture_default_str();
  app.add_option("--count", options.count, "programs")->capture_default_str();
  app.add_option("--minutes", options.minutes, "go on for so long instead");
  app.add_option("--jobs", options.jobs)->capture_default_str();
  app.add_option("--batch", options.batch, "generated programs per file")->capture_default_str();
  app.add_option("--keep", options.keep, "directory for failing programs")->capture_default_str();
  app.add_option("--max-steps", options.maxSteps, "of the VM")->capture_default_str();
  app.add_option("--at-least", options.atLeast, "fail when fewer programs could be compared")->capture_default_str();
  app.add_option("--programs", options.programs, "the C and C++ files of this directory instead");
  app.add_option("--flags", options.flags, "of the compiler, for them");
  app.add_flag("--csmith", options.csmith, "programs by csmith instead of our own generator");
  CLI11_PARSE(app, argc, argv);
  if (options.csmith) options.batch = 1;
  return Campaign(options).run();
}
