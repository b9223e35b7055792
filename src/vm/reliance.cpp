#include "vm/reliance.h"

#include <algorithm>
#include <utility>

#include "support/check.h"

namespace cleave::vm {

void RelianceDag::reset() {
  nodes_.assign(1, {});
  leaves_.clear();
  recent_.fill({});
}

RelId RelianceDag::single(uint64_t payload) {
  CHECK(payload <= UINT32_MAX, "too many decisions");
  if (payload >= leaves_.size()) leaves_.resize(std::max<size_t>(payload + 1, 2 * leaves_.size()), 0);
  RelId& known = leaves_[payload];
  if (known == 0) {
    known = static_cast<RelId>(nodes_.size());
    nodes_.push_back({static_cast<RelId>(payload), 0});
  }
  return known;
}

RelId RelianceDag::joinNew(RelId a, RelId b) {
  if (a > b) std::swap(a, b);
  // A union that already holds the other one needs no node; one level is all that is worth looking at.
  if (nodes_[b].b != 0 && nodes_[b].b != kNoChanges && (nodes_[b].a == a || nodes_[b].b == a)) return b;
  Joined& recent = recent_[(a * 0x9e3779b1u ^ b) % recent_.size()];
  if (recent.a == a && recent.b == b) return recent.result;
  recent = {a, b, static_cast<RelId>(nodes_.size())};
  CHECK(nodes_.size() < UINT32_MAX, "too many unions");
  nodes_.push_back({a, b});
  return recent.result;
}

RelId RelianceDag::withoutChanges(RelId a) {
  if (a == 0) return 0;
  const Node node = nodes_[a];
  if (node.b == kNoChanges) return a;
  if (node.b == 0) return (node.a & 1) != 0 ? 0 : a;
  if (static_cast<size_t>(a) + 1 < nodes_.size() && nodes_[a + 1].a == a && nodes_[a + 1].b == kNoChanges) return a + 1;
  nodes_.push_back({a, kNoChanges});
  return static_cast<RelId>(nodes_.size() - 1);
}

RelianceDag::Flat RelianceDag::flatten(std::span<const RelId> roots) const {
  enum : uint8_t { kUnseen, kSeenWithoutChanges, kSeen };
  std::vector<uint8_t> seen(nodes_.size(), kUnseen);
  std::vector<RelId> work;
  Flat flat;
  const auto visit = [&](RelId id, uint8_t how) {
    if (id == 0 || seen[id] >= how) return;
    seen[id] = how;
    work.push_back(id);
  };
  for (const RelId root : roots) visit(root, kSeen);
  while (!work.empty()) {
    const Node node = nodes_[work.back()];
    const uint8_t how = seen[work.back()];
    work.pop_back();
    if (node.b == kNoChanges) {
      visit(node.a, kSeenWithoutChanges);
    } else if (node.b != 0) {
      visit(node.a, how);
      visit(node.b, how);
    } else if ((node.a & 1) == 0) {
      flat.decisions.push_back(node.a >> 1);
    } else if (how == kSeen) {
      flat.changes.push_back(node.a >> 1);
    }
  }
  std::sort(flat.decisions.begin(), flat.decisions.end());
  flat.decisions.erase(std::unique(flat.decisions.begin(), flat.decisions.end()), flat.decisions.end());
  std::sort(flat.changes.begin(), flat.changes.end());
  flat.changes.erase(std::unique(flat.changes.begin(), flat.changes.end()), flat.changes.end());
  return flat;
}

}  // namespace cleave::vm
