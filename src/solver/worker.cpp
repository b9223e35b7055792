#if defined(__GNUC__) && !defined(__clang__)
// g++ 12 takes the moved-from string of `finish` for uninitialised.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#include "solver/worker.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

#include "support/check.h"
#include "support/forking.h"

namespace cleave::solver {

namespace {

constexpr int kGlanceMilliseconds = 10;  // how often the stop flag is looked at

bool writeAll(int fd, const char* data, size_t size) {
  while (size > 0) {
    ssize_t written = write(fd, data, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    data += written;
    size -= static_cast<size_t>(written);
  }
  return true;
}

// Libraries recurse over what we give them. The main thread's stack grows on demand up to the limit at the time of the fault.
void allowDeepStack() {
  rlimit limit{};
  constexpr rlim_t kEnough = 100u << 20;  // the kernel keeps at least this much address space free below the stack
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= kEnough) return;
  limit.rlim_cur = limit.rlim_max < kEnough ? limit.rlim_max : kEnough;
  setrlimit(RLIMIT_STACK, &limit);
}

// Pipes that other threads have open would stay so as long as the worker lives, and whoever waits for their end would wait for it.
void closeAllBut(int fd) {
  constexpr unsigned kFirst = 3;  // behind the standard streams
  const auto own = static_cast<unsigned>(fd);
  if (own > kFirst) close_range(kFirst, own - 1, 0);
  close_range(own < kFirst ? kFirst : own + 1, ~0u, 0);
}

// The length goes first, so that a worker that dies while writing is noticed.
// noexcept: an exception must not carry the copy up into the code of its parent.
[[noreturn]] void workerMain(int fd, pid_t parent, const std::function<std::string()>& work) noexcept {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);  // died before prctl took effect
  closeAllBut(fd);
  signal(SIGINT, SIG_IGN);            // Ctrl-C goes to the whole group; the parent decides
  signal(SIGPIPE, SIG_DFL);
  allowDeepStack();
  std::string bytes = work();
  uint64_t length = bytes.size();
  std::string message(reinterpret_cast<const char*>(&length), sizeof length);
  message += bytes;
  _exit(writeAll(fd, message.data(), message.size()) ? 0 : 1);
}

// True: the other end is closed. False: budget or stop.
bool readToEnd(int fd, const Budget& budget, std::string& bytes) {
  char buffer[1 << 16];
  while (!budget.exhausted()) {
    pollfd waiting{fd, POLLIN, 0};
    double left = budget.left().count() * 1000;
    int milliseconds = left < kGlanceMilliseconds ? static_cast<int>(left) + 1 : kGlanceMilliseconds;
    if (poll(&waiting, 1, milliseconds) <= 0) continue;
    ssize_t got = read(fd, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return true;
    bytes.append(buffer, static_cast<size_t>(got));
  }
  return false;
}

int reap(pid_t worker) {
  int status = 0;
  while (waitpid(worker, &status, 0) < 0) {
    if (errno != EINTR) return 0;
  }
  return status;
}

WorkerResult failed(std::string why) {
  WorkerResult result;
  result.end = WorkerResult::End::Failed;
  result.failure = std::move(why);
  return result;
}

WorkerResult finish(std::string bytes, int status) {
  if (WIFSIGNALED(status)) return failed(std::string("its process died: ") + strsignal(WTERMSIG(status)));
  uint64_t length = 0;
  if (bytes.size() < sizeof length) return failed("its process gave no answer");
  memcpy(&length, bytes.data(), sizeof length);
  bytes.erase(0, sizeof length);
  if (bytes.size() != length) return failed("its process gave half an answer");
  return {WorkerResult::End::Finished, std::move(bytes), ""};
}

}  // namespace

WorkerResult runInWorker(const std::function<std::string()>& work, const Budget& budget) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return failed(std::string("no pipe: ") + strerror(errno));
  pid_t parent = getpid();
  pid_t worker = forkAlone();
  if (worker == 0) {
    close(ends[0]);
    workerMain(ends[1], parent, work);
  }
  int forkError = errno;
  close(ends[1]);
  if (worker < 0) {
    close(ends[0]);
    return failed(std::string("no worker process: ") + strerror(forkError));
  }
  std::string bytes;
  bool ended = readToEnd(ends[0], budget, bytes);
  close(ends[0]);
  if (!ended) kill(worker, SIGKILL);
  int status = reap(worker);
  if (ended) return finish(std::move(bytes), status);
  return {budget.interrupted() ? WorkerResult::End::Stopped : WorkerResult::End::TimedOut, "", ""};
}

}  // namespace cleave::solver
