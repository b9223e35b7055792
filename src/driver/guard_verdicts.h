// From what each entry tells of properties (driver/property_jobs.h) to their fates, and to violations.
#pragma once

#include <set>
#include <vector>

#include "driver/guard_list.h"
#include "driver/property_jobs.h"
#include "result/guard.h"

namespace cleave::driver {

class GuardVerdicts {
 public:
  GuardVerdicts(const GuardList& list, const std::vector<bool>& isOutdated, result::GuardResult& result)
      : list_(list), isOutdated_(isOutdated), result_(result) {}

  // `injected`: numbers that found their places in the versions.
  void take(const EntryProperties& found, const Both<std::set<uint32_t>>& injected);

 private:
  void takeBefore(const EntryProperties& found, const result::Partition& each, const Both<std::set<uint32_t>>& injected, bool isFarOff);
  void takeAfter(const EntryProperties& found, const result::Partition& each);
  void addViolation(const EntryProperties& found, const result::Partition& each);

  const GuardList& list_;
  const std::vector<bool>& isOutdated_;
  result::GuardResult& result_;
};

}  // namespace cleave::driver
