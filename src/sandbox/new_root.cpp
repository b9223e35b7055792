// Everything is decided in the parent and done in the child. The new root stands on top of the program's own directory, since some
// directory is needed to mount it on and that one is there for sure; what will be shown is taken before it is covered.
#include "sandbox/new_root.h"

#include <algorithm>

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace cleave::sandbox {

namespace fs = std::filesystem;

namespace {

std::string relative(const std::string& path) { return path.substr(path.find_first_not_of('/')); }

bool setAttributes(const char* path, uint64_t set, uint64_t clear, unsigned flags) noexcept {
  mount_attr attributes{};
  attributes.attr_set = set;
  attributes.attr_clr = clear;
  return ::syscall(SYS_mount_setattr, AT_FDCWD, path, flags, &attributes, sizeof attributes) == 0;
}

// A mount that is nowhere yet, of what can be seen at this path now, with all that is mounted below. -1: it failed.
int cloneMount(const char* path) noexcept {
  return static_cast<int>(::syscall(SYS_open_tree, AT_FDCWD, path, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE));
}

bool attach(int mount, const char* target) noexcept {
  const bool done = ::syscall(SYS_move_mount, mount, "", AT_FDCWD, target, MOVE_MOUNT_F_EMPTY_PATH) == 0;
  ::close(mount);
  return done;
}

// Of this process's own namespace if that is allowed; containers that hide parts of /proc forbid it. Then theirs, which shows the
// processes outside, but lets nobody from in here look into them.
bool mountProc() noexcept {
  return ::mount("proc", "proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr) == 0 || attach(cloneMount("/proc"), "proc");
}

bool makeFile(const char* path) noexcept {
  const int file = ::open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0644);
  if (file >= 0) ::close(file);
  return file >= 0;
}

}  // namespace

// No /etc/localtime: without it the zone is UTC, as the models have it.
const std::vector<std::string>& NewRoot::systemPlaces() {
  static const std::vector<std::string> places{
      "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store", "/etc/ld.so.cache"};
  return places;
}

const std::vector<std::string>& NewRoot::devices() {
  static const std::vector<std::string> devices{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"};
  return devices;
}

NewRoot::NewRoot(const fs::path& own, const std::vector<fs::path>& readable) {
  for (const char* directory : {"proc", "dev", "tmp"}) directories_.emplace_back(directory);
  for (const std::string& path : systemPlaces()) show(path);
  for (const std::string& path : devices()) show(path);
  for (const fs::path& path : readable) show(path.string());
  links_.push_back({"dev/fd", "/proc/self/fd"});
  links_.push_back({"dev/stdin", "/proc/self/fd/0"});
  links_.push_back({"dev/stdout", "/proc/self/fd/1"});
  links_.push_back({"dev/stderr", "/proc/self/fd/2"});
  writable_ = {own.string(), relative(own.string()), true};
  addParents(writable_.target);
  directories_.push_back(writable_.target);
}

void NewRoot::show(const std::string& path) {
  std::error_code failure;
  const fs::file_status status = fs::symlink_status(path, failure);
  if (failure || !fs::exists(status)) return;
  const std::string target = relative(path);
  addParents(target);
  if (fs::is_symlink(status)) {
    links_.push_back({target, fs::read_symlink(path, failure).string()});
    return;
  }
  const bool isDirectory = fs::is_directory(status);
  if (isDirectory) directories_.push_back(target);
  mounts_.push_back({path, target, isDirectory});
}

void NewRoot::addParents(const std::string& target) {
  for (size_t slash = target.find('/'); slash != std::string::npos; slash = target.find('/', slash + 1)) {
    const std::string parent = target.substr(0, slash);
    if (std::find(directories_.begin(), directories_.end(), parent) == directories_.end()) directories_.push_back(parent);
  }
}

const char* NewRoot::build() const noexcept {
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return "cannot part with the mounts outside";
  const int own = cloneMount(writable_.source.c_str());
  if (own < 0) return "cannot open its directory";
  int shown[64];
  if (mounts_.size() > sizeof shown / sizeof *shown) return "too many mounts";
  for (size_t i = 0; i < mounts_.size(); ++i) {
    shown[i] = cloneMount(mounts_[i].source.c_str());
    if (shown[i] < 0) return "cannot open what it may read";
  }
  if (::mount("cleave", writable_.source.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=1m") != 0) return "cannot mount its root";
  if (::chdir(writable_.source.c_str()) != 0) return "cannot enter its root";
  ::umask(0022);
  for (const std::string& directory : directories_) ::mkdir(directory.c_str(), 0755);
  for (const Link& link : links_)
    if (::symlink(link.target.c_str(), link.path.c_str()) != 0) return "cannot make a link";
  for (size_t i = 0; i < mounts_.size(); ++i) {
    if (!mounts_[i].isDirectory && !makeFile(mounts_[i].target.c_str())) return "cannot make a file";
    if (!attach(shown[i], mounts_[i].target.c_str())) return "cannot show it a file";
  }
  if (!mountProc()) return "cannot mount /proc";
  if (!attach(own, writable_.target.c_str())) return "cannot mount its directory";
  return nullptr;
}

const char* NewRoot::enter() const noexcept {
  if (const char* step = build()) return step;
  if (!setAttributes(".", MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID, 0, AT_RECURSIVE)) return "cannot make the mounts read-only";
  if (!setAttributes(writable_.target.c_str(), MOUNT_ATTR_NODEV, MOUNT_ATTR_RDONLY, 0)) return "cannot make its directory writable";
  if (::syscall(SYS_pivot_root, ".", ".") != 0) return "cannot change its root";
  if (::umount2(".", MNT_DETACH) != 0 || ::chdir("/") != 0) return "cannot let go of the old root";
  return nullptr;
}

}  // namespace cleave::sandbox
