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
  Finder(const Both<const Program&>& programs, const std::vector<FunctionMatch>& known)
      : programs_(programs), keys_(nameSymbols(programs, known)) {
    for (const Side side : kSides) {
      paired_.of(side).assign(programs.of(side).functions.size(), false);
      for (const FunctionMatch& match : known) paired_.of(side)[match.of(side).value] = true;
    }
  }

  std::vector<FunctionMatch> run() {
    if (!anyLeft(Side::Before) || !anyLeft(Side::After)) return {};
    for (const Side side : kSides) blurFunctions(side);
    blurGlobals();
    std::map<Shape, Both<std::vector<Candidate>>> groups;  // by signature
    for (const Side side : kSides) gather(side, groups);
    for (const auto& [signature, group] : groups)
      for (const Candidate& x : group.before)
        for (const Candidate& y : group.after) compare(x, y);
    return choose();
  }

 private:
  bool isLeft(Side side, size_t f) const {
    const Function& function = programs_.of(side).functions[f];
    return !paired_.of(side)[f] && function.defined && !function.fromModels;
  }

  bool anyLeft(Side side) const {
    for (size_t f = 0; f < paired_.of(side).size(); ++f)
      if (isLeft(side, f)) return true;
    return false;
  }

  // From here on a key that stands on one side only says no more than what kind of thing it is.
  uint32_t kind(Shape shape) {
    return (1u << 31) + kinds_.try_emplace(std::move(shape), static_cast<uint32_t>(kinds_.size())).first->second;
  }

  void blurFunctions(Side side) {
    SymbolKeys& keys = keys_.of(side);
    for (size_t f = 0; f < keys.functions.size(); ++f)
      if (isLeft(side, f)) keys.functions[f] = keys.addresses[f] = kind(signatureShape(programs_.of(side).functions[f]));
  }

  void blurGlobals() {
    const Both<std::set<uint32_t>> known = makeBoth([&](Side side) {
      const std::vector<uint32_t>& keys = keys_.of(side).globals;
      return std::set<uint32_t>(keys.begin(), keys.end());
    });
    for (const Side side : kSides) {
      std::vector<uint32_t>& keys = keys_.of(side).globals;
      const std::vector<program::Global>& globals = programs_.of(side).globals;
      for (size_t g = 0; g < keys.size(); ++g)
        if (!known.of(otherSide(side)).contains(keys[g])) keys[g] = kind({globals[g].size, globals[g].constant});
    }
  }

  void gather(Side side, std::map<Shape, Both<std::vector<Candidate>>>& groups) {
    const KeyedVersion version{programs_.of(side), keys_.of(side), side};
    for (size_t f = 0; f < version.program.functions.size(); ++f) {
      const Function& function = version.program.functions[f];
      if (!isLeft(side, f)) continue;
      Candidate candidate{FunctionId(f), {}, {}};
      for (Shape& shape : looseShapes({version, function}))
        candidate.tokens.push_back(tokens_.try_emplace(std::move(shape), static_cast<uint32_t>(tokens_.size())).first->second);
      candidate.sorted = candidate.tokens;
      std::sort(candidate.sorted.begin(), candidate.sorted.end());
      groups[signatureShape(function)].of(side).push_back(std::move(candidate));
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
    const size_t names = commonEnds(programs_.before.function(x.id).name, programs_.after.function(y.id).name);
    found_.push_back({{x.id, y.id}, share, names});
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
      if (paired_.before[f.before.value] || paired_.after[f.after.value]) continue;
      paired_.before[f.before.value] = paired_.after[f.after.value] = true;
      matches.push_back({f, PairedBy::Similarity});
    }
    return matches;
  }

  struct Found : Both<FunctionId> {
    double share;
    size_t commonName;  // letters that the names begin and end with alike
  };

  Both<const Program&> programs_;
  Both<SymbolKeys> keys_;
  Both<std::vector<bool>> paired_;  // by function
  std::unordered_map<Shape, uint32_t, ShapeHash> kinds_, tokens_;
  std::vector<Found> found_;
  uint64_t work_ = kWork;
};

}  // namespace

std::vector<FunctionMatch> pairSimilar(const Both<const Program&>& programs, const std::vector<FunctionMatch>& known) {
  return Finder(programs, known).run();
}

}  // namespace cleave::change
