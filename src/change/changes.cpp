// findChanges: pairs the functions and globals, decides which are the same, matches those that are not, and numbers the changes.
#include <algorithm>
#include <numeric>
#include <tuple>

#include "change/both_lines.h"
#include "change/change.h"
#include "change/deep.h"
#include "change/function_pairs.h"
#include "change/hunks.h"
#include "change/match.h"
#include "change/same_code.h"
#include "change/shape.h"
#include "change/symbols.h"

namespace cleave::change {

using program::Constant;
using program::Function;
using program::FunctionId;
using program::Operand;
using program::Program;
using program::SourceLoc;

namespace {

InstructionMarks noMarks(const Function& function) {
  InstructionMarks marks;
  marks.instructions.resize(function.instructions.size(), 0);
  for (const auto& block : function.blocks) marks.phis.emplace_back(block.phis.size(), 0);
  return marks;
}

std::vector<FunctionPair> compareFunctions(const Side& before, const Side& after, const std::vector<FunctionMatch>& matches) {
  std::vector<FunctionPair> pairs;
  for (const FunctionMatch& match : matches) {
    FunctionPair pair{match.before, match.after, false, false, {}, match.by};
    pair.sameCode = sameCode(before, before.program.function(pair.before), after, after.program.function(pair.after));
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

class Finder {
 public:
  Finder(const Program& before, const Program& after, const Hints& hints)
      : hints_(hints),
        matches_(hints.known.empty() ? pairFunctions(before, after, hints.pairs) : pairAdded(before, after, hints.known)),
        keys_(nameSymbols(before, after, matches_)),
        before_{before, keys_.before, false},
        after_{after, keys_.after, true} {}

  Changes pairs() {
    compare();
    return std::move(changes_);
  }

  Changes run() {
    for (const Function& function : before_.program.functions) changes_.beforeMarks.push_back(noMarks(function));
    for (const Function& function : after_.program.functions) changes_.afterMarks.push_back(noMarks(function));
    const std::vector<GlobalPair> globals = compare();

    // From here on only marks are added; each says "a run that gets here may leave the lock-step".
    for (FunctionPair& pair : changes_.functions) {
      if (pair.sameCode) {
        pair.matching = identity(before_.program.function(pair.before));
      } else {
        markPair(pair);
      }
    }
    markOneSided(before_);
    markOneSided(after_);
    markRenamedAddresses();
    markChangedGlobals(globals);
    for (const GlobalPair& pair : globals) changes_.globals.push_back({pair.before, pair.after, pair.same});
    changes_.sameStart = sameConstructors(before_, after_, changes_.functions);
    if (!changes_.sameStart) markConstructors();

    numberBySource();
    return std::move(changes_);
  }

 private:
  std::vector<GlobalPair> compare() {
    changes_.functions = compareFunctions(before_, after_, matches_);
    std::vector<GlobalPair> globals = pairGlobals(before_, after_);
    findSameDeep(before_, after_, globals, changes_.functions);
    return globals;
  }

  std::vector<InstructionMarks>& marksOf(const Side& side) { return side.isAfter ? changes_.afterMarks : changes_.beforeMarks; }

  uint32_t addChange(const std::string& function, const Hunk& hunk) {
    Change change;
    change.function = function;
    change.before = hunk.before;
    change.after = hunk.after;
    if (hunk.beforeFile < before_.program.files.size()) change.beforeFile = before_.program.files[hunk.beforeFile];
    if (hunk.afterFile < after_.program.files.size()) change.afterFile = after_.program.files[hunk.afterFile];
    changes_.changes.push_back(std::move(change));
    return static_cast<uint32_t>(changes_.changes.size());
  }

  // Once per name: both sides of a pair that cannot be matched belong to one change.
  void markWhole(const Side& side, FunctionId id, uint32_t change) {
    InstructionMarks& marks = marksOf(side)[id.value];
    std::fill(marks.instructions.begin(), marks.instructions.end(), change);
    for (auto& phis : marks.phis) std::fill(phis.begin(), phis.end(), change);
  }

  static void extendByFunction(const Function& function, uint32_t& file, LineRange& range) {
    if (!function.defined) return;
    file = function.loc.file;
    range = {function.loc.line, function.loc.line};
    for (const auto& instruction : function.instructions) {
      if (!instruction.loc.known()) continue;
      if (!range.present()) {
        file = instruction.loc.file;
        range = {instruction.loc.line, instruction.loc.line};
      }
      if (instruction.loc.file != file) continue;
      range.first = std::min(range.first, instruction.loc.line);
      range.last = std::max(range.last, instruction.loc.line);
    }
  }

  static Matching identity(const Function& function) {
    Matching matching;
    matching.instructions.resize(function.instructions.size());
    std::iota(matching.instructions.begin(), matching.instructions.end(), 0);
    for (uint32_t b = 0; b < function.blocks.size(); ++b) {
      matching.phis.emplace_back();
      for (uint32_t p = 0; p < function.blocks[b].phis.size(); ++p) matching.phis[b].push_back({b, p});
    }
    return matching;
  }

  static Matching matchingOf(const Function& function, const Match& match) {
    Matching matching;
    matching.instructions.resize(function.instructions.size(), Matching::kNone);
    for (const auto& block : function.blocks) matching.phis.emplace_back(block.phis.size());
    for (size_t x = 0; x < match.before.size(); ++x) {
      if (match.afterOf[x] == Item::kNone) continue;
      const Item& item = match.before[x];
      const Item& partner = match.after[match.afterOf[x]];
      if (item.isPhi) {
        matching.phis[item.block][item.index] = {partner.block, partner.index};
      } else {
        matching.instructions[item.index] = partner.index;
      }
    }
    return matching;
  }

  void markPair(FunctionPair& pair) {
    const Function& f = before_.program.function(pair.before);
    const Function& g = after_.program.function(pair.after);
    if (!f.defined && !g.defined) return;
    if (!sameSignature(f, g)) {
      Hunk hunk;
      extendByFunction(f, hunk.beforeFile, hunk.before);
      extendByFunction(g, hunk.afterFile, hunk.after);
      uint32_t change = addChange(g.display, hunk);
      markWhole(before_, pair.before, change);
      markWhole(after_, pair.after, change);
      return;
    }
    Match match = matchFunctions(before_, f, after_, g);
    pair.matching = matchingOf(f, match);
    Hunks hunks = groupPlaces(match);
    completeLines(hunks.hunks, match, {before_.program, f}, {after_.program, g}, hints_.linesOf);
    std::vector<uint32_t> changeOfHunk;
    for (const Hunk& hunk : hunks.hunks) changeOfHunk.push_back(addChange(g.display, hunk));
    for (size_t p = 0; p < match.places.size(); ++p) {
      uint32_t change = changeOfHunk[hunks.hunkOfPlace[p]];
      if (match.places[p].before != Item::kNone) setMark(before_, pair.before, match.before[match.places[p].before], change);
      if (match.places[p].after != Item::kNone) setMark(after_, pair.after, match.after[match.places[p].after], change);
    }
  }

  void setMark(const Side& side, FunctionId id, const Item& item, uint32_t change) {
    InstructionMarks& marks = marksOf(side)[id.value];
    uint32_t& mark = item.isPhi ? marks.phis[item.block][item.index] : marks.instructions[item.index];
    if (mark == 0) mark = change;
  }

  void markOneSided(const Side& side) {
    std::vector<bool> paired(side.program.functions.size(), false);
    for (const FunctionPair& pair : changes_.functions) paired[side.isAfter ? pair.after.value : pair.before.value] = true;
    for (uint32_t f = 0; f < side.program.functions.size(); ++f) {
      const Function& function = side.program.functions[f];
      if (paired[f] || !function.defined) continue;
      Hunk hunk;
      if (side.isAfter) {
        extendByFunction(function, hunk.afterFile, hunk.after);
      } else {
        extendByFunction(function, hunk.beforeFile, hunk.before);
      }
      const uint32_t change = addChange(function.display, hunk);
      changes_.changes.back().isOurs = function.fromModels;
      markWhole(side, FunctionId(f), change);
    }
  }

  // A phi may take the address of a function that has another name in the other version along ways that the matching does not compare. The
  // functions correspond, but whoever is shown the address is shown another name.
  void markRenamedAddresses() {
    std::vector<uint32_t> changeOfPair(changes_.functions.size(), 0);
    for (const Side* side : {&before_, &after_}) {
      std::vector<uint32_t> pairOf(side->program.functions.size(), UINT32_MAX);
      for (uint32_t k = 0; k < changes_.functions.size(); ++k) {
        const FunctionPair& pair = changes_.functions[k];
        if (before_.program.function(pair.before).name != after_.program.function(pair.after).name)
          pairOf[side->isAfter ? pair.after.value : pair.before.value] = k;
      }
      if (std::ranges::all_of(pairOf, [](uint32_t pair) { return pair == UINT32_MAX; })) continue;
      for (uint32_t f = 0; f < side->program.functions.size(); ++f) markRenamedAddresses(*side, FunctionId(f), pairOf, changeOfPair);
    }
  }

  void markRenamedAddresses(const Side& side, FunctionId id, const std::vector<uint32_t>& pairOf, std::vector<uint32_t>& changeOfPair) {
    const Function& function = side.program.function(id);
    for (const Item& item : itemsOf(function)) {
      if (!item.isPhi) continue;  // an instruction that mentions it has no match at all, since its shape is another
      for (const auto& [predecessor, value] : function.blocks[item.block].phis[item.index].incoming) {
        if (!value.isConstant() || function.constants[value.index()].kind != Constant::Kind::Function) continue;
        const uint32_t pair = pairOf[function.constants[value.index()].target];
        if (pair == UINT32_MAX) continue;
        if (changeOfPair[pair] == 0) changeOfPair[pair] = addRenaming(changes_.functions[pair]);
        setMark(side, id, item, changeOfPair[pair]);
      }
    }
  }

  uint32_t addRenaming(const FunctionPair& pair) {
    const SourceLoc x = before_.program.function(pair.before).loc, y = after_.program.function(pair.after).loc;
    return addChange(after_.program.function(pair.after).display, {x.file, y.file, {x.line, x.line}, {y.line, y.line}});
  }

  // A run can meet another initial content only after it has used the address of the global, or of one whose initialiser leads to it.
  void markChangedGlobals(const std::vector<GlobalPair>& globals) {
    std::vector<uint32_t> changeOfPair(globals.size(), 0);
    for (const Side* side : {&before_, &after_}) {
      std::vector<uint32_t> changed = changedGlobalBehind(*side, globals);
      if (std::ranges::all_of(changed, [](uint32_t pair) { return pair == UINT32_MAX; })) continue;
      for (uint32_t f = 0; f < side->program.functions.size(); ++f) markMentions(*side, FunctionId(f), globals, changed, changeOfPair);
    }
  }

  void markMentions(const Side& side, FunctionId id, const std::vector<GlobalPair>& globals, const std::vector<uint32_t>& changed,
                    std::vector<uint32_t>& changeOfPair) {
    const Function& function = side.program.function(id);
    for (const Item& item : itemsOf(function)) {
      uint32_t pair = UINT32_MAX;
      auto look = [&](Operand o) {
        if (!o.isConstant()) return;
        const Constant& constant = function.constants[o.index()];
        if (constant.kind == Constant::Kind::Global && changed[constant.target] != UINT32_MAX) pair = changed[constant.target];
      };
      if (item.isPhi) {
        for (const auto& [predecessor, value] : function.blocks[item.block].phis[item.index].incoming) look(value);
      } else {
        for (Operand o : operandsOf(side.program, function, function.instructions[item.index])) look(o);
      }
      if (pair == UINT32_MAX) continue;
      if (changeOfPair[pair] == 0) changeOfPair[pair] = addGlobalChange(globals[pair]);
      setMark(side, id, item, changeOfPair[pair]);
    }
  }

  uint32_t addGlobalChange(const GlobalPair& pair) {
    const auto& x = before_.program.global(pair.before);
    const auto& y = after_.program.global(pair.after);
    return addChange(y.display, {x.loc.file, y.loc.file, {x.loc.line, x.loc.line}, {y.loc.line, y.loc.line}});
  }

  // Everything that runs does so after the static constructors, in whatever state these have left.
  void markConstructors() {
    Hunk hunk;
    std::string name = "static constructors";
    for (const Side* side : {&before_, &after_}) {
      if (side->program.constructors.empty()) continue;
      const Function& first = side->program.function(side->program.constructors.front());
      extendByFunction(first, side->isAfter ? hunk.afterFile : hunk.beforeFile, side->isAfter ? hunk.after : hunk.before);
    }
    uint32_t change = addChange(name, hunk);
    for (const Side* side : {&before_, &after_})
      for (uint32_t f = 0; f < side->program.functions.size(); ++f) {
        const Function& function = side->program.functions[f];
        if (function.blocks.empty()) continue;
        for (auto i = function.blocks[0].first; i < function.blocks[0].end; ++i) setMark(*side, FunctionId(f), {0, i, false, {}}, change);
      }
  }

  // Ids from 1: first what after has, then what before alone has, each by file and line.
  void numberBySource() {
    std::vector<uint32_t> order(changes_.changes.size());
    std::iota(order.begin(), order.end(), 0);
    auto rank = [&](uint32_t k) {
      const Change& c = changes_.changes[k];
      return std::make_tuple(c.isOurs, !c.after.present(), c.after.present() ? c.afterFile : c.beforeFile,
                             c.after.present() ? c.after.first : c.before.first, k);
    };
    std::sort(order.begin(), order.end(), [&](uint32_t x, uint32_t y) { return rank(x) < rank(y); });
    std::vector<Change> sorted;
    std::vector<uint32_t> idOf(order.size() + 1, 0);
    for (uint32_t k : order) {
      sorted.push_back(std::move(changes_.changes[k]));
      sorted.back().id = static_cast<uint32_t>(sorted.size());
      idOf[k + 1] = sorted.back().id;
    }
    changes_.changes = std::move(sorted);
    for (auto* side : {&changes_.beforeMarks, &changes_.afterMarks})
      for (InstructionMarks& marks : *side) {
        for (uint32_t& mark : marks.instructions) mark = idOf[mark];
        for (auto& phis : marks.phis)
          for (uint32_t& mark : phis) mark = idOf[mark];
      }
  }

  const Hints& hints_;
  std::vector<FunctionMatch> matches_;
  SymbolKeyPair keys_;
  Side before_;
  Side after_;
  Changes changes_;
};

}  // namespace

const FunctionPair* Changes::pairOfAfter(FunctionId after) const {
  auto found =
      std::lower_bound(functions.begin(), functions.end(), after, [](const FunctionPair& pair, FunctionId id) { return pair.after < id; });
  return found != functions.end() && found->after == after ? &*found : nullptr;
}

const FunctionPair* Changes::pairOfBefore(FunctionId before) const {
  const auto found = std::ranges::find(functions, before, &FunctionPair::before);
  return found == functions.end() ? nullptr : &*found;
}

Changes findPairs(const Program& before, const Program& after, const Hints& hints) { return Finder(before, after, hints).pairs(); }

Changes findChanges(const Program& before, const Program& after, const Hints& hints) { return Finder(before, after, hints).run(); }

}  // namespace cleave::change
