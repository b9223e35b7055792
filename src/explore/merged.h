// Both versions with branches merged that only choose between values (program/merge.h), for a walk that finds too many partitions: each way
// through such code is a way less. The versions compute the same as before, and the entry, its cells and what was found until then stay.
#pragma once

#include <memory>
#include <vector>

#include "explore/explore.h"
#include "explore/tracking.h"

namespace cleave::explore {

class Merged {
 public:
  // Null: there is nothing to merge. `tracking` is of the task.
  static std::unique_ptr<Merged> make(const Task& task, const Tracking& tracking);
  Merged(const Merged&) = delete;

  const Task& task() const { return task_; }
  // Changes of the merged versions as those of the plain ones, of which `ran` did.
  std::vector<uint32_t> plainChanges(const std::vector<uint32_t>& merged, const std::vector<uint32_t>& ran) const;

 private:
  Merged(const Task& plain, program::Program before, program::Program after);

  const change::Changes& plain_;
  program::Program before_;
  program::Program after_;
  change::Changes changes_;
  Task task_;
};

}  // namespace cleave::explore
