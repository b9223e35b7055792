// What the campaigns share: their options, work in batches on several cores, the tally, and keeping what failed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "support/budget.h"

namespace cleave::soundness {

struct CampaignOptions {
  uint64_t seed = 1;
  uint64_t count = 100;
  double minutes = 0;  // when given, goes on from seed to seed for so long instead of `count`
  unsigned jobs = 2;
  unsigned batch = 25;  // cases per file
  std::filesystem::path keep = "soundness-failures";
};

class Tally {
 public:
  Tally(const CampaignOptions& options, std::string tool) : options_(options), tool_(std::move(tool)) {}

  void pass(uint64_t count = 1);
  // Prints what went wrong and how to see it again, and copies the files to a directory of that seed.
  void fail(uint64_t seed, const std::string& message, const std::vector<std::filesystem::path>& files);
  void count(const std::string& what, uint64_t by = 1);  // shown in the summary
  uint64_t counted(const std::string& what);
  uint64_t passed() const { return passed_; }
  // The summary and the closing line; the exit status.
  int close();

 private:
  const CampaignOptions& options_;
  std::string tool_;
  std::mutex mutex_;
  uint64_t passed_ = 0;
  uint64_t failed_ = 0;
  std::map<std::string, uint64_t> counts_;
  Clock::time_point start_ = Clock::now();
};

// Calls work(seeds) for batches of seeds, `jobs` of them at a time.
void runBatches(const CampaignOptions& options, const std::function<void(const std::vector<uint64_t>&)>& work);

}  // namespace cleave::soundness
