// The result as Markdown, for a comment on a pull request: verdicts, groups of differences with one example each, and all else folded. Short: a
// service that shows comments cuts or refuses long ones, so entries that do not fit any more are counted instead.
#pragma once

#include <string>

#include "report/material.h"

namespace cleave::report {

inline constexpr size_t kMostMarkdown = 60'000;  // bytes

std::string toMarkdown(const Material& material, size_t most = kMostMarkdown);

}  // namespace cleave::report
