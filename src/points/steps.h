// The steps of a run, written down by the program itself: before the code of each line, at entries and exits, in loops and behind calls,
// the values of the variables that are in scope there go into a ring of words, which whoever runs the program reads when it has ended (the
// VM does: vm::Vm).
//
//     cleave_property_steps[...]   the ring
//     cleave_property_next         how many words were ever written; the next one goes to this number modulo kRingWords
//     cleave_property_ended        1: the mark was set, and nothing was written since
//
// A step is the words of its variables in their order (a sequence: its length and kElements elements), a word with a bit for each variable
// that is there, and the number of the step; so a ring that lost its beginning is read from its end.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "probes/point.h"
#include "support/expected.h"

namespace cleave::points {

inline constexpr uint64_t kRingWords = uint64_t{1} << 18;
inline constexpr unsigned kElements = 16;

struct StepOptions {
  std::vector<std::string> functions;  // the linker's names; empty: all
  uint32_t property = 0;               // whose mark ends the recording, behind the step that sees it
  uint64_t first = 0;                  // number of the first step
  bool plain = false;                  // only what can be read without a pointer: never a trap that the program itself does not have
};

// Writes the module with its steps; they are numbered in the order of the list. Their variables are those that are recorded.
Expected<std::vector<probes::Point>> insertSteps(const std::filesystem::path& bitcode, const StepOptions& options,
                                                 const std::filesystem::path& output);

}  // namespace cleave::points
