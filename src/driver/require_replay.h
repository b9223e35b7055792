// Native runs of inputs that exploration found: which goals (points::insertGoals) they come to on the machine.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <vector>

#include "driver/confirm.h"
#include "driver/prepare.h"

namespace cleave::driver {

struct ReplayRequest {
  const explore::Task& task;
  size_t index = 0;  // of the entry
  const expr::Assignment& input;
  std::vector<uint32_t> goals;  // to be looked at
  uint32_t wanted = 0;          // the one that matters
  // The versions once more in a folder, with that entry alone, where after ends with points::kGoalStatus at the goal: a run that does not come back tells
  // nothing of its marks.
  std::function<Expected<Prepared>(uint32_t goal, const std::filesystem::path& folder)> stopping;
};

class GoalReplayer {
 public:
  GoalReplayer(const Prepared& prepared, const Options& options, const StopFlag* stop) : prepared_(prepared), options_(options), stop_(stop) {}

  // The goals that a native run of after comes to; `wanted` is one of them. An error: it does not come to that one, or was not run.
  Expected<std::set<uint32_t>> reached(const ReplayRequest& request);

 private:
  Expected<std::set<uint32_t>> stopped(const ReplayRequest& request) const;

  const Prepared& prepared_;
  const Options& options_;
  const StopFlag* stop_;
  std::unique_ptr<Confirmer> confirmer_;
};

}  // namespace cleave::driver
