#include "explore/direction.h"

#include <algorithm>

namespace cleave::explore {

namespace {

// In steps and not in seconds, so that equal seeds give equal searches: a tenth of the walk's time or so, and a quarter of a long
// walk's. One that will prove something has done so by then, as a rule.
constexpr uint64_t kFirstWork = 2'000'000;
constexpr uint64_t kWorkPerPartition = 5'000;
constexpr uint64_t kWorkPerQuestion = 1'000;
constexpr uint64_t kPartitionsPerShare = 250;  // so many more, and the search gets once more as much,
constexpr uint64_t kMostShares = 2;            // up to so many times

std::vector<program::FunctionId> allOf(const program::Program& program) {
  std::vector<program::FunctionId> all;
  for (size_t f = 0; f < program.functions.size(); ++f) all.emplace_back(f);
  return all;
}

}  // namespace

const Both<ChangeDistance>& Direction::distancesOf(Distances& distances, const Task& task, const Tracking* tracking) {
  if (!distances) {
    distances = makeBoth([&](Side side) {
      const program::Program& program = side == Side::Before ? task.before : task.after;
      return ChangeDistance(program, task.changes.marks.of(side), tracking != nullptr ? tracking->reached(side) : allOf(program));
    });
  }
  return *distances;
}

DirectedSearch& Direction::theSearch() {
  if (search_ == nullptr) search_ = std::make_unique<DirectedSearch>(bench_, distances());
  return *search_;
}

void Direction::offer(const expr::Assignment& input) { theSearch().offer(input); }

std::optional<expr::Assignment> Direction::search(uint64_t partitions) {
  const uint64_t questions = bench_.statistics().queries;
  uint64_t work = kFirstWork;
  if (partitions_ != 0) work = (partitions - partitions_) * kWorkPerPartition + (questions - questions_) * kWorkPerQuestion;
  work *= std::clamp<uint64_t>(partitions / kPartitionsPerShare, 1, kMostShares);
  partitions_ = partitions;
  questions_ = questions;
  return theSearch().search(work);
}

}  // namespace cleave::explore
