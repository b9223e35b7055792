// Pointers as C writes them: `line + 3`, `&out->key[2]`, never as a number of bytes, where what they point into is shown by the same run.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "vm/observation.h"

namespace cleave::explore {

class PointerTexts {
 public:
  PointerTexts(const std::vector<vm::ObservedCell>& cells, const std::vector<vm::ObservedCell>& globals);

  std::string textOf(const vm::ObservedCell& pointer) const;

 private:
  std::string within(const std::string& object, const vm::ObservedCell& pointer, uint64_t offset) const;

  std::map<std::pair<std::string, uint64_t>, std::string> places_;  // by root and offset; the first that is shown there
};

}  // namespace cleave::explore
