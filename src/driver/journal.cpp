#include "driver/journal.h"

#include <fcntl.h>
#include <unistd.h>

#include "report/json.h"
#include "support/temp_dir.h"

namespace cleave::driver {

namespace fs = std::filesystem;

Journal::~Journal() {
  if (lines_ >= 0) ::close(lines_);
}

Expected<Journal> Journal::open(const fs::path& directory) {
  std::error_code failure;
  fs::create_directories(directory, failure);
  if (failure)
    return Error{"cannot create the output directory " + directory.string() + ": " + failure.message() + " (choose another with --out)"};
  for (const char* folder : {"unconfirmed", "replay", "smt2", "failed"}) fs::remove_all(directory / folder, failure);
  for (const char* file : {"result.json", "manifest.json"}) fs::remove(directory / file, failure);
  const int lines = ::open((directory / "partitions.jsonl").c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0644);
  if (lines < 0) return Error{"cannot write to " + directory.string() + " (choose another directory with --out)"};
  return Journal(directory, lines);
}

// At once: whoever stops us finds what was proved.
void Journal::add(const std::string& entry, const result::Partition& partition) {
  if (failed_) return;
  const std::string line = report::partitionLine(entry, partition) + "\n";
  if (::write(lines_, line.data(), line.size()) != static_cast<ssize_t>(line.size())) failed_ = true;
}

Status Journal::problem() const {
  if (!failed_) return std::nullopt;
  return Error{"cannot write " + (directory_ / "partitions.jsonl").string() + " completely; result.json is whole"};
}

Status Journal::finish(const result::Result& result, const result::WholeEntry& whole) {
  return writeFile(directory_ / "result.json",
                   [&](std::ostream& out) { report::writeJson(result, whole, [&](std::string_view text) { out << text; }); });
}

}  // namespace cleave::driver
