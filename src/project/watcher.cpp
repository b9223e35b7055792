#include "project/watcher.h"

#include <cerrno>
#include <csignal>
#include <string>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/forking.h"

namespace cleave::project {

namespace {

// A copy of us that may be one of a threaded process: system calls alone.
[[noreturn]] void watch(int line, const char* directory, pid_t group) {
  ::setsid();  // what is typed at the terminal is not for it
  for (const int each : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) ::signal(each, SIG_IGN);
  const int nowhere = ::open("/dev/null", O_RDWR);
  for (const int stream : {0, 1, 2}) ::dup2(nowhere, stream);  // whoever reads our output need not wait for it
  char word = 0;
  ssize_t got = 0;
  do got = ::read(line, &word, 1);
  while (got < 0 && errno == EINTR);
  if (got == 1) ::_exit(0);
  if (group > 0) ::kill(-group, SIGKILL);
  if (directory[0] != '\0') ::execl("/bin/rm", "rm", "-rf", "--", directory, static_cast<char*>(nullptr));
  ::_exit(0);
}

}  // namespace

std::optional<Watcher> Watcher::start(const std::string& directory, pid_t group) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return std::nullopt;
  const pid_t pid = forkAlone();
  if (pid == 0) {
    ::close(ends[1]);
    watch(ends[0], directory.c_str(), group);
  }
  ::close(ends[0]);
  if (pid > 0) return Watcher(pid, ends[1]);
  ::close(ends[1]);
  return std::nullopt;
}

Watcher::~Watcher() {
  if (pid_ < 0) return;
  const char word = 'q';
  if (::write(line_, &word, 1) < 0) ::kill(pid_, SIGKILL);
  ::close(line_);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) continue;
}

Expected<WatchedDir> WatchedDir::create(const char* purpose) {
  Expected<TempDir> directory = TempDir::create(purpose);
  if (!directory) return directory.error();
  std::optional<Watcher> watcher = Watcher::ofDirectory(directory->path());
  return WatchedDir(directory.take(), std::move(watcher));
}

}  // namespace cleave::project
