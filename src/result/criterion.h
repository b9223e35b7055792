// Which observations count. How a run ends (it returns, exits or traps) always does; of what it shows, the user may choose a few things or
// leave some out. Things are named by their root: "return" stands for the result and all it leads to, "p" for the memory behind the
// parameter p, "table" for the global table, "stdout", "stderr", "exit status" and "files" for what they say.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "result/guarantee.h"

namespace cleave::result {

struct Criterion {
  std::vector<std::string> observed;  // empty: everything
  std::vector<std::string> ignored;
  std::set<std::string, std::less<>> marks = {};  // whole names that are observed, too, where they are thousands

  bool isEverything() const { return observed.empty() && ignored.empty() && marks.empty(); }
  bool counts(std::string_view observation) const;  // "table[3].x", "*return", "stdout"
  std::vector<std::string> words() const;           // for the guarantee; none when everything counts
  bool operator==(const Criterion&) const = default;
};

// "table" of "table[3].x", "list" of "(*list->next)[2]".
std::string_view rootOf(std::string_view observation);

}  // namespace cleave::result
