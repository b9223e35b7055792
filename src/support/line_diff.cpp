#include "support/line_diff.h"

#include <algorithm>
#include <sstream>

#include "support/check.h"

namespace cleave {

namespace {

constexpr size_t kMostCells = 64 << 20;  // of the table; beyond, what lies between the common ends is one hunk

// length[i][j]: of the longest common subsequence of before[i..] and after[j..].
class Table {
 public:
  Table(const std::vector<std::string>& before, const std::vector<std::string>& after, size_t head, size_t beforeEnd, size_t afterEnd)
      : width_(afterEnd - head + 1), lengths_((beforeEnd - head + 1) * width_, 0) {
    for (size_t i = beforeEnd; i-- > head;)
      for (size_t j = afterEnd; j-- > head;)
        at(i - head, j - head) =
            before[i] == after[j] ? at(i - head + 1, j - head + 1) + 1 : std::max(at(i - head + 1, j - head), at(i - head, j - head + 1));
  }
  uint32_t& at(size_t i, size_t j) { return lengths_[i * width_ + j]; }

 private:
  size_t width_;
  std::vector<uint32_t> lengths_;
};

}  // namespace

std::vector<std::string> splitLines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string withoutBlanks(const std::string& line) {
  const size_t first = line.find_first_not_of(" \t");
  return first == std::string::npos ? "" : line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

std::vector<LineHunk> diffLines(const std::vector<std::string>& before, const std::vector<std::string>& after) {
  size_t head = 0, beforeEnd = before.size(), afterEnd = after.size();
  while (head < beforeEnd && head < afterEnd && before[head] == after[head]) ++head;
  while (beforeEnd > head && afterEnd > head && before[beforeEnd - 1] == after[afterEnd - 1]) {
    --beforeEnd;
    --afterEnd;
  }
  if (head == beforeEnd && head == afterEnd) return {};
  if ((beforeEnd - head + 1) > kMostCells / (afterEnd - head + 1)) return {{head, beforeEnd, head, afterEnd}};
  Table table(before, after, head, beforeEnd, afterEnd);
  std::vector<LineHunk> hunks;
  for (size_t i = head, j = head; i < beforeEnd || j < afterEnd;) {
    if (i < beforeEnd && j < afterEnd && before[i] == after[j]) {
      ++i;
      ++j;
      continue;
    }
    const bool removes = i < beforeEnd && (j == afterEnd || table.at(i - head + 1, j - head) >= table.at(i - head, j - head + 1));
    const bool goesOn = !hunks.empty() && hunks.back().beforeEnd == i && hunks.back().afterEnd == j;
    if (!goesOn) hunks.push_back({i, i, j, j});
    removes ? ++i : ++j;
    hunks.back().beforeEnd = i;
    hunks.back().afterEnd = j;
  }
  return hunks;
}

std::vector<std::string> applyHunks(const std::vector<std::string>& before, const std::vector<std::string>& after,
                                    const std::vector<LineHunk>& hunks, const std::vector<bool>& chosen) {
  CHECK(hunks.size() == chosen.size(), "a choice for each hunk");
  std::vector<std::string> lines;
  size_t at = 0;
  const auto copy = [&](const std::vector<std::string>& from, size_t first, size_t end) {
    lines.insert(lines.end(), from.begin() + static_cast<ptrdiff_t>(first), from.begin() + static_cast<ptrdiff_t>(end));
  };
  for (size_t k = 0; k < hunks.size(); ++k) {
    copy(before, at, hunks[k].beforeFirst);
    if (chosen[k]) {
      copy(after, hunks[k].afterFirst, hunks[k].afterEnd);
    } else {
      copy(before, hunks[k].beforeFirst, hunks[k].beforeEnd);
    }
    at = hunks[k].beforeEnd;
  }
  copy(before, at, before.size());
  return lines;
}

}  // namespace cleave
