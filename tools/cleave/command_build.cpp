#include <map>

#include <fmt/format.h>

#include "command_line.h"
#include "commands.h"
#include "project/build.h"
#include "project/project.h"
#include "project/record.h"
#include "terminal.h"

namespace cleave::tools {

namespace {

namespace fs = std::filesystem;

std::string counted(size_t count, const char* one, const char* many) { return fmt::format("{} {}", count, count == 1 ? one : many); }

std::string summaryOf(const project::Project& project, const fs::path& record) {
  std::map<project::OutputKind, size_t> count;
  for (const project::Output& each : project.outputs) ++count[each.kind];
  std::string text =
      fmt::format("{}: {}, {}, {}\n", record.string(), counted(project.units.size(), "unit", "units"),
                  counted(count[project::OutputKind::Program], "program", "programs"),
                  counted(count[project::OutputKind::SharedLibrary] + count[project::OutputKind::Archive], "library", "libraries"));
  for (const project::Output& each : project.outputs) {
    text += fmt::format("  {}: {}, {}\n", each.name, project::toText(each.kind), counted(each.units.size(), "unit", "units"));
    for (const project::Opaque& opaque : each.opaque) text += fmt::format("    without code: {} ({})\n", opaque.name, opaque.why);
    for (const std::string& note : each.notes) text += "    " + note + "\n";
  }
  return text;
}

class Build : public Command {
 public:
  Build()
      : Command("build", "run a build command (cleave build -- make -j4) with cleave's compiler, and keep what it compiled and linked",
                "Exit status: 0 built, 2 bad usage, or the build failed, 70 internal error.") {}

  void describe(CommandLine& line) override {
    line.text("-o,--out", output_, "directory for the record; `cleave diff` takes it as a version");
    line.flag("--overflow-undefined", overflowIsUndefined_, "keep code in which signed overflow can be seen (diff --overflow undefined)");
  }

  bool takesCommand() const override { return true; }

  Expected<int> run(const Invocation& invocation) override {
    if (invocation.words.empty()) return Error{"say what to run: cleave build -- make"};
    std::error_code failure;
    const fs::path here = fs::current_path(failure), record = (here / output_).lexically_normal();
    if (fs::exists(record, failure) && !fs::is_empty(record, failure)) {
      if (!project::Record(record).root())
        return Error{output_ + " is there already, and is no record of a build: name another directory (-o)"};
      fs::remove_all(record, failure);
    }
    const project::DriverSettings settings{record, here, !overflowIsUndefined_, {}};
    if (Status failed = project::build({here, invocation.words, invocation.executable, settings, true, invocation.stop})) return *failed;
    const Expected<project::Project> project = project::readProject(record);
    if (!project) return project.error();
    if (project->units.empty())
      return Error{"the build compiled nothing with cc, gcc, clang or $CC (what an earlier build left? start it with 'make clean')"};
    print(summaryOf(*project, output_));
    return 0;
  }

 private:
  std::string output_ = "cleave.build";
  bool overflowIsUndefined_ = false;
};

}  // namespace

std::unique_ptr<Command> makeBuild() { return std::make_unique<Build>(); }

}  // namespace cleave::tools
