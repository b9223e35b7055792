#include "sandbox/warden.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cleave::sandbox {

namespace {

// An order as it came.
class Received {
 public:
  // False: nobody is there any more, or it makes no sense.
  bool from(int socket) noexcept {
    iovec part{bytes_, sizeof bytes_ - 1};
    alignas(cmsghdr) char control[CMSG_SPACE(3 * sizeof(int))];
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    ssize_t count = 0;
    do count = ::recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    while (count < 0 && errno == EINTR);
    const cmsghdr* rights = count > 0 ? CMSG_FIRSTHDR(&message) : nullptr;
    if (rights == nullptr || rights->cmsg_len != CMSG_LEN(3 * sizeof(int)) || count < static_cast<ssize_t>(sizeof(Order))) return false;
    std::memcpy(streams, CMSG_DATA(rights), sizeof streams);
    std::memcpy(&order, bytes_, sizeof order);
    bytes_[count] = 0;
    return readTexts(bytes_ + sizeof order, bytes_ + count);
  }

  Order order;
  int streams[3];
  const char* directory = nullptr;
  const char* own = nullptr;
  char* words[kMostTexts + 1];
  char* variables[kMostTexts + 1];

 private:
  bool readTexts(char* at, const char* end) noexcept {
    if (order.words == 0 || order.words > kMostTexts || order.variables > kMostTexts) return false;
    const auto next = [&] {
      char* const text = at;
      at = std::min(at + std::strlen(at) + 1, const_cast<char*>(end));
      return text;
    };
    directory = next();
    own = next();
    for (uint32_t i = 0; i < order.words; ++i) words[i] = next();
    for (uint32_t i = 0; i < order.variables; ++i) variables[i] = next();
    words[order.words] = variables[order.variables] = nullptr;
    return true;
  }

  char bytes_[kMostOrder];
};

void send(int socket, const Reply& reply) noexcept { (void)!::send(socket, &reply, sizeof reply, MSG_NOSIGNAL); }

// In the process that becomes the program; it shares the warden's memory until then.
ChildFailure become(const Warden& warden, Received& received) noexcept {
  takeStreams(received.streams[0], received.streams[1], received.streams[2]);
  if (::chdir(received.directory) != 0) return {"cannot enter its directory", errno};
  applyLimits(received.order.limits);
  // Who stays root may be the root of the machine, for whom the limit on processes does not hold.
  const bool counted = ::geteuid() != 0 || becomeNobody();
  if (const char* step = (counted ? warden.usual : warden.lonely).apply(received.own, false)) return {step, errno};
  ::execve(received.words[0], received.words, received.variables);
  return {nullptr, errno};
}

// Waits for the program. Who gave the order may go meanwhile; then all is over.
int waitFor(pid_t program, int socket) noexcept {
  const int handle = static_cast<int>(::syscall(SYS_pidfd_open, program, 0));
  pollfd events[2] = {{handle, POLLIN, 0}, {socket, POLLRDHUP, 0}};
  int status = 0;
  while (::waitpid(program, &status, handle < 0 ? 0 : WNOHANG) != program) {
    ::poll(events, 2, -1);
    if ((events[1].revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0) ::_exit(0);
  }
  ::close(handle);
  return status;
}

void endAll() noexcept {
  do ::kill(-1, SIGKILL);  // all but ourselves
  while (::waitpid(-1, nullptr, 0) > 0 || errno == EINTR);
}

Reply carryOut(const Warden& warden, Received& received, int socket) noexcept {
  volatile Reply reply{};  // written by the other process
  const pid_t program = ::vfork();
  if (program == 0) {
    const ChildFailure failure = become(warden, received);
    reply.failure.step = failure.step;
    reply.failure.why = failure.why;
    reply.failed = true;
    ::_exit(127);
  }
  if (program < 0) return {{"cannot start a process", errno}, true, 0};
  for (const int stream : received.streams) ::close(stream);
  const int status = waitFor(program, socket);
  endAll();
  return {{reply.failure.step, reply.failure.why}, reply.failed, status};
}

}  // namespace

void Warden::work(int socket) const noexcept {
  if (::getpid() != 1) ::_exit(0);  // endAll would end all that we may signal
  ::setpgid(0, 0);
  resetSignals();
  ::prctl(PR_SET_DUMPABLE, 0);  // what it has of our memory is nobody's business
  const char* step = root.enter();
  send(socket, {{step, errno}, step != nullptr, 0});
  Received received;
  while (step == nullptr && received.from(socket)) send(socket, carryOut(*this, received, socket));
  ::_exit(0);
}

}  // namespace cleave::sandbox
