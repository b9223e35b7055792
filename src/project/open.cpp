#include "project/open.h"

#include <fmt/format.h>

#include "project/build.h"
#include "project/compile_commands.h"
#include "project/record.h"

namespace cleave::project {

namespace {

namespace fs = std::filesystem;

class Opener {
 public:
  explicit Opener(const OpenRequest& request) : request_(request) {}

  Expected<OpenProject> open() {
    std::error_code failure;
    const fs::path place = fs::canonical(request_.place, failure);
    const bool isDirectory = !failure && fs::is_directory(place, failure);
    if (request_.patch.empty()) {
      if (isDirectory && Record(place).root()) return readRecord(place);
      if (request_.build.empty() && isDirectory) return fromCommands(place);
    } else if (request_.build.empty()) {
      return Error{"a patched version must be built: give its build command (--build 'make')"};
    }
    tell(isDirectory ? "copying" : "checking out");
    const fs::path here = fs::current_path(failure);
    Expected<Tree> tree = isDirectory                  ? Tree::copyOf(place, request_.stop)
                          : request_.place == kStaged ? Tree::ofIndex(here, request_.stop)
                                                      : Tree::ofRevision(request_.place, here, request_.stop);
    if (!tree) return tree.error();
    opened_.tree.emplace(tree.take());
    if (!request_.patch.empty())
      if (Status failed = opened_.tree->apply(request_.patch, request_.stop)) return *failed;
    if (request_.copied) request_.copied(*opened_.tree);
    return request_.build.empty() ? fromCommands(opened_.tree->directory()) : built();
  }

 private:
  void tell(const std::string& what) const {
    if (request_.step) request_.step(fmt::format("{}: {}", request_.label, what));
  }

  Expected<OpenProject> readRecord(const fs::path& record) {
    Expected<Project> project = readProject(record);
    if (!project) return project.error();
    return finish(project.take());
  }

  Status makeRecord() {
    Expected<WatchedDir> record = WatchedDir::create("record");
    if (!record) return record.error();
    opened_.record.emplace(record.take());
    return std::nullopt;
  }

  Expected<OpenProject> fromCommands(const fs::path& directory) {
    const std::optional<fs::path> file = findCompileCommands(directory);
    if (!file)
      return Error{fmt::format("do not know how to compile {} ({}): give its build command (--build 'make'), or a compile_commands.json",
                               request_.label, request_.place)};
    if (Status failed = makeRecord()) return *failed;
    tell("compiling what compile_commands.json names");
    Expected<Project> project = readCompileCommands({*file, directory, opened_.record->path(), request_.wraps, request_.stop});
    if (!project) return Error{fmt::format("{} ({}): {}", request_.label, request_.place, project.error().message)};
    return finish(project.take());
  }

  Expected<OpenProject> built() {
    if (Status failed = makeRecord()) return *failed;
    tell("building with " + request_.build);
    std::error_code failure;
    BuildRequest build;
    build.directory = opened_.tree->directory();
    build.command = {request_.build};
    build.cleave = request_.cleave;
    build.settings = {fs::canonical(opened_.record->path(), failure), opened_.tree->root(), request_.wraps, request_.instrumentation};
    build.stop = request_.stop;
    if (Status failed = project::build(build)) return Error{fmt::format("{} ({}): {}", request_.label, request_.place, failed->message)};
    Expected<Project> project = readProject(build.settings.record);
    if (!project) return project.error();
    if (project->units.empty())
      return Error{
          fmt::format("{} ({}): the build compiled nothing with cc, gcc, clang or $CC: {} (what an earlier build left? start it with "
                      "'make clean')",
                      request_.label, request_.place, request_.build)};
    return finish(project.take());
  }

  Expected<OpenProject> finish(Project project) {
    opened_.project = std::move(project);
    return std::move(opened_);
  }

  const OpenRequest& request_;
  OpenProject opened_;
};

}  // namespace

Expected<OpenProject> openProject(const OpenRequest& request) { return Opener(request).open(); }

bool isProject(const std::string& place) {
  std::error_code failure;
  if (fs::is_directory(place, failure) || place == kStaged) return true;
  return !fs::exists(place, failure) && isRevision(place, fs::current_path(failure));
}

}  // namespace cleave::project
