// What the replay driver is told and what it answers. The script is an array of 64-bit words; the answer is text:
//     started                        written before the entry is called
//     returned                       the entry came back
//     threw NAME                     or let an exception of this type out
//     stopped                        the run ended at a call of the environment
//     exits                          the program calls exit
//     cell HEX | unreadable | null | pointer | global G        one line per cell, in the script's order
//     end
// Names of cells stay on our side: both lists are in the same order.
#pragma once

#include <string>
#include <vector>

#include "native/replay.h"

namespace cleave::native {

inline constexpr uint64_t kScriptMagic = 0x31657661656c63;  // "cleave1"

// The cells to print, alike on both sides: a name that only one version's list has is looked up on the other side too, by the path of the
// version that has it.
struct CellPlan {
  struct Row {
    std::string name;
    ReplayCell before;
    ReplayCell after;
    // Whether different values are a difference. Not for a cell behind a pointer that only one list has: the other version's memory there
    // may be anything; if the shapes differ, the pointer leading to it shows that.
    bool compared = true;
  };
  std::vector<Row> rows;
};
CellPlan planCells(const std::vector<ReplayCell>& before, const std::vector<ReplayCell>& after);

// `cells` stands in for input.cells. `resultPath` is absolute.
std::string encodeScript(const ReplayInput& input, const std::vector<ReplayCell>& cells, const ReplayVersion& version,
                         const std::string& resultPath);

struct Answer {
  enum class State { Missing, NoSuchEntry, Started, Returned, Threw, Stopped, Exits, Broken } state = State::Missing;
  std::vector<std::string> values;  // one per cell when Returned, Threw, Stopped or Exits
  std::string exception;            // its type when Threw
};
Answer decodeAnswer(const std::string& text, const std::vector<ReplayCell>& cells, const ReplayVersion& version);

}  // namespace cleave::native
