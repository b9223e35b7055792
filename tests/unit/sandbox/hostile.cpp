#include "hostile.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

namespace cleave::sandbox {

namespace {

void overwrite(const std::string& path) {
  const int file = ::open(path.c_str(), O_WRONLY | O_TRUNC);
  if (file < 0) return;
  (void)!::write(file, "harm", 4);
  ::close(file);
}

void print(const char* text) { (void)!::write(1, text, std::strlen(text)); }

void viaProc(const std::string& path) {
  for (const std::string& process : {std::string("self"), std::string("1"), std::to_string(::getppid()), std::to_string(::getpid())}) {
    overwrite("/proc/" + process + "/root" + path);
    overwrite("/proc/" + process + "/cwd/../" + path.substr(path.rfind('/') + 1));
  }
}

void viaLinks(const std::string& path) {
  (void)!::symlink(path.c_str(), "soft");
  overwrite("soft");
  (void)!::symlink("..", "up");
  overwrite("up/" + path.substr(path.rfind('/') + 1));
  if (::link(path.c_str(), "hard") == 0) overwrite("hard");
}

void spoil(const std::string& path) {  // without opening it for writing
  ::close(::open(path.c_str(), O_RDONLY | O_TRUNC));
  (void)!::truncate(path.c_str(), 0);
  ::chmod(path.c_str(), 0);
  (void)!::rename(path.c_str(), "mine");
  const int file = ::open(path.c_str(), O_RDONLY);
  ::fchmod(file, 0);
  ::close(file);
}

void readSecret(const std::string& path) {
  char text[64];
  const int file = ::open(path.c_str(), O_RDONLY);
  const ssize_t count = file < 0 ? -1 : ::read(file, text, sizeof text);
  if (count > 0) (void)!::write(1, text, static_cast<size_t>(count));
}

void multiply(const std::string& count) {
  int started = 0;
  for (int i = 0; i < std::stoi(count); ++i) {
    const pid_t child = ::fork();
    if (child == 0) {
      ::sleep(2);
      ::_exit(0);
    }
    started += child > 0;
  }
  std::printf("%d\n", started);
  std::fflush(stdout);
}

void signalBy(int pid) {
  ::kill(pid, SIGKILL);
  ::kill(-pid, SIGKILL);
  ::syscall(SYS_tkill, pid, SIGKILL);
  ::syscall(SYS_tgkill, pid, pid, SIGKILL);
  const int handle = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
  ::syscall(SYS_pidfd_send_signal, handle, SIGKILL, nullptr, 0);
}

void signalByKernel(int pid) {  // the kernel tells the owner of a pipe that there is something to read
  int ends[2];
  if (::pipe(ends) != 0) return;
  ::fcntl(ends[0], F_SETOWN, pid);
  ::fcntl(ends[0], F_SETSIG, SIGUSR1);
  ::fcntl(ends[0], F_SETFL, O_ASYNC);
  (void)!::write(ends[1], "x", 1);
}

void takeOver(int pid) {
  for (const int victim : {pid, static_cast<int>(::getppid())})
    if (::ptrace(PTRACE_SEIZE, victim, nullptr, nullptr) == 0) print("traced");
}

void handicap(int pid) {
  rlimit before{};
  ::prlimit(pid, RLIMIT_NOFILE, nullptr, &before);
  const rlimit none{before.rlim_cur / 2, before.rlim_max};
  ::prlimit(pid, RLIMIT_NOFILE, &none, nullptr);
}

void connectTo(const sockaddr* address, socklen_t size) {
  const int socket = ::socket(address->sa_family, SOCK_STREAM, 0);
  (void)!::connect(socket, address, size);
}

void connectLoopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  connectTo(reinterpret_cast<const sockaddr*>(&address), sizeof address);
}

void connectLocal(const std::string& name) {  // '@' in front: a name without a file
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, name.c_str(), sizeof address.sun_path - 1);
  if (name[0] == '@') address.sun_path[0] = 0;
  connectTo(reinterpret_cast<const sockaddr*>(&address), static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size()));
}

void writeLargeFile() {
  ::signal(SIGXFSZ, SIG_IGN);
  const int file = ::open("large", O_CREAT | O_WRONLY, 0644);
  const std::string block(1 << 16, 'x');
  for (int i = 0; i < 64; ++i) (void)!::write(file, block.data(), block.size());
  (void)!::ftruncate(file, 1 << 24);
}

void sleepForEver() {
  for (;;) ::pause();
}

void writeLate(const std::string& path) {
  ::usleep(700'000);
  ::close(::open(path.c_str(), O_CREAT | O_WRONLY, 0644));
}

// It is in no group or session that the parent knows.
void leaveChild(const std::string& path) {
  int ends[2];
  if (::pipe(ends) != 0) return;
  const pid_t child = ::fork();
  if (child != 0) {
    char left = 0;
    if (child > 0) (void)!::read(ends[0], &left, 1);
    return;
  }
  ::setsid();
  if (::fork() != 0) ::_exit(0);
  (void)!::write(ends[1], "x", 1);
  for (const int stream : {0, 1, 2}) ::close(stream);
  writeLate(path);
  ::_exit(0);
}

void nestNamespaces() {
  if (::unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0) print("nested");
}

}  // namespace

int commitHostileAct(int argc, char** argv) {
  const std::string act = argv[0];
  const std::string what = argc > 1 ? argv[1] : "0";
  // A number that is no single process would stand for many.
  for (const char* aimed : {"signal", "signal by kernel", "trace", "handicap"})
    if (act == aimed && std::stoi(what) <= 1) return 1;
  if (act == "remove") ::unlink(what.c_str());
  if (act == "overwrite") overwrite(what);
  if (act == "via proc") viaProc(what);
  if (act == "via links") viaLinks(what);
  if (act == "spoil") spoil(what);
  if (act == "read") readSecret(what);
  if (act == "multiply") multiply(what);
  if (act == "signal") signalBy(std::stoi(what));
  if (act == "signal by kernel") signalByKernel(std::stoi(what));
  if (act == "trace") takeOver(std::stoi(what));
  if (act == "handicap") handicap(std::stoi(what));
  if (act == "connect") connectLoopback(std::stoi(what));
  if (act == "connect locally") connectLocal(what);
  if (act == "write much") writeLargeFile();
  if (act == "sleep") sleepForEver();
  if (act == "write late") writeLate(what);
  if (act == "leave child") leaveChild(what);
  if (act == "nest") nestNamespaces();
  print(".");  // it came to its end
  return 0;
}

}  // namespace cleave::sandbox
