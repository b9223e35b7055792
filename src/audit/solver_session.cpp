#include "audit/solver_session.h"

#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cleave::audit {

namespace {

constexpr rlim_t kMemory = rlim_t{8} << 30;
constexpr unsigned kMostQuestions = 500;  // what it does not give back grows no further

}  // namespace

// It ends by itself when we are gone: its input does.
std::unique_ptr<SolverSession> SolverSession::start(const std::vector<std::string>& command) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return nullptr;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  pid_t process = -1;
  const int failure = ::posix_spawnp(&process, words[0], &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  if (failure != 0) {
    ::close(ends[0]);
    return nullptr;
  }
  const rlimit limit{kMemory, kMemory};
  (void)::prlimit(process, RLIMIT_AS, &limit, nullptr);
  return std::unique_ptr<SolverSession>(new SolverSession(process, ends[0]));
}

SolverSession::~SolverSession() {
  ::close(socket_);
  ::kill(process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
}

std::optional<std::string> SolverSession::ask(const std::string& script, Seconds limit, const StopFlag* stop) {
  const std::string mark = fmt::format("cleave has asked {}", ++asked_);
  const std::string text = fmt::format("{}\n(reset)\n(echo \"{}\")\n", script, mark);
  const Budget budget(limit, stop);
  std::string said;
  size_t given = 0;
  while (!budget.exhausted()) {
    pollfd event{socket_, static_cast<short>(given < text.size() ? POLLIN | POLLOUT : POLLIN), 0};
    if (::poll(&event, 1, 50) < 0 && errno != EINTR) return std::nullopt;
    if ((event.revents & POLLOUT) != 0) {
      const ssize_t count = ::send(socket_, text.data() + given, text.size() - given, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (count < 0 && errno != EAGAIN && errno != EINTR) return std::nullopt;
      if (count > 0) given += static_cast<size_t>(count);
    }
    if ((event.revents & (POLLIN | POLLHUP | POLLERR)) == 0) continue;
    char bytes[1 << 14];
    const ssize_t count = ::recv(socket_, bytes, sizeof bytes, MSG_DONTWAIT);
    if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) return std::nullopt;
    if (count > 0) said.append(bytes, static_cast<size_t>(count));
    const size_t end = said.rfind(mark);
    if (end == std::string::npos || said.find('\n', end) == std::string::npos) continue;
    const size_t line = said.rfind('\n', end);
    return said.substr(0, line == std::string::npos ? 0 : line + 1);
  }
  return std::nullopt;
}

std::optional<std::string> SolverSessions::ask(const std::string& script, Seconds limit, const StopFlag* stop) {
  std::unique_ptr<SolverSession> session;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!free_.empty()) {
      session = std::move(free_.back());
      free_.pop_back();
    }
  }
  if (session == nullptr) session = SolverSession::start(command_);
  if (session == nullptr) return std::nullopt;
  std::optional<std::string> said = session->ask(script, limit, stop);
  if (said && session->asked() < kMostQuestions) {
    const std::lock_guard<std::mutex> lock(mutex_);
    free_.push_back(std::move(session));
  }
  return said;
}

}  // namespace cleave::audit
