#include "change/function_pairs.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "change/similarity.h"
#include "program/shown_name.h"
#include "support/check.h"

namespace cleave::change {

using program::Function;
using program::FunctionId;
using program::Program;

namespace {

class Pairing {
 public:
  explicit Pairing(const Both<const Program&>& programs)
      : programs_(programs), taken_(makeBoth([&](Side side) { return std::vector<bool>(programs.of(side).functions.size(), false); })) {}

  void add(FunctionId before, FunctionId after, PairedBy by) {
    CHECK(!taken_.before[before.value] && !taken_.after[after.value], "a function is paired twice");
    taken_.before[before.value] = taken_.after[after.value] = true;
    matches_.push_back({{before, after}, by});
  }

  void byLinkerName() {
    std::unordered_map<std::string, FunctionId> named;
    for (const FunctionId id : left(Side::Before, [](const Function& each) { return !each.name.empty(); }))
      named.emplace(programs_.before.function(id).name, id);
    for (const FunctionId id : left(Side::After, [](const Function&) { return true; })) {
      const auto found = named.find(programs_.after.function(id).name);
      if (found == named.end()) continue;
      add(found->second, id, PairedBy::LinkerName);
      named.erase(found);
    }
  }

  // The function that initialises the static objects of a file is named after the file, and those of several files are told apart by that.
  void byInitialisedFile() {
    const auto isInitialiser = [](const Function& each) { return each.name.starts_with("_GLOBAL__sub_I_"); };
    const Both<std::vector<FunctionId>> found = makeBoth([&](Side side) { return left(side, isInitialiser); });
    if (found.before.size() == 1 && found.after.size() == 1) add(found.before[0], found.after[0], PairedBy::SourceName);
  }

  void bySourceName() {
    std::map<std::string, Both<std::vector<FunctionId>>> named;
    for (const Side side : kSides)
      for (const FunctionId id : left(side, [](const Function& each) { return each.defined && !each.fromModels; }))
        named[sourceName(programs_.of(side).function(id))].of(side).push_back(id);
    for (const auto& [name, functions] : named)
      if (!name.empty() && functions.before.size() == 1 && functions.after.size() == 1)
        add(functions.before.front(), functions.after.front(), PairedBy::SourceName);
  }

  void bySimilarity() {
    for (const FunctionMatch& match : pairSimilar(programs_, matches_)) add(match.before, match.after, match.by);
  }

  std::vector<FunctionMatch> take() {
    std::sort(matches_.begin(), matches_.end(), [](const FunctionMatch& x, const FunctionMatch& y) { return x.after < y.after; });
    return std::move(matches_);
  }

 private:
  // Functions of a version that are not paired yet.
  template <class Wanted>
  std::vector<FunctionId> left(Side side, Wanted wanted) const {
    std::vector<FunctionId> found;
    const std::vector<Function>& functions = programs_.of(side).functions;
    for (size_t f = 0; f < functions.size(); ++f)
      if (!taken_.of(side)[f] && wanted(functions[f])) found.push_back(FunctionId(f));
    return found;
  }

  Both<const Program&> programs_;
  Both<std::vector<bool>> taken_;
  std::vector<FunctionMatch> matches_;
};

}  // namespace

std::string sourceName(const Function& function) {
  const size_t unit = program::splitName(function.name).unit.size();
  const bool hasUnit = unit != 0 && function.display.size() > unit && function.display[unit] == ':';
  return withoutParameters(hasUnit ? function.display.substr(unit + 1) : function.display);
}

std::string withoutParameters(const std::string& display) {
  const size_t close = display.rfind(')');
  if (close == std::string::npos) return display;
  size_t open = close;
  for (int depth = 1; depth > 0 && open > 0;) {
    --open;
    if (display[open] == ')') ++depth;
    if (display[open] == '(') --depth;
  }
  return open == 0 ? display : display.substr(0, open);  // "(anonymous namespace)::x" has none
}

std::vector<FunctionMatch> pairFunctions(const Both<const Program&>& programs,
                                         const std::vector<std::pair<FunctionId, FunctionId>>& given) {
  Pairing pairing(programs);
  for (const auto& [x, y] : given) pairing.add(x, y, PairedBy::User);
  pairing.byLinkerName();
  pairing.byInitialisedFile();
  pairing.bySourceName();
  pairing.bySimilarity();
  return pairing.take();
}

std::vector<FunctionMatch> pairAdded(const Both<const Program&>& programs, const std::vector<FunctionPair>& known) {
  Pairing pairing(programs);
  for (const FunctionPair& pair : known) pairing.add(pair.before, pair.after, pair.by);
  pairing.byLinkerName();
  return pairing.take();
}

}  // namespace cleave::change
