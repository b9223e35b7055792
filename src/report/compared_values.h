// All that both versions show on one input, beside each other, in words of the source.
#pragma once

#include <string>
#include <vector>

#include "result/result.h"
#include "support/both.h"

namespace cleave::report {

struct ComparedValue {
  std::string name;               // "ends", "return", "out->value", "stdout"
  Both<std::string> shown;        // "": it shows no such thing
  Both<std::string> expressions;  // of the inputs, on the whole partition; "": there is none
  bool differs = false;
};

std::vector<ComparedValue> comparedValues(const result::EntryResult& entry, const result::Partition& partition);

}  // namespace cleave::report
