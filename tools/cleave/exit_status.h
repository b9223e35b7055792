// Exit statuses of all commands.
#pragma once

#include "result/result.h"

namespace cleave::tools {

inline constexpr int kEquivalent = 0;
inline constexpr int kDifferent = 1;
inline constexpr int kBadUsage = 2;
inline constexpr int kInconclusive = 3;
inline constexpr int kInternalError = 70;

inline constexpr const char* kStatuses = "Exit status: 0 equivalent, 1 different, 2 bad usage or input, 3 inconclusive, 70 internal error.";

inline int statusOf(result::Verdict verdict) {
  switch (verdict) {
    case result::Verdict::Equivalent:
    case result::Verdict::Intended:
      return kEquivalent;
    case result::Verdict::Different:
      return kDifferent;
    case result::Verdict::Inconclusive:
      return kInconclusive;
    case result::Verdict::Failed:
      return kInternalError;
  }
  return kInternalError;
}

}  // namespace cleave::tools
