#include "sandbox/restrictions.h"

#include <cstdint>

#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sandbox/filter.h"

namespace cleave::sandbox {

namespace {

constexpr uint64_t kDescriptors = 256;  // each may be a file in memory of the size that is allowed

bool dropCapabilities() noexcept {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  const __user_cap_data_struct none[2]{};
  return ::syscall(SYS_capset, &header, none) == 0;
}

}  // namespace

const char* Restrictions::apply(const char* own, bool bound) const noexcept {
  const rlimit descriptors{kDescriptors, kDescriptors};
  ::setrlimit(RLIMIT_NOFILE, &descriptors);
  if (!dropCapabilities()) return "cannot drop privileges";
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return "cannot renounce privileges";
  if (hasLandlock() && !restrictFiles(rules_, own, landlock_)) return "cannot restrict it by Landlock";
  if (bound) bindFilter(filter_, ::getpid());
  if (!loadFilter(filter_)) return "cannot filter its system calls";
  return nullptr;
}

// By system calls: the library's functions would tell the other threads, which this process does not have, and wait for them.
bool becomeNobody() noexcept {
  if (::syscall(SYS_setresgid, kNobodyElse, kNobodyElse, kNobodyElse) != 0) return false;
  ::syscall(SYS_setgroups, 0, nullptr);
  return ::syscall(SYS_setresuid, kNobodyElse, kNobodyElse, kNobodyElse) == 0;
}

}  // namespace cleave::sandbox
