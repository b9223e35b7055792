#include "sandbox/sandbox.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/capability.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sandbox/filter.h"
#include "sandbox/landlock.h"
#include "sandbox/new_root.h"
#include "support/process.h"
#include "support/temp_dir.h"

namespace cleave::sandbox {

namespace fs = std::filesystem;

namespace {

// Whom the program runs as if we are root: root is not bound by the limit on processes, and owns the system's files. Debian reserves this
// number, so nobody else has it.
constexpr unsigned kNobodyElse = 65533;
constexpr uint64_t kDescriptors = 256;  // each may be a file in memory of the size that is allowed

bool writeWhole(pid_t process, const char* name, const std::string& text) {
  const int file = ::open(fmt::format("/proc/{}/{}", process, name).c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool written = ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  const int why = errno;
  ::close(file);
  errno = why;
  return written;
}

bool dropCapabilities() noexcept {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  const __user_cap_data_struct none[2]{};
  return ::syscall(SYS_capset, &header, none) == 0;
}

// False where the number is not mapped. By system calls: the library's functions would tell the other threads, which this process does not
// have, and wait for them.
bool becomeNobody() noexcept {
  if (::syscall(SYS_setresgid, kNobodyElse, kNobodyElse, kNobodyElse) != 0) return false;
  ::syscall(SYS_setgroups, 0, nullptr);
  return ::syscall(SYS_setresuid, kNobodyElse, kNobodyElse, kNobodyElse) == 0;
}

// What both strengths end with.
class Restrictions {
 public:
  Restrictions(LandlockRules rules, std::vector<sock_filter> filter)
      : rules_(std::move(rules)), landlock_(landlockVersion()), filter_(std::move(filter)) {}

  const char* apply(bool bound) const noexcept {
    const rlimit descriptors{kDescriptors, kDescriptors};
    ::setrlimit(RLIMIT_NOFILE, &descriptors);
    if (!dropCapabilities()) return "cannot drop privileges";
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return "cannot renounce privileges";
    if (landlock_ >= 1 && !restrictFiles(rules_, landlock_)) return "cannot restrict it by Landlock";
    if (bound) bindFilter(filter_, ::getpid());
    if (!loadFilter(filter_)) return "cannot filter its system calls";
    return nullptr;
  }

 private:
  LandlockRules rules_;
  int landlock_;
  mutable std::vector<sock_filter> filter_;  // bound in the child, to the child
};

class InNamespaces : public Confinement {
 public:
  InNamespaces(const Places& places, std::vector<sock_filter> filter, std::vector<sock_filter> lonely)
      : root_(places), usual_(rulesFor(places), std::move(filter)), lonely_(rulesFor(places), std::move(lonely)) {}

  uint64_t cloneFlags() const override {
    return CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;
  }

  // Its users: our own number, and the other one if we are root and may give it away.
  const char* adopt(pid_t child) const override {
    const unsigned user = ::geteuid(), group = ::getegid();
    const std::string both = fmt::format("0 0 1\n{0} {0} 1\n", kNobodyElse);
    if (user == 0 && group == 0 && writeWhole(child, "uid_map", both))
      return writeWhole(child, "gid_map", both) ? nullptr : "cannot map its groups";
    if (!writeWhole(child, "uid_map", fmt::format("{0} {0} 1\n", user))) return "cannot map its user";
    (void)writeWhole(child, "setgroups", "deny");  // needed before the next, if we are not root
    return writeWhole(child, "gid_map", fmt::format("{0} {0} 1\n", group)) ? nullptr : "cannot map its groups";
  }

  const char* enter() const noexcept override {
    ::prctl(PR_SET_DUMPABLE, 0);  // what it has of our memory is nobody's business
    return root_.enter();
  }

  const char* narrow() const noexcept override {
    // Who stays root may be the root of the machine, for whom the limit on processes does not hold.
    const bool counted = ::geteuid() != 0 || becomeNobody();
    return (counted ? usual_ : lonely_).apply(false);
  }

 private:
  static LandlockRules rulesFor(const Places& places) { return {{"/"}, {places.writable.string(), "/tmp"}, NewRoot::devices()}; }
  NewRoot root_;
  Restrictions usual_;
  Restrictions lonely_;
};

class ByLandlock : public Confinement {
 public:
  ByLandlock(const Places& places, std::vector<sock_filter> filter) : restrictions_(rulesFor(places), std::move(filter)) {}
  uint64_t cloneFlags() const override { return 0; }
  const char* adopt(pid_t) const override { return nullptr; }
  const char* enter() const noexcept override { return nullptr; }
  const char* narrow() const noexcept override { return restrictions_.apply(true); }

 private:
  static LandlockRules rulesFor(const Places& places) {
    LandlockRules rules{NewRoot::systemPlaces(), {places.writable.string()}, NewRoot::devices()};
    rules.readable.push_back("/proc");  // sanitizers look for their own memory there; of others Landlock hides what counts
    for (const fs::path& path : places.readable) rules.readable.push_back(path.string());
    return rules;
  }
  Restrictions restrictions_;
};

// A shell that writes where it may, and where it must not.
Status tryOut(const Sandbox& sandbox) {
  Expected<TempDir> directory = TempDir::create("sandbox");
  if (!directory) return directory.error();
  const fs::path own = directory->path() / "own";
  std::error_code failure;
  fs::create_directory(own, failure);
  if (failure) return Error{"cannot create " + own.string() + ": " + failure.message()};
  if (Status failed = openToAll(own)) return failed;
  const std::unique_ptr<Confinement> confinement = sandbox.confine({own, {}});
  ProcessRequest request;
  request.command = {"/bin/sh", "-c", "echo lives > file; echo lives > ../outside"};
  request.directory = own.string();
  request.bareEnvironment = true;
  request.timeLimit = Seconds(10);
  request.confinement = confinement.get();
  const Expected<ProcessResult> result = runProcess(request);
  if (!result) return result.error();
  if (!fs::exists(own / "file", failure)) return Error{fmt::format("a shell does not run in it: {} {}", result->code, result->errors)};
  if (fs::exists(directory->path() / "outside", failure)) return Error{"it does not hold a shell that writes elsewhere"};
  return std::nullopt;
}

}  // namespace

const char* toText(Strength strength) {
  switch (strength) {
    case Strength::Namespaces:
      return "namespaces";
    case Strength::Landlock:
      return "Landlock";
    case Strength::None:
      return "none";
  }
  UNREACHABLE("not a Strength");
}

Expected<Sandbox> Sandbox::ofStrength(Strength strength) {
  Sandbox sandbox(strength);
  if (strength == Strength::None) return sandbox;
  if (strength == Strength::Landlock && landlockVersion() < 1) return Error{"this kernel has no Landlock, or does not allow it"};
  for (const bool mayMultiply : {false, true}) {
    Expected<std::vector<sock_filter>> filter = makeFilter(strength, mayMultiply);
    if (!filter) return filter.error();
    (mayMultiply ? sandbox.filter_ : sandbox.lonely_) = filter.take();
  }
  if (Status failed = tryOut(sandbox)) return *failed;
  return sandbox;
}

Expected<Sandbox> Sandbox::find() {
  Expected<Sandbox> strong = ofStrength(Strength::Namespaces);
  if (strong) return strong;
  Expected<Sandbox> weak = ofStrength(Strength::Landlock);
  if (weak) return weak;
  return Error{fmt::format("there is no sandbox here to run them in: namespaces ({}), Landlock ({})", strong.error().message,
                           weak.error().message)};
}

Sandbox Sandbox::findOrNone() {
  Expected<Sandbox> found = find();
  return found ? found.take() : Sandbox(Strength::None);
}

std::unique_ptr<Confinement> Sandbox::confine(const Places& places) const {
  Places real;
  std::error_code ignored;
  real.writable = fs::weakly_canonical(places.writable, ignored);
  for (const fs::path& path : places.readable) real.readable.push_back(fs::weakly_canonical(path, ignored));
  switch (strength_) {
    case Strength::Namespaces:
      return std::make_unique<InNamespaces>(real, filter_, lonely_);
    case Strength::Landlock:
      return std::make_unique<ByLandlock>(real, lonely_);
    case Strength::None:
      return nullptr;
  }
  UNREACHABLE("not a Strength");
}

Status openToAll(const fs::path& directory) {
  std::error_code failure;
  fs::permissions(directory, fs::perms::all, failure);
  if (failure) return Error{"cannot change the mode of " + directory.string() + ": " + failure.message()};
  return std::nullopt;
}

}  // namespace cleave::sandbox
