// What a program gives up before it starts, whatever the strength: privileges, files (by Landlock), system calls. Made in the parent;
// applied in the child that becomes the program, by system calls alone.
#pragma once

#include <vector>

#include <linux/filter.h>

#include "sandbox/landlock.h"

namespace cleave::sandbox {

class Restrictions {
 public:
  Restrictions(LandlockRules rules, std::vector<sock_filter> filter)
      : rules_(std::move(rules)), landlock_(landlockVersion()), filter_(std::move(filter)) {}

  bool hasLandlock() const { return landlock_ >= 1; }

  // `own` is the directory that it may write to. `bound`: the filter is for this one process (sandbox/filter.h). Null, or what failed.
  const char* apply(const char* own, bool bound) const noexcept;

 private:
  LandlockRules rules_;
  int landlock_;
  mutable std::vector<sock_filter> filter_;  // bound in the child, to the child
};

// Becomes a user that owns nothing; false where there is no such user. For root in a namespace of its own.
bool becomeNobody() noexcept;

inline constexpr unsigned kNobodyElse = 65533;  // Debian reserves this number, so nobody else has it

}  // namespace cleave::sandbox
