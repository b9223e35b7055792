#include "support/process_child.h"

#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/resource.h>
#include <unistd.h>

namespace cleave {

namespace {

void limitResource(int resource, uint64_t most) noexcept {
  const rlimit limit{most, most};
  ::setrlimit(static_cast<__rlimit_resource>(resource), &limit);
}

}  // namespace

std::string toText(const ChildFailure& failure, const std::string& command) {
  const std::string step = failure.step == nullptr ? "" : std::string(failure.step) + ": ";
  return "cannot run " + command + ": " + step + std::strerror(failure.why);
}

ChildLimits limitsOf(const ProcessRequest& request) { return {0, request.memoryLimit, request.fileSizeLimit, request.processLimit}; }

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

void takeStreams(int in, int out, int err) noexcept {
  ::dup2(in, 0);
  ::dup2(out, 1);
  ::dup2(err, 2);
  for (const int stream : {0, 1, 2}) ::fcntl(stream, F_SETFD, 0);  // dup2 leaves it as it is where nothing is to be done
  ::close_range(3, ~0u, CLOSE_RANGE_CLOEXEC);                      // whatever our own parent left open is none of the command's business
}

void resetSignals() noexcept {
  for (const int signal : {SIGINT, SIGPIPE, SIGTERM, SIGXFSZ}) ::signal(signal, SIG_DFL);
}

void applyLimits(const ChildLimits& limits) noexcept {
  limitResource(RLIMIT_CORE, 0);
  if (limits.seconds != 0) limitResource(RLIMIT_CPU, limits.seconds);
  if (limits.memory != 0) limitResource(RLIMIT_AS, limits.memory);
  if (limits.fileSize != 0) limitResource(RLIMIT_FSIZE, limits.fileSize);
  if (limits.processes != 0) limitResource(RLIMIT_NPROC, limits.processes);
}

}  // namespace cleave
