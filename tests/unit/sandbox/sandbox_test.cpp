// Each act of hostile.cpp is committed three times: without a sandbox, where the harm must show (else the test would prove nothing), and in
// each kind of sandbox, where it must not.
#include "sandbox/room.h"

#include <gtest/gtest.h>

#include <csignal>
#include <functional>
#include <random>
#include <thread>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "apart.h"
#include "support/process.h"
#include "support/temp_dir.h"

namespace cleave::sandbox {
namespace {

namespace fs = std::filesystem;

// A process that the test started, and that minds its own business.
class Bystander {
 public:
  Bystander() : pid_(::fork()) {
    if (pid_ != 0) {
      ::usleep(20'000);
      return;
    }
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
    for (;;) ::pause();
  }
  ~Bystander() {
    if (alive()) {
      ::kill(pid_, SIGKILL);
      ::waitpid(pid_, nullptr, 0);
    }
  }
  std::string pid() const { return std::to_string(pid_); }
  bool alive() {
    if (!gone_) gone_ = ::waitpid(pid_, nullptr, WNOHANG) == pid_;
    return !gone_;
  }
  rlim_t descriptors() const {
    rlimit limit{};
    ::prlimit(pid_, RLIMIT_NOFILE, nullptr, &limit);
    return limit.rlim_cur;
  }

 private:
  pid_t pid_;
  bool gone_ = false;
};

class Listener {
 public:
  explicit Listener(int family) : socket_(::socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {}
  ~Listener() { ::close(socket_); }

  std::string onLoopback() {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::bind(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    socklen_t size = sizeof address;
    ::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size);
    ::listen(socket_, 4);
    return std::to_string(ntohs(address.sin_port));
  }
  std::string at(const std::string& name) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::copy(name.begin(), name.end(), address.sun_path);
    if (name[0] == '@') address.sun_path[0] = 0;
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
    EXPECT_EQ(::bind(socket_, reinterpret_cast<sockaddr*>(&address), size), 0);
    ::listen(socket_, 4);
    return name;
  }
  bool reached() { return ::accept(socket_, nullptr, nullptr) >= 0; }

 private:
  int socket_;
};

class Hostile : public testing::TestWithParam<Strength> {
 protected:
  void SetUp() override {
    if (free() && !isApart()) GTEST_SKIP() << "without namespaces around the test nothing hostile is run freely";
    Expected<Sandbox> sandbox = Sandbox::ofStrength(GetParam());
    if (!sandbox) GTEST_SKIP() << sandbox.error().message;
    sandbox_ = std::make_unique<Sandbox>(sandbox.take());
    room_ = Room::make(*sandbox_, {self()}).take();
    own_ = room_->makeDirectory().take();
    outside_ = std::make_unique<TempDir>(TempDir::create("hostile").take());
    for (const fs::path& directory : {outside_->path(), own().parent_path()})
      ASSERT_FALSE(openToAll(directory));  // only the sandbox protects it
    for (const std::string& path : {victim(), neighbour()}) {
      ASSERT_FALSE(writeFile(path, "precious"));
      ASSERT_FALSE(openToAll(path));
    }
  }

#if defined(__has_feature)
  static constexpr bool kSanitized = __has_feature(address_sanitizer);  // whose shadow is larger than any limit
#else
  static constexpr bool kSanitized = false;
#endif
  static fs::path self() { return fs::read_symlink("/proc/self/exe"); }
  bool free() const { return GetParam() == Strength::None; }
  fs::path own() const { return own_; }
  std::string victim() const { return (outside_->path() / "victim").string(); }        // somewhere else
  std::string neighbour() const { return (own().parent_path() / "victim").string(); }  // in the directory above
  static bool isUnharmed(const std::string& path) {
    struct stat status;
    return ::stat(path.c_str(), &status) == 0 && (status.st_mode & 0777) == 0777 && *readFile(path) == "precious";
  }

  ProcessResult commit(const std::string& act, const std::string& what, const std::function<void(ProcessRequest&)>& change = {}) {
    ProcessRequest request;
    request.command = {self().string(), "--hostile", act, what};
    request.directory = own().string();
    request.timeLimit = Seconds(10);
    if (kSanitized) request.environment = {{"ASAN_OPTIONS", "detect_leaks=0"}};  // it would look by ptrace
    if (!free()) {
      request.processLimit = 16;
      request.fileSizeLimit = 1 << 16;
      if (!kSanitized) request.memoryLimit = uint64_t{1} << 32;
    }
    if (change) change(request);
    return run(request);
  }
  ProcessResult shell(const std::string& script) {
    ProcessRequest request;
    request.command = {"/bin/sh", "-c", script};
    request.directory = own().string();
    request.environment = {{"PATH", "/bin"}};
    return run(request);
  }
  ProcessResult run(const ProcessRequest& request) {
    Expected<ProcessResult> result = room_->run(request, own());
    EXPECT_TRUE(result) << result.error().message;
    return result ? result.take() : ProcessResult{};
  }
  // Of acts that come to their end.
  std::string said(const ProcessResult& result) const {
    EXPECT_EQ(result.end, ProcessResult::End::Exited) << result.code << ' ' << result.errors;
    EXPECT_EQ(result.code, 0) << result.errors;
    EXPECT_TRUE(result.output.ends_with(".")) << result.output;
    return result.output;
  }

  std::unique_ptr<Sandbox> sandbox_;
  std::unique_ptr<TempDir> outside_;
  std::unique_ptr<Room> room_;
  fs::path own_;
};

TEST_P(Hostile, RemovesByAbsolutePath) {
  said(commit("remove", victim()));
  EXPECT_EQ(isUnharmed(victim()), !free());
}

TEST_P(Hostile, RemovesThroughTheDirectoryAbove) {
  said(commit("remove", "../victim"));
  EXPECT_EQ(isUnharmed(neighbour()), !free());
}

TEST_P(Hostile, OverwritesByAbsolutePath) {
  said(commit("overwrite", victim()));
  EXPECT_EQ(isUnharmed(victim()), !free());
}

TEST_P(Hostile, OverwritesThroughTheDirectoryAbove) {
  said(commit("overwrite", "../" + own().filename().string() + "/.././victim"));
  EXPECT_EQ(isUnharmed(neighbour()), !free());
}

TEST_P(Hostile, OverwritesThroughLinks) {
  for (const std::string& path : {victim(), neighbour()}) {
    said(commit("via links", path));
    EXPECT_EQ(isUnharmed(path), !free());
  }
}

TEST_P(Hostile, OverwritesThroughProc) {
  for (const std::string& path : {victim(), neighbour()}) {
    said(commit("via proc", path));
    EXPECT_EQ(isUnharmed(path), !free());
  }
}

TEST_P(Hostile, SpoilsWithoutOpeningForWriting) {
  said(commit("spoil", victim()));
  EXPECT_EQ(isUnharmed(victim()), !free());
}

TEST_P(Hostile, ReadsWhatIsNoneOfItsBusiness) {
  const std::string text = said(commit("read", victim()));
  EXPECT_EQ(text == "precious.", free()) << text;
}

TEST_P(Hostile, ReadsTheVariablesOfOthers) {
  Bystander bystander;
  for (const std::string& process : {bystander.pid(), std::to_string(::getpid())})
    EXPECT_EQ(said(commit("read", "/proc/" + process + "/environ")) != ".", free());
  EXPECT_EQ(said(commit("read", "/proc/1/environ")) == "." || free(), true) << "of what watches over it";
}

TEST_P(Hostile, StartsMoreProcessesThanAllowed) {
  const int started = std::stoi(said(commit("multiply", "100")));
  if (free()) {
    EXPECT_EQ(started, 100);
  } else {
    EXPECT_LE(started, 16);
  }
}

TEST_P(Hostile, SignalsABystander) {
  Bystander bystander;
  said(commit("signal", bystander.pid()));
  ::usleep(50'000);
  EXPECT_EQ(bystander.alive(), !free());
}

TEST_P(Hostile, HasTheKernelSignalABystander) {
  Bystander bystander;
  said(commit("signal by kernel", bystander.pid()));
  ::usleep(50'000);
  EXPECT_EQ(bystander.alive(), !free());
}

TEST_P(Hostile, TracesABystanderAndItsParent) {
  Bystander bystander;
  EXPECT_EQ(said(commit("trace", bystander.pid())).starts_with("traced"), free());
}

TEST_P(Hostile, LowersTheLimitsOfABystander) {
  Bystander bystander;
  const rlim_t before = bystander.descriptors();
  said(commit("handicap", bystander.pid()));
  EXPECT_EQ(bystander.descriptors() == before, !free());
}

TEST_P(Hostile, ConnectsToTheNetwork) {
  Listener listener(AF_INET);
  said(commit("connect", listener.onLoopback()));
  EXPECT_EQ(listener.reached(), free());
}

TEST_P(Hostile, ConnectsToASocketWithAName) {
  Listener listener(AF_UNIX);
  const std::string path = listener.at((outside_->path() / "socket").string());
  ASSERT_FALSE(openToAll(path));
  said(commit("connect locally", path));
  EXPECT_EQ(listener.reached(), free());
}

TEST_P(Hostile, ConnectsToASocketWithoutAFile) {
  Listener listener(AF_UNIX);
  said(commit("connect locally", listener.at("@cleave-test-" + std::to_string(std::random_device()()))));
  EXPECT_EQ(listener.reached(), free());
}

TEST_P(Hostile, WritesAFileBeyondTheLimit) {
  said(commit("write much", ""));
  EXPECT_EQ(fs::file_size(own() / "large") > 1 << 16, free());
}

TEST_P(Hostile, SleepsForEver) {
  const Clock::time_point start = Clock::now();
  const ProcessResult result = commit("sleep", "", [&](ProcessRequest& request) { request.timeLimit = Seconds(free() ? 2 : 0.3); });
  EXPECT_EQ(result.end, ProcessResult::End::TimedOut);
  EXPECT_EQ(Seconds(Clock::now() - start).count() < 1.9, !free());
}

TEST_P(Hostile, LeavesAChildBehind) {
  commit("leave child", (own() / "late").string());
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  EXPECT_EQ(fs::exists(own() / "late"), free());
}

TEST_P(Hostile, OutlivesWhoStartedIt) {
  const std::string late = (own() / "late").string();
  const pid_t starter = ::fork();
  if (starter == 0) {
    commit("write late", late);
    ::_exit(0);
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  ::kill(starter, SIGKILL);
  ::waitpid(starter, nullptr, 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(1200));
  EXPECT_EQ(fs::exists(late), free());
}

TEST_P(Hostile, MakesNamespacesOfItsOwn) {
  if (free() && !Sandbox::ofStrength(Strength::Namespaces)) GTEST_SKIP() << "nobody may make namespaces here";
  EXPECT_EQ(said(commit("nest", "")).starts_with("nested"), free());
}

// What programs do all the time must work in every kind.
TEST_P(Hostile, OrdinaryThingsWork) {
  const ProcessResult result = shell(
      "echo text > file && read word < file && echo $word && echo more > ./other && test -r /proc/self/maps && echo to null > /dev/null && "
      "echo $PATH-$HOME");
  EXPECT_EQ(result.code, 0) << result.errors;
  EXPECT_EQ(result.output, "text\n/bin-\n");
  EXPECT_EQ(*readFile(own() / "other"), "more\n");
}

TEST_P(Hostile, SignalsAndStatusesComeThrough) {
  const ProcessResult exited = shell("exit 7");
  EXPECT_EQ(exited.end, ProcessResult::End::Exited);
  EXPECT_EQ(exited.code, 7);
  const ProcessResult aborted = shell("kill -ABRT $$");
  EXPECT_EQ(aborted.end, ProcessResult::End::Signalled);
  EXPECT_EQ(aborted.code, SIGABRT);
}

// The room is used again, also after a run that had to be killed.
TEST_P(Hostile, OneRunLeavesNothingForTheNext) {
  if (!free()) {  // it would stay for its two seconds
    EXPECT_LE(std::stoi(said(commit("multiply", "100"))), 16);
    EXPECT_LE(std::stoi(said(commit("multiply", "100"))), 16);
  }
  commit("sleep", "", [&](ProcessRequest& request) { request.timeLimit = Seconds(0.1); });
  const fs::path first = own_;
  own_ = room_->makeDirectory().take();
  commit("overwrite", (first / "file").string());
  shell("echo text > " + (first / "file").string());
  EXPECT_EQ(fs::exists(first / "file"), free());
  EXPECT_EQ(shell("echo again").output, "again\n");
}

TEST_P(Hostile, AMissingProgramIsAnErrorThatNamesIt) {
  ProcessRequest request;
  request.command = {"/no/such/program"};
  request.directory = own().string();
  const Expected<ProcessResult> result = room_->run(request, own());
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("/no/such/program"), std::string::npos) << result.error().message;
  EXPECT_EQ(shell("echo again").output, "again\n");
}

// What one run costs: --gtest_also_run_disabled_tests --gtest_filter='*Cost*'.
TEST_P(Hostile, DISABLED_Cost) {
  constexpr int kRuns = 200;
  ProcessRequest request;
  request.command = {"/bin/true"};
  request.directory = own().string();
  const Clock::time_point start = Clock::now();
  for (int i = 0; i < kRuns; ++i) run(request);
  std::printf("%.2f ms per run\n", Seconds(Clock::now() - start).count() * 1000 / kRuns);
}

INSTANTIATE_TEST_SUITE_P(In, Hostile, testing::Values(Strength::Namespaces, Strength::Landlock, Strength::None),
                         [](const auto& info) { return std::string(toText(info.param)); });

}  // namespace
}  // namespace cleave::sandbox
