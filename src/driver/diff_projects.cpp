#include "driver/diff_projects.h"

#include <algorithm>

#include <fmt/format.h>

#include "driver/entries.h"
#include "driver/journal.h"
#include "driver/saved_project.h"
#include "driver/version.h"
#include "project/open.h"
#include "project/pairs.h"
#include "support/text.h"

namespace cleave::driver {

namespace {

using project::OpenProject;
using project::OutputPair;
using project::OutputPairs;

Expected<OpenProject> open(const DiffOptions& options, const ProjectOptions& projects, Side side, const Listeners& listeners,
                           const StopFlag* stop) {
  project::OpenRequest request = openRequest(projects, side, stop);
  request.wraps = !options.explore.overflowIsUndefined;
  request.step = listeners.step;
  return project::openProject(request);
}

// As the name of a directory.
std::string folderOf(const std::string& name) {
  std::string folder = name;
  for (char& c : folder)
    if (c == '/') c = '_';
  return folder;
}

class Comparison {
 public:
  Comparison(const DiffOptions& options, const Listeners& listeners, const StopFlag* stop, OutputPairs& pairs)
      : options_(options), listeners_(listeners), pairs_(pairs), budget_(options.totalBudget, stop) {
    found_.result.version = kVersion;
    found_.result.notes = pairs.notes();
  }

  Expected<ProjectsResult> run() {
    std::vector<size_t> chosen;
    for (size_t k = 0; k < pairs_.all().size(); ++k)
      if (!pairs_.all()[k].same || !options_.entries.empty()) chosen.push_back(k);
    std::error_code ignored;  // where it cannot be removed, it will be written over
    std::filesystem::remove(options_.output / kProgramsFile, ignored);
    for (const size_t pair : chosen)
      if (budget_.interrupted()) {
        addInconclusive(pairs_.all()[pair].name, "interrupted before it was compared");
      } else {
        compare(pair, chosen.size() > 1);
      }
    if (found_.parts.empty() && firstError_) return *firstError_;
    if (!options_.entries.empty() && found_.result.entries.empty() && firstError_) return *firstError_;
    for (const OutputPair& pair : pairs_.all()) addUnseen(pair);
    addNotes(chosen.size());
    if (const Status failed = writePrograms(options_.output, programs_, alone(), found_.result.notes)) found_.result.notes.push_back("warning: " + failed->message);
    return std::move(found_);
  }

 private:
  // Where an entry that was asked for is missing in one program, another has it.
  bool isMiss(const Error& error) const { return !options_.entries.empty() && error.message.starts_with(kMissingFunction); }

  void compare(size_t pair, bool several) {
    const OutputPair& of = pairs_.all()[pair];
    if (listeners_.step) listeners_.step("comparing " + of.name);
    DiffOptions options = options_;
    options.before = pairs_.sources(pair, Side::Before);
    options.after = pairs_.sources(pair, Side::After);
    if (several) options.output /= folderOf(of.name);
    options.comparedElsewhere = pairs_.comparedIn(pair, done_);
    if (options_.totalBudget.count() > 0) options.totalBudget = std::max(budget_.left(), Seconds(0.1));
    Expected<DiffResult> part = diff(options, listeners_, budget_.stop());
    if (!part) return fail(of, part.error());
    done_.push_back(pair);
    programs_.push_back({of.name, several ? folderOf(of.name) : "."});
    found_.parts.push_back(part.take());
    add(of);
  }

  void fail(const OutputPair& of, const Error& error) {
    if (!firstError_) firstError_ = Error{of.name + ": " + error.message};
    if (!isMiss(error)) addInconclusive(of.name, error.message);
  }

  void add(const OutputPair& of) {
    DiffResult& part = found_.parts.back();
    for (size_t k = 0; k < part.result.entries.size(); ++k) {
      part.result.entries[k].program = of.name;
      found_.result.entries.push_back(part.result.entries[k]);
      found_.places.push_back({&part, k});
    }
    for (const std::string& note : part.result.notes) {
      const std::string text = of.name + ": " + note;
      if (std::ranges::find(found_.result.notes, text) == found_.result.notes.end()) found_.result.notes.push_back(text);
    }
  }

  // Nothing is known of it, and so nothing is equivalent as a whole.
  void addInconclusive(const std::string& program, const std::string& reason) {
    result::EntryResult entry;
    entry.name = program;
    entry.verdict = result::Verdict::Inconclusive;
    entry.reason = reason;
    entry.program = program;
    found_.result.entries.push_back(std::move(entry));
    found_.places.push_back({});
  }

  // Entries that no part has.
  std::vector<result::EntryResult> alone() const {
    std::vector<result::EntryResult> entries;
    for (size_t k = 0; k < found_.places.size(); ++k)
      if (found_.places[k].part == nullptr) entries.push_back(found_.result.entries[k]);
    return entries;
  }

  void addUnseen(const OutputPair& of) {
    if (!of.unseen.empty()) addInconclusive(of.name, "cleave cannot look into a part of it that may differ: " + join(of.unseen, ", "));
  }

  void addNotes(size_t compared) {
    std::vector<std::string>& notes = found_.result.notes;
    const size_t all = pairs_.all().size();
    if (compared == 0) notes.push_back(fmt::format("no program or library differs ({} compared): equivalent", all));
    if (compared > 0 && compared < all)
      notes.push_back(fmt::format("{} of {} programs and libraries are made of the same code in both versions", all - compared, all));
  }

  const DiffOptions& options_;
  const Listeners& listeners_;
  OutputPairs& pairs_;
  Budget budget_;
  std::vector<size_t> done_;
  std::vector<SavedProgram> programs_;
  std::optional<Error> firstError_;
  ProjectsResult found_;
};

}  // namespace

project::OpenRequest openRequest(const ProjectOptions& projects, Side side, const StopFlag* stop) {
  project::OpenRequest request;
  request.place = projects.places.of(side);
  if (side == Side::After) request.patch = projects.patch;
  request.build = projects.builds.of(side);
  request.cleave = projects.cleave;
  request.label = nameOf(side);
  request.stop = stop;
  return request;
}

result::EntryResult ProjectsResult::written(size_t entry) const {
  if (places[entry].part == nullptr) return result.entries[entry];
  result::EntryResult part = places[entry].part->written(places[entry].entry);
  part.program = result.entries[entry].program;
  return part;
}

report::ShownEntry ProjectsResult::shown(size_t entry, size_t most) const {
  if (places[entry].part == nullptr) return report::shown(result.entries[entry]);
  report::ShownEntry some = places[entry].part->shown(places[entry].entry, most);
  some.entry.program = result.entries[entry].program;
  return some;
}

Expected<ProjectsResult> diffProjects(const DiffOptions& options, const ProjectOptions& projects, const Listeners& listeners,
                                      const StopFlag* stop) {
  const Expected<OpenProject> before = open(options, projects, Side::Before, listeners, stop);
  if (!before) return before.error();
  const Expected<OpenProject> after = open(options, projects, Side::After, listeners, stop);
  if (!after) return after.error();
  return compareProjects(options, before->project, after->project, projects.program, listeners, stop);
}

Expected<ProjectsResult> compareProjects(const DiffOptions& options, const project::Project& before, const project::Project& after,
                                         const std::string& program, const Listeners& listeners, const StopFlag* stop) {
  Expected<OutputPairs> pairs = OutputPairs::of(before, after, program);
  if (!pairs) return pairs.error();
  return Comparison(options, listeners, stop, *pairs).run();
}

}  // namespace cleave::driver
