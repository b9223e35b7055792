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

namespace cleave::vm {

using RelId = uint32_t;  // node of the DAG: the decisions that a value relies on; 0: none

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

// What the end of a run relies on, besides the values it shows. `all` counts everything; `impacted` only what impacted code may cause.
struct EndReliance {
  RelId all = 0;
  RelId impacted = 0;
};

struct RunReliance {
  EndReliance outcome;           // how it ended: passed checks, and regions that might have ended the run
  EndReliance output[2];         // what was printed to each channel
  RelId unreached = 0;           // regions that might have executed a change
  bool endedByImpacted = false;  // a trap or exit in impacted code
  bool impactedOutput[2] = {false, false};
};

}  // namespace cleave::vm
