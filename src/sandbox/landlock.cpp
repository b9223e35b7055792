#include "sandbox/landlock.h"

#include <cerrno>
#include <cstdint>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace cleave::sandbox {

namespace {

// The kernel's interface, as of version 6; headers of older systems lack the later parts.
struct RulesetAttributes {
  uint64_t files;
  uint64_t network;  // from version 4
  uint64_t scoped;   // from version 6
};
struct __attribute__((packed)) PathBeneath {
  uint64_t allowed;
  int32_t parent;
};
constexpr int kPathBeneath = 1;
constexpr uint32_t kAskVersion = 1;

enum Right : uint64_t {
  kExecute = 1 << 0,
  kWriteFile = 1 << 1,
  kReadFile = 1 << 2,
  kReadDirectory = 1 << 3,
  kVersionOne = (1 << 13) - 1,  // these, and making and removing files of all kinds
  kRefer = 1 << 13,             // from version 2
  kTruncate = 1 << 14,          // 3
  kDeviceIoctl = 1 << 15,       // 5
};
constexpr uint64_t kTcp = 3;            // bind and connect
constexpr uint64_t kOutsideScopes = 3;  // abstract sockets and signals
constexpr uint64_t kOfFiles = kExecute | kWriteFile | kReadFile | kTruncate | kDeviceIoctl;

uint64_t rightsOf(int version) {
  uint64_t rights = kVersionOne;
  if (version >= 2) rights |= kRefer;
  if (version >= 3) rights |= kTruncate;
  if (version >= 5) rights |= kDeviceIoctl;
  return rights;
}

bool allow(int ruleset, const char* path, uint64_t rights) {
  const int file = ::open(path, O_PATH | O_CLOEXEC);
  if (file < 0) return errno == ENOENT;  // what is not there needs no rule
  struct stat status;
  if (::fstat(file, &status) == 0 && !S_ISDIR(status.st_mode)) rights &= kOfFiles;
  const PathBeneath rule{rights, file};
  const bool added = ::syscall(SYS_landlock_add_rule, ruleset, kPathBeneath, &rule, 0) == 0;
  ::close(file);
  return added;
}

bool allowAll(int ruleset, const LandlockRules& rules, const char* writable, uint64_t all) {
  for (const std::string& path : rules.readable)
    if (!allow(ruleset, path.c_str(), kExecute | kReadFile | kReadDirectory)) return false;
  for (const std::string& path : rules.devices)
    if (!allow(ruleset, path.c_str(), (kReadFile | kWriteFile | kTruncate) & all)) return false;
  return allow(ruleset, writable, all & ~kDeviceIoctl);
}

}  // namespace

int landlockVersion() noexcept { return static_cast<int>(::syscall(SYS_landlock_create_ruleset, nullptr, 0, kAskVersion)); }

bool restrictFiles(const LandlockRules& rules, const char* writable, int version) noexcept {
  const RulesetAttributes attributes{rightsOf(version), kTcp, kOutsideScopes};
  const size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  const int ruleset = static_cast<int>(::syscall(SYS_landlock_create_ruleset, &attributes, size, 0));
  if (ruleset < 0) return false;
  const bool done = allowAll(ruleset, rules, writable, attributes.files) && ::syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
  ::close(ruleset);
  return done;
}

}  // namespace cleave::sandbox
