// The union of the parts is written as a tree over common prefixes, since paths share theirs:
//     {a b c, a b !c, a !b}  becomes  a && (b && (c || !c) || !b)
// which is as large as the tree of all paths instead of the sum of their lengths, and often folds away as it is built.
#include "explore/cover.h"

#include <map>

namespace cleave::explore {

using expr::ExprId;

std::optional<size_t> Cover::find(const expr::Assignment& input) {
  evaluator_.reset(input);
  for (size_t part = 0; part < parts_.size(); ++part) {
    const std::vector<ExprId>& literals = parts_[part];
    bool inside = true;
    for (size_t i = 0; inside && i < literals.size(); ++i) inside = evaluator_.holds(literals[i]);
    if (inside) return part;
  }
  return std::nullopt;
}

std::vector<ExprId> Cover::outside() {
  std::vector<ExprId> statements;
  for (const std::vector<ExprId>& literals : parts_) statements.push_back(pool_.notOf(pool_.conjunction(literals)));
  return statements;
}

ExprId Cover::uncovered() {
  struct Node {
    ExprId literal;
    size_t parent = 0;
    bool whole = false;  // a part ends here: all below is covered
    std::map<ExprId, size_t> children;
    ExprId covered;  // of the node's subtree
  };
  std::vector<Node> tree(1);
  for (const std::vector<ExprId>& literals : parts_) {
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
  for (Node& node : tree) node.covered = pool_.boolean(node.whole);
  for (size_t i = tree.size() - 1; i > 0; --i) {
    Node& parent = tree[tree[i].parent];
    if (!parent.whole) parent.covered = pool_.orOf(parent.covered, pool_.andOf(tree[i].literal, tree[i].covered));
  }
  return pool_.notOf(tree[0].covered);
}

}  // namespace cleave::explore
