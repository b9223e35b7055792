#include "statements/private/match.h"

#include <algorithm>

namespace cleave::statements {
namespace {

// A longest common subsequence of two ranges, by `same`; calls visit(i, j) for its pairs.
template <class Same, class Visit>
void align(size_t firstBefore, size_t endBefore, size_t firstAfter, size_t endAfter, const Same& same, const Visit& visit) {
  size_t i = firstBefore, j = firstAfter;
  for (; i < endBefore && j < endAfter && same(i, j); ++i, ++j) visit(i, j);
  size_t endI = endBefore, endJ = endAfter;
  for (; endI > i && endJ > j && same(endI - 1, endJ - 1); --endI, --endJ) visit(endI - 1, endJ - 1);
  const size_t rows = endI - i, columns = endJ - j;
  if (rows == 0 || columns == 0 || rows * columns > 25'000'000) return;
  std::vector<uint32_t> longest((rows + 1) * (columns + 1), 0);
  const auto at = [&](size_t r, size_t c) -> uint32_t& { return longest[r * (columns + 1) + c]; };
  for (size_t r = rows; r-- > 0;)
    for (size_t c = columns; c-- > 0;) at(r, c) = same(i + r, j + c) ? at(r + 1, c + 1) + 1 : std::max(at(r + 1, c), at(r, c + 1));
  for (size_t r = 0, c = 0; r < rows && c < columns;) {
    if (same(i + r, j + c)) {
      visit(i + r++, j + c++);
    } else if (at(r + 1, c) >= at(r, c + 1)) {
      ++r;
    } else {
      ++c;
    }
  }
}

}  // namespace

StatementMatch matchStatements(const FunctionStatements& before, const FunctionStatements& after) {
  const std::vector<CodeStatement>&x = before.all(), &y = after.all();
  StatementMatch match;
  match.partner = {std::vector<uint32_t>(x.size(), StatementMatch::kNone), std::vector<uint32_t>(y.size(), StatementMatch::kNone)};
  match.isChanged = {std::vector<bool>(x.size(), true), std::vector<bool>(y.size(), true)};
  std::vector<std::pair<size_t, size_t>> anchors;
  align(0, x.size(), 0, y.size(), [&](size_t i, size_t j) { return x[i].text == y[j].text; },
        [&](size_t i, size_t j) { anchors.emplace_back(i, j); });
  std::ranges::sort(anchors);
  anchors.emplace_back(x.size(), y.size());
  size_t i = 0, j = 0;
  for (const auto& [nextI, nextJ] : anchors) {
    // Between two anchors: what changed.
    align(i, nextI, j, nextJ, [&](size_t a, size_t b) { return x[a].key == y[b].key; },
          [&](size_t a, size_t b) {
            match.partner.before[a] = static_cast<uint32_t>(b);
            match.partner.after[b] = static_cast<uint32_t>(a);
          });
    if (nextI < x.size()) {
      match.partner.before[nextI] = static_cast<uint32_t>(nextJ);
      match.partner.after[nextJ] = static_cast<uint32_t>(nextI);
      match.isChanged.before[nextI] = match.isChanged.after[nextJ] = false;
    }
    i = nextI + 1;
    j = nextJ + 1;
  }
  return match;
}

}  // namespace cleave::statements
