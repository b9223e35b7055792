// Inputs that are containers of C++, as a reader wants them: words = {"a", ""}, m = {{1, 2}}. Their cells are a size and elements, with what
// elements have in turn; those behind the size are left out.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "result/result.h"

namespace cleave::report {

struct ContainerText {
  std::string name;   // "words"
  std::string value;  // "{\"a\", \"\"}"
  size_t cells = 0;   // that it stands for, from the first one on
};

// Of the container whose size is the cell `first`; none where it is no size.
std::optional<ContainerText> containerAt(const result::EntryResult& entry, const result::Partition& partition, size_t first);

}  // namespace cleave::report
