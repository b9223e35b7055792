#include "change/function_pairs.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "change/similarity.h"
#include "support/check.h"

namespace cleave::change {

using program::Function;
using program::FunctionId;
using program::Program;

namespace {

class Pairing {
 public:
  Pairing(const Program& before, const Program& after)
      : before_(before), after_(after), takenBefore_(before.functions.size(), false), takenAfter_(after.functions.size(), false) {}

  void add(FunctionId before, FunctionId after, PairedBy by) {
    CHECK(!takenBefore_[before.value] && !takenAfter_[after.value], "a function is paired twice");
    takenBefore_[before.value] = takenAfter_[after.value] = true;
    matches_.push_back({before, after, by});
  }

  void byLinkerName() {
    std::unordered_map<std::string_view, FunctionId> named;
    for (size_t f = 0; f < before_.functions.size(); ++f)
      if (!takenBefore_[f] && !before_.functions[f].name.empty()) named.emplace(before_.functions[f].name, FunctionId(f));
    for (size_t f = 0; f < after_.functions.size(); ++f) {
      const auto found = takenAfter_[f] ? named.end() : named.find(after_.functions[f].name);
      if (found == named.end()) continue;
      add(found->second, FunctionId(f), PairedBy::LinkerName);
      named.erase(found);
    }
  }

  // The function that initialises the static objects of a file is named after the file.
  void byInitialisedFile() {
    const auto initialisers = [](const Program& program, const std::vector<bool>& taken) {
      std::vector<FunctionId> found;
      for (size_t f = 0; f < program.functions.size(); ++f)
        if (!taken[f] && program.functions[f].name.starts_with("_GLOBAL__sub_I_")) found.push_back(FunctionId(f));
      return found;
    };
    const std::vector<FunctionId> before = initialisers(before_, takenBefore_), after = initialisers(after_, takenAfter_);
    if (before.size() != after.size()) return;
    for (size_t k = 0; k < before.size(); ++k) add(before[k], after[k], PairedBy::SourceName);
  }

  void bySourceName() {
    struct Named {
      std::vector<FunctionId> before, after;
    };
    std::map<std::string, Named> named;
    for (size_t f = 0; f < before_.functions.size(); ++f)
      if (!takenBefore_[f] && isOwn(before_.functions[f]))
        named[withoutParameters(before_.functions[f].display)].before.push_back(FunctionId(f));
    for (size_t f = 0; f < after_.functions.size(); ++f)
      if (!takenAfter_[f] && isOwn(after_.functions[f]))
        named[withoutParameters(after_.functions[f].display)].after.push_back(FunctionId(f));
    for (const auto& [name, functions] : named)
      if (!name.empty() && functions.before.size() == 1 && functions.after.size() == 1)
        add(functions.before.front(), functions.after.front(), PairedBy::SourceName);
  }

  void bySimilarity() {
    for (const FunctionMatch& match : pairSimilar(before_, after_, matches_)) add(match.before, match.after, match.by);
  }

  std::vector<FunctionMatch> take() {
    std::sort(matches_.begin(), matches_.end(), [](const FunctionMatch& x, const FunctionMatch& y) { return x.after < y.after; });
    return std::move(matches_);
  }

 private:
  static bool isOwn(const Function& function) { return function.defined && !function.fromModels; }

  const Program& before_;
  const Program& after_;
  std::vector<bool> takenBefore_, takenAfter_;
  std::vector<FunctionMatch> matches_;
};

}  // namespace

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

std::vector<FunctionMatch> pairFunctions(const Program& before, const Program& after,
                                         const std::vector<std::pair<FunctionId, FunctionId>>& given) {
  Pairing pairing(before, after);
  for (const auto& [x, y] : given) pairing.add(x, y, PairedBy::User);
  pairing.byLinkerName();
  pairing.byInitialisedFile();
  pairing.bySourceName();
  pairing.bySimilarity();
  return pairing.take();
}

std::vector<FunctionMatch> pairAdded(const Program& before, const Program& after, const std::vector<FunctionPair>& known) {
  Pairing pairing(before, after);
  for (const FunctionPair& pair : known) pairing.add(pair.before, pair.after, pair.by);
  pairing.byLinkerName();
  return pairing.take();
}

}  // namespace cleave::change
