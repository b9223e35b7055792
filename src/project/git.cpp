#include "project/git.h"

#include <algorithm>

#include "support/process.h"
#include "support/text.h"

namespace cleave::project {

namespace {

constexpr const char* kFormat = "--format=%H%x1f%T%x1f%cs%x1f%s";

std::vector<Revision> revisionsOf(const std::string& output) {
  std::vector<Revision> revisions;
  for (size_t at = 0; at < output.size();) {
    const size_t end = std::min(output.find('\n', at), output.size());
    std::vector<std::string> parts{""};
    for (const char c : output.substr(at, end - at))
      if (c == '\x1f' && parts.size() < 4) {
        parts.emplace_back();
      } else {
        parts.back() += c;
      }
    if (parts.size() == 4) revisions.push_back({parts[0], parts[1], parts[2], parts[3]});
    at = end + 1;
  }
  return revisions;
}

}  // namespace

Expected<std::string> git(const GitRequest& given) {
  ProcessRequest request;
  request.command = {"git"};
  request.command.insert(request.command.end(), given.words.begin(), given.words.end());
  request.directory = given.directory.string();
  request.environment = given.environment;
  request.timeLimit = Seconds(3600);
  request.outputLimit = uint64_t{1} << 30;
  request.stop = given.stop;
  const Expected<ProcessResult> result = runProcess(request);
  if (!result) return Error{"cannot run git: " + result.error().message};
  if (result->end == ProcessResult::End::Stopped) return Error{"stopped while reading the git repository"};
  if (result->end != ProcessResult::End::Exited || result->code != 0)
    return Error{"git " + given.words.front() + ": " + firstLine(result->errors)};
  return result->output;
}

std::string firstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

std::optional<std::filesystem::path> gitDirectory(const std::filesystem::path& here) {
  const Expected<std::string> found = git({{"rev-parse", "--path-format=absolute", "--git-common-dir"}, here});
  if (!found || found->empty()) return std::nullopt;
  return std::filesystem::path(firstLine(*found));
}

Expected<std::vector<Revision>> historyOf(const std::string& range, const std::filesystem::path& here, size_t most, const StopFlag* stop) {
  const size_t dots = range.find("..");
  const bool isRange = dots != std::string::npos;
  const std::string first = isRange ? range.substr(0, dots) : "", last = isRange ? range.substr(dots + 2) : range;
  GitRequest log{{"log", "--reverse", "--first-parent", kFormat, "--end-of-options"}, here, {}, stop};
  log.words.push_back(isRange ? (first.empty() ? "HEAD" : first) + ".." + (last.empty() ? "HEAD" : last) : last);
  log.words.push_back("--");
  const Expected<std::string> output = git(log);
  if (!output) return Error{output.error().message + "; give revisions as GOOD..BAD"};
  std::vector<Revision> revisions = revisionsOf(*output);
  if (isRange) {
    const Expected<std::string> begin = git({{"log", "-1", kFormat, "--end-of-options", first.empty() ? "HEAD" : first, "--"}, here, {}, stop});
    if (!begin) return begin.error();
    std::vector<Revision> base = revisionsOf(*begin);
    revisions.insert(revisions.begin(), base.begin(), base.end());
  }
  if (most != 0 && revisions.size() > most + 1) revisions.erase(revisions.begin(), revisions.end() - static_cast<std::ptrdiff_t>(most + 1));
  if (revisions.size() < 2) return Error{"'" + range + "' has no revision that follows another one"};
  return revisions;
}

}  // namespace cleave::project
