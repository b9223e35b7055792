#include "support/copy.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/forking.h"

namespace cleave {

namespace {

constexpr int kFailed = 1;
constexpr int kPollMilliseconds = 20;  // how late a wish to stop may be noticed

[[noreturn]] void runWork(const std::function<Status()>& work, int say, pid_t parent) noexcept {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::setpgid(0, 0);  // Ctrl-C is for the one who started us
  if (::getppid() != parent) ::_exit(0);
  for (const int signal : {SIGINT, SIGTERM, SIGABRT, SIGSEGV}) ::signal(signal, SIG_DFL);
  if (const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC); nothing >= 0)
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nothing, stream);
  std::string problem;
  try {
    const Status status = work();
    if (!status) ::_exit(0);
    problem = status->message;
  } catch (const std::exception& error) {
    problem = error.what();
  } catch (...) {
    problem = "an unknown exception";
  }
  (void)!::write(say, problem.data(), std::min<size_t>(problem.size(), 4000));  // below what a pipe holds
  ::_exit(kFailed);
}

}  // namespace

Copy::Copy(const std::function<Status()>& work, Seconds limit) : until_(Clock::now() + std::chrono::duration_cast<Clock::duration>(limit)) {
  const pid_t parent = ::getpid();
  process_ = said_.open() ? forkAlone() : -1;
  if (process_ == 0) runWork(work, said_.writeEnd(), parent);
  said_.closeWrite();
}

Copy::~Copy() { end(); }

void Copy::end() {
  if (process_ <= 0) return;
  ::kill(process_, SIGKILL);
  while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {}
  process_ = -1;
}

Status Copy::wait(const StopFlag* stop) {
  if (process_ < 0) return Error{std::string("cannot start a process: ") + std::strerror(errno)};
  std::string text;
  int status = 0;
  for (;;) {
    pollfd ready{said_.readEnd(), POLLIN, 0};
    (void)::poll(&ready, 1, kPollMilliseconds);
    char bytes[4096];
    const ssize_t size = ready.revents != 0 ? ::read(said_.readEnd(), bytes, sizeof bytes) : -1;
    if (size > 0) text.append(bytes, static_cast<size_t>(size));
    // The pipe's end is its end, as a rule: but a process that another thread started meanwhile may have the pipe, too.
    if (size <= 0 && ::waitpid(process_, &status, size == 0 ? 0 : WNOHANG) == process_) break;
    if (stop != nullptr && stop->requested()) return Error{"stopped"};
    if (Clock::now() > until_) return Error{"it took too long"};
  }
  process_ = -1;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return std::nullopt;
  if (WIFSIGNALED(status)) return Error{std::string("it was ended by signal ") + std::to_string(WTERMSIG(status))};
  return Error{text};
}

}  // namespace cleave
