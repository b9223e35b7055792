#include "sandbox/room.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox/serving.h"
#include "sandbox/warden.h"

namespace cleave::sandbox {

namespace fs = std::filesystem;

namespace {

constexpr uint64_t kNamespaces = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;

constexpr Seconds kSetUpLimit{60};

// Within the limit; a signal does not count.
bool isReadable(int descriptor, Seconds limit) {
  const Budget budget(limit, nullptr);
  pollfd waiting{descriptor, POLLIN, 0};
  while (!budget.exhausted())
    if (::poll(&waiting, 1, static_cast<int>(budget.left().count() * 1000) + 1) > 0) return true;
  return false;
}

Error failed(const char* step) { return Error{fmt::format("{}: {}", step, std::strerror(errno))}; }

// Where there are no namespaces.
class ByLandlock : public Confinement {
 public:
  ByLandlock(const Sandbox& sandbox, const std::vector<fs::path>& readable, const fs::path& own)
      : own_(own.string()), restrictions_(rulesFor(readable), sandbox.lonelyFilter()) {}
  const char* narrow() const noexcept override { return restrictions_.apply(own_.c_str(), true); }

 private:
  static LandlockRules rulesFor(const std::vector<fs::path>& readable) {
    LandlockRules rules{NewRoot::systemPlaces(), NewRoot::devices()};
    rules.readable.push_back("/proc");  // sanitizers look for their own memory there; of others Landlock hides what counts
    for (const fs::path& path : readable) rules.readable.push_back(path.string());
    return rules;
  }
  std::string own_;
  Restrictions restrictions_;
};

bool writeWhole(pid_t process, const char* name, const std::string& text) {
  const int file = ::open(fmt::format("/proc/{}/{}", process, name).c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool written = ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  const int why = errno;
  ::close(file);
  errno = why;
  return written;
}

// The users of the new namespace: our own number, and if we are root and may give it away another one: root is not bound by the limit on
// processes, and owns the system's files.
Status mapUsers(pid_t warden) {
  const unsigned user = ::geteuid(), group = ::getegid();
  const std::string both = fmt::format("0 0 1\n{0} {0} 1\n", kNobodyElse);
  if (user == 0 && group == 0 && writeWhole(warden, "uid_map", both)) {
    if (!writeWhole(warden, "gid_map", both)) return failed("cannot map its groups");
    return std::nullopt;
  }
  if (!writeWhole(warden, "uid_map", fmt::format("{0} {0} 1\n", user))) return failed("cannot map its user");
  (void)writeWhole(warden, "setgroups", "deny");  // needed before the next, if we are not root
  if (!writeWhole(warden, "gid_map", fmt::format("{0} {0} 1\n", group))) return failed("cannot map its groups");
  return std::nullopt;
}

// In the new process. What we have open, for other threads, too, must not live on in one that does not become another program.
[[noreturn]] void becomeWarden(const Warden& warden, int socket) {
  if (socket > 0) ::close_range(0, static_cast<unsigned>(socket - 1), 0);
  ::close_range(static_cast<unsigned>(socket + 1), ~0u, 0);
  char go = 0;
  if (::recv(socket, &go, 1, 0) != 1) ::_exit(0);  // its users are mapped
  warden.work(socket);
}

std::string encode(const ProcessRequest& request, const fs::path& own, unsigned server, uint64_t resident) {
  Order order{limitsOf(request), static_cast<uint32_t>(request.command.size()), static_cast<uint32_t>(request.environment.size()), server,
              resident};
  if (server != 0 && order.limits.processes != 0) order.limits.processes += kMostServers;  // they do not count; see Servers::hand
  order.limits.seconds = static_cast<uint64_t>(std::ceil(request.timeLimit.count())) + 1;
  std::string bytes(reinterpret_cast<const char*>(&order), sizeof order);
  const auto add = [&](const std::string& text) { bytes.append(text.c_str(), text.size() + 1); };
  add(request.directory);
  add(own.string());
  for (const std::string& word : request.command) add(word);
  for (const auto& [name, value] : request.environment) add(name + "=" + value);
  return bytes;
}

bool give(int socket, const std::string& bytes, const Streams& streams) {
  const int descriptors[3] = {streams.in.readEnd(), streams.out.writeEnd(), streams.err.writeEnd()};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof descriptors)] = {};
  iovec part{const_cast<char*>(bytes.data()), bytes.size()};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  cmsghdr* rights = CMSG_FIRSTHDR(&message);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(sizeof descriptors);
  std::memcpy(CMSG_DATA(rights), descriptors, sizeof descriptors);
  return ::sendmsg(socket, &message, MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size());
}

}  // namespace

Expected<std::unique_ptr<Room>> Room::make(const Sandbox& sandbox, std::vector<fs::path> readable) {
  Expected<TempDir> directory = TempDir::create("room");
  if (!directory) return directory.error();
  std::unique_ptr<Room> room(new Room(sandbox, directory.take(), std::move(readable)));
  std::error_code failure;
  fs::create_directory(room->inside_, failure);
  if (!failure) fs::permissions(room->inside_, fs::perms(0755), failure);
  if (failure) return Error{"cannot create " + room->inside_.string() + ": " + failure.message()};
  return room;
}

// Links on the way to a directory do not exist in the room.
Room::Room(const Sandbox& sandbox, TempDir directory, std::vector<fs::path> readable)
    : sandbox_(sandbox), above_(std::move(directory)), readable_(std::move(readable)) {
  std::error_code ignored;
  inside_ = fs::weakly_canonical(above_.path(), ignored) / "room";
  for (fs::path& path : readable_) path = fs::weakly_canonical(path, ignored);
}

Room::~Room() { close(); }

Expected<fs::path> Room::makeDirectory() {
  const fs::path directory = inside_ / std::to_string(next_++);
  std::error_code failure;
  fs::create_directory(directory, failure);
  if (failure) return Error{"cannot create " + directory.string() + ": " + failure.message()};
  if (Status wrong = openToAll(directory)) return *wrong;
  return directory;
}

Expected<ProcessResult> Room::run(const ProcessRequest& request, const fs::path& own) {
  if (sandbox_.strength() == Strength::Namespaces) {
    Expected<std::optional<ProcessResult>> result = runInside(request, own, {});
    if (!result) return result.error();
    return std::move(**result);
  }
  ProcessRequest alone = request;
  alone.bareEnvironment = true;
  alone.processLimit = 0;  // Landlock's filter allows no other; without a sandbox all processes of the user would count
  if (sandbox_.strength() == Strength::None) return runProcess(alone);
  const ByLandlock confinement(sandbox_, readable_, own);
  alone.confinement = &confinement;
  return runProcess(alone);
}

Expected<std::optional<ProcessResult>> Room::serve(const ProcessRequest& request, const fs::path& own, unsigned server, uint64_t resident) {
  constexpr unsigned kPatience = 3;  // a program that ends its servers each time is better started
  const bool stays = sandbox_.strength() == Strength::Namespaces && landlockVersion() >= 1;
  if (!stays || unserved_ >= kPatience) return std::optional<ProcessResult>();
  Expected<std::optional<ProcessResult>> result = runInside(request, own, {server, resident});
  if (result && !*result) ++unserved_;
  return result;
}

// --- with namespaces

Status Room::open(const fs::path& writable) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return failed("cannot make a socket");
  const LandlockRules rules{{"/"}, NewRoot::devices()};
  const Warden warden{NewRoot(writable, readable_), {rules, sandbox_.filter()}, {rules, sandbox_.lonelyFilter()}};
  const auto pid = static_cast<pid_t>(::syscall(SYS_clone, kNamespaces | SIGCHLD, nullptr, nullptr, nullptr, nullptr));
  if (pid == 0) becomeWarden(warden, ends[1]);
  ::close(ends[1]);
  socket_ = ends[0];
  if (pid < 0) return failed("cannot make namespaces");
  warden_ = pid;
  if (Status wrong = mapUsers(pid)) return wrong;
  Reply reply{};
  if (::send(socket_, "g", 1, MSG_NOSIGNAL) != 1) return Error{"the first process of the namespaces has ended"};
  if (!isReadable(socket_, kSetUpLimit)) return Error{"the first process of the namespaces is not ready in time"};
  if (::recv(socket_, &reply, sizeof reply, MSG_DONTWAIT) != sizeof reply) return Error{"the first process of the namespaces has ended"};
  if (reply.failed) return Error{fmt::format("{}: {}", reply.failure.step, std::strerror(reply.failure.why))};
  return std::nullopt;
}

// The warden is gone only when everything in its namespaces is.
void Room::close() {
  if (warden_ > 0) {
    ::kill(warden_, SIGKILL);
    ::waitpid(warden_, nullptr, 0);
  }
  if (socket_ >= 0) ::close(socket_);
  warden_ = socket_ = -1;
}

Expected<std::optional<ProcessResult>> Room::runInside(const ProcessRequest& request, const fs::path& own, const Serving& serving) {
  // Without Landlock one program could leave something for the next: then each gets a room that has nothing but its own directory.
  const bool stays = landlockVersion() >= 1;
  if (warden_ < 0)
    if (Status wrong = open(stays ? inside_ : own)) {
      close();
      return *wrong;
    }
  static const std::string kNoInput;
  Streams streams(kNoInput, request.outputLimit);
  const std::string order = encode(request, own, serving.server, serving.resident);
  if (order.size() >= kMostOrder || std::max(request.command.size(), request.environment.size()) > kMostTexts)
    return Error{"too many words for a program in a sandbox"};
  if (!streams.open() || !give(socket_, order, streams)) {
    close();
    return failed("cannot reach the sandbox");
  }
  streams.closeChildsEnds();
  const Clock::time_point deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(request.timeLimit);
  const auto killedAs = [&](ProcessResult::End end) {
    close();
    ProcessResult result = resultOf(SIGKILL, streams);
    result.end = end;
    return std::optional<ProcessResult>(std::move(result));
  };
  Reply reply{};
  for (;;) {
    streams.exchange(socket_);
    const ssize_t count = ::recv(socket_, &reply, sizeof reply, MSG_DONTWAIT);
    if (count == sizeof reply) break;
    if (count >= 0 || (errno != EAGAIN && errno != EINTR)) return killedAs(ProcessResult::End::Signalled);
    if (request.stop != nullptr && request.stop->requested()) return killedAs(ProcessResult::End::Stopped);
    if (Clock::now() >= deadline) return killedAs(ProcessResult::End::TimedOut);
  }
  if (!stays) close();
  if (reply.unserved) return std::optional<ProcessResult>();
  if (reply.failed) return Error{toText(reply.failure, request.command[0])};
  return std::optional<ProcessResult>(resultOf(reply.status, streams));
}

Status openToAll(const fs::path& directory) {
  std::error_code failure;
  fs::permissions(directory, fs::perms::all, failure);
  if (failure) return Error{"cannot change the mode of " + directory.string() + ": " + failure.message()};
  return std::nullopt;
}

}  // namespace cleave::sandbox
