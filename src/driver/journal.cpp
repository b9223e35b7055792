#include "driver/journal.h"

#include "report/json.h"
#include "support/temp_dir.h"

namespace cleave::driver {

namespace fs = std::filesystem;

Journal::Journal(fs::path directory) : directory_(std::move(directory)), lines_(directory_ / "partitions.jsonl", std::ios::trunc) {}

Expected<Journal> Journal::open(const fs::path& directory) {
  std::error_code failure;
  fs::create_directories(directory, failure);
  if (failure)
    return Error{"cannot create the output directory " + directory.string() + ": " + failure.message() + " (choose another with --out)"};
  for (const char* folder : {"unconfirmed", "replay", "smt2"}) fs::remove_all(directory / folder, failure);
  for (const char* file : {"result.json", "manifest.json"}) fs::remove(directory / file, failure);
  Journal journal(directory);
  if (!journal.lines_) return Error{"cannot write to " + directory.string() + " (choose another directory with --out)"};
  return journal;
}

void Journal::add(const std::string& entry, const result::Partition& partition) {
  lines_ << report::partitionLine(entry, partition) << std::endl;  // flushed: whoever stops us finds what was proved
  if (!lines_) failed_ = true;
}

Status Journal::finish(const result::Result& result) {
  lines_.close();
  if (Status failed = writeFile(directory_ / "result.json", report::toJson(result))) return failed;
  if (failed_) return Error{"cannot write " + (directory_ / "partitions.jsonl").string() + " completely; result.json is whole"};
  return std::nullopt;
}

}  // namespace cleave::driver
