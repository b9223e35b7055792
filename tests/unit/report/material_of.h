// What reports read, made of a result in memory.
#pragma once

#include "report/material.h"

namespace cleave::report {

inline Material materialOf(const result::Result& result) {
  Material material;
  material.result = result;
  material.verdict = result::overall(result);
  material.whole = [result](size_t k) { return result.entries[k]; };
  material.show = [result](size_t k, size_t) { return shown(result.entries[k]); };
  material.directory = "cleave.out";
  material.root = "/home/me/project";
  return material;
}

}  // namespace cleave::report
