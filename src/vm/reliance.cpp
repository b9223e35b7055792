#include "vm/reliance.h"

#include <algorithm>
#include <utility>

#include "support/check.h"

namespace cleave::vm {

// --- the DAG

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

// --- the log

void WriteLog::reset() {
  now_ = 0;
  lists_.clear();
  any_ = {};
  all_ = {};
}

void WriteLog::add(const flow::SiteSet& sites, bool anySite, RelId rel) {
  if (anySite) {
    append(any_, rel);
  } else {
    sites.forEach([&](flow::SiteId site) {
      if (site.value >= lists_.size()) lists_.resize(site.value + 1);
      append(lists_[site.value], rel);
    });
  }
  append(all_, rel);
  ++now_;
}

void WriteLog::append(List& list, RelId rel) {
  list.moments.push_back(now_);
  for (size_t level = 0;; ++level) {
    if (level == list.levels.size()) list.levels.emplace_back();
    std::vector<RelId>& row = list.levels[level];
    row.push_back(rel);
    if (row.size() % 2 != 0) return;
    rel = dag_.join(row[row.size() - 2], row.back());
  }
}

RelId WriteLog::suffix(List& list, uint32_t moment) {
  const auto size = static_cast<uint32_t>(list.moments.size());
  if (size == 0 || list.moments.back() < moment) return 0;
  const auto from = static_cast<uint32_t>(std::lower_bound(list.moments.begin(), list.moments.end(), moment) - list.moments.begin());
  if (list.askedFrom == from && list.askedSize == size) return list.answer;
  RelId all = 0;
  for (uint32_t at = from; at < size;) {
    size_t level = 0;
    while (level + 1 < list.levels.size() && at % (2u << level) == 0 && at + (2u << level) <= size) ++level;
    all = dag_.join(all, list.levels[level][at >> level]);
    at += 1u << level;
  }
  list.askedFrom = from;
  list.askedSize = size;
  list.answer = all;
  return all;
}

RelId WriteLog::since(flow::SiteId site, uint32_t moment) {
  if (!site.valid()) return suffix(all_, moment);
  RelId all = suffix(any_, moment);
  if (site.value < lists_.size()) all = dag_.join(all, suffix(lists_[site.value], moment));
  return all;
}

bool WriteLog::isEmpty(flow::SiteId site) const {
  if (!site.valid()) return all_.moments.empty();
  if (!any_.moments.empty()) return false;
  return site.value >= lists_.size() || lists_[site.value].moments.empty();
}

}  // namespace cleave::vm
