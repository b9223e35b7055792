#include "driver/causes.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "driver/confirm.h"
#include "driver/prepare.h"
#include "support/line_diff.h"
#include "support/text.h"

namespace cleave::driver {

namespace {

namespace fs = std::filesystem;
using Hunks = std::vector<size_t>;  // positions, ascending

struct FileChange {
  fs::path before;
  std::vector<std::string> beforeLines;
  std::vector<std::string> afterLines;
  std::vector<LineHunk> hunks;
  size_t first = 0;  // position of its first hunk among all
};

std::pair<uint32_t, uint32_t> range(size_t first, size_t end) {
  if (first == end) return {0, 0};
  return {static_cast<uint32_t>(first + 1), static_cast<uint32_t>(end)};
}

// The first line that says something.
std::string firstText(const std::vector<std::string>& lines, size_t first, size_t end) {
  for (size_t k = first; k < end; ++k)
    if (const std::string text = withoutBlanks(lines[k]); text.size() > 1) return text;
  return first < end ? withoutBlanks(lines[first]) : "";
}

class CauseFinder {
 public:
  CauseFinder(const Options& options, const TestInput& test, const Budget& budget, result::Explanation& explanation)
      : options_(options), test_(test), budget_(budget), result_(explanation) {}

  void run() {
    if (Status wrong = readFiles()) {
      result_.causeNote = wrong->message;
      return;
    }
    if (count_ == 0) {
      result_.causeNote = "the files are the same; the difference comes from flags or from other files";
      return;
    }
    if (count_ == 1) {
      result_.causes = {{1}};
      return;
    }
    search();
  }

 private:
  // --- the parts of the change

  Status readFiles() {
    const std::vector<std::string>&before = options_.before.files, &after = options_.after.files;
    if (before.size() != after.size()) return Error{"the versions have different numbers of files"};
    if (options_.before.flags != options_.after.flags) return Error{"the versions are compiled with different flags"};
    for (size_t k = 0; k < before.size(); ++k) {
      if (before[k].ends_with(".bc") || before[k].ends_with(".ll")) return Error{"hybrids need sources, not " + before[k]};
      const Expected<std::string> beforeText = readFile(before[k]);
      const Expected<std::string> afterText = readFile(after[k]);
      if (!beforeText) return beforeText.error();
      if (!afterText) return afterText.error();
      FileChange file{before[k], splitLines(*beforeText), splitLines(*afterText), {}, count_};
      file.hunks = diffLines(file.beforeLines, file.afterLines);
      count_ += file.hunks.size();
      for (const LineHunk& hunk : file.hunks) describe(after[k], file, hunk);
      files_.push_back(std::move(file));
    }
    return std::nullopt;
  }

  void describe(const std::string& name, const FileChange& file, const LineHunk& hunk) {
    result::SourceHunk shown;
    shown.id = static_cast<uint32_t>(result_.hunks.size() + 1);
    shown.file = name;
    shown.beforeLines = range(hunk.beforeFirst, hunk.beforeEnd);
    shown.afterLines = range(hunk.afterFirst, hunk.afterEnd);
    shown.text = hunk.afterFirst < hunk.afterEnd ? firstText(file.afterLines, hunk.afterFirst, hunk.afterEnd)
                                                 : "(removed) " + firstText(file.beforeLines, hunk.beforeFirst, hunk.beforeEnd);
    result_.hunks.push_back(shown);
  }

  // --- experiments

  enum class Answer { Same, Differs, Unbuilt };

  Answer ask(const Hunks& chosen) {
    if (chosen.size() == count_) return Answer::Differs;  // that is after
    if (chosen.empty()) return Answer::Same;
    const auto known = known_.find(chosen);
    if (known != known_.end()) return known->second;
    const Answer answer = experiment(chosen);
    ++(answer == Answer::Unbuilt ? result_.unbuilt : result_.hybrids);
    known_[chosen] = answer;
    return answer;
  }

  Answer experiment(const Hunks& chosen) {
    const Expected<TempDir> directory = TempDir::create("hybrid");
    if (!directory) return Answer::Unbuilt;
    Options options = options_;
    options.after.files.clear();
    for (const FileChange& file : files_) {
      std::vector<bool> flags(file.hunks.size(), false);
      for (const size_t hunk : chosen)
        if (hunk >= file.first && hunk < file.first + flags.size()) flags[hunk - file.first] = true;
      const fs::path path = directory->path() / (std::to_string(options.after.files.size()) + "-" + file.before.filename().string());
      const std::string text = join(applyHunks(file.beforeLines, file.afterLines, file.hunks, flags), "\n") + "\n";
      if (writeFile(path, text)) return Answer::Unbuilt;
      options.after.files.push_back(path.string());
      const fs::path home = file.before.parent_path();
      options.after.flags.push_back("-iquote" + (home.empty() ? std::string(".") : home.string()));
    }
    return compare(options);
  }

  // Whether before and the hybrid differ natively on the input.
  Answer compare(const Options& options) {
    const Expected<Prepared> prepared = prepare(options, {}, budget_.stop());
    if (!prepared || prepared->entries.size() != 1) return Answer::Unbuilt;
    expr::ExprPool pool;
    const Expected<explore::Entry> entry = makeSupportedEntry(*prepared, 0, options, pool, budget_.stop());
    if (!entry) return Answer::Unbuilt;
    const Expected<expr::Assignment> input = toAssignment(entry->space, test_, pool.symbolCount());
    if (!input) return Answer::Unbuilt;
    const Expected<std::unique_ptr<Confirmer>> confirmer = Confirmer::create(
        prepared->versions, prepared->planned, prepared->work.path(), prepared->work.path() / "out", options, budget_.stop());
    if (!confirmer) return Answer::Unbuilt;
    explore::PairRunner runner(prepared->before(), prepared->after(), prepared->changes, *entry, pool, options.explore.limits, nullptr);
    const explore::PairRun run = runner.run(*input, vm::Mode::Concrete, budget_);
    const Expected<native::ReplayResult> replay = (*confirmer)->replay(0, *entry, *input, run);
    if (!replay) return Answer::Unbuilt;
    return replay->differs ? Answer::Differs : Answer::Same;
  }

  // --- the search

  void search() {
    for (size_t hunk = 0; hunk < count_ && !budget_.exhausted(); ++hunk)
      if (ask({hunk}) == Answer::Differs) result_.causes.push_back({static_cast<uint32_t>(hunk + 1)});
    if (result_.causes.empty() && !budget_.exhausted()) {
      Hunks smallest = minimize();
      std::vector<uint32_t> cause;
      for (const size_t hunk : smallest) cause.push_back(static_cast<uint32_t>(hunk + 1));
      result_.causes.push_back(std::move(cause));
    }
    if (budget_.exhausted()) result_.causeNote = "the time budget was used up before every part of the change was tried";
  }

  // Delta debugging: takes away parts as long as the rest still makes the difference. Every single part is then needed.
  Hunks minimize() {
    Hunks current(count_);
    std::iota(current.begin(), current.end(), size_t{0});
    for (size_t pieces = 2; current.size() > 1 && !budget_.exhausted();) {
      const size_t length = (current.size() + pieces - 1) / pieces;
      bool reduced = false;
      for (size_t first = 0; first < current.size() && !reduced && !budget_.exhausted(); first += length) {
        Hunks rest(current.begin(), current.begin() + static_cast<ptrdiff_t>(first));
        rest.insert(rest.end(), current.begin() + static_cast<ptrdiff_t>(std::min(first + length, current.size())), current.end());
        if (ask(rest) != Answer::Differs) continue;
        current = std::move(rest);
        reduced = true;
      }
      if (reduced) {
        pieces = std::max<size_t>(pieces - 1, 2);
      } else if (length == 1) {
        break;
      } else {
        pieces = std::min(2 * pieces, current.size());
      }
    }
    return current;
  }

  const Options& options_;
  const TestInput& test_;
  const Budget& budget_;
  result::Explanation& result_;
  std::vector<FileChange> files_;
  size_t count_ = 0;
  std::map<Hunks, Answer> known_;
};

}  // namespace

void findCauses(const Options& options, const TestInput& test, const Budget& budget, result::Explanation& explanation) {
  CauseFinder(options, test, budget, explanation).run();
}

}  // namespace cleave::driver
