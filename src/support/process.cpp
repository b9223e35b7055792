#include "support/process.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/process_child.h"

namespace cleave {

namespace {

constexpr int kPollMilliseconds = 20;  // how soon a stop request or a time-out is noticed

// Reads what is there. False at the end of the stream.
bool drain(int fd, std::string& kept, uint64_t limit) {
  char buffer[1 << 16];
  const ssize_t count = ::read(fd, buffer, sizeof buffer);
  if (count < 0) return errno == EINTR || errno == EAGAIN;
  if (count == 0) return false;
  if (kept.size() < limit) kept.append(buffer, std::min<uint64_t>(static_cast<uint64_t>(count), limit - kept.size()));
  return true;
}

// Writes some more of the input; closes the pipe when all is written or nobody reads.
void feed(Pipe& in, const std::string& input, size_t& written) {
  while (in.writeEnd() >= 0) {
    if (written == input.size()) return in.closeWrite();
    const ssize_t count = ::write(in.writeEnd(), input.data() + written, input.size() - written);
    if (count < 0 && errno == EAGAIN) return;
    if (count < 0 && errno != EINTR) return in.closeWrite();
    if (count > 0) written += static_cast<size_t>(count);
  }
}

bool hasNamespaces(const ProcessRequest& request) { return request.confinement != nullptr && request.confinement->cloneFlags() != 0; }

pid_t startChild(const ProcessRequest& request) {
  if (!hasNamespaces(request)) return ::fork();
  return static_cast<pid_t>(::syscall(SYS_clone, request.confinement->cloneFlags() | SIGCHLD, nullptr, nullptr, nullptr, nullptr));
}

// The parent's part, until the command runs; or what went wrong before.
std::optional<ChildFailure> launch(const ProcessRequest& request, pid_t pid, Pipes& pipes) {
  const char* step = hasNamespaces(request) ? request.confinement->adopt(pid) : nullptr;
  const int why = errno;
  if (step == nullptr && hasNamespaces(request)) (void)!::write(pipes.go.writeEnd(), "g", 1);
  pipes.go.closeWrite();
  if (step != nullptr) return ChildFailure{step, why};
  ChildFailure failure{};
  if (::read(pipes.failure.readEnd(), &failure, sizeof failure) == sizeof failure) return failure;
  return std::nullopt;  // the end of the file: exec succeeded
}

class Child {
 public:
  Child(const ProcessRequest& request, pid_t pid, Pipes& pipes)
      : request_(request),
        pid_(pid),
        handle_(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))),
        pipes_(pipes),
        in_(pipes.in),
        out_(pipes.out),
        err_(pipes.err) {}
  ~Child() {
    if (handle_ >= 0) ::close(handle_);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  ProcessResult attend() {
    const Clock::time_point deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(request_.timeLimit);
    int status = 0;
    bool ended = false;
    while (!ended) {
      exchange();
      // The streams may outlive the child (a grandchild holds them): its end is what counts.
      ended = ::waitpid(pid_, &status, WNOHANG) == pid_;
      if (ended) break;
      if (request_.stop != nullptr && request_.stop->requested()) return killAs(ProcessResult::End::Stopped);
      if (Clock::now() >= deadline) return killAs(ProcessResult::End::TimedOut);
    }
    ::kill(-pid_, SIGKILL);  // what it left behind
    finishReading();
    if (hasNamespaces(request_)) status = statusOfCommand();
    result_.end = WIFSIGNALED(status) ? ProcessResult::End::Signalled : ProcessResult::End::Exited;
    result_.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    return std::move(result_);
  }

 private:
  void exchange() {
    pollfd fds[4] = {{outOpen_ ? out_.readEnd() : -1, POLLIN, 0},
                     {errOpen_ ? err_.readEnd() : -1, POLLIN, 0},
                     {in_.writeEnd(), POLLOUT, 0},
                     {handle_, POLLIN, 0}};
    const bool quiet = !outOpen_ && !errOpen_ && in_.writeEnd() < 0 && handle_ < 0;
    ::poll(fds, 4, quiet ? 1 : kPollMilliseconds);
    if (fds[0].revents != 0) outOpen_ = drain(out_.readEnd(), result_.output, request_.outputLimit);
    if (fds[1].revents != 0) errOpen_ = drain(err_.readEnd(), result_.errors, request_.outputLimit);
    if (fds[2].revents != 0) feed(in_, request_.input, written_);
  }

  void finishReading() {
    ::fcntl(out_.readEnd(), F_SETFL, O_NONBLOCK);
    ::fcntl(err_.readEnd(), F_SETFL, O_NONBLOCK);
    size_t before = 0;
    do {
      before = result_.output.size() + result_.errors.size();
      if (outOpen_) outOpen_ = drain(out_.readEnd(), result_.output, request_.outputLimit);
      if (errOpen_) errOpen_ = drain(err_.readEnd(), result_.errors, request_.outputLimit);
    } while (result_.output.size() + result_.errors.size() != before);
  }

  // As its watcher wrote it down. A watcher that could not was killed, and with it the command.
  int statusOfCommand() {
    int status = 0;
    return ::read(pipes_.ending.readEnd(), &status, sizeof status) == sizeof status ? status : SIGKILL;
  }

  ProcessResult killAs(ProcessResult::End end) {
    ::kill(-pid_, SIGKILL);
    ::kill(pid_, SIGKILL);  // in case it had no time to get its own group
    ::waitpid(pid_, nullptr, 0);
    finishReading();
    result_.end = end;
    result_.code = SIGKILL;
    return std::move(result_);
  }

  const ProcessRequest& request_;
  pid_t pid_;
  int handle_;  // readable when the child has ended; -1: this kernel has none
  Pipes& pipes_;
  Pipe& in_;
  Pipe& out_;
  Pipe& err_;
  ProcessResult result_;
  size_t written_ = 0;
  bool outOpen_ = true;
  bool errOpen_ = true;
};

}  // namespace

Expected<ProcessResult> runProcess(const ProcessRequest& request) {
  CHECK(!request.command.empty(), "a process needs a command");
  Pipes pipes;
  if (!pipes.open()) return Error{std::string("cannot create a pipe: ") + std::strerror(errno)};
  // Without this, a child that does not read its input would kill us. A process-wide setting, but one that every tool of ours wants.
  if (!request.input.empty() || hasNamespaces(request)) ::signal(SIGPIPE, SIG_IGN);
  const ExecImage image(request);
  const pid_t pid = startChild(request);
  if (pid < 0) return Error{std::string("cannot start a process: ") + std::strerror(errno)};
  if (pid == 0) becomeChild(request, image, pipes);
  for (Pipe* pipe : {&pipes.in, &pipes.go}) pipe->closeRead();
  for (Pipe* pipe : {&pipes.out, &pipes.err, &pipes.failure, &pipes.ending}) pipe->closeWrite();
  if (const std::optional<ChildFailure> failure = launch(request, pid, pipes)) {
    ::waitpid(pid, nullptr, 0);
    const std::string step = failure->step == nullptr ? "" : std::string(failure->step) + ": ";
    return Error{"cannot run " + request.command[0] + ": " + step + std::strerror(failure->why)};
  }
  ::fcntl(pipes.in.writeEnd(), F_SETFL, O_NONBLOCK);
  size_t nothing = 0;
  if (request.input.empty()) feed(pipes.in, request.input, nothing);
  return Child(request, pid, pipes).attend();
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
