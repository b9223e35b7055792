// What is on the screen, as plain data: lines of pieces that look in some way. No terminal is needed to make it or to test it; terminal.h
// shows it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "result/result.h"

namespace cleave::browse {

struct Size {
  size_t width = 80;
  size_t height = 24;
};

// What a piece of text is, not which colour that has.
enum class Look { Plain, Muted, Strong, Bar, Chosen, Equal, Different, Undefined, Unfinished, Removed, Added, Found };

struct Span {
  std::string text;
  Look look = Look::Plain;
};

// Pieces one behind the other. All text is valid UTF-8 without control characters.
class Line {
 public:
  Line() = default;
  explicit Line(std::string text, Look look = Look::Plain) { add(std::move(text), look); }

  Line& add(std::string text, Look look = Look::Plain);
  Line& add(const Line& more);
  Line& padTo(size_t columns, Look look = Look::Plain);  // with spaces; nothing, where it is that wide

  const std::vector<Span>& spans() const { return spans_; }
  size_t width() const;
  std::string text() const;
  Line cut(size_t columns) const;   // the first so many, the last of them "…" where there is more
  Line shown(Look look) const;      // all of it in this look
  Line from(size_t columns) const;  // without the first so many

 private:
  std::vector<Span> spans_;
};

using Lines = std::vector<Line>;

Look lookOf(result::PartitionKind kind);
Look lookOf(result::Verdict verdict);

// A cell of a table: cut, or filled with spaces.
Line cell(std::string_view text, size_t columns, Look look = Look::Plain);
// A label, and a text that is wrapped behind it and never cut.
void addLabelled(Lines& lines, std::string_view label, const std::string& text, size_t width, Look look = Look::Plain);

}  // namespace cleave::browse
