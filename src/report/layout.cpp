#include "report/layout.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "report/utf8.h"

namespace cleave::report {

namespace {

constexpr size_t kNarrowest = 8;
constexpr const char* kReset = "\033[0m";

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

bool endsClause(std::string_view part) { return part.ends_with("&&") || part.ends_with("||") || part.ends_with(";") || part.ends_with(","); }

// By place, up to `count`: how many parentheses, brackets and quotes are open there.
std::vector<int> depths(std::string_view text, size_t count) {
  std::vector<int> list;
  int depth = 0;
  bool isQuoted = false;
  for (size_t i = 0; i <= count && i < text.size(); ++i) {
    const bool isEscaped = i > 0 && text[i - 1] == '\\';
    if (text[i] == '"' && !isEscaped) isQuoted = !isQuoted;
    if (!isQuoted && (text[i] == '(' || text[i] == '[' || text[i] == '{')) ++depth;
    if (!isQuoted && (text[i] == ')' || text[i] == ']' || text[i] == '}')) --depth;
    list.push_back(depth + (isQuoted ? 1 : 0));
  }
  return list;
}

// How many bytes of `text` (wider than `width`) go on this line: behind a clause that is not within parentheses, else between other words there, else within them.
size_t breakAt(std::string_view text, size_t width) {
  const std::string_view line = columns(text, width);
  const size_t early = line.size() / 3;  // a line that is nearly empty is worse than a break at a worse place
  const std::vector<int> open = depths(text, line.size());
  int least = 4;
  size_t best = line.size();
  for (size_t i = line.size(); i > early; --i) {  // a space right behind the line costs nothing
    if (i >= text.size() || text[i] != ' ') continue;
    const int badness = (endsClause(text.substr(0, i)) ? 0 : 1) + (open[i] > 0 ? 2 : 0);
    if (badness >= least) continue;
    least = badness;
    best = i;
  }
  return best;
}

void pad(std::string& line, std::string_view text, size_t width) {
  line += text;
  line.append(width - std::min(width, displayWidth(text)), ' ');
}

void endLine(std::string& text) {
  while (!text.empty() && text.back() == ' ') text.pop_back();
  text += '\n';
}

}  // namespace

std::string counted(size_t count, const char* noun) { return std::to_string(count) + " " + noun + (count == 1 ? "" : "s"); }

std::vector<std::string> wrap(std::string_view text, size_t width, size_t mostLines) {
  std::vector<std::string> lines;
  text = trimmed(text);
  width = std::max<size_t>(2, width);
  while (!text.empty()) {
    if (displayWidth(text) <= width) {
      lines.emplace_back(text);
      break;
    }
    if (lines.size() + 1 == mostLines) {
      lines.push_back(std::string(trimmed(columns(text, width - 1))) + "…");
      break;
    }
    const size_t end = std::max<size_t>(1, breakAt(text, width));
    lines.emplace_back(trimmed(text.substr(0, end)));
    text = trimmed(text.substr(end));
  }
  if (lines.empty()) lines.emplace_back();
  return lines;
}

std::vector<size_t> fitWidths(std::vector<size_t> wanted, size_t available) {
  while (std::accumulate(wanted.begin(), wanted.end(), size_t{0}) > available) {
    const auto widest = std::max_element(wanted.begin(), wanted.end());
    if (widest == wanted.end() || *widest <= kNarrowest) break;
    --*widest;
  }
  return wanted;
}

namespace {

// Finds widths for columns that do not fit: of those with a given sum, such that make the table low.
class Widths {
 public:
  Widths(const std::vector<TableRow>& rows, const std::vector<size_t>& wanted) : rows_(rows), wanted_(wanted), heights_(std::min(rows.size(), kMostRows)) {}

  // As far as moving a few columns of text from one to another leads.
  std::vector<size_t> lowestFrom(std::vector<size_t> widths) {
    size_t least = heightOf(widths);
    for (const size_t step : {12, 6, 3, 1})
      for (bool isBetter = true; isBetter;) {
        isBetter = false;
        for (size_t from = 0; from < widths.size(); ++from)
          for (size_t to = 0; to < widths.size(); ++to) {
            if (from == to || widths[from] < kNarrowest + step || widths[to] + step > wanted_[to]) continue;
            std::vector<size_t> other = widths;
            other[from] -= step;
            other[to] += step;
            if (const size_t height = heightOf(other); height < least) {
              least = height;
              widths = std::move(other);
              isBetter = true;
            }
          }
      }
    return widths;
  }

 private:
  static constexpr size_t kMostRows = 60;  // that are looked at
  static constexpr size_t kMostLines = 30;

  size_t heightOf(const std::vector<size_t>& widths) {
    size_t sum = 0;
    for (size_t r = 0; r < heights_.size(); ++r) {
      size_t height = 1, cut = 0;
      for (size_t c = 0; c < widths.size(); ++c) {
        size_t& known = heights_[r][{c, widths[c]}];
        if (known == 0) known = wrap(rows_[r].cells[c], widths[c], kMostLines).size();
        height = std::max(height, known);
        cut += longestWord(rows_[r].cells[c]) > widths[c] ? 1 : 0;  // a line more is better than half a word
      }
      sum += height + cut;
    }
    return sum;
  }

  static size_t longestWord(std::string_view text) {
    size_t most = 0;
    for (size_t start = 0; start < text.size();) {
      const size_t end = std::min(text.find(' ', start), text.size());
      most = std::max(most, displayWidth(text.substr(start, end - start)));
      start = end + 1;
    }
    return most;
  }

  const std::vector<TableRow>& rows_;
  const std::vector<size_t>& wanted_;
  std::vector<std::map<std::pair<size_t, size_t>, size_t>> heights_;  // of rows, by column and width; 0: not known yet
};

}  // namespace

std::string table(const std::vector<TableRow>& rows, const TableShape& shape) {
  if (rows.empty()) return {};
  const size_t count = rows.front().cells.size();
  std::vector<size_t> wanted(count, 0);
  for (const TableRow& row : rows)
    for (size_t c = 0; c < count; ++c) wanted[c] = std::max(wanted[c], displayWidth(row.cells[c]));
  // The last column holds words of ours, which are short and stay whole.
  const size_t last = wanted.back();
  wanted.pop_back();
  const size_t taken = shape.indent + shape.gap * (count - 1) + last;
  std::vector<size_t> widths = fitWidths(wanted, shape.width > taken ? shape.width - taken : 0);
  if (widths != wanted) widths = Widths(rows, wanted).lowestFrom(std::move(widths));
  widths.push_back(last);

  std::string text;
  for (size_t r = 0; r < rows.size(); ++r) {
    std::vector<std::vector<std::string>> cells;
    size_t height = 1;
    for (size_t c = 0; c < count; ++c) {
      cells.push_back(wrap(rows[r].cells[c], widths[c], shape.mostLines));
      height = std::max(height, cells.back().size());
    }
    for (size_t line = 0; line < height; ++line) {
      text.append(shape.indent, ' ');
      for (size_t c = 0; c < count; ++c) {
        const std::string part = line < cells[c].size() ? cells[c][line] : "";
        const bool styled = c + 1 == count && !rows[r].style.empty() && !part.empty();
        if (styled) text += rows[r].style;
        pad(text, part, styled ? 0 : widths[c]);
        if (styled) text += kReset;
        if (c + 1 < count) text.append(shape.gap, ' ');
      }
      endLine(text);
    }
    if (r == 0) {
      text.append(shape.indent, ' ');
      text.append(std::accumulate(widths.begin(), widths.end(), shape.gap * (count - 1)), '-');
      endLine(text);
    }
  }
  return text;
}

std::string labelled(std::string_view label, size_t labelWidth, std::string_view text, const TableShape& shape) {
  const size_t start = shape.indent + labelWidth + shape.gap;
  std::string result;
  for (const std::string& line : wrap(text, shape.width > start + kNarrowest ? shape.width - start : kNarrowest, shape.mostLines)) {
    result.append(shape.indent, ' ');
    pad(result, result.size() == shape.indent ? label : std::string_view(), labelWidth);
    result.append(shape.gap, ' ');
    result += line;
    endLine(result);
  }
  return result;
}

}  // namespace cleave::report
