// The idea: equal ends are peeled off; a rest of up to kTable cells is solved exactly by dynamic programming; a larger one is cut where an
// element occurs exactly once on both sides (the longest ascending chain of such pairs, as in a patience diff), and where no single element
// does, runs of kRuns elements are tried. Each cut makes strictly smaller rests, so it ends; `work_` bounds the cost of many uneven cuts.
// Any ascending set of equal pairs is a correct answer: a shorter one only makes more changes.
#include "change/align.h"

#include <algorithm>
#include <unordered_map>

namespace cleave::change {

namespace {

using Pair = std::pair<uint32_t, uint32_t>;
constexpr uint64_t kTable = 1 << 21;
constexpr uint32_t kRuns[] = {1, 3, 8, 24};

struct Range {
  uint32_t beforeFirst, beforeEnd, afterFirst, afterEnd;
  uint64_t rows() const { return beforeEnd - beforeFirst; }
  uint64_t columns() const { return afterEnd - afterFirst; }
};

class Aligner {
 public:
  Aligner(std::span<const uint32_t> before, std::span<const uint32_t> after)
      : before_(before), after_(after), work_(1000 * (before.size() + after.size()) + 4 * kTable) {}

  std::vector<Pair> run() {
    std::vector<Range> todo{{0, static_cast<uint32_t>(before_.size()), 0, static_cast<uint32_t>(after_.size())}};
    while (!todo.empty()) {
      Range range = todo.back();
      todo.pop_back();
      peel(range);
      if (range.rows() == 0 || range.columns() == 0) continue;
      if (range.rows() * range.columns() <= kTable) {
        if (spend(range.rows() * range.columns())) solveExactly(range);
      } else {
        cut(range, todo);
      }
    }
    std::sort(pairs_.begin(), pairs_.end());
    return std::move(pairs_);
  }

 private:
  bool spend(uint64_t cost) {
    if (work_ < cost) return false;
    work_ -= cost;
    return true;
  }

  void peel(Range& r) {
    while (r.rows() > 0 && r.columns() > 0 && before_[r.beforeFirst] == after_[r.afterFirst])
      pairs_.emplace_back(r.beforeFirst++, r.afterFirst++);
    while (r.rows() > 0 && r.columns() > 0 && before_[r.beforeEnd - 1] == after_[r.afterEnd - 1])
      pairs_.emplace_back(--r.beforeEnd, --r.afterEnd);
  }

  // Among the longest, one whose pairs stand together: `paired` is the best for two tails that begin with a pair, `best` for any two tails.
  void solveExactly(const Range& r) {
    constexpr uint32_t kPair = 1 << 12;  // more than the longest can have neighbours: kTable keeps the shorter side below that
    size_t rows = r.rows(), columns = r.columns();
    std::vector<uint32_t> best((rows + 1) * (columns + 1), 0), paired(best.size(), 0);
    auto at = [&](size_t i, size_t j) { return i * (columns + 1) + j; };
    auto continued = [&](size_t i, size_t j) {  // the pair (i, j), and what is best behind it
      uint32_t neighbour = paired[at(i + 1, j + 1)];
      return kPair + std::max(neighbour == 0 ? 0 : neighbour + 1, best[at(i + 1, j + 1)]);
    };
    for (size_t i = rows; i-- > 0;)
      for (size_t j = columns; j-- > 0;) {
        if (same(r, i, j)) paired[at(i, j)] = continued(i, j);
        best[at(i, j)] = std::max({paired[at(i, j)], best[at(i + 1, j)], best[at(i, j + 1)]});
      }
    bool bound = false;  // the last pair counts on a neighbour
    for (size_t i = 0, j = 0; i < rows && j < columns;) {
      uint32_t pair = paired[at(i, j)];
      if (pair != 0 && (bound || pair == best[at(i, j)])) {
        pairs_.emplace_back(r.beforeFirst + i, r.afterFirst + j);
        uint32_t neighbour = paired[at(i + 1, j + 1)];
        bound = neighbour != 0 && neighbour + 1 >= best[at(i + 1, j + 1)];
        ++i, ++j;
      } else if (best[at(i + 1, j)] >= best[at(i, j + 1)]) {
        ++i;
      } else {
        ++j;
      }
    }
  }

  bool same(const Range& r, size_t i, size_t j) const { return before_[r.beforeFirst + i] == after_[r.afterFirst + j]; }

  void cut(const Range& r, std::vector<Range>& todo) {
    for (uint32_t length : kRuns) {
      if (!spend(8 * length * (r.rows() + r.columns()))) return;
      std::vector<Pair> anchors = ascendingChain(uniqueRuns(r, length));
      if (anchors.empty()) continue;
      Range rest = r;
      for (auto [i, j] : anchors) {
        if (i < rest.beforeFirst || j < rest.afterFirst) continue;  // overlaps the run before it
        todo.push_back({rest.beforeFirst, i, rest.afterFirst, j});
        for (uint32_t k = 0; k < length; ++k) pairs_.emplace_back(i + k, j + k);
        rest.beforeFirst = i + length;
        rest.afterFirst = j + length;
      }
      todo.push_back(rest);
      return;
    }
  }

  // Positions of runs of `length` elements that occur once in each part, ascending in before.
  std::vector<Pair> uniqueRuns(const Range& r, uint32_t length) const {
    struct Seen {
      uint32_t before = 0, after = 0, beforeCount = 0, afterCount = 0;
    };
    std::unordered_map<uint64_t, Seen> seen;
    for (uint32_t i = r.beforeFirst; i + length <= r.beforeEnd; ++i) {
      Seen& s = seen[hashOf(before_.subspan(i, length))];
      s.before = i;
      ++s.beforeCount;
    }
    for (uint32_t j = r.afterFirst; j + length <= r.afterEnd; ++j) {
      Seen& s = seen[hashOf(after_.subspan(j, length))];
      s.after = j;
      ++s.afterCount;
    }
    std::vector<Pair> pairs;
    for (const auto& [hash, s] : seen)
      if (s.beforeCount == 1 && s.afterCount == 1 && std::ranges::equal(before_.subspan(s.before, length), after_.subspan(s.after, length)))
        pairs.emplace_back(s.before, s.after);
    std::sort(pairs.begin(), pairs.end());
    return pairs;
  }

  static uint64_t hashOf(std::span<const uint32_t> run) {
    uint64_t hash = 0xcbf29ce484222325;
    for (uint32_t number : run) hash = (hash ^ number) * 0x9e3779b97f4a7c15 + (hash >> 29);
    return hash;
  }

  // The longest subsequence that ascends in after as well.
  static std::vector<Pair> ascendingChain(const std::vector<Pair>& pairs) {
    std::vector<size_t> tails;  // tails[n]: the pair with the least `after` that ends a chain of n + 1
    std::vector<size_t> previous(pairs.size(), SIZE_MAX);
    for (size_t k = 0; k < pairs.size(); ++k) {
      auto place =
          std::lower_bound(tails.begin(), tails.end(), pairs[k].second, [&](size_t t, uint32_t value) { return pairs[t].second < value; });
      if (place != tails.begin()) previous[k] = *(place - 1);
      if (place == tails.end()) {
        tails.push_back(k);
      } else {
        *place = k;
      }
    }
    std::vector<Pair> chain;
    for (size_t k = tails.empty() ? SIZE_MAX : tails.back(); k != SIZE_MAX; k = previous[k]) chain.push_back(pairs[k]);
    std::reverse(chain.begin(), chain.end());
    return chain;
  }

  std::span<const uint32_t> before_;
  std::span<const uint32_t> after_;
  uint64_t work_;
  std::vector<Pair> pairs_;
};

}  // namespace

std::vector<Pair> align(std::span<const uint32_t> before, std::span<const uint32_t> after) { return Aligner(before, after).run(); }

}  // namespace cleave::change
