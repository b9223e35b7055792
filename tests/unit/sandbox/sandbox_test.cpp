// Each act of hostile.cpp is committed three times: without a sandbox, where the harm must show (else the test would prove nothing), and in
// each kind of sandbox, where it must not.
#include "sandbox/sandbox.h"

#include <gtest/gtest.h>

#include <csignal>
#include <functional>
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
    Expected<Sandbox> sandbox = Sandbox::ofStrength(GetParam());
    if (!sandbox) GTEST_SKIP() << sandbox.error().message;
    sandbox_ = std::make_unique<Sandbox>(sandbox.take());
    outside_ = std::make_unique<TempDir>(TempDir::create("hostile").take());
    fs::create_directory(own());
    ASSERT_FALSE(openToAll(own()));
    ASSERT_FALSE(openToAll(outside_->path()));  // nothing but the sandbox protects it
    ASSERT_FALSE(writeFile(victim(), "precious"));
    ASSERT_FALSE(openFile(victim()));
  }

  static Status openFile(const fs::path& path) { return openToAll(path); }
  bool free() const { return GetParam() == Strength::None; }
  fs::path own() const { return outside_->path() / "own"; }
  std::string victim() const { return (outside_->path() / "victim").string(); }
  bool unharmed() const {
    struct stat status;
    return ::stat(victim().c_str(), &status) == 0 && (status.st_mode & 0777) == 0777 && *readFile(victim()) == "precious";
  }

  ProcessResult commit(const std::string& act, const std::string& what, const std::function<void(ProcessRequest&)>& change = {}) {
    const fs::path self = fs::read_symlink("/proc/self/exe");
    const std::unique_ptr<Confinement> confinement = sandbox_->confine({own(), {self}});
    ProcessRequest request;
    request.command = {self.string(), "--hostile", act, what};
    request.directory = own().string();
    request.bareEnvironment = true;
    request.timeLimit = Seconds(10);
    request.confinement = confinement.get();
    if (!free()) {
      request.processLimit = 16;
      request.fileSizeLimit = 1 << 16;
      request.memoryLimit = uint64_t{1} << 32;
    }
    if (change) change(request);
    Expected<ProcessResult> result = runProcess(request);
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
};

TEST_P(Hostile, RemovesByAbsolutePath) {
  said(commit("remove", victim()));
  EXPECT_EQ(unharmed(), !free());
}

TEST_P(Hostile, RemovesThroughTheDirectoryAbove) {
  said(commit("remove", "../victim"));
  EXPECT_EQ(unharmed(), !free());
}

TEST_P(Hostile, OverwritesByAbsolutePath) {
  said(commit("overwrite", victim()));
  EXPECT_EQ(unharmed(), !free());
}

TEST_P(Hostile, OverwritesThroughTheDirectoryAbove) {
  said(commit("overwrite", "../own/.././victim"));
  EXPECT_EQ(unharmed(), !free());
}

TEST_P(Hostile, OverwritesThroughLinks) {
  said(commit("via links", victim()));
  EXPECT_EQ(unharmed(), !free());
}

TEST_P(Hostile, OverwritesThroughProc) {
  said(commit("via proc", victim()));
  EXPECT_EQ(unharmed(), !free());
}

TEST_P(Hostile, SpoilsWithoutOpeningForWriting) {
  said(commit("spoil", victim()));
  EXPECT_EQ(unharmed(), !free());
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
  ASSERT_FALSE(openFile(path));
  said(commit("connect locally", path));
  EXPECT_EQ(listener.reached(), free());
}

TEST_P(Hostile, ConnectsToASocketWithoutAFile) {
  Listener listener(AF_UNIX);
  said(commit("connect locally", listener.at("@cleave-test-" + std::to_string(::getpid()))));
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

TEST_P(Hostile, MakesNamespacesOfItsOwn) {
  if (free() && !Sandbox::ofStrength(Strength::Namespaces)) GTEST_SKIP() << "nobody may make namespaces here";
  EXPECT_EQ(said(commit("nest", "")).starts_with("nested"), free());
}

// What programs do all the time must work in every kind.
TEST_P(Hostile, OrdinaryThingsWork) {
  const std::unique_ptr<Confinement> confinement = sandbox_->confine({own(), {}});
  ProcessRequest request;
  request.command = {"/bin/sh", "-c",
                     "echo text > file && read word < file && echo $word && echo more > ./other && test -r /proc/self/maps && "
                     "echo to null > /dev/null && echo $PATH-$HOME"};
  request.directory = own().string();
  request.bareEnvironment = true;
  request.environment = {{"PATH", "/bin"}};
  request.confinement = confinement.get();
  const Expected<ProcessResult> result = runProcess(request);
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->code, 0) << result->errors;
  EXPECT_EQ(result->output, "text\n/bin-\n");
  EXPECT_EQ(*readFile(own() / "other"), "more\n");
}

TEST_P(Hostile, SignalsAndStatusesComeThrough) {
  const auto run = [&](const std::string& script) {
    const std::unique_ptr<Confinement> confinement = sandbox_->confine({own(), {}});
    ProcessRequest request;
    request.command = {"/bin/sh", "-c", script};
    request.directory = own().string();
    request.confinement = confinement.get();
    return runProcess(request);
  };
  const Expected<ProcessResult> exited = run("exit 7");
  ASSERT_TRUE(exited) << exited.error().message;
  EXPECT_EQ(exited->end, ProcessResult::End::Exited);
  EXPECT_EQ(exited->code, 7);
  const Expected<ProcessResult> aborted = run("kill -ABRT $$");
  ASSERT_TRUE(aborted) << aborted.error().message;
  EXPECT_EQ(aborted->end, ProcessResult::End::Signalled);
  EXPECT_EQ(aborted->code, SIGABRT);
}

// Also what one run costs: --gtest_also_run_disabled_tests --gtest_filter='*Cost*'.
TEST_P(Hostile, DISABLED_Cost) {
  constexpr int kRuns = 200;
  const Clock::time_point start = Clock::now();
  for (int i = 0; i < kRuns; ++i) {
    const std::unique_ptr<Confinement> confinement = sandbox_->confine({own(), {}});
    ProcessRequest request;
    request.command = {"/bin/true"};
    request.directory = own().string();
    request.confinement = confinement.get();
    ASSERT_TRUE(runProcess(request));
  }
  std::printf("%.2f ms per run\n", Seconds(Clock::now() - start).count() * 1000 / kRuns);
}

INSTANTIATE_TEST_SUITE_P(In, Hostile, testing::Values(Strength::Namespaces, Strength::Landlock, Strength::None),
                         [](const auto& info) { return std::string(toText(info.param)); });

}  // namespace
}  // namespace cleave::sandbox
