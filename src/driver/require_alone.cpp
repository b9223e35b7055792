#include "driver/require_alone.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "support/line_diff.h"
#include "support/temp_dir.h"
#include "support/text.h"

namespace cleave::driver {

namespace {

namespace fs = std::filesystem;
using Lines = std::pair<uint32_t, uint32_t>;

// A source file of both versions.
struct SourcePair {
  std::string name;  // in after, as the compiler was given it
  Both<fs::path> path;
  std::vector<std::string> flags;
  fs::path directory;                   // where it is compiled; empty: here
  std::optional<size_t> compiled = {};  // which of Sources::compiled it is; otherwise one of Sources::files
  size_t file = 0;
};

bool overlaps(const Lines& lines, size_t first, size_t end) { return lines.first != 0 && lines.first <= end && lines.second > first; }

bool holds(const LineHunk& hunk, const result::Change& change) {
  return overlaps(change.afterLines, hunk.afterFirst, hunk.afterEnd) || overlaps(change.beforeLines, hunk.beforeFirst, hunk.beforeEnd);
}

// In both versions.
std::optional<SourcePair> findSource(const frontend::Sources& before, const frontend::Sources& after, const std::string& name) {
  const auto isIt = [&](const fs::path& path) {
    return path == name || path.string().ends_with("/" + name) || ("/" + name).ends_with("/" + path.string());
  };
  for (size_t k = 0; k < after.files.size() && k < before.files.size(); ++k)
    if (isIt(after.files[k]) && !after.files[k].ends_with(".bc") && !after.files[k].ends_with(".ll"))
      return SourcePair{after.files[k], {before.files[k], after.files[k]}, after.flags, {}, {}, k};
  for (size_t k = 0; k < after.compiled.size(); ++k) {
    const frontend::Compiled& unit = after.compiled[k];
    const auto other = std::ranges::find(before.compiled, unit.source, &frontend::Compiled::source);
    if (isIt(unit.source) && other != before.compiled.end())
      return SourcePair{unit.source, {other->file, unit.file}, unit.flags, unit.directory, k};
  }
  return std::nullopt;
}

class Hybrid {
 public:
  Hybrid(const RequireOptions& options, const result::Change& change, const std::vector<const result::Change*>& others)
      : options_(options), change_(change), others_(others) {}

  // The sources of after with the other changes taken back, in the folder.
  Expected<frontend::Sources> make(const fs::path& folder) {
    for (const result::Change* other : others_)
      if (other->file != others_.front()->file) return Error{"the others are in several files"};
    const std::optional<SourcePair> source = findSource(options_.before, options_.after, others_.front()->file);
    if (!source) return Error{others_.front()->file + " is no source file of both versions"};
    const Expected<std::string> before = readFile(source->path.before), after = readFile(source->path.after);
    if (!before) return before.error();
    if (!after) return after.error();
    const std::vector<std::string> old = splitLines(*before), now = splitLines(*after);
    const std::vector<LineHunk> hunks = diffLines(old, now);
    std::vector<bool> chosen;
    for (const LineHunk& hunk : hunks) {
      const bool isOther = std::ranges::any_of(others_, [&](const result::Change* other) { return holds(hunk, *other); });
      if (isOther && change_.file == others_.front()->file && holds(hunk, change_)) return Error{"they are one piece of text"};
      if (isOther && hunk.afterEnd - hunk.afterFirst != hunk.beforeEnd - hunk.beforeFirst) keepsLines_ = false;
      chosen.push_back(!isOther);
    }
    const fs::path path = folder / fs::path(source->path.after).filename();
    const std::string text = fmt::format("#line 1 \"{}\"\n{}\n", source->name, join(applyHunks(old, now, hunks, chosen), "\n"));
    if (Status failed = writeFile(path, text)) return *failed;
    return sourcesWith(*source, path);
  }

  // Lines of the hybrid are those of after.
  bool keepsLines() const { return keepsLines_; }

 private:
  frontend::Sources sourcesWith(const SourcePair& source, const fs::path& path) const {
    frontend::Sources sources = options_.after;
    if (!source.compiled) {
      sources.files[source.file] = path.string();
    } else {
      sources.compiled.erase(sources.compiled.begin() + static_cast<ptrdiff_t>(*source.compiled));
      sources.files.push_back(path.string());
      sources.flags.insert(sources.flags.end(), source.flags.begin(), source.flags.end());
      sources.flags.push_back("-working-directory=" + source.directory.string());
    }
    sources.flags.push_back("-iquote" + fs::absolute(source.path.after).parent_path().string());
    return sources;
  }

  const RequireOptions& options_;
  const result::Change& change_;
  const std::vector<const result::Change*>& others_;
  bool keepsLines_ = true;
};

// The change in the hybrid that stands for one of after.
bool isSame(const result::Change& one, const result::Change& other) {
  const auto count = [](const Lines& lines) { return lines.first == 0 ? 0 : lines.second - lines.first + 1; };
  return one.function == other.function && one.beforeLines == other.beforeLines && count(one.afterLines) == count(other.afterLines);
}

// Names and places are those of after.
void adopt(AnalysedChange& alone, const AnalysedChange& together, bool keepsLines) {
  alone.shown.change = together.shown.change;
  alone.shown.without = together.shown.reaches;
  alone.shown.reaches.clear();
  alone.function = together.function;
  alone.line = together.line;
  alone.column = together.column;
  for (result::AffectedStatement& statement : alone.shown.statements)
    for (result::Requirement& each : statement.requirements)
      each.id = fmt::format("{}a{}", together.shown.change.id, each.id.substr(each.id.find('.')));
  for (StatementPredicates& each : alone.statements) {
    if (each.callSites.empty() || keepsLines) continue;
    each.callSites.clear();
    each.cannotMeasure = "who called is recorded where the calls of after stand";
  }
}

Expected<AnalysedChange> analyseOne(const RequireOptions& options, const AnalysedChange& change,
                                    const std::vector<const result::Change*>& others, const Listeners& listeners, const StopFlag* stop) {
  const Expected<TempDir> folder = TempDir::create("alone");
  if (!folder) return folder.error();
  Hybrid hybrid(options, change.shown.change, others);
  Expected<frontend::Sources> sources = hybrid.make(folder->path());
  if (!sources) return sources.error();
  RequireOptions alone = options;
  alone.after = sources.take();
  alone.isWanted = [&](const result::Change& each) { return isSame(each, change.shown.change); };
  Expected<std::vector<AnalysedChange>> found = analyseChanges(alone, nullptr, listeners, stop);
  if (!found) return found.error();
  if (found->size() != 1) return Error{"it is another change without them"};
  adopt(found->front(), change, hybrid.keepsLines());
  return std::move(found->front());
}

}  // namespace

std::vector<AnalysedChange> analyseAlone(const RequireOptions& options, const std::vector<AnalysedChange>& together,
                                         const Listeners& listeners, const StopFlag* stop, std::vector<std::string>& notes) {
  std::vector<AnalysedChange> all;
  size_t notLookedAt = 0;
  for (const AnalysedChange& each : together) {
    std::vector<const result::Change*> others;
    for (const AnalysedChange& other : together)
      if (std::ranges::find(each.shown.reaches, other.shown.change.id) != each.shown.reaches.end()) others.push_back(&other.shown.change);
    if (others.empty()) continue;
    if (Clock::now() >= options.until || (stop != nullptr && stop->requested())) {
      ++notLookedAt;
      continue;
    }
    Expected<AnalysedChange> alone = analyseOne(options, each, others, listeners, stop);
    if (alone) {
      all.push_back(alone.take());
    } else {
      notes.push_back(fmt::format("change {} was not looked at alone: {}", each.shown.change.id, alone.error().message));
    }
  }
  if (notLookedAt != 0)
    notes.push_back(fmt::format("{} of the changes that come to another one were not looked at alone: the time is used up", notLookedAt));
  return all;
}

std::optional<std::string> textWithout(const RequireOptions& options, const result::Change& change) {
  const std::optional<SourcePair> source = findSource(options.before, options.after, change.file);
  if (!source) return std::nullopt;
  const Expected<std::string> before = readFile(source->path.before), after = readFile(source->path.after);
  if (!before || !after) return std::nullopt;
  const std::vector<std::string> old = splitLines(*before), now = splitLines(*after);
  std::vector<std::string> lines;
  size_t next = 0;  // of after
  for (const LineHunk& hunk : diffLines(old, now)) {
    if (!holds(hunk, change)) continue;
    lines.insert(lines.end(), now.begin() + static_cast<ptrdiff_t>(next), now.begin() + static_cast<ptrdiff_t>(hunk.afterFirst));
    lines.insert(lines.end(), old.begin() + static_cast<ptrdiff_t>(hunk.beforeFirst), old.begin() + static_cast<ptrdiff_t>(hunk.beforeEnd));
    next = hunk.afterEnd;
    if (!lines.empty() && lines.back().ends_with("\\")) return std::nullopt;
    lines.push_back(fmt::format("#line {}", next + 1));
  }
  if (next == 0) return std::nullopt;
  lines.insert(lines.end(), now.begin() + static_cast<ptrdiff_t>(next), now.end());
  return join(lines, "\n") + "\n";
}

}  // namespace cleave::driver
