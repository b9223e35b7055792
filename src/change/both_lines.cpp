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
  Completion(const Match& match, const Both<FunctionOf>& functions,
             const std::function<std::vector<std::string>(Side, const std::string&)>& linesOf)
      : functions_(functions) {
    for (uint32_t x = 0; x < match.items.before.size(); ++x)
      if (match.afterOf[x] != Item::kNone) noteMatch(match.items.before[x], match.items.after[match.afterOf[x]]);
    if (linesOf) readText(linesOf);
  }

  // Code may stand where the text is as it was: at the use of a local variable whose initialiser or type changed. Then the lines that
  // changed are the ones to name: the nearest above, else the nearest below.
  void moveToText(Hunk& hunk) const {
    if (!text_ || text_->gaps().empty() || isElsewhere(hunk)) return;
    const auto& gaps = text_->gaps();
    if (std::ranges::any_of(gaps, [&](const LineMap::Gap& gap) { return isIn(gap, hunk); })) return;
    const Side known = hunk.after.present() ? Side::After : Side::Before;
    const LineMap::Gap* nearest = nullptr;
    for (const LineMap::Gap& gap : gaps)
      if (nearest == nullptr || firstLineOf(gap, known) <= hunk.of(known).lines.first) nearest = &gap;
    for (const Side side : kSides) hunk.of(side) = {locOf(side).file, {nearest->of(side).first, nearest->of(side).second}};
  }

  void complete(Hunk& hunk) const {
    if (hunk.before.present() == hunk.after.present()) return;
    const Side known = hunk.after.present() ? Side::After : Side::Before;
    const FileLines& own = hunk.of(known);
    FileLines& missing = hunk.of(otherSide(known));
    if (own.file != locOf(known).file) return;
    missing.lines = partnersOf(known, own.lines);
    if (missing.present()) missing.file = locOf(otherSide(known)).file;
  }

 private:
  bool isElsewhere(const Hunk& hunk) const {
    const auto isForeign = [&](Side side) { return hunk.of(side).present() && hunk.of(side).file != locOf(side).file; };
    return isForeign(Side::Before) || isForeign(Side::After) || (!hunk.before.present() && !hunk.after.present());
  }
  static bool isIn(const LineMap::Gap& gap, const Hunk& hunk) {
    return std::ranges::any_of(kSides, [&](Side side) {
      const LineRange& own = hunk.of(side).lines;
      return own.present() && gap.of(side).first != 0 && gap.of(side).first <= own.last && own.first <= gap.of(side).second;
    });
  }

  // Where it begins; of a gap that this side has no line in, where the line stands that corresponds to the one above on the other side.
  uint32_t firstLineOf(const LineMap::Gap& gap, Side side) const {
    if (gap.of(side).first != 0) return gap.of(side).first;
    for (uint32_t line = gap.of(otherSide(side)).first; line-- > 1;)
      if (const uint32_t partner = text_->partnerOf(otherSide(side), line); partner != 0) return partner;
    return 1;
  }

  const SourceLoc& locOf(Side side) const { return functions_.of(side).function.loc; }

  // Jumps and phis stand where the compiler puts them, which is not where the source says anything.
  void noteMatch(const Item& x, const Item& y) {
    const std::vector<program::Instruction>& instructions = functions_.before.function.instructions;
    if (x.isPhi || instructions[x.index].op == Op::Jump) return;
    const SourceLoc &a = instructions[x.index].loc, &b = functions_.after.function.instructions[y.index].loc;
    if (!a.known() || !b.known() || a.file != locOf(Side::Before).file || b.file != locOf(Side::After).file) return;
    matched_.before[a.line].insert(b.line);
    matched_.after[b.line].insert(a.line);
  }

  void readText(const std::function<std::vector<std::string>(Side, const std::string&)>& linesOf) {
    const auto isKnown = [&](Side side) {
      return locOf(side).known() && locOf(side).file < functions_.of(side).version.program.files.size();
    };
    if (!isKnown(Side::Before) || !isKnown(Side::After)) return;
    const auto textOf = [&](Side side) { return linesOf(side, functions_.of(side).version.program.files[locOf(side).file]); };
    const Both<std::vector<std::string>> text = makeBoth(textOf);
    const Both<LineRange> range = makeBoth([&](Side side) { return rangeOf(functions_.of(side).function); });
    for (const Side side : kSides)
      if (text.of(side).size() < range.of(side).last) return;  // not the files that were compiled, or none
    const auto part = [&](Side side) { return TextPart{text.of(side), range.of(side).first, range.of(side).last}; };
    text_.emplace(part(Side::Before), part(Side::After));
  }

  // Lines of the other side.
  LineRange partnersOf(Side side, const LineRange& own) const {
    LineRange found;
    const auto add = [&](uint32_t line) {
      if (line == 0) return;
      found.first = found.present() ? std::min(found.first, line) : line;
      found.last = std::max(found.last, line);
    };
    for (uint32_t line = own.first; line <= own.last; ++line) {
      if (text_) {
        const uint32_t partner = text_->partnerOf(side, line);
        if (partner != 0 && agrees(side, partner, own)) add(partner);
      } else {
        for (const uint32_t partner : find(matched_.of(side), line)) add(partner);
      }
    }
    return found;
  }

  // The line has no instructions with matches, or some of them have theirs where the change is: of two lines with the same text, one of
  // which is new, the text cannot tell which.
  bool agrees(Side side, uint32_t partner, const LineRange& own) const {
    const std::set<uint32_t> lines = find(matched_.of(otherSide(side)), partner);
    return lines.empty() || std::ranges::any_of(lines, [&](uint32_t line) { return line >= own.first && line <= own.last; });
  }

  static std::set<uint32_t> find(const Lines& lines, uint32_t line) {
    const auto found = lines.find(line);
    return found == lines.end() ? std::set<uint32_t>{} : found->second;
  }

  const Both<FunctionOf>& functions_;
  Both<Lines> matched_;  // by line: those of the other side with instructions that match its own
  std::optional<LineMap> text_;
};

}  // namespace

void completeLines(std::vector<Hunk>& hunks, const Match& match, const Both<FunctionOf>& functions,
                   const std::function<std::vector<std::string>(Side side, const std::string& file)>& linesOf) {
  if (hunks.empty()) return;
  const Completion completion(match, functions, linesOf);
  for (Hunk& hunk : hunks) {
    completion.moveToText(hunk);
    completion.complete(hunk);
  }
}

}  // namespace cleave::change
