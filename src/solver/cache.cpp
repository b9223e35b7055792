// Remembers answers by the set of literals. Besides the same set, a set that contains one known to be unsatisfiable is unsatisfiable. An
// Unknown is remembered with the time it was given: asking again pays off only with notably more.
#include <algorithm>
#include <unordered_map>

#include "solver/reasons.h"
#include "solver/stages.h"

namespace cleave::solver {

namespace {

using expr::ExprId;
using Key = std::vector<uint32_t>;  // ascending

constexpr size_t kMostIds = 16'000'000;  // literals in all keys together; then everything is forgotten

struct KeyHash {
  size_t operator()(const Key& key) const {
    uint64_t hash = 0xcbf29ce484222325;
    for (uint32_t id : key) hash = (hash ^ id) * 0x100000001b3;
    return static_cast<size_t>(hash ^ (hash >> 32));
  }
};

struct Entry {
  Solution solution;
  Seconds limit{0};  // of the question, when unknown
};

class Cache : public Solver {
 public:
  Cache(SolverStatistics& statistics, std::unique_ptr<Solver> next) : statistics_(statistics), next_(std::move(next)) {}

  Solution solve(std::span<const ExprId> conjunction, Seconds limit) override {
    Key key = keyOf(conjunction);
    if (auto found = entries_.find(key); found != entries_.end() && answers(found->second, limit)) {
      ++statistics_.cacheHits;
      return found->second.solution;
    }
    if (containsRefuted(key)) {
      ++statistics_.cacheHits;
      return unsatisfiable();
    }
    Solution solution = next_->solve(conjunction, limit);
    remember(std::move(key), solution, limit);
    return solution;
  }

 private:
  static Key keyOf(std::span<const ExprId> conjunction) {
    Key key;
    for (ExprId literal : conjunction) key.push_back(literal.value);
    std::sort(key.begin(), key.end());
    key.erase(std::unique(key.begin(), key.end()), key.end());
    return key;
  }

  static bool answers(const Entry& entry, Seconds limit) { return entry.solution.answer != Answer::Unknown || limit <= 1.25 * entry.limit; }

  bool containsRefuted(const Key& key) const {
    for (uint32_t id : key) {
      auto sets = refutedByFirst_.find(id);
      if (sets == refutedByFirst_.end()) continue;
      for (const Key* set : sets->second) {
        if (std::includes(key.begin(), key.end(), set->begin(), set->end())) return true;
      }
    }
    return false;
  }

  void remember(Key key, const Solution& solution, Seconds limit) {
    if (ids_ > kMostIds) {
      refutedByFirst_.clear();
      entries_.clear();
      ids_ = 0;
    }
    ids_ += key.size();
    auto [place, isNew] = entries_.insert_or_assign(std::move(key), Entry{solution, limit});
    // Map nodes do not move, so the key's address holds until the map is cleared.
    bool refuted = solution.answer == Answer::Unsatisfiable && !place->first.empty();
    if (refuted) refutedByFirst_[place->first.front()].push_back(&place->first);
  }

  SolverStatistics& statistics_;
  std::unique_ptr<Solver> next_;
  std::unordered_map<Key, Entry, KeyHash> entries_;
  std::unordered_map<uint32_t, std::vector<const Key*>> refutedByFirst_;  // by the smallest id of the set
  size_t ids_ = 0;
};

}  // namespace

std::unique_ptr<Solver> makeCache(SolverStatistics& statistics, std::unique_ptr<Solver> next) {
  return std::make_unique<Cache>(statistics, std::move(next));
}

}  // namespace cleave::solver
