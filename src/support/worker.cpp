#include "support/worker.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <list>
#include <new>
#include <optional>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/check.h"
#include "support/streams.h"
#include "support/temp_dir.h"

namespace cleave {

namespace {

constexpr int kInternalStatus = 70;
constexpr int kMemoryStatus = 71;
constexpr int kPollMilliseconds = 5;   // how late the end of a worker may be noticed
constexpr size_t kMostMessage = 4000;  // below PIPE_BUF with its length, so that a message arrives whole or not at all

// The last words of a worker, for whoever reads its errors.
void say(const char* text) noexcept { (void)!::write(STDERR_FILENO, text, std::strlen(text)); }

[[noreturn]] void runWork(const Job& job, int pipe, pid_t parent) noexcept {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::setpgid(0, 0);  // Ctrl-C is for the one who started us, who tells us
  if (::getppid() != parent) ::_exit(0);
  if (const int file = ::open(job.errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644); file >= 0) ::dup2(file, STDERR_FILENO);
  if (const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC); nothing >= 0) ::dup2(nothing, STDOUT_FILENO);
  try {
    job.work(Messages(pipe));
    ::_exit(0);
  } catch (const std::bad_alloc&) {
    say("out of memory\n");
    ::_exit(kMemoryStatus);
  } catch (const std::exception& error) {
    say(error.what());
    say("\n");
  } catch (...) {
    say("an unknown exception\n");
  }
  ::_exit(kInternalStatus);
}

std::string firstLine(const std::filesystem::path& file) {
  const Expected<std::string> text = readFile(file);
  return text ? text->substr(0, text->find('\n')) : "";
}

// One that runs.
struct Running {
  Job job;
  Pipe pipe;
  pid_t process = -1;
  Clock::time_point start = Clock::now();
  std::optional<Clock::time_point> told = {};  // to end
  bool isLate = false;
  bool isLarge = false;
  std::string unread = {};
};

void start(Running& running) {
  const pid_t parent = ::getpid();
  running.process = running.pipe.open() ? ::fork() : -1;
  if (running.process == 0) runWork(running.job, running.pipe.writeEnd(), parent);
  running.pipe.closeWrite();
  if (running.pipe.open()) ::fcntl(running.pipe.readEnd(), F_SETFL, O_NONBLOCK);
}

// Messages are a length of two bytes and the text.
void listen(Running& running) {
  char text[65536];
  for (ssize_t size; (size = ::read(running.pipe.readEnd(), text, sizeof text)) > 0;)
    running.unread.append(text, static_cast<size_t>(size));
  size_t at = 0;
  while (at + 2 <= running.unread.size()) {
    const size_t length = static_cast<unsigned char>(running.unread[at]) + 256 * static_cast<unsigned char>(running.unread[at + 1]);
    if (at + 2 + length > running.unread.size()) break;
    if (running.job.heard) running.job.heard(std::string_view(running.unread).substr(at + 2, length));
    at += 2 + length;
  }
  running.unread.erase(0, at);
}

// The memory that is its own, resident. Not a limit of the kernel's: those count what is reserved and never used, and our stacks for
// registers are that.
uint64_t memoryOf(pid_t process) {
  char text[200] = {};
  const int file = ::open(("/proc/" + std::to_string(process) + "/statm").c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  const ssize_t size = ::read(file, text, sizeof text - 1);
  ::close(file);
  unsigned long all = 0, resident = 0, shared = 0;
  if (size <= 0 || std::sscanf(text, "%lu %lu %lu", &all, &resident, &shared) != 3 || resident < shared) return 0;
  return (resident - shared) * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
}

void urge(Running& running, const StopFlag* stop) {
  const Clock::time_point now = Clock::now();
  if (stop != nullptr && stop->requested() && !running.told) {
    ::kill(running.process, SIGTERM);
    running.told = now;
  }
  if (running.told && now - *running.told > running.job.limits.grace) ::kill(running.process, SIGKILL);
  if (running.job.limits.memory != 0 && memoryOf(running.process) > running.job.limits.memory) {
    running.isLarge = true;
    ::kill(running.process, SIGKILL);
  }
  if (now - running.start > running.job.limits.time) {
    running.isLate = true;
    ::kill(running.process, SIGKILL);
  }
}

WorkerEnd judge(const Running& running, int status) {
  using How = WorkerEnd::How;
  if (running.isLarge)
    return {How::OutOfMemory, "out of memory: it needs more than " + std::to_string(running.job.limits.memory >> 20) + " MB"};
  if (running.isLate) return {How::TimedOut, "it did not end by itself"};
  if (WIFSIGNALED(status)) {
    if (running.told && WTERMSIG(status) == SIGKILL) return {How::Stopped, "interrupted"};
    const char* name = ::sigdescr_np(WTERMSIG(status));
    return {How::Crashed,
            "it was ended by signal " + std::to_string(WTERMSIG(status)) + (name == nullptr ? "" : std::string(" (") + name + ")")};
  }
  if (WEXITSTATUS(status) == 0) return {How::Done, ""};
  if (WEXITSTATUS(status) == kMemoryStatus) return {How::OutOfMemory, "out of memory"};
  if (WEXITSTATUS(status) == kInternalStatus) return {How::InternalError, firstLine(running.job.errors)};
  return {How::Crashed, "it ended with status " + std::to_string(WEXITSTATUS(status))};
}

// True when it has ended.
bool reap(Running& running) {
  int status = 0;
  const pid_t ended = ::waitpid(running.process, &status, WNOHANG);
  if (ended == 0 || (ended < 0 && errno == EINTR)) return false;
  listen(running);
  running.job.ended(ended < 0 ? WorkerEnd{WorkerEnd::How::Crashed, "it is gone"} : judge(running, status));
  return true;
}

}  // namespace

void Messages::send(std::string_view message) const {
  CHECK(message.size() <= kMostMessage, "a message of a worker is too long");
  std::string bytes{static_cast<char>(message.size() % 256), static_cast<char>(message.size() / 256)};
  bytes += message;
  pollfd ready{pipe_, POLLOUT, 0};
  if (::poll(&ready, 1, 0) == 1 && (ready.revents & POLLOUT) != 0) (void)!::write(pipe_, bytes.data(), bytes.size());
}

void runJobs(const NextJob& next, unsigned atOnce, const StopFlag* stop) {
  std::list<Running> all;
  bool isOver = false;
  while (true) {
    while (!isOver && all.size() < atOnce && (stop == nullptr || !stop->requested())) {
      Job job = next();
      if (!job.work) {
        isOver = true;
        break;
      }
      Running& running = all.emplace_back();
      running.job = std::move(job);
      start(running);
      if (running.process > 0) continue;
      running.job.ended({WorkerEnd::How::NotStarted, std::string("no process can be started: ") + std::strerror(errno)});
      all.pop_back();
    }
    if (all.empty()) return;
    std::vector<pollfd> pipes;
    for (const Running& running : all) pipes.push_back({running.pipe.readEnd(), POLLIN, 0});
    ::poll(pipes.data(), pipes.size(), kPollMilliseconds);
    for (auto each = all.begin(); each != all.end();) {
      listen(*each);
      urge(*each, stop);
      each = reap(*each) ? all.erase(each) : std::next(each);
    }
  }
}

}  // namespace cleave
