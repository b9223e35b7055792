#include "project/spawn.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <thread>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "project/watcher.h"
#include "support/forking.h"
#include "support/process_child.h"

namespace cleave::project {

namespace {

namespace fs = std::filesystem;

bool redirect(const fs::path& file, int flags, std::initializer_list<int> targets) {
  if (file.empty()) return true;
  const int opened = ::open(file.c_str(), flags | O_CLOEXEC, 0666);
  if (opened < 0) return false;
  for (const int target : targets)
    if (::dup2(opened, target) < 0) return false;
  return true;
}

[[noreturn]] void become(const SpawnRequest& request, const ExecImage& image) {
  if (request.ownGroup) ::setpgid(0, 0);
  resetSignals();
  const bool ready = redirect(request.input, O_RDONLY, {0}) && redirect(request.messages, O_WRONLY | O_CREAT | O_TRUNC, {1, 2}) &&
                     (request.directory.empty() || ::chdir(request.directory.c_str()) == 0);
  if (ready) ::execvpe(image.arguments[0], image.arguments.data(), image.environment.data());
  const char* why = std::strerror(errno);
  for (const char* part : {"cleave: cannot run ", static_cast<const char*>(image.arguments[0]), ": ", why, "\n"})
    if (::write(2, part, std::strlen(part)) < 0) break;
  ::_exit(127);
}

}  // namespace

Expected<int> spawn(const SpawnRequest& request) {
  ProcessRequest plain;
  plain.command = request.command;
  plain.environment = request.variables;
  const ExecImage image(plain);
  const pid_t pid = forkAlone();
  if (pid < 0) return Error{std::string("cannot start a process: ") + std::strerror(errno)};
  if (pid == 0) become(request, image);
  if (request.ownGroup) ::setpgid(pid, pid);  // whoever of the two comes first
  const std::optional<Watcher> watcher = request.ownGroup ? Watcher::ofGroup(pid) : std::nullopt;
  int status = 0;
  for (;;) {
    const bool looks = request.ownGroup && request.stop != nullptr;
    const pid_t ended = ::waitpid(pid, &status, looks ? WNOHANG : 0);
    if (ended == pid) break;
    if (ended < 0 && errno != EINTR) return Error{std::string("lost a process: ") + std::strerror(errno)};
    if (!looks || ended < 0) continue;
    if (request.stop->requested()) {
      ::kill(-pid, SIGKILL);
      ::kill(pid, SIGKILL);
      ::waitpid(pid, &status, 0);
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  if (request.ownGroup) ::kill(-pid, SIGKILL);  // what it left behind
  return status;
}

fs::path findProgram(const std::string& name) {
  std::error_code failure;
  const fs::path self = fs::read_symlink("/proc/self/exe", failure);
  const char* variable = std::getenv("PATH");
  const std::string path = variable == nullptr ? "/usr/local/bin:/usr/bin:/bin" : variable;
  for (size_t from = 0; from <= path.size();) {
    const size_t colon = std::min(path.find(':', from), path.size());
    const fs::path candidate = fs::path(path.substr(from, colon - from)) / name;
    from = colon + 1;
    if (::access(candidate.c_str(), X_OK) == 0 && fs::canonical(candidate, failure) != self && !fs::is_directory(candidate, failure))
      return candidate;
  }
  return {};
}

}  // namespace cleave::project
