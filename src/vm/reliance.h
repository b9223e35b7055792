// What values rely on: a set of decisions such that the value keeps its expression as long as these go as they did. Sets are nodes of a
// union DAG, so that joining two costs a node, however large they are; they are flattened only when a partition is made.
//
// Relying on a decision includes relying on what its condition relied on, so a decision is a node joined with those. The changed code that
// a value passed through is kept in the same sets.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "flow/site_set.h"
#include "vm/value.h"

namespace cleave::vm {

class RelianceDag {
 public:
  RelianceDag() { reset(); }

  void reset();
  RelId decision(uint32_t index) { return single(uint64_t{index} << 1); }
  RelId change(uint32_t id) { return single(uint64_t{id} << 1 | 1); }
  RelId join(RelId a, RelId b) {
    if (a == b || b == 0) return a;
    if (a == 0) return b;
    return joinNew(a, b);
  }
  // The same decisions, but none of the changes: of a value that is the same in both versions, whatever code computes it.
  RelId withoutChanges(RelId a);
  size_t size() const { return nodes_.size(); }

  // Ascending, each once.
  struct Flat {
    std::vector<uint32_t> decisions;
    std::vector<uint32_t> changes;
  };
  Flat flatten(std::span<const RelId> roots) const;

 private:
  struct Node {
    RelId a = 0;
    RelId b = 0;  // 0: a single decision or change, and `a` tells which; kNoChanges: a, without its changes
  };
  static constexpr RelId kNoChanges = UINT32_MAX;
  struct Joined {
    RelId a = 0, b = 0, result = 0;
  };
  RelId single(uint64_t payload);
  RelId joinNew(RelId a, RelId b);

  std::vector<Node> nodes_;
  std::vector<RelId> leaves_;  // by payload; 0: none yet
  std::array<Joined, 1024> recent_;
};

// The regions that closed, by the objects that they may have written: each entry is a moment and the decision whose region it was. Answers
// what a place that was written at some moment relies on since then.
class WriteLog {
 public:
  explicit WriteLog(RelianceDag& dag) : dag_(dag) {}

  void reset();
  uint32_t now() const { return now_; }
  void add(const flow::SiteSet& sites, bool anySite, RelId rel);  // one moment
  // The union of what was added at or after the moment for this site; an invalid one stands for all.
  RelId since(flow::SiteId site, uint32_t moment);
  bool isEmpty(flow::SiteId site) const;

 private:
  // Entries in order, with the unions of aligned blocks of 2, 4, 8... of them: any suffix is a union of few blocks.
  struct List {
    std::vector<uint32_t> moments;
    std::vector<std::vector<RelId>> levels;
    uint32_t askedFrom = 0, askedSize = 0;  // the last question
    RelId answer = 0;
  };
  void append(List& list, RelId rel);
  RelId suffix(List& list, uint32_t moment);

  RelianceDag& dag_;
  uint32_t now_ = 0;
  std::vector<List> lists_;  // by site
  List any_;
  List all_;  // every entry, for objects of unknown site
};

}  // namespace cleave::vm
