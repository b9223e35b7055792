// Where one is in a list, or in a text that is longer than the screen, and what keys do to that.
#pragma once

#include <cstddef>
#include <optional>

#include "browse/private/press.h"

namespace cleave::browse {

// By how many lines a key moves on a page of so many; nothing: it does not move.
std::optional<long> movement(const Press& press, size_t page);

// A list of which one item is chosen. Items are of one line each.
class ListPosition {
 public:
  void setCount(size_t count);
  void choose(size_t item);
  bool press(const Press& press);
  size_t first(size_t height);  // the item in the first of so many lines; the chosen one is among them

  size_t count() const { return count_; }
  size_t chosen() const { return chosen_; }

 private:
  size_t count_ = 0;
  size_t chosen_ = 0;
  size_t first_ = 0;
  size_t height_ = 1;
};

// A text of which some lines can be seen.
class TextPosition {
 public:
  bool press(const Press& press);
  void show(size_t line) { first_ = line; }
  size_t first(size_t count, size_t height);

 private:
  size_t first_ = 0;
  size_t count_ = 0;
  size_t height_ = 1;
};

}  // namespace cleave::browse
