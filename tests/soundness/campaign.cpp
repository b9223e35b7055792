#include "campaign.h"

#include <fmt/format.h>

#include <atomic>
#include <thread>

namespace cleave::soundness {

namespace fs = std::filesystem;

void Tally::pass(uint64_t count) {
  std::lock_guard lock(mutex_);
  passed_ += count;
}

void Tally::fail(uint64_t seed, const std::string& message, const std::vector<fs::path>& files) {
  std::lock_guard lock(mutex_);
  ++failed_;
  fs::path directory = options_.keep / fmt::format("{}-{}", tool_, seed);
  std::error_code error;
  fs::create_directories(directory, error);
  for (const fs::path& file : files) fs::copy_file(file, directory / file.filename(), fs::copy_options::overwrite_existing, error);
  fmt::print("FAILED seed {}: {}\n  files: {}\n  again: {} --seed {} --count 1\n", seed, message, directory.string(), tool_, seed);
  std::fflush(stdout);
}

void Tally::count(const std::string& what, uint64_t by) {
  std::lock_guard lock(mutex_);
  counts_[what] += by;
}

uint64_t Tally::counted(const std::string& what) {
  std::lock_guard lock(mutex_);
  return counts_[what];
}

int Tally::close() {
  for (const auto& [what, count] : counts_) fmt::print("  {:>8}  {}\n", count, what);
  fmt::print("  {:>7.1f}s\n", Seconds(Clock::now() - start_).count());
  fmt::print("{} passed, {} failed\n", passed_, failed_);
  return failed_ == 0 && passed_ > 0 ? 0 : 1;
}

void runBatches(const CampaignOptions& options, const std::function<void(const std::vector<uint64_t>&)>& work) {
  std::atomic<uint64_t> next{0};
  Clock::time_point start = Clock::now();
  auto worker = [&] {
    while (true) {
      uint64_t first = next.fetch_add(options.batch);
      bool timed = options.minutes > 0;
      if (timed ? Seconds(Clock::now() - start).count() > 60 * options.minutes : first >= options.count) return;
      std::vector<uint64_t> seeds;
      for (uint64_t k = first; k < first + options.batch && (timed || k < options.count); ++k) seeds.push_back(options.seed + k);
      work(seeds);
    }
  };
  std::vector<std::thread> threads;
  for (unsigned k = 0; k < std::max(1u, options.jobs); ++k) threads.emplace_back(worker);
  for (std::thread& thread : threads) thread.join();
}

}  // namespace cleave::soundness
