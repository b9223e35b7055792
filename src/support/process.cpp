#include "support/process.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <thread>

#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cleave {

namespace {

constexpr int kPollMilliseconds = 20;  // how soon a stop request or a time-out is noticed

// A pipe whose ends are closed with it. Close-on-exec, so that children of other threads do not hold it open.
class Pipe {
 public:
  Pipe() {
    if (::pipe2(ends_, O_CLOEXEC) != 0) ends_[0] = ends_[1] = -1;
  }
  ~Pipe() {
    closeRead();
    closeWrite();
  }
  Pipe(const Pipe&) = delete;
  bool open() const { return ends_[0] >= 0; }
  int readEnd() const { return ends_[0]; }
  int writeEnd() const { return ends_[1]; }
  void closeRead() { closeEnd(ends_[0]); }
  void closeWrite() { closeEnd(ends_[1]); }

 private:
  static void closeEnd(int& end) {
    if (end >= 0) ::close(end);
    end = -1;
  }
  int ends_[2];
};

void limitResource(int resource, uint64_t bytes) {
  const rlimit limit{bytes, bytes};
  ::setrlimit(static_cast<__rlimit_resource>(resource), &limit);
}

// What execve needs, made before fork: the child of a threaded process may only call async-signal-safe functions.
struct ExecImage {
  std::vector<char*> arguments;
  std::vector<std::string> environmentTexts;
  std::vector<char*> environment;

  explicit ExecImage(const ProcessRequest& request) {
    for (const std::string& word : request.command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    for (char** variable = environ; *variable != nullptr; ++variable) environmentTexts.emplace_back(*variable);
    for (const auto& [name, value] : request.environment) {
      const std::string prefix = name + "=";
      std::erase_if(environmentTexts, [&](const std::string& text) { return text.compare(0, prefix.size(), prefix) == 0; });
      environmentTexts.push_back(prefix + value);
    }
    for (std::string& text : environmentTexts) environment.push_back(text.data());
    environment.push_back(nullptr);
  }
};

[[noreturn]] void becomeCommand(const ProcessRequest& request, const ExecImage& image, Pipe& in, Pipe& out, Pipe& err, Pipe& failure) {
  ::setpgid(0, 0);
  ::dup2(in.readEnd(), 0);
  ::dup2(out.writeEnd(), 1);
  ::dup2(err.writeEnd(), 2);
  ::close_range(3, ~0u, CLOSE_RANGE_CLOEXEC);  // whatever our own parent left open is none of the command's business
  for (const int signal : {SIGINT, SIGPIPE, SIGTERM}) ::signal(signal, SIG_DFL);
  limitResource(RLIMIT_CORE, 0);
  if (request.memoryLimit != 0) limitResource(RLIMIT_AS, request.memoryLimit);
  if (request.fileSizeLimit != 0) limitResource(RLIMIT_FSIZE, request.fileSizeLimit);
  if (request.directory.empty() || ::chdir(request.directory.c_str()) == 0)
    ::execvpe(image.arguments[0], image.arguments.data(), image.environment.data());
  const int why = errno;
  [[maybe_unused]] const ssize_t told = ::write(failure.writeEnd(), &why, sizeof why);
  ::_exit(127);
}

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

class Child {
 public:
  Child(const ProcessRequest& request, pid_t pid, Pipe& in, Pipe& out, Pipe& err)
      : request_(request), pid_(pid), in_(in), out_(out), err_(err) {}

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
    result_.end = WIFSIGNALED(status) ? ProcessResult::End::Signalled : ProcessResult::End::Exited;
    result_.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    return std::move(result_);
  }

 private:
  void exchange() {
    pollfd fds[3] = {
        {outOpen_ ? out_.readEnd() : -1, POLLIN, 0}, {errOpen_ ? err_.readEnd() : -1, POLLIN, 0}, {in_.writeEnd(), POLLOUT, 0}};
    const bool quiet = !outOpen_ && !errOpen_ && in_.writeEnd() < 0;
    ::poll(fds, 3, quiet ? 1 : kPollMilliseconds);
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
  Pipe in, out, err, failure;
  if (!in.open() || !out.open() || !err.open() || !failure.open())
    return Error{std::string("cannot create a pipe: ") + std::strerror(errno)};
  // Without this, a child that does not read its input would kill us. A process-wide setting, but one that every tool of ours wants.
  if (!request.input.empty()) ::signal(SIGPIPE, SIG_IGN);
  const ExecImage image(request);
  const pid_t pid = ::fork();
  if (pid < 0) return Error{std::string("cannot start a process: ") + std::strerror(errno)};
  if (pid == 0) becomeCommand(request, image, in, out, err, failure);
  in.closeRead();
  out.closeWrite();
  err.closeWrite();
  failure.closeWrite();
  int why = 0;
  if (::read(failure.readEnd(), &why, sizeof why) == sizeof why) {  // end of file when exec succeeded
    ::waitpid(pid, nullptr, 0);
    return Error{"cannot run " + request.command[0] + ": " + std::strerror(why)};
  }
  ::fcntl(in.writeEnd(), F_SETFL, O_NONBLOCK);
  size_t nothing = 0;
  if (request.input.empty()) feed(in, request.input, nothing);
  return Child(request, pid, in, out, err).attend();
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
