#include "project_words.h"

#include <algorithm>
#include <set>

#include "project/open.h"

namespace cleave::tools {

namespace {

// BEFORE AFTER, or BEFORE..AFTER as git writes it.
std::optional<Both<std::string>> placesOf(const std::vector<std::string>& versions) {
  if (versions.size() == 2) return Both<std::string>{versions[0], versions[1]};
  if (versions.size() != 1) return std::nullopt;
  const size_t dots = versions[0].find("..");
  if (dots == std::string::npos || versions[0].find("...") != std::string::npos) return std::nullopt;
  const auto orHead = [](const std::string& name) { return name.empty() ? std::string("HEAD") : name; };
  return Both<std::string>{orHead(versions[0].substr(0, dots)), orHead(versions[0].substr(dots + 2))};
}

}  // namespace

void ProjectWords::addTo(CommandLine& line) {
  line.group("Projects");
  line.text("--build", build_,
            "how both are built, in a copy: --build 'make' (default: compile_commands.json says how files are compiled)");
  line.text("--before-build", beforeBuild_, "how before is built");
  line.text("--after-build", afterBuild_, "how after is built");
  line.text("--program", program_, "compare only this program or library (default: all that differ)");
  line.group("Options");
}

bool ProjectWords::isAsked(const std::vector<std::string>& versions) const {
  const bool hasOptions = !(build_ + beforeBuild_ + afterBuild_ + program_).empty();
  const std::optional<Both<std::string>> places = placesOf(versions);
  if (!places) return hasOptions;
  if (versions.size() == 1) return true;
  return hasOptions || (project::isProject(places->before) && project::isProject(places->after));
}

bool ProjectWords::wants(const std::string& option, const std::vector<std::string>& versions) const {
  static const std::set<std::string> ofProjects{"build", "before-build", "after-build", "program", "tests", "after-tests", "test-list"};
  static const std::set<std::string> ofFiles{"cflags", "before-cflags", "after-cflags"};
  if (option == "before" || option == "after") return versions.empty();
  if (ofProjects.contains(option)) return isAsked(versions);
  return !ofFiles.contains(option) || !isAsked(versions);
}

Status ProjectWords::check(const SharedOptions& shared) const {
  const std::optional<Both<std::string>> places = placesOf(shared.files());
  if (!places) return Error{"give two versions of the project: BEFORE AFTER, each a directory or a git revision, or BEFORE..AFTER"};
  for (const std::string& each : {places->before, places->after})
    if (!project::isProject(each)) return Error{"'" + each + "' is neither a directory nor a revision of a git repository here"};
  if (shared.hasFlags()) return Error{"--cflags is for single files; a project is compiled as its build says (--build 'make CFLAGS=...')"};
  return std::nullopt;
}

driver::ProjectOptions ProjectWords::builds(const Invocation& invocation) const {
  driver::ProjectOptions options;
  options.builds = {beforeBuild_.empty() ? build_ : beforeBuild_, afterBuild_.empty() ? build_ : afterBuild_};
  options.cleave = invocation.executable;
  return options;
}

std::optional<driver::ProjectOptions> ProjectWords::options(const std::vector<std::string>& versions, const Invocation& invocation) const {
  if (!isAsked(versions)) return std::nullopt;
  driver::ProjectOptions options = builds(invocation);
  options.places = placesOf(versions).value_or(Both<std::string>{});
  options.program = program_;
  return options;
}

}  // namespace cleave::tools
