#include "sandbox/warden.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox/serving.h"

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

// In the process that becomes the program; it shares the warden's memory until then. `serving`: its end of the socket, if it serves.
ChildFailure become(const Warden& warden, Received& received, const int (&streams)[3], int serving) noexcept {
  takeStreams(streams[0], streams[1], streams[2]);
  if (serving >= 0 && ::dup2(serving, kServingDescriptor) < 0) return {"cannot give it a socket", errno};
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

// A process that becomes the program, or the reason why not.
pid_t start(const Warden& warden, Received& received, const int (&streams)[3], int serving, ChildFailure& failure, bool& failed) noexcept {
  volatile Reply told{};  // written by the other process
  const pid_t program = ::vfork();
  if (program == 0) {
    const ChildFailure why = become(warden, received, streams, serving);
    told.failure.step = why.step;
    told.failure.why = why.why;
    told.failed = true;
    ::_exit(127);
  }
  failed = told.failed || program < 0;
  failure = program < 0 ? ChildFailure{"cannot start a process", errno} : ChildFailure{told.failure.step, told.failure.why};
  return program;
}

// Those that serve, by number. Whatever ends all processes ends them, too.
class Servers {
 public:
  // Nothing of the program is left then, and nothing of any server either if it was not served.
  Reply serve(const Warden& warden, Received& received, int socket) noexcept {
    const uint32_t slot = received.order.server - 1;
    ServingReply told{};
    const bool served = slot < kMostServers && (sockets_[slot] >= 0 || open(warden, received, slot)) && hand(received, slot) &&
                        hear(sockets_[slot], socket, told);
    if (!served || told.alone != 1) end();
    return {{}, false, told.status, !served};
  }

  void end() noexcept {
    bool any = false;
    for (int& socket : sockets_) {
      any = any || socket >= 0;
      if (socket >= 0) ::close(socket);
      socket = -1;
    }
    if (any) endAll();
  }

 private:
  bool open(const Warden& warden, Received& received, uint32_t slot) noexcept {
    int ends[2];
    const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    if (nothing < 0 || ::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return false;
    ChildFailure failure;
    bool failed = false;
    (void)start(warden, received, {nothing, nothing, nothing}, ends[1], failure, failed);
    ::close(nothing);
    ::close(ends[1]);
    sockets_[slot] = ends[0];
    return !failed;
  }

  bool hand(const Received& received, uint32_t slot) const noexcept {
    ServingOrder order{};
    order.processes = received.order.limits.processes;
    if (order.processes != 0)
      order.processes -= kMostServers - static_cast<uint64_t>(std::ranges::count_if(sockets_, [](int s) { return s >= 0; }));
    order.resident = received.order.resident;
    const size_t length = std::strlen(received.directory);
    if (length >= sizeof order.directory) return false;
    std::memcpy(order.directory, received.directory, length);
    alignas(cmsghdr) char control[CMSG_SPACE(3 * sizeof(int))] = {};
    iovec part{&order, sizeof order};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    cmsghdr* rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(3 * sizeof(int));
    std::memcpy(CMSG_DATA(rights), received.streams, 3 * sizeof(int));
    return ::sendmsg(sockets_[slot], &message, MSG_NOSIGNAL) == sizeof order;
  }

  // Who gave the order may go meanwhile; then all is over.
  static bool hear(int server, int socket, ServingReply& reply) noexcept {
    pollfd events[2] = {{server, POLLIN, 0}, {socket, POLLRDHUP, 0}};
    do {
      events[0].revents = events[1].revents = 0;
      ::poll(events, 2, -1);
      if ((events[1].revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0) ::_exit(0);
    } while (events[0].revents == 0);
    return ::recv(server, &reply, sizeof reply, MSG_DONTWAIT) == sizeof reply;
  }

  int sockets_[kMostServers] = {-1, -1, -1, -1};
};

Reply carryOut(const Warden& warden, Received& received, int socket, Servers& servers) noexcept {
  Reply reply{};
  if (received.order.server != 0) {
    reply = servers.serve(warden, received, socket);
    for (const int stream : received.streams) ::close(stream);
    return reply;
  }
  servers.end();  // they would count as its own processes
  const pid_t program = start(warden, received, received.streams, -1, reply.failure, reply.failed);
  for (const int stream : received.streams) ::close(stream);
  if (program > 0) reply.status = waitFor(program, socket);
  endAll();
  return reply;
}

}  // namespace

void Warden::work(int socket) const noexcept {
  if (::getpid() != 1) ::_exit(0);  // endAll would end all that we may signal
  ::setpgid(0, 0);
  resetSignals();
  ::prctl(PR_SET_DUMPABLE, 0);  // what it has of our memory is nobody's business
  const char* step = root.enter();
  send(socket, {{step, errno}, step != nullptr, 0, false});
  Received received;
  Servers servers;
  while (step == nullptr && received.from(socket)) send(socket, carryOut(*this, received, socket, servers));
  ::_exit(0);
}

}  // namespace cleave::sandbox
