#include "change/both_lines.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "change/line_map.h"

namespace cleave::change {

using program::Function;
using program::Op;
using program::SourceLoc;

namespace {

using Lines = std::map<uint32_t, std::set<uint32_t>>;

// The lines of a function in its file.
LineRange rangeOf(const Function& function) {
  LineRange range{function.loc.line, function.loc.line};
  for (const auto& instruction : function.instructions)
    if (instruction.loc.known() && instruction.loc.file == function.loc.file && instruction.loc.line >= range.first)
      range.last = std::max(range.last, instruction.loc.line);
  return range;
}

class Completion {
 public:
  Completion(const Match& match, const FunctionOf& before, const FunctionOf& after,
             const std::function<std::vector<std::string>(const std::string&)>& linesOf)
      : before_(before.function), after_(after.function) {
    for (uint32_t x = 0; x < match.before.size(); ++x)
      if (match.afterOf[x] != Item::kNone) noteMatch(match.before[x], match.after[match.afterOf[x]]);
    if (linesOf) readText(before.program, after.program, linesOf);
  }

  void complete(Hunk& hunk) const {
    if (hunk.before.present() == hunk.after.present()) return;
    if (hunk.after.present()) {
      if (hunk.afterFile != after_.loc.file) return;
      hunk.before = otherSide(hunk.after, true);
      if (hunk.before.present()) hunk.beforeFile = before_.loc.file;
    } else {
      if (hunk.beforeFile != before_.loc.file) return;
      hunk.after = otherSide(hunk.before, false);
      if (hunk.after.present()) hunk.afterFile = after_.loc.file;
    }
  }

 private:
  // Jumps and phis stand where the compiler puts them, which is not where the source says anything.
  void noteMatch(const Item& x, const Item& y) {
    if (x.isPhi || before_.instructions[x.index].op == Op::Jump) return;
    const SourceLoc &a = before_.instructions[x.index].loc, &b = after_.instructions[y.index].loc;
    if (!a.known() || !b.known() || a.file != before_.loc.file || b.file != after_.loc.file) return;
    afterLines_[a.line].insert(b.line);
    beforeLines_[b.line].insert(a.line);
  }

  void readText(const program::Program& before, const program::Program& after,
                const std::function<std::vector<std::string>(const std::string&)>& linesOf) {
    if (!before_.loc.known() || !after_.loc.known() || before_.loc.file >= before.files.size() || after_.loc.file >= after.files.size())
      return;
    const std::vector<std::string> beforeText = linesOf(before.files[before_.loc.file]), afterText = linesOf(after.files[after_.loc.file]);
    const LineRange x = rangeOf(before_), y = rangeOf(after_);
    if (beforeText.size() < x.last || afterText.size() < y.last) return;  // not the files that were compiled, or none
    text_.emplace(TextPart{beforeText, x.first, x.last}, TextPart{afterText, y.first, y.last});
  }

  LineRange otherSide(const LineRange& own, bool isAfter) const {
    LineRange other;
    const auto add = [&](uint32_t line) {
      if (line == 0) return;
      other.first = other.present() ? std::min(other.first, line) : line;
      other.last = std::max(other.last, line);
    };
    for (uint32_t line = own.first; line <= own.last; ++line) {
      if (text_) {
        const uint32_t partner = isAfter ? text_->beforeOf(line) : text_->afterOf(line);
        if (partner != 0 && agrees(partner, own, isAfter)) add(partner);
      } else {
        for (const uint32_t partner : find(isAfter ? beforeLines_ : afterLines_, line)) add(partner);
      }
    }
    return other;
  }

  // The line has no instructions with matches, or some of them have theirs where the change is: of two lines with the same text, one of
  // which is new, the text cannot tell which.
  bool agrees(uint32_t partner, const LineRange& own, bool isAfter) const {
    const std::set<uint32_t> lines = find(isAfter ? afterLines_ : beforeLines_, partner);
    return lines.empty() || std::ranges::any_of(lines, [&](uint32_t line) { return line >= own.first && line <= own.last; });
  }

  static std::set<uint32_t> find(const Lines& lines, uint32_t line) {
    const auto found = lines.find(line);
    return found == lines.end() ? std::set<uint32_t>{} : found->second;
  }

  const Function& before_;
  const Function& after_;
  Lines afterLines_;   // by line of before: those of after with matched instructions
  Lines beforeLines_;  // by line of after
  std::optional<LineMap> text_;
};

}  // namespace

void completeLines(std::vector<Hunk>& hunks, const Match& match, const FunctionOf& before, const FunctionOf& after,
                   const std::function<std::vector<std::string>(const std::string& file)>& linesOf) {
  const bool needed = std::ranges::any_of(hunks, [](const Hunk& hunk) { return hunk.before.present() != hunk.after.present(); });
  if (!needed) return;
  const Completion completion(match, before, after, linesOf);
  for (Hunk& hunk : hunks) completion.complete(hunk);
}

}  // namespace cleave::change
