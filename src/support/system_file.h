// Headers that come with the system: nobody who compares two versions of a program reads them.
#pragma once

#include <string_view>

namespace cleave {

inline bool isSystemFile(std::string_view file) {
  return file.starts_with("/usr/include") || file.starts_with("/usr/lib") || file.starts_with("/usr/bin/../lib");
}

}  // namespace cleave
