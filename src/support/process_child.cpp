#include "support/process_child.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>

#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cleave {

namespace {

void limitResource(int resource, uint64_t most) {
  const rlimit limit{most, most};
  ::setrlimit(static_cast<__rlimit_resource>(resource), &limit);
}

[[noreturn]] void fail(const Pipes& pipes, const char* step) {
  const ChildFailure failure{step, errno};
  [[maybe_unused]] const ssize_t told = ::write(pipes.failure.writeEnd(), &failure, sizeof failure);
  ::_exit(127);
}

void limitAll(const ProcessRequest& request) {
  limitResource(RLIMIT_CORE, 0);
  if (request.memoryLimit != 0) limitResource(RLIMIT_AS, request.memoryLimit);
  if (request.fileSizeLimit != 0) limitResource(RLIMIT_FSIZE, request.fileSizeLimit);
  if (request.confinement == nullptr) return;
  if (request.processLimit != 0) limitResource(RLIMIT_NPROC, request.processLimit);
  limitResource(RLIMIT_CPU, static_cast<uint64_t>(std::ceil(request.timeLimit.count())) + 1);
}

[[noreturn]] void becomeCommand(const ProcessRequest& request, const ExecImage& image, const Pipes& pipes) {
  ::close_range(3, ~0u, CLOSE_RANGE_CLOEXEC);  // whatever our own parent left open is none of the command's business
  for (const int signal : {SIGINT, SIGPIPE, SIGTERM}) ::signal(signal, SIG_DFL);
  if (!request.directory.empty() && ::chdir(request.directory.c_str()) != 0) fail(pipes, "cannot enter its directory");
  limitAll(request);
  if (request.confinement != nullptr)
    if (const char* step = request.confinement->narrow()) fail(pipes, step);
  ::execvpe(image.arguments[0], image.arguments.data(), image.environment.data());
  fail(pipes, nullptr);
}

// What the parent has open, its threads included, must not live on in a process that does not become another program.
void closeAllBut(std::array<int, 3> kept) {
  std::sort(kept.begin(), kept.end());
  int next = 3;
  for (const int descriptor : kept) {
    if (next < descriptor) ::close_range(static_cast<unsigned>(next), static_cast<unsigned>(descriptor - 1), 0);
    next = descriptor + 1;
  }
  ::close_range(static_cast<unsigned>(next), ~0u, 0);
}

// The first process of its namespaces: starts the command, and ends when it has ended. Then the kernel ends all that is left in there. It
// is not the command itself, since signals do not end the first process, not even its own abort().
[[noreturn]] void watchOver(const ProcessRequest& request, const ExecImage& image, Pipes& pipes) {
  closeAllBut({pipes.go.readEnd(), pipes.failure.writeEnd(), pipes.ending.writeEnd()});
  char go = 0;
  if (::read(pipes.go.readEnd(), &go, 1) != 1) ::_exit(127);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (const char* step = request.confinement->enter()) fail(pipes, step);
  const pid_t command = ::vfork();  // one copy of the parent's page tables is enough
  if (command == 0) becomeCommand(request, image, pipes);
  if (command < 0) fail(pipes, "cannot start a process");
  for (const int signal : {SIGINT, SIGPIPE, SIGTERM}) ::signal(signal, SIG_DFL);
  for (const int stream : {0, 1, 2, pipes.failure.writeEnd()}) ::close(stream);
  int status = 0;
  for (pid_t ended = 0; ended != command;) {
    ended = ::waitpid(-1, &status, 0);
    if (ended < 0 && errno != EINTR) ::_exit(127);
  }
  [[maybe_unused]] const ssize_t told = ::write(pipes.ending.writeEnd(), &status, sizeof status);
  ::_exit(0);
}

}  // namespace

Pipe::Pipe() {
  if (::pipe2(ends_, O_CLOEXEC) != 0) ends_[0] = ends_[1] = -1;
}

Pipe::~Pipe() {
  closeRead();
  closeWrite();
}

void Pipe::closeEnd(int& end) {
  if (end >= 0) ::close(end);
  end = -1;
}

ExecImage::ExecImage(const ProcessRequest& request) {
  for (const std::string& word : request.command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  if (!request.bareEnvironment)
    for (char** variable = environ; *variable != nullptr; ++variable) environmentTexts.emplace_back(*variable);
  for (const auto& [name, value] : request.environment) {
    const std::string prefix = name + "=";
    std::erase_if(environmentTexts, [&](const std::string& text) { return text.compare(0, prefix.size(), prefix) == 0; });
    environmentTexts.push_back(prefix + value);
  }
  for (std::string& text : environmentTexts) environment.push_back(text.data());
  environment.push_back(nullptr);
}

void becomeChild(const ProcessRequest& request, const ExecImage& image, Pipes& pipes) {
  ::setpgid(0, 0);
  ::dup2(pipes.in.readEnd(), 0);
  ::dup2(pipes.out.writeEnd(), 1);
  ::dup2(pipes.err.writeEnd(), 2);
  if (request.confinement != nullptr && request.confinement->cloneFlags() != 0) watchOver(request, image, pipes);
  if (request.confinement != nullptr) ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  becomeCommand(request, image, pipes);
}

}  // namespace cleave
