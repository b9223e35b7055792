// Columns of text that fit a terminal: wrapping, cutting, padding. Knows nothing of results. All text is valid UTF-8 without control
// characters.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cleave::report {

// Breaks text into lines of at most `width` columns, preferably behind "&&", "||", ";" or ",", else at a space, outside of parentheses if it can be,
// else anywhere. What does not fit into `mostLines` is cut, and the last line ends in "…".
std::vector<std::string> wrap(std::string_view text, size_t width, size_t mostLines);

// Widths for columns that would like `wanted`, so that their sum is at most `available`: the widest give way first, none below a small
// minimum.
std::vector<size_t> fitWidths(std::vector<size_t> wanted, size_t available);

struct TableRow {
  std::vector<std::string> cells;
  std::string style;  // an escape sequence around the last cell, or empty
};

struct TableShape {
  size_t indent = 2;
  size_t gap = 2;
  size_t width = 100;
  size_t mostLines = 3;  // per row
};

// Rows as lines, each ending in a newline; no trailing spaces. The first row is the heading and gets a rule.
std::string table(const std::vector<TableRow>& rows, const TableShape& shape);

std::string counted(size_t count, const char* noun);  // "1 row", "2 rows"

// How wide the labels of the lines below a table are (changes, guarantee, ...).
constexpr size_t kLabelWidth = 11;

// "label  text", the text wrapped behind the label.
std::string labelled(std::string_view label, size_t labelWidth, std::string_view text, const TableShape& shape);

}  // namespace cleave::report
