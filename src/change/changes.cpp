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
#include "program/facts.h"
#include "program/meaning.h"

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

class Finder {
 public:
  Finder(const Program& before, const Program& after, const Hints& hints)
      : hints_(hints),
        matches_(hints.known.empty() ? pairFunctions({before, after}, hints.pairs) : pairAdded({before, after}, hints.known)),
        keys_(nameSymbols({before, after}, matches_)),
        versions_{{before, keys_.before, Side::Before}, {after, keys_.after, Side::After}} {}

  Changes pairs() {
    compare();
    return std::move(changes_);
  }

  Changes run() {
    for (const Side side : kSides)
      for (const Function& function : programOf(side).functions) changes_.marks.of(side).push_back(noMarks(function));
    compare();

    // From here on only marks are added; each says "a run that gets here may leave the lock-step".
    for (FunctionPair& pair : changes_.functions) {
      if (pair.sameCode) {
        pair.matching = identity(programOf(Side::Before).function(pair.before));
      } else {
        markPair(pair);
      }
    }
    for (const FunctionPair& pair : changes_.functions)
      if (!pair.sameMeaning) markReturns(pair);
    for (const Side side : kSides) markOneSided(side);
    markRenamedAddresses();
    markChangedGlobals();
    if (!changes_.sameStart) markConstructors();

    numberBySource();
    return std::move(changes_);
  }

 private:
  const Program& programOf(Side side) const { return versions_.of(side).program; }
  Both<FunctionOf> functionsOf(const Both<FunctionId>& pair) const {
    return makeBoth([&](Side side) { return FunctionOf{versions_.of(side), programOf(side).function(pair.of(side))}; });
  }

  void compare() {
    program::Meanings meanings({programOf(Side::Before), programOf(Side::After)});
    for (const FunctionMatch& match : matches_) {
      const Both<FunctionOf> functions = functionsOf(match);
      const bool isUsers = functions.before.function.defined && functions.after.function.defined && !functions.after.function.fromModels;
      const bool sameMeaning = !isUsers || meanings.sameSignature(functions.before.function, functions.after.function);
      changes_.functions.push_back({match, sameCode(functions.before, functions.after), false, {}, match.by, sameMeaning});
    }
    changes_.globals = pairGlobals(versions_, meanings);
    findSameDeep(versions_, changes_.globals, changes_.functions);
    changes_.sameStart = sameConstructors(versions_, changes_.functions);
  }

  uint32_t addChange(const std::string& function, const Hunk& hunk, bool isOurs = false) {
    const auto fileOf = [&](Side side) {
      const std::vector<std::string>& files = programOf(side).files;
      return hunk.of(side).file < files.size() ? files[hunk.of(side).file] : std::string();
    };
    Change change;
    change.function = function;
    change.before = hunk.before.lines;
    change.after = hunk.after.lines;
    change.beforeFile = fileOf(Side::Before);
    change.afterFile = fileOf(Side::After);
    change.isOurs = isOurs;
    changes_.changes.push_back(std::move(change));
    return static_cast<uint32_t>(changes_.changes.size());
  }

  // Once per name: both sides of a pair that cannot be matched belong to one change.
  void markWhole(Side side, FunctionId id, uint32_t change) {
    InstructionMarks& marks = changes_.marks.of(side)[id.value];
    std::fill(marks.instructions.begin(), marks.instructions.end(), change);
    for (auto& phis : marks.phis) std::fill(phis.begin(), phis.end(), change);
  }

  static FileLines linesOf(const Function& function) {
    if (!function.defined) return {};
    auto [file, range] = FileLines{function.loc.file, {function.loc.line, function.loc.line}};
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
    return {file, range};
  }

  static bool sameLines(const Hunk& x, const Hunk& y) {
    return std::ranges::all_of(kSides, [&](Side side) {
      const FileLines &a = x.of(side), &b = y.of(side);
      return a.present() == b.present() &&
             (!a.present() || (a.file == b.file && a.lines.first == b.lines.first && a.lines.last == b.lines.last));
    });
  }

  static FileLines lineAt(const SourceLoc& loc) { return {loc.file, {loc.line, loc.line}}; }

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
    for (size_t x = 0; x < match.items.before.size(); ++x) {
      if (match.afterOf[x] == Item::kNone) continue;
      const Item& item = match.items.before[x];
      const Item& partner = match.items.after[match.afterOf[x]];
      if (item.isPhi) {
        matching.phis[item.block][item.index] = {partner.block, partner.index};
      } else {
        matching.instructions[item.index] = partner.index;
      }
    }
    return matching;
  }

  void markPair(FunctionPair& pair) {
    const Both<FunctionOf> functions = functionsOf(pair);
    const Function &f = functions.before.function, &g = functions.after.function;
    if (!f.defined && !g.defined) return;
    if (!sameSignature(f, g)) {
      const uint32_t change = addChange(g.display, {linesOf(f), linesOf(g)}, g.fromModels);
      for (const Side side : kSides) markWhole(side, pair.of(side), change);
      return;
    }
    Match match = matchFunctions(functions);
    pair.matching = matchingOf(f, match);
    Hunks hunks = groupPlaces(match);
    completeLines(hunks.hunks, match, functions, hints_.linesOf);
    std::vector<uint32_t> changeOfHunk;
    for (size_t h = 0; h < hunks.hunks.size(); ++h) {  // places that the same lines account for are one change
      const auto isSame = [&](const Hunk& each) { return sameLines(each, hunks.hunks[h]); };
      const auto first = std::find_if(hunks.hunks.begin(), hunks.hunks.begin() + static_cast<ptrdiff_t>(h), isSame) - hunks.hunks.begin();
      changeOfHunk.push_back(static_cast<size_t>(first) < h ? changeOfHunk[static_cast<size_t>(first)]
                                                            : addChange(g.display, hunks.hunks[h], g.fromModels));
    }
    for (size_t p = 0; p < match.places.size(); ++p) {
      const uint32_t change = changeOfHunk[hunks.hunkOfPlace[p]];
      for (const Side side : kSides)
        if (const uint32_t item = match.places[p].item.of(side); item != Item::kNone) {
          setMark(side, pair.of(side), match.items.of(side)[item], change);
          noteWays(side, pair.of(side), match.items.of(side)[item], match.places[p].ways.of(side));
        }
    }
  }

  // Who gets to see the result reads its bits otherwise. Of what stands behind parameters the harness tells: its objects have types.
  void markReturns(const FunctionPair& pair) {
    const Both<FunctionOf> functions = functionsOf(pair);
    if (!functions.before.function.defined || !functions.after.function.defined) return;
    if (!sameSignature(functions.before.function, functions.after.function)) return;  // they are marked whole
    const uint32_t change =
        addChange(functions.after.function.display, {lineAt(functions.before.function.loc), lineAt(functions.after.function.loc)},
                  functions.after.function.fromModels);
    for (const Side side : kSides)
      for (const Item& item : itemsOf(functions.of(side).function))
        if (!item.isPhi && functions.of(side).function.instructions[item.index].op == program::Op::Return)
          setMark(side, pair.of(side), item, change);
  }

  void setMark(Side side, FunctionId id, const Item& item, uint32_t change) {
    InstructionMarks& marks = changes_.marks.of(side)[id.value];
    uint32_t& mark = item.isPhi ? marks.phis[item.block][item.index] : marks.instructions[item.index];
    if (mark == 0) mark = change;
    if (item.isPhi) marks.ways.erase({item.block, item.index});
  }

  // Until something else marks it.
  void noteWays(Side side, FunctionId id, const Item& phi, const std::vector<program::BlockIndex>& ways) {
    if (!ways.empty()) changes_.marks.of(side)[id.value].ways[{phi.block, phi.index}] = ways;
  }

  void markOneSided(Side side) {
    const std::vector<Function>& functions = programOf(side).functions;
    std::vector<bool> paired(functions.size(), false);
    for (const FunctionPair& pair : changes_.functions) paired[pair.of(side).value] = true;
    for (uint32_t f = 0; f < functions.size(); ++f) {
      const Function& function = functions[f];
      if (paired[f] || !function.defined) continue;
      Hunk hunk;
      hunk.of(side) = linesOf(function);
      const uint32_t change = addChange(function.display, hunk, function.fromModels);
      markWhole(side, FunctionId(f), change);
    }
  }

  // A phi may take the address of a function that has another name in the other version along ways that the matching does not compare. The
  // functions correspond, but whoever is shown the address is shown another name.
  void markRenamedAddresses() {
    std::vector<uint32_t> changeOfPair(changes_.functions.size(), 0);
    for (const Side side : kSides) {
      std::vector<uint32_t> pairOf(programOf(side).functions.size(), UINT32_MAX);
      for (uint32_t k = 0; k < changes_.functions.size(); ++k) {
        const Both<FunctionOf> functions = functionsOf(changes_.functions[k]);
        if (functions.before.function.name != functions.after.function.name) pairOf[changes_.functions[k].of(side).value] = k;
      }
      if (std::ranges::all_of(pairOf, [](uint32_t pair) { return pair == UINT32_MAX; })) continue;
      for (uint32_t f = 0; f < pairOf.size(); ++f) markRenamedAddresses(side, FunctionId(f), pairOf, changeOfPair);
    }
  }

  void markRenamedAddresses(Side side, FunctionId id, const std::vector<uint32_t>& pairOf, std::vector<uint32_t>& changeOfPair) {
    const Function& function = programOf(side).function(id);
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
    const Both<FunctionOf> functions = functionsOf(pair);
    return addChange(functions.after.function.display, {lineAt(functions.before.function.loc), lineAt(functions.after.function.loc)});
  }

  // A run can meet another initial content only after it has used the address of the global, or of one whose initialiser leads to it.
  void markChangedGlobals() {
    std::vector<uint32_t> changeOfPair(changes_.globals.size(), 0);
    for (const Side side : kSides) {
      const std::vector<uint32_t> changed = changedGlobalBehind(versions_.of(side), changes_.globals);
      if (std::ranges::all_of(changed, [](uint32_t pair) { return pair == UINT32_MAX; })) continue;
      for (uint32_t f = 0; f < programOf(side).functions.size(); ++f) markMentions(side, FunctionId(f), changed, changeOfPair);
    }
  }

  void markMentions(Side side, FunctionId id, const std::vector<uint32_t>& changed, std::vector<uint32_t>& changeOfPair) {
    const Function& function = programOf(side).function(id);
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
        for (Operand o : program::operandsOf(programOf(side), function, function.instructions[item.index])) look(o);
      }
      if (pair == UINT32_MAX) continue;
      if (changeOfPair[pair] == 0) changeOfPair[pair] = addGlobalChange(changes_.globals[pair]);
      setMark(side, id, item, changeOfPair[pair]);
    }
  }

  uint32_t addGlobalChange(const GlobalMatch& pair) {
    const program::Global& x = programOf(Side::Before).global(pair.before);
    const program::Global& y = programOf(Side::After).global(pair.after);
    const std::string ofClass = program::classOf(y);
    return addChange(ofClass.empty() ? y.display : "class " + ofClass, {lineAt(x.loc), lineAt(y.loc)}, x.fromModels && y.fromModels);
  }

  // Everything that runs does so after the static constructors, in whatever state these have left.
  void markConstructors() {
    Hunk hunk;
    std::string name = "static constructors";
    for (const Side side : kSides)
      if (const Program& program = programOf(side); !program.constructors.empty())
        hunk.of(side) = linesOf(program.function(program.constructors.front()));
    const uint32_t change = addChange(name, hunk);
    for (const Side side : kSides)
      for (uint32_t f = 0; f < programOf(side).functions.size(); ++f) {
        const Function& function = programOf(side).functions[f];
        if (function.blocks.empty()) continue;
        for (auto i = function.blocks[0].first; i < function.blocks[0].end; ++i) setMark(side, FunctionId(f), {0, i, false, {}}, change);
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
    for (const Side side : kSides)
      for (InstructionMarks& marks : changes_.marks.of(side)) {
        for (uint32_t& mark : marks.instructions) mark = idOf[mark];
        for (auto& phis : marks.phis)
          for (uint32_t& mark : phis) mark = idOf[mark];
      }
  }

  const Hints& hints_;
  std::vector<FunctionMatch> matches_;
  Both<SymbolKeys> keys_;
  Both<KeyedVersion> versions_;
  Changes changes_;
};

}  // namespace

const FunctionPair* Changes::pairOf(Side side, FunctionId function) const {
  const auto found = std::ranges::find(functions, function, [&](const FunctionPair& pair) { return pair.of(side); });
  return found == functions.end() ? nullptr : &*found;
}

Changes findPairs(const Program& before, const Program& after, const Hints& hints) { return Finder(before, after, hints).pairs(); }

Changes findChanges(const Program& before, const Program& after, const Hints& hints) { return Finder(before, after, hints).run(); }

}  // namespace cleave::change
