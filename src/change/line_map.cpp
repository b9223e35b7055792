// The lines are compared as lists of words: no blanks, no comments; lines without a word (a brace, a comment) do not take part. Equal lines
// are aligned first. Each gap between them holds lines of both sides, or of one alone, which then have no partner: they were inserted or
// deleted. In a gap with both, lines that share at least half of their words are aligned, so that the sum of what they share is greatest;
// what is left between these is taken in order where both sides have equally many.
#include "change/line_map.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <unordered_map>

#include "change/align.h"

namespace cleave::change {

namespace {

constexpr double kLikeLine = 0.5;
constexpr size_t kMostInGap = 200;  // more is no longer an edit that anyone reads line by line

struct Line {
  uint32_t number = 0;
  uint32_t text = 0;            // equal for equal lines
  std::vector<uint32_t> words;  // without brackets, commas and semicolons
};

// Cuts lines into words; knows whether it is inside a comment.
class Reader {
 public:
  Reader(std::unordered_map<std::string, uint32_t>& words, std::unordered_map<std::string, uint32_t>& texts)
      : words_(words), texts_(texts) {}

  std::vector<Line> read(const TextPart& part) {
    std::vector<Line> lines;
    for (uint32_t number = std::max(part.first, 1u); number <= part.last && number <= part.lines.size(); ++number) {
      Line line{number, 0, {}};
      std::string text;
      cut(part.lines[number - 1], [&](std::string_view word) {
        text.append(word) += '\n';
        if (std::string_view("(){}[],;").find(word) == std::string_view::npos) line.words.push_back(intern(words_, std::string(word)));
      });
      if (line.words.empty()) continue;
      line.text = intern(texts_, text);
      lines.push_back(std::move(line));
    }
    return lines;
  }

 private:
  static uint32_t intern(std::unordered_map<std::string, uint32_t>& ids, const std::string& text) {
    return ids.try_emplace(text, static_cast<uint32_t>(ids.size())).first->second;
  }

  static bool isWordLetter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; }

  template <class Take>
  void cut(std::string_view text, Take take) {
    for (size_t at = 0; at < text.size();) {
      const std::string_view rest = text.substr(at);
      if (inComment_) {
        const size_t end = rest.find("*/");
        inComment_ = end == std::string_view::npos;
        at = inComment_ ? text.size() : at + end + 2;
      } else if (rest.starts_with("//")) {
        return;
      } else if (rest.starts_with("/*")) {
        inComment_ = true;
        at += 2;
      } else if (std::isspace(static_cast<unsigned char>(rest[0])) != 0) {
        ++at;
      } else {
        const size_t length = lengthOfWord(rest);
        take(rest.substr(0, length));
        at += length;
      }
    }
  }

  static size_t lengthOfWord(std::string_view text) {
    size_t length = 1;
    if (text[0] == '"' || text[0] == '\'') {
      while (length < text.size() && text[length] != text[0]) length += text[length] == '\\' ? 2 : 1;
      return std::min(length + 1, text.size());
    }
    if (isWordLetter(text[0]))
      while (length < text.size() && isWordLetter(text[length])) ++length;
    return length;
  }

  std::unordered_map<std::string, uint32_t>& words_;
  std::unordered_map<std::string, uint32_t>& texts_;
  bool inComment_ = false;
};

using Pairs = std::vector<std::pair<uint32_t, uint32_t>>;

double likeness(const Line& x, const Line& y) {
  const double share = 2.0 * static_cast<double>(align(x.words, y.words).size()) / static_cast<double>(x.words.size() + y.words.size());
  return share >= kLikeLine ? share : 0;
}

// Positions of lines that are alike, ascending on both sides, with the greatest sum.
Pairs alignAlike(const std::vector<Line>& xs, const std::vector<Line>& ys) {
  const size_t rows = xs.size(), columns = ys.size();
  std::vector<double> like(rows * columns), best((rows + 1) * (columns + 1), 0);
  const auto at = [&](size_t i, size_t j) -> double& { return best[i * (columns + 1) + j]; };
  for (size_t i = rows; i-- > 0;)
    for (size_t j = columns; j-- > 0;) {
      like[i * columns + j] = likeness(xs[i], ys[j]);
      at(i, j) = std::max({at(i + 1, j), at(i, j + 1), like[i * columns + j] + at(i + 1, j + 1)});
    }
  Pairs pairs;
  for (size_t i = 0, j = 0; i < rows && j < columns;) {
    const double own = like[i * columns + j];
    if (own > 0 && own + at(i + 1, j + 1) >= at(i, j)) {
      pairs.emplace_back(i++, j++);
    } else if (at(i + 1, j) >= at(i, j + 1)) {
      ++i;
    } else {
      ++j;
    }
  }
  return pairs;
}

// Calls visit(xFirst, xEnd, yFirst, yEnd) for what lies between the pairs.
template <class Visit>
void forEachGap(const Pairs& pairs, size_t rows, size_t columns, Visit visit) {
  size_t x = 0, y = 0;
  for (const auto& [i, j] : pairs) {
    visit(x, i, y, j);
    x = i + 1;
    y = j + 1;
  }
  visit(x, rows, y, columns);
}

std::vector<uint32_t> textsOf(const std::vector<Line>& lines) {
  std::vector<uint32_t> texts;
  for (const Line& line : lines) texts.push_back(line.text);
  return texts;
}

}  // namespace

LineMap::LineMap(const TextPart& before, const TextPart& after) {
  std::unordered_map<std::string, uint32_t> words, texts;
  const std::vector<Line> xs = Reader(words, texts).read(before), ys = Reader(words, texts).read(after);
  const auto pair = [&](const Line& x, const Line& y) {
    partners_.before[x.number] = y.number;
    partners_.after[y.number] = x.number;
  };
  const Pairs same = align(textsOf(xs), textsOf(ys));
  for (const auto& [i, j] : same) pair(xs[i], ys[j]);
  forEachGap(same, xs.size(), ys.size(), [&](size_t xFirst, size_t xEnd, size_t yFirst, size_t yEnd) {
    const auto range = [](const std::vector<Line>& lines, size_t first, size_t end) {
      return first == end ? std::pair<uint32_t, uint32_t>() : std::pair(lines[first].number, lines[end - 1].number);
    };
    if (xFirst != xEnd || yFirst != yEnd) gaps_.push_back({range(xs, xFirst, xEnd), range(ys, yFirst, yEnd)});
    if (xFirst == xEnd || yFirst == yEnd || xEnd - xFirst > kMostInGap || yEnd - yFirst > kMostInGap) return;
    const std::vector<Line> gapX(xs.begin() + static_cast<ptrdiff_t>(xFirst), xs.begin() + static_cast<ptrdiff_t>(xEnd));
    const std::vector<Line> gapY(ys.begin() + static_cast<ptrdiff_t>(yFirst), ys.begin() + static_cast<ptrdiff_t>(yEnd));
    const Pairs alike = alignAlike(gapX, gapY);
    for (const auto& [i, j] : alike) pair(gapX[i], gapY[j]);
    forEachGap(alike, gapX.size(), gapY.size(), [&](size_t x, size_t xLast, size_t y, size_t yLast) {
      if (xLast - x != yLast - y) return;
      for (; x < xLast; ++x, ++y) pair(gapX[x], gapY[y]);
    });
  });
}

}  // namespace cleave::change
