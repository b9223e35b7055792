#include "project_words.h"

#include <algorithm>
#include <set>

#include "project/git.h"
#include "project/open.h"

namespace cleave::tools {

namespace {

std::string orHead(const std::string& name) { return name.empty() ? "HEAD" : name; }

}  // namespace

std::optional<std::filesystem::path> cacheOfRepository() {
  const std::optional<std::filesystem::path> store = project::gitDirectory(std::filesystem::current_path());
  if (!store) return std::nullopt;
  return *store / ".cleave" / "cache.db";
}

void ProjectWords::addTo(CommandLine& line) {
  line.group("Projects");
  line.text("--build", build_,
            "how both are built, in a copy: --build 'make' (default: compile_commands.json says how files are compiled)");
  line.flag("--staged", staged_, "after is what is staged for the next commit; before is HEAD, or the revision that is given");
  line.text("--patch", patch_, "after is before with this patch; before is this directory, or the one version that is given");
  line.text("--before-build", beforeBuild_, "how before is built");
  line.text("--after-build", afterBuild_, "how after is built");
  line.text("--program", program_, "compare only this program or library (default: all that differ)");
  line.group("Options");
}

// BEFORE AFTER, or as git writes it: BEFORE..AFTER; one revision against the working tree.
std::optional<Both<std::string>> ProjectWords::placesOf(const std::vector<std::string>& versions) const {
  if (staged_ && versions.size() < 2) return Both<std::string>{versions.empty() ? "HEAD" : versions[0], project::kStaged};
  if (!patch_.empty() && versions.size() < 2) {
    const std::string base = versions.empty() ? "." : versions[0];
    return Both<std::string>{base, base};
  }
  if (staged_ || !patch_.empty()) return std::nullopt;
  if (versions.size() == 2) return Both<std::string>{versions[0], versions[1]};
  if (versions.size() != 1) return std::nullopt;
  const size_t dots = versions[0].find("..");
  std::error_code ignored;
  if (std::filesystem::exists(versions[0], ignored)) return std::nullopt;
  if (dots == std::string::npos) return project::isProject(versions[0]) ? std::optional(Both<std::string>{versions[0], "."}) : std::nullopt;
  if (versions[0].find("...") != std::string::npos) return std::nullopt;
  return Both<std::string>{orHead(versions[0].substr(0, dots)), orHead(versions[0].substr(dots + 2))};
}

bool ProjectWords::isAsked(const std::vector<std::string>& versions) const {
  const bool hasOptions = staged_ || !(build_ + beforeBuild_ + afterBuild_ + program_ + patch_).empty();
  const std::optional<Both<std::string>> places = placesOf(versions);
  if (!places) return hasOptions;
  if (versions.size() < 2) return true;
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
  if (!places && (staged_ || !patch_.empty())) return Error{"--staged and --patch make after of one version: give no other one, and one of the two"};
  if (!places) return Error{"give two versions of the project: BEFORE AFTER, each a directory or a git revision, or BEFORE..AFTER"};
  if (staged_ && !patch_.empty()) return Error{"give either --staged or --patch"};
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
  options.patch = patch_;
  return options;
}

}  // namespace cleave::tools
