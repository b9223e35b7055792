// A union of conjunctions is written as a tree over common prefixes, since paths share theirs:
//     {a b c, a b !c, a !b}  becomes  a && (b && (c || !c) || !b)
// which is as large as the tree of all paths instead of the sum of their lengths, and often folds away as it is built.
//
// Joining looks regions up by their literals: with n regions of k literals it asks n * k times for a region with one literal negated, or
// without it. Each step leaves a region less, so it ends.
#include "groups/regions.h"

#include <algorithm>
#include <map>

namespace cleave::groups {

using expr::ExprId;

namespace {

using Literals = std::vector<ExprId>;

constexpr size_t kMostLiterals = 300;

class Joiner {
 public:
  explicit Joiner(expr::ExprPool& pool) : pool_(pool) {}

  void add(Region region) {
    std::ranges::sort(region.literals);
    const auto repeated = std::ranges::unique(region.literals);
    region.literals.erase(repeated.begin(), repeated.end());
    put(std::move(region.literals), std::move(region.parts));
  }

  std::vector<Region> finish() {
    while (!fresh_.empty()) {
      const Literals literals = std::move(fresh_.back());
      fresh_.pop_back();
      if (regions_.contains(literals)) look(literals);
    }
    std::vector<Region> list;
    for (auto& [literals, parts] : regions_) list.push_back({literals, std::move(parts)});
    std::ranges::sort(list, {}, [](const Region& each) { return each.parts; });
    return list;
  }

 private:
  void put(Literals literals, std::vector<uint32_t> parts) {
    std::vector<uint32_t>& all = regions_[literals];
    all.insert(all.end(), parts.begin(), parts.end());
    std::ranges::sort(all);
    const auto repeated = std::ranges::unique(all);
    all.erase(repeated.begin(), repeated.end());
    fresh_.push_back(std::move(literals));
  }

  std::vector<uint32_t> take(const Literals& literals) {
    const auto at = regions_.find(literals);
    std::vector<uint32_t> parts = std::move(at->second);
    regions_.erase(at);
    return parts;
  }

  void look(const Literals& literals) {
    if (literals.size() > kMostLiterals) return;  // each literal would be a copy of all others
    for (size_t k = 0; k < literals.size(); ++k) {
      Literals less = literals;
      less.erase(less.begin() + static_cast<ptrdiff_t>(k));
      Literals other = less;
      const ExprId opposite = pool_.notOf(literals[k]);
      other.insert(std::ranges::lower_bound(other, opposite), opposite);
      const bool isWithin = regions_.contains(less);
      if (!isWithin && !regions_.contains(other)) continue;
      std::vector<uint32_t> parts = take(literals);
      if (!isWithin) {
        const std::vector<uint32_t> more = take(other);
        parts.insert(parts.end(), more.begin(), more.end());
      }
      put(std::move(less), std::move(parts));
      return;
    }
  }

  expr::ExprPool& pool_;
  std::map<Literals, std::vector<uint32_t>> regions_;
  std::vector<Literals> fresh_;  // that may have a partner
};

}  // namespace

std::vector<Region> joined(expr::ExprPool& pool, std::vector<Region> regions) {
  Joiner joiner(pool);
  for (Region& each : regions) joiner.add(std::move(each));
  return joiner.finish();
}

ExprId unionOf(expr::ExprPool& pool, std::span<const std::vector<ExprId>> conjunctions) {
  struct Node {
    ExprId literal;
    size_t parent = 0;
    bool whole = false;  // a conjunction ends here: all below is within
    std::map<ExprId, size_t> children;
    ExprId within;  // of the node's subtree
  };
  std::vector<Node> tree(1);
  for (const std::vector<ExprId>& literals : conjunctions) {
    size_t at = 0;
    for (const ExprId literal : literals) {
      const auto [place, isNew] = tree[at].children.emplace(literal, tree.size());
      const size_t next = place->second;
      if (isNew) tree.push_back({literal, at, false, {}, {}});
      at = next;
    }
    tree[at].whole = true;
  }
  // Children come behind their parents, so one pass from the end sees every subtree before its root.
  for (Node& node : tree) node.within = pool.boolean(node.whole);
  for (size_t i = tree.size() - 1; i > 0; --i) {
    Node& parent = tree[tree[i].parent];
    if (!parent.whole) parent.within = pool.orOf(parent.within, pool.andOf(tree[i].literal, tree[i].within));
  }
  return tree[0].within;
}

}  // namespace cleave::groups
