// Why a list of what is allowed: the kernel gets new calls with each release, and what we do not know may do anything. Why the list is
// long: a program that behaves otherwise in here than outside shows differences that are none. So everything is on it that stays within the
// process, its descriptors and the files that the other layers let it have.
//
// Without namespaces the filter has to do more, since the world is in sight: what Landlock does not look at (modes, owners, times and
// attributes of files; truncation before its third version), signals to others, System V memory, sockets, and further processes, which
// could outlive the first one.
#include "sandbox/filter.h"

#include <cerrno>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string_view>

#include <fcntl.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace cleave::sandbox {

namespace {

using Names = std::initializer_list<const char*>;

// clang-format off
// The process itself: memory, time, signals as they are handled, waiting, identity, limits (which can only get lower).
constexpr Names kOfItself{
    "arch_prctl", "brk", "mmap", "munmap", "mprotect", "mremap", "madvise", "mincore", "msync", "mlock", "mlock2", "munlock", "mlockall",
    "munlockall", "membarrier", "pkey_alloc", "pkey_free", "pkey_mprotect", "remap_file_pages", "memfd_create", "rseq", "set_robust_list",
    "get_robust_list", "set_tid_address", "futex", "futex_waitv", "exit", "exit_group", "restart_syscall", "rt_sigaction",
    "rt_sigprocmask", "rt_sigreturn", "rt_sigpending", "rt_sigsuspend", "rt_sigtimedwait", "sigaltstack", "pause", "alarm", "nanosleep",
    "clock_nanosleep", "clock_gettime", "clock_getres", "gettimeofday", "time", "times", "getitimer", "setitimer", "timer_create",
    "timer_settime", "timer_gettime", "timer_getoverrun", "timer_delete", "getpid", "getppid", "gettid", "getpgid", "getpgrp", "getsid",
    "getuid", "geteuid", "getgid", "getegid", "getresuid", "getresgid", "getgroups", "setuid", "setgid", "setreuid", "setregid",
    "setresuid", "setresgid", "setfsuid", "setfsgid", "capget", "capset", "prctl", "personality", "uname", "sysinfo", "getcpu",
    "getrandom", "getrlimit", "setrlimit", "getrusage", "getpriority", "sched_yield", "sched_getaffinity", "sched_getparam",
    "sched_getscheduler", "sched_get_priority_max", "sched_get_priority_min", "sched_rr_get_interval", "wait4", "waitid", "execve",
    "execveat", "umask", "get_mempolicy", "landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self", "seccomp"};

// Its descriptors.
constexpr Names kOfDescriptors{
    "read", "write", "readv", "writev", "pread64", "pwrite64", "preadv", "pwritev", "preadv2", "pwritev2", "close", "close_range", "dup",
    "dup2", "dup3", "lseek", "pipe", "pipe2", "poll", "ppoll", "select", "pselect6", "epoll_create", "epoll_create1", "epoll_ctl",
    "epoll_wait", "epoll_pwait", "epoll_pwait2", "eventfd", "eventfd2", "timerfd_create", "timerfd_settime", "timerfd_gettime",
    "signalfd", "signalfd4", "fstat", "fstatfs", "fsync", "fdatasync", "sync_file_range", "ftruncate", "fallocate", "flock", "fadvise64",
    "readahead", "sendfile", "copy_file_range", "splice", "tee", "vmsplice", "getdents", "getdents64", "fchdir", "inotify_init",
    "inotify_init1", "inotify_add_watch", "inotify_rm_watch"};

// Files by name: where mounts and Landlock say no, it is no. open stands apart.
constexpr Names kOfFiles{
    "creat", "access", "faccessat", "faccessat2", "stat", "lstat", "newfstatat", "statx", "statfs", "readlink", "readlinkat", "getcwd",
    "chdir", "mkdir", "mkdirat", "rmdir", "unlink", "unlinkat", "rename", "renameat", "renameat2", "link", "linkat", "symlink",
    "symlinkat", "mknod", "mknodat", "getxattr", "lgetxattr", "fgetxattr", "listxattr", "llistxattr", "flistxattr"};

// Only where namespaces bound their reach.
constexpr Names kInNamespaces{
    "kill", "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "setpgid", "setsid", "truncate", "chmod", "fchmod", "fchmodat",
    "fchmodat2", "chown", "fchown", "lchown", "fchownat", "utime", "utimes", "utimensat", "futimesat", "setxattr", "lsetxattr",
    "fsetxattr", "removexattr", "lremovexattr", "fremovexattr", "socketpair", "connect", "bind", "listen", "accept", "accept4",
    "getsockname", "getpeername", "getsockopt", "setsockopt", "sendto", "recvfrom", "sendmsg", "recvmsg", "sendmmsg", "recvmmsg",
    "shutdown"};

// Known, and refused in words that programs expect. All others are unknown calls. Memory of System V outlives who filled it, so no limit
// of a process bounds it.
constexpr Names kRefused{
    "ptrace", "process_vm_readv", "process_vm_writev", "mount", "umount2", "pivot_root", "chroot", "setns", "unshare", "bpf",
    "perf_event_open", "keyctl", "add_key", "request_key", "setpriority", "sched_setaffinity", "sched_setparam", "sched_setscheduler",
    "sched_setattr", "ioprio_set", "sethostname", "setdomainname", "settimeofday", "clock_settime", "reboot", "setgroups", "kill",
    "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "setpgid", "setsid", "truncate", "chmod", "fchmod", "fchmodat", "chown",
    "fchown", "lchown", "fchownat", "utime", "utimes", "utimensat", "futimesat", "setxattr", "lsetxattr", "fsetxattr", "removexattr",
    "lremovexattr", "fremovexattr", "shmget", "semget", "msgget"};

// clang-format on

// Not F_SETOWN and the like, which send signals to others.
constexpr std::initializer_list<uint64_t> kFcntl{F_DUPFD,      F_DUPFD_CLOEXEC, F_GETFD,     F_SETFD,     F_GETFL,     F_SETFL,
                                                 F_GETLK,      F_SETLK,         F_SETLKW,    F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW,
                                                 F_GETPIPE_SZ, F_SETPIPE_SZ,    F_ADD_SEALS, F_GET_SEALS, F_GETOWN};
constexpr std::initializer_list<uint64_t> kIoctl{TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX};

// Whose first argument says who gets a signal.
constexpr Names kSignals{"kill", "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo"};

constexpr uint32_t kSelf = 0x5e1f0f11;  // stands for the process itself until the filter is bound
constexpr uint64_t kNamespaceFlags =
    CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP | CLONE_NEWTIME;

class Rules {
 public:
  explicit Rules(scmp_filter_ctx context) : context_(context) {}
  bool ok() const { return ok_; }

  // A name that this library or machine does not know needs no rule: what is not listed fails.
  void add(uint32_t action, const char* name, std::initializer_list<scmp_arg_cmp> conditions = {}) {
    const int number = seccomp_syscall_resolve_name(name);
    if (number < 0) return;
    const int result = seccomp_rule_add_array(context_, action, number, static_cast<unsigned>(conditions.size()), conditions.begin());
    ok_ = ok_ && result == 0;
  }
  void allow(Names names) {
    for (const char* name : names) add(SCMP_ACT_ALLOW, name);
  }
  void refuse(const char* name, int error) { add(SCMP_ACT_ERRNO(static_cast<uint32_t>(error)), name); }

 private:
  scmp_filter_ctx context_;
  bool ok_ = true;
};

bool contains(Names names, std::string_view name) {
  for (const char* each : names)
    if (name == each) return true;
  return false;
}

// open(O_RDONLY | O_TRUNC) empties a file, and early versions of Landlock take it for a read.
void addOpen(Rules& rules, const char* name, unsigned flags) {
  rules.add(SCMP_ACT_ALLOW, name, {SCMP_CMP(flags, SCMP_CMP_MASKED_EQ, O_TRUNC, 0)});
  for (const uint64_t mode : {O_WRONLY, O_RDWR}) rules.add(SCMP_ACT_ALLOW, name, {SCMP_CMP(flags, SCMP_CMP_MASKED_EQ, O_ACCMODE, mode)});
}

void addAll(Rules& rules, Strength strength, bool mayMultiply) {
  const bool apart = strength == Strength::Namespaces;
  rules.allow(kOfItself);
  rules.allow(kOfDescriptors);
  rules.allow(kOfFiles);
  addOpen(rules, "open", 1);
  addOpen(rules, "openat", 2);
  for (const uint64_t command : kFcntl) rules.add(SCMP_ACT_ALLOW, "fcntl", {SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffff, command)});
  for (const uint64_t request : kIoctl) rules.add(SCMP_ACT_ALLOW, "ioctl", {SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffff, request)});
  rules.add(SCMP_ACT_ALLOW, "prlimit64", {SCMP_A0(SCMP_CMP_MASKED_EQ, 0xffffffff, 0)});
  if (apart) {
    rules.allow(kInNamespaces);
  } else {
    for (const char* name : kSignals) rules.add(SCMP_ACT_ALLOW, name, {SCMP_A0(SCMP_CMP_MASKED_EQ, 0xffffffff, kSelf)});
  }
  if (apart && mayMultiply) {
    rules.allow({"fork", "vfork"});
    rules.add(SCMP_ACT_ALLOW, "clone", {SCMP_A0(SCMP_CMP_MASKED_EQ, kNamespaceFlags, 0)});
  } else {
    for (const char* name : {"fork", "vfork", "clone"}) rules.refuse(name, EAGAIN);
  }
  rules.refuse("socket", EACCES);
  for (const char* name : kRefused)
    if (!contains(apart ? kInNamespaces : kSignals, name)) rules.refuse(name, EPERM);
}

// The library writes the program into a file.
Expected<std::vector<sock_filter>> exported(scmp_filter_ctx context) {
  const Error failed{"cannot make a filter of system calls"};
  const int file = static_cast<int>(::syscall(SYS_memfd_create, "filter", MFD_CLOEXEC));
  if (file < 0) return failed;
  std::vector<sock_filter> program;
  if (seccomp_export_bpf(context, file) == 0) {
    const off_t size = ::lseek(file, 0, SEEK_END);
    program.resize(static_cast<size_t>(size) / sizeof(sock_filter));
    if (::pread(file, program.data(), static_cast<size_t>(size), 0) != size) program.clear();
  }
  ::close(file);
  if (program.empty() || program.size() > BPF_MAXINSNS) return failed;
  return program;
}

}  // namespace

Expected<std::vector<sock_filter>> makeFilter(Strength strength, bool mayMultiply) {
  const std::unique_ptr<void, void (*)(scmp_filter_ctx)> context(seccomp_init(SCMP_ACT_ERRNO(ENOSYS)), seccomp_release);
  if (context == nullptr) return Error{"cannot make a filter of system calls"};
  Rules rules(context.get());
  // A binary search instead of a long list; what comes in by another table of calls is no program that we built.
  (void)seccomp_attr_set(context.get(), SCMP_FLTATR_CTL_OPTIMIZE, 2);
  (void)seccomp_attr_set(context.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
  addAll(rules, strength, mayMultiply);
  if (!rules.ok()) return Error{"cannot make a filter of system calls: a rule is refused"};
  return exported(context.get());
}

void bindFilter(std::vector<sock_filter>& filter, pid_t self) noexcept {
  for (sock_filter& step : filter)
    if (step.k == kSelf && BPF_CLASS(step.code) == BPF_JMP) step.k = static_cast<uint32_t>(self);
}

bool loadFilter(const std::vector<sock_filter>& filter) noexcept {
  const sock_fprog program{static_cast<unsigned short>(filter.size()), const_cast<sock_filter*>(filter.data())};
  return ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}

}  // namespace cleave::sandbox
