// Constants of the code that an entry may run: what it compares with, what it passes on, and the text it holds. An input that holds one of
// them goes ways that a random one does not find.
#pragma once

#include <set>
#include <string>

#include "explore/entry.h"
#include "program/program.h"
#include "support/bits.h"

namespace cleave::explore {

struct Harvest {
  std::set<U128> integers;  // compared with; sign-extended to 128 bits, so that they fit cells of any width
  std::set<long double> floats;
  std::set<U128> own;           // in code of the user's: compared with, or passed on to what may compare with it; extended like integers
  std::set<std::string> words;  // text of constant data
};

Harvest harvestConstants(const Entry& entry, const program::Program& before, const program::Program& after);

}  // namespace cleave::explore
