#include "browse/private/position.h"

#include <algorithm>
#include <limits>

namespace cleave::browse {

namespace {

size_t moved(size_t from, long by, size_t last) {
  if (by < 0) return from - std::min(from, static_cast<size_t>(-(by + 1)) + 1);
  return static_cast<size_t>(by) >= last - std::min(from, last) ? last : from + static_cast<size_t>(by);
}

}  // namespace

std::optional<long> movement(const Press& press, size_t page) {
  const long most = std::numeric_limits<long>::max(), lines = static_cast<long>(std::max<size_t>(2, page)) - 1;
  switch (press.key) {
    case Key::Up:
      return -1;
    case Key::Down:
      return 1;
    case Key::PageUp:
      return -lines;
    case Key::PageDown:
      return lines;
    case Key::Home:
      return -most;
    case Key::End:
      return most;
    case Key::Character:
    case Key::Left:
    case Key::Right:
    case Key::Enter:
    case Key::Escape:
    case Key::Tab:
    case Key::BackTab:
    case Key::Backspace:
      return std::nullopt;
  }
  return std::nullopt;
}

void ListPosition::setCount(size_t count) {
  count_ = count;
  chosen_ = count == 0 ? 0 : std::min(chosen_, count - 1);
}

void ListPosition::choose(size_t item) { chosen_ = count_ == 0 ? 0 : std::min(item, count_ - 1); }

bool ListPosition::press(const Press& press) {
  const std::optional<long> by = movement(press, height_);
  if (by && count_ != 0) chosen_ = moved(chosen_, *by, count_ - 1);
  return by.has_value();
}

size_t ListPosition::first(size_t height) {
  height_ = std::max<size_t>(1, height);
  if (chosen_ < first_) first_ = chosen_;
  if (chosen_ >= first_ + height_) first_ = chosen_ - height_ + 1;
  first_ = std::min(first_, count_ - std::min(count_, height_));
  return first_;
}

bool TextPosition::press(const Press& press) {
  const std::optional<long> by = movement(press, height_);
  if (by) first_ = moved(first_, *by, count_ - std::min(count_, height_));
  return by.has_value();
}

size_t TextPosition::first(size_t count, size_t height) {
  count_ = count;
  height_ = std::max<size_t>(1, height);
  first_ = std::min(first_, count_ - std::min(count_, height_));
  return first_;
}

}  // namespace cleave::browse
