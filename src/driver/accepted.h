// What a project's people have accepted: differences of functions that are wanted, in a file of the project that is kept and reviewed like
// its code. Each says for a function, in C, where it may differ and what it may return there.
//
//   [[accepted]]
//   entry = "clamp"
//   when = "n < 0 && after == 0"
//   why = "negative counts are refused since 2.0"
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "driver/options.h"
#include "support/expected.h"

namespace cleave::driver {

inline constexpr const char* kAcceptedFile = "cleave.accepted.toml";

struct Accepted {
  std::string entry;
  std::string when;  // as --intend
  std::string why;   // for people
  std::string shown;  // an input and what it shows: a comment
};

// An error has the place, and what to do.
Expected<std::vector<Options::Intended>> readAccepted(const std::filesystem::path& file);
// Adds to the file, which need not be there yet. What it has stays as it is.
Status addAccepted(const std::filesystem::path& file, const std::vector<Accepted>& groups);

}  // namespace cleave::driver
