// Some choice has to exclude the first item that is left: try each that does, with one choice more at a time. The number of tries is
// bounded, so a hard question costs little and has no answer.
#include "groups/smallest_cover.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace cleave::groups {

namespace {

constexpr size_t kMostTries = 30'000;
constexpr size_t kWord = 64;

using Items = std::vector<uint64_t>;

class Tries {
 public:
  Tries(const std::vector<CoverChoice>& choices, size_t items) : choices_(choices), all_((items + kWord - 1) / kWord, 0) {
    for (size_t k = 0; k < items; ++k) all_[k / kWord] |= uint64_t{1} << (k % kWord);
    for (const CoverChoice& each : choices) {
      Items excluded(all_.size(), 0);
      for (size_t k = 0; k < items; ++k)
        if ((*each.excludes)[k]) excluded[k / kWord] |= uint64_t{1} << (k % kWord);
      excluded_.push_back(std::move(excluded));
    }
  }

  std::optional<std::vector<size_t>> ofSize(size_t size) {
    best_.reset();
    visit(size, all_, 0);
    return best_;
  }
  bool isTired() const { return tries_ >= kMostTries; }

 private:
  void visit(size_t left, const Items& items, size_t cost) {
    const auto word = std::ranges::find_if(items, [](uint64_t each) { return each != 0; });
    if (word == items.end()) {
      best_ = chosen_;
      bestCost_ = cost;
      return;
    }
    if (left == 0) return;
    const size_t at = static_cast<size_t>(word - items.begin());
    const uint64_t first = uint64_t{1} << std::countr_zero(*word);
    Items rest(items.size());
    for (size_t k = 0; k < choices_.size() && !isTired(); ++k) {
      if ((excluded_[k][at] & first) == 0 || (best_ && cost + choices_[k].cost >= bestCost_)) continue;
      ++tries_;
      for (size_t w = 0; w < rest.size(); ++w) rest[w] = items[w] & ~excluded_[k][w];
      chosen_.push_back(k);
      visit(left - 1, rest, cost + choices_[k].cost);
      chosen_.pop_back();
    }
  }

  const std::vector<CoverChoice>& choices_;
  Items all_;
  std::vector<Items> excluded_;  // by choice
  std::vector<size_t> chosen_;
  std::optional<std::vector<size_t>> best_;
  size_t bestCost_ = 0;
  size_t tries_ = 0;
};

}  // namespace

std::optional<std::vector<size_t>> smallestCover(const std::vector<CoverChoice>& choices, size_t items, size_t most) {
  Tries tries(choices, items);
  for (size_t size = 0; size <= most && !tries.isTired(); ++size)
    if (std::optional<std::vector<size_t>> found = tries.ofSize(size)) {
      std::ranges::sort(*found);
      return found;
    }
  return std::nullopt;
}

}  // namespace cleave::groups
