// The parts in which two texts differ, line by line: a shortest edit, neighbouring lines together.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cleave {

std::vector<std::string> splitLines(const std::string& text);
std::string withoutBlanks(const std::string& line);  // around it

// Lines counted from 0; [first, end) of each side, one of which may be empty.
struct LineHunk {
  size_t beforeFirst = 0, beforeEnd = 0;
  size_t afterFirst = 0, afterEnd = 0;
};
std::vector<LineHunk> diffLines(const std::vector<std::string>& before, const std::vector<std::string>& after);

// `before` with the chosen hunks applied.
std::vector<std::string> applyHunks(const std::vector<std::string>& before, const std::vector<std::string>& after,
                                    const std::vector<LineHunk>& hunks, const std::vector<bool>& chosen);

}  // namespace cleave
