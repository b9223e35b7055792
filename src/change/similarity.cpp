#include "change/similarity.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

#include "change/align.h"
#include "change/match.h"
#include "change/shape.h"
#include "change/symbols.h"

namespace cleave::change {

using program::Function;
using program::FunctionId;
using program::Program;

namespace {

// INCOMPLETE: with very many functions on one side only, the last ones are not looked at.
constexpr uint64_t kWork = 200'000'000;

struct Candidate {
  FunctionId id;
  std::vector<uint32_t> tokens;  // its items, in order
  std::vector<uint32_t> sorted;
};

class Finder {
 public:
  Finder(const Program& before, const Program& after, const std::vector<FunctionMatch>& known)
      : before_(before), after_(after), keys_(nameSymbols(before, after, known)), pairedBefore_(before.functions.size(), false) {
    pairedAfter_.assign(after.functions.size(), false);
    for (const FunctionMatch& match : known) pairedBefore_[match.before.value] = pairedAfter_[match.after.value] = true;
  }

  std::vector<FunctionMatch> run() {
    if (!anyLeft(before_, pairedBefore_) || !anyLeft(after_, pairedAfter_)) return {};
    blurFunctions(before_, pairedBefore_, keys_.before);
    blurFunctions(after_, pairedAfter_, keys_.after);
    blurGlobals();
    std::map<Shape, std::pair<std::vector<Candidate>, std::vector<Candidate>>> groups;
    gather({before_, keys_.before, false}, pairedBefore_, [&](const Shape& signature) -> auto& { return groups[signature].first; });
    gather({after_, keys_.after, true}, pairedAfter_, [&](const Shape& signature) -> auto& { return groups[signature].second; });
    for (const auto& [signature, group] : groups)
      for (const Candidate& x : group.first)
        for (const Candidate& y : group.second) compare(x, y);
    return choose();
  }

 private:
  static bool isLeft(const Function& function, bool paired) { return !paired && function.defined && !function.fromModels; }

  static bool anyLeft(const Program& program, const std::vector<bool>& paired) {
    for (size_t f = 0; f < program.functions.size(); ++f)
      if (isLeft(program.functions[f], paired[f])) return true;
    return false;
  }

  // From here on a key that stands on one side only says no more than what kind of thing it is.
  uint32_t kind(Shape shape) {
    return (1u << 31) + kinds_.try_emplace(std::move(shape), static_cast<uint32_t>(kinds_.size())).first->second;
  }

  void blurFunctions(const Program& program, const std::vector<bool>& paired, SymbolKeys& keys) {
    for (size_t f = 0; f < program.functions.size(); ++f)
      if (isLeft(program.functions[f], paired[f])) keys.functions[f] = keys.addresses[f] = kind(signatureShape(program.functions[f]));
  }

  void blurGlobals() {
    const std::set<uint32_t> ofBefore(keys_.before.globals.begin(), keys_.before.globals.end());
    const std::set<uint32_t> ofAfter(keys_.after.globals.begin(), keys_.after.globals.end());
    const auto blur = [&](const Program& program, std::vector<uint32_t>& keys, const std::set<uint32_t>& others) {
      for (size_t g = 0; g < keys.size(); ++g)
        if (!others.contains(keys[g])) keys[g] = kind({program.globals[g].size, program.globals[g].constant});
    };
    blur(before_, keys_.before.globals, ofAfter);
    blur(after_, keys_.after.globals, ofBefore);
  }

  template <class GroupOf>
  void gather(const Side& side, const std::vector<bool>& paired, GroupOf groupOf) {
    for (size_t f = 0; f < paired.size(); ++f) {
      const Function& function = side.program.functions[f];
      if (!isLeft(function, paired[f])) continue;
      Candidate candidate{FunctionId(f), {}, {}};
      for (Shape& shape : looseShapes(side, function))
        candidate.tokens.push_back(tokens_.try_emplace(std::move(shape), static_cast<uint32_t>(tokens_.size())).first->second);
      candidate.sorted = candidate.tokens;
      std::sort(candidate.sorted.begin(), candidate.sorted.end());
      groupOf(signatureShape(function)).push_back(std::move(candidate));
    }
  }

  static bool alike(size_t common, size_t all) {
    const bool enough = common >= kLikeItems || 2 * common == all;
    return enough && 2 * static_cast<double>(common) >= kLikeShare * static_cast<double>(all);
  }

  bool spend(uint64_t cost) {
    if (work_ < cost) return false;
    work_ -= cost;
    return true;
  }

  void compare(const Candidate& x, const Candidate& y) {
    const size_t all = x.tokens.size() + y.tokens.size();
    if (!spend(all)) return;
    std::vector<uint32_t> shared;  // no alignment has more
    std::ranges::set_intersection(x.sorted, y.sorted, std::back_inserter(shared));
    if (!alike(shared.size(), all) || !spend(x.tokens.size() * y.tokens.size())) return;
    const size_t common = align(x.tokens, y.tokens).size();
    if (!alike(common, all)) return;
    const double share = 2 * static_cast<double>(common) / static_cast<double>(all);
    found_.push_back({share, commonEnds(before_.function(x.id).name, after_.function(y.id).name), x.id, y.id});
  }

  static size_t commonEnds(const std::string& x, const std::string& y) {
    const auto first = static_cast<size_t>(std::ranges::mismatch(x, y).in1 - x.begin());
    size_t last = 0;
    while (first + last < std::min(x.size(), y.size()) && x[x.size() - 1 - last] == y[y.size() - 1 - last]) ++last;
    return first + last;
  }

  std::vector<FunctionMatch> choose() {
    const auto rank = [](const Found& f) { return std::make_tuple(-f.share, -static_cast<double>(f.commonName), f.after, f.before); };
    std::sort(found_.begin(), found_.end(), [&](const Found& x, const Found& y) { return rank(x) < rank(y); });
    std::vector<FunctionMatch> matches;
    for (const Found& f : found_) {
      if (pairedBefore_[f.before.value] || pairedAfter_[f.after.value]) continue;
      pairedBefore_[f.before.value] = pairedAfter_[f.after.value] = true;
      matches.push_back({f.before, f.after, PairedBy::Similarity});
    }
    return matches;
  }

  struct Found {
    double share;
    size_t commonName;  // letters that the names begin and end with alike
    FunctionId before;
    FunctionId after;
  };

  const Program& before_;
  const Program& after_;
  SymbolKeyPair keys_;
  std::vector<bool> pairedBefore_, pairedAfter_;
  std::unordered_map<Shape, uint32_t, ShapeHash> kinds_, tokens_;
  std::vector<Found> found_;
  uint64_t work_ = kWork;
};

}  // namespace

std::vector<FunctionMatch> pairSimilar(const Program& before, const Program& after, const std::vector<FunctionMatch>& known) {
  return Finder(before, after, known).run();
}

}  // namespace cleave::change
