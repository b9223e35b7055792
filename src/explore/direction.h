// Where a walk is to go that has found many partitions and no difference: how far the code of the versions that run is from the changes,
// and a search beside the walk for inputs that differ.
#pragma once

#include <memory>
#include <optional>

#include "explore/directed_search.h"

namespace cleave::explore {

class Direction {
 public:
  explicit Direction(Workbench& bench) : bench_(bench) {}

  const Both<ChangeDistance>& distances() { return distancesOf(plain_, bench_.task(), bench_.tracking()); }
  // Of the versions that were run: plain or merged.
  const Both<ChangeDistance>& distances(const PairRun& run) {
    return run.plainChanges ? distancesOf(merged_, bench_.taskOf(run), bench_.mergedTracking()) : distances();
  }

  // An input that the walk has been to.
  void offer(const expr::Assignment& input);
  // An input that differs, if the search finds one in the time that the walk has earned it since the last call. `partitions`: so far.
  std::optional<expr::Assignment> search(uint64_t partitions);
  const DirectedSearch* made() const { return search_.get(); }

 private:
  using Distances = std::optional<Both<ChangeDistance>>;
  static const Both<ChangeDistance>& distancesOf(Distances& distances, const Task& task, const Tracking* tracking);
  DirectedSearch& theSearch();

  Workbench& bench_;
  Distances plain_;
  Distances merged_;
  std::unique_ptr<DirectedSearch> search_;
  uint64_t partitions_ = 0;  // and questions, at the last search
  uint64_t questions_ = 0;
};

}  // namespace cleave::explore
