// How clang-19 calls the linker on this machine, found out when cleave was built: asking it again takes longer than linking.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace cleave::native {

// Between the two come objects, libraries and what else is to be said.
struct LinkWords {
  std::vector<std::string> front;  // the linker first
  std::vector<std::string> back;
};

// None: this machine is another, and lacks one of the files.
std::optional<LinkWords> linkWords(bool isCxx);

}  // namespace cleave::native
