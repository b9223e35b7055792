#include "support/worker.h"

#include <algorithm>
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
#include "support/forking.h"
#include "support/streams.h"
#include "support/temp_dir.h"

namespace cleave {

namespace {

constexpr int kInternalStatus = 70;
constexpr int kMemoryStatus = 71;
constexpr int kPollMilliseconds = 5;   // how late the end of a worker may be noticed
constexpr size_t kMostMessage = 4000;  // below PIPE_BUF with its length, so that a message arrives whole or not at all
constexpr size_t kRests = 0x8000;      // added to the length of a message: the worker rests

// The last words of a worker, for whoever reads its errors.
void say(const char* text) noexcept { (void)!::write(STDERR_FILENO, text, std::strlen(text)); }

[[noreturn]] void runWork(const Job& job, const Messages& messages, pid_t parent) noexcept {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::setpgid(0, 0);  // Ctrl-C is for the one who started us, who tells us
  if (::getppid() != parent) ::_exit(0);
  if (const int file = ::open(job.errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644); file >= 0) ::dup2(file, STDERR_FILENO);
  if (const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC); nothing >= 0) ::dup2(nothing, STDOUT_FILENO);
  try {
    job.work(messages);
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
  Pipe pipe;   // from it
  Pipe turns;  // to it; both ends stay open here, so that writing to one that is gone is no signal
  pid_t process = -1;
  Clock::time_point start = Clock::now();
  std::optional<Clock::time_point> told = {};  // to end
  bool isLate = false;
  bool isLarge = false;
  std::string unread = {};
  std::optional<Clock::time_point> rests = {};  // since then
};

void start(Running& running) {
  const pid_t parent = ::getpid();
  running.process = running.pipe.open() && running.turns.open() ? forkAlone() : -1;
  if (running.process == 0) {
    running.turns.closeWrite();
    runWork(running.job, Messages(running.pipe.writeEnd(), running.turns.readEnd()), parent);
  }
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
    const size_t head = static_cast<unsigned char>(running.unread[at]) + 256 * static_cast<unsigned char>(running.unread[at + 1]);
    const size_t length = head & ~kRests;
    if (at + 2 + length > running.unread.size()) break;
    if ((head & kRests) != 0) running.rests = Clock::now();
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

// Its time begins where it was.
void giveTurn(Running& running, Seconds time) {
  running.start += Clock::now() - *running.rests;
  running.rests.reset();
  const double seconds = time.count();
  (void)!::write(running.turns.writeEnd(), &seconds, sizeof seconds);  // one that is gone is noticed as that
}

void urge(Running& running, const StopFlag* stop) {
  const Clock::time_point now = Clock::now();
  if (running.rests) {
    if (stop != nullptr && stop->requested()) giveTurn(running, Seconds(0));
    return;
  }
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

namespace {

std::string framed(std::string_view message, size_t mark) {
  CHECK(message.size() <= kMostMessage, "a message of a worker is too long");
  const size_t head = message.size() | mark;
  std::string bytes{static_cast<char>(head % 256), static_cast<char>(head / 256)};
  return bytes += message;
}

// Half of what the machine has.
uint64_t mostMemoryOfResting() {
  return static_cast<uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE)) / 2;
}

// Lets one of those that rest go on, or end. There is one.
void wakeOne(std::list<Running>& all, const NextTurn& turn) {
  std::vector<size_t> resting;
  for (const Running& each : all)
    if (each.rests) resting.push_back(each.job.key);
  const Turn given = turn ? turn(resting) : Turn{resting.front(), Seconds(0)};
  const auto chosen = std::ranges::find_if(all, [&](const Running& each) { return each.rests && each.job.key == given.key; });
  CHECK(chosen != all.end(), "the turn of one that does not rest");
  giveTurn(*chosen, given.time);
}

// Those that rest keep what they have found out; beyond some memory the next one ends.
void endIfLarge(std::list<Running>& all) {
  uint64_t sum = 0;
  for (Running& each : all)
    if (each.rests && (sum += memoryOf(each.process)) > mostMemoryOfResting()) giveTurn(each, Seconds(0));
}

}  // namespace

void Messages::send(std::string_view message) const {
  const std::string bytes = framed(message, 0);
  pollfd ready{pipe_, POLLOUT, 0};
  if (::poll(&ready, 1, 0) == 1 && (ready.revents & POLLOUT) != 0) (void)!::write(pipe_, bytes.data(), bytes.size());
}

Seconds Messages::rest(std::string_view message) const {
  const std::string bytes = framed(message, kRests);
  if (::write(pipe_, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) return Seconds(0);
  double seconds = 0;
  ssize_t size = 0;
  do size = ::read(turns_, &seconds, sizeof seconds);
  while (size < 0 && errno == EINTR);
  return Seconds(size == sizeof seconds ? seconds : 0);
}

void runJobs(const NextJob& next, unsigned atOnce, const StopFlag* stop, const NextTurn& turn) {
  std::list<Running> all;
  bool isOver = false;
  const auto resting = [&] { return static_cast<size_t>(std::ranges::count_if(all, [](const Running& each) { return each.rests.has_value(); })); };
  while (true) {
    while (!isOver && all.size() - resting() < atOnce && (stop == nullptr || !stop->requested())) {
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
    while (isOver && resting() != 0 && all.size() - resting() < atOnce) wakeOne(all, turn);
    std::vector<pollfd> pipes;
    for (const Running& running : all) pipes.push_back({running.pipe.readEnd(), POLLIN, 0});
    ::poll(pipes.data(), pipes.size(), kPollMilliseconds);
    const size_t rested = resting();
    for (auto each = all.begin(); each != all.end();) {
      listen(*each);
      urge(*each, stop);
      each = reap(*each) ? all.erase(each) : std::next(each);
    }
    if (resting() > rested) endIfLarge(all);  // those that rest need no more than they did
  }
}

}  // namespace cleave
