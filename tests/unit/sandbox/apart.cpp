#include "apart.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cleave::sandbox {

namespace {

void writeText(const char* path, const std::string& text) {
  const int file = ::open(path, O_WRONLY);
  (void)!::write(file, text.data(), text.size());
  ::close(file);
}

// Root needs no user namespace, and keeps all its users.
bool unshareAll() {
  const uid_t user = ::geteuid();
  const gid_t group = ::getegid();
  if (user == 0 && ::unshare(CLONE_NEWNS | CLONE_NEWPID) == 0) return true;
  if (::unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID) != 0) return false;
  writeText("/proc/self/setgroups", "deny");
  writeText("/proc/self/uid_map", std::to_string(user) + " " + std::to_string(user) + " 1");
  writeText("/proc/self/gid_map", std::to_string(group) + " " + std::to_string(group) + " 1");
  return true;
}

bool narrowFiles(const char* writable) {
  mount_attr readOnly{};
  readOnly.attr_set = MOUNT_ATTR_RDONLY;
  return ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
         ::syscall(SYS_mount_setattr, AT_FDCWD, "/", AT_RECURSIVE, &readOnly, sizeof readOnly) == 0 &&
         ::mount("test", writable, "tmpfs", 0, "mode=1777,size=256m") == 0 && ::mount("proc", "/proc", "proc", 0, nullptr) == 0;
}

// What a user gets by a namespace of its own: others of this user could not look into us with it.
void dropPrivileges() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  const __user_cap_data_struct none[2]{};
  if (::geteuid() != 0) ::syscall(SYS_capset, &header, none);
}

}  // namespace

bool isApart() { return ::getpid() == 1; }

void goApart() {
  char writable[] = "/tmp/cleave-apart-XXXXXX";  // outside it stays empty
  if (::mkdtemp(writable) == nullptr) return;
  std::fflush(stdout);
  // A child tries, since who has left half of its namespaces cannot go back.
  const pid_t child = ::fork();
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (!unshareAll()) ::_exit(100);
    const pid_t first = ::fork();
    if (first == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (!narrowFiles(writable)) ::_exit(100);
      dropPrivileges();
      ::setenv("TMPDIR", writable, 1);
      return;
    }
    int status = 0;
    ::waitpid(first, &status, 0);
    ::_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 101);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ::rmdir(writable);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 100) ::exit(WIFEXITED(status) ? WEXITSTATUS(status) : 101);
}

}  // namespace cleave::sandbox
