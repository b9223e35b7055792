#include "support/process.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>
#include <thread>

#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/process_child.h"

namespace cleave {

namespace {

// What the child says before it gives up; it shares our memory until it becomes the command.
struct Told {
  volatile bool failed = false;
  volatile ChildFailure failure{};
};

[[noreturn]] void fail(Told& told, const char* step) {
  told.failure.why = errno;
  told.failure.step = step;
  told.failed = true;
  ::_exit(127);
}

[[noreturn]] void becomeCommand(const ProcessRequest& request, const ExecImage& image, const ChildLimits& limits, const Streams& streams,
                                Told& told) {
  ::setpgid(0, 0);
  takeStreams(streams.in.readEnd(), streams.out.writeEnd(), streams.err.writeEnd());
  resetSignals();
  if (!request.directory.empty() && ::chdir(request.directory.c_str()) != 0) fail(told, "cannot enter its directory");
  applyLimits(limits);
  if (request.confinement != nullptr) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (const char* step = request.confinement->narrow()) fail(told, step);
  }
  ::execvpe(image.arguments[0], image.arguments.data(), image.environment.data());
  fail(told, nullptr);
}

class Child {
 public:
  Child(const ProcessRequest& request, pid_t pid, Streams& streams)
      : request_(request), pid_(pid), handle_(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))), streams_(streams) {}
  ~Child() {
    if (handle_ >= 0) ::close(handle_);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  ProcessResult attend() {
    const Clock::time_point deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(request_.timeLimit);
    int status = 0;
    for (;;) {
      streams_.exchange(handle_);
      if (::waitpid(pid_, &status, WNOHANG) == pid_) break;
      if (request_.stop != nullptr && request_.stop->requested()) return killAs(ProcessResult::End::Stopped);
      if (Clock::now() >= deadline) return killAs(ProcessResult::End::TimedOut);
    }
    ::kill(-pid_, SIGKILL);  // what it left behind
    return resultOf(status, streams_);
  }

 private:
  ProcessResult killAs(ProcessResult::End end) {
    ::kill(-pid_, SIGKILL);
    ::kill(pid_, SIGKILL);  // in case it had no time to get its own group
    ::waitpid(pid_, nullptr, 0);
    ProcessResult result = resultOf(SIGKILL, streams_);
    result.end = end;
    return result;
  }

  const ProcessRequest& request_;
  pid_t pid_;
  int handle_;  // readable when the child has ended; -1: this kernel has none
  Streams& streams_;
};

}  // namespace

ProcessResult resultOf(int status, Streams& streams) {
  streams.finish();
  ProcessResult result;
  result.end = WIFSIGNALED(status) ? ProcessResult::End::Signalled : ProcessResult::End::Exited;
  result.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  result.output = std::move(streams.output);
  result.errors = std::move(streams.errors);
  return result;
}

Expected<ProcessResult> runProcess(const ProcessRequest& request) {
  CHECK(!request.command.empty(), "a process needs a command");
  if (request.stop != nullptr && request.stop->requested()) {  // a short one would end before anybody looks
    ProcessResult stopped;
    stopped.end = ProcessResult::End::Stopped;
    return stopped;
  }
  Streams streams(request.input, request.outputLimit);
  if (!streams.open()) return Error{std::string("cannot create a pipe: ") + std::strerror(errno)};
  // Without this, a child that does not read its input would kill us. A process-wide setting, but one that every tool of ours wants.
  if (!request.input.empty()) ::signal(SIGPIPE, SIG_IGN);
  const ExecImage image(request);
  const ChildLimits limits = limitsOf(request);
  Told told;
  // Not fork: that runs what libraries registered for it, and Z3 then waits for ever for its timers if another thread is solving meanwhile.
  const pid_t pid = ::vfork();
  if (pid < 0) return Error{std::string("cannot start a process: ") + std::strerror(errno)};
  if (pid == 0) becomeCommand(request, image, limits, streams, told);
  streams.closeChildsEnds();
  if (told.failed) {
    ::waitpid(pid, nullptr, 0);
    return Error{toText({told.failure.step, told.failure.why}, request.command[0])};
  }
  return Child(request, pid, streams).attend();
}

std::vector<Expected<ProcessResult>> runProcesses(const std::vector<ProcessRequest>& requests) {
  std::vector<Expected<ProcessResult>> results(requests.size(), Error{"not run"});
  std::atomic<size_t> next{0};
  const auto work = [&] {
    for (size_t i = next++; i < requests.size(); i = next++) results[i] = runProcess(requests[i]);
  };
  const size_t most = std::min<size_t>(requests.size(), std::max(2u, std::thread::hardware_concurrency()));
  std::vector<std::thread> threads;
  for (size_t i = 1; i < most; ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  return results;
}

}  // namespace cleave
