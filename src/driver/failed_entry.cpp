#include "driver/failed_entry.h"

#include <csignal>
#include <vector>

#include <unistd.h>

#include <fmt/format.h>

#include "driver/evidence.h"
#include "support/check.h"
#include "support/temp_dir.h"
#include "support/text.h"

namespace cleave::driver {

namespace fs = std::filesystem;

namespace {

// For a shell, within single quotes.
std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string commandText(const Options& options, const std::string& entry) {
  std::string text = "#!/bin/sh\n# Compares this function of the two versions alone, as it was compared when cleave failed.\n";
  text += "exec \"${CLEAVE:-cleave}\" diff before.bc after.bc --entry " + quoted(entry) +
          fmt::format(" --budget {}s", options.explore.budget.count()) + " \"$@\"\n";
  return text;
}

}  // namespace

result::EntryResult failedEntry(const std::string& name, const std::string& why) {
  result::EntryResult entry;
  entry.name = name;
  entry.verdict = result::Verdict::Failed;
  entry.reason = why.empty() ? "its worker ended without a word" : why;
  return entry;
}

void keepFailed(const frontend::VersionPair& versions, const Options& options, const fs::path& folder, result::EntryResult& entry) {
  const fs::path kept = options.output / "failed" / safeFileName(entry.name);
  std::error_code failure;
  fs::create_directories(kept, failure);
  if (failure) return;  // a service; the verdict says that it failed
  fs::copy_file(versions.before.linkedBitcode, kept / "before.bc", fs::copy_options::overwrite_existing, failure);
  fs::copy_file(versions.after.linkedBitcode, kept / "after.bc", fs::copy_options::overwrite_existing, failure);
  fs::copy_file(folder / "errors.txt", kept / "errors.txt", fs::copy_options::overwrite_existing, failure);
  (void)writeFile(kept / "run", commandText(options, entry.name));
  fs::permissions(kept / "run", fs::perms::owner_exec, fs::perm_options::add, failure);
  entry.reason += " (kept in " + kept.string() + ")";
}

void provokeFault(const Options& options, const std::string& entry) {
  for (const std::string& fault : options.faults) {
    if (!fault.starts_with(entry + "=")) continue;
    const std::string kind = fault.substr(entry.size() + 1);
    if (kind == "internal") CHECK(false, "a fault on purpose");
    if (kind == "crash") std::raise(SIGSEGV);
    if (kind == "memory")
      for (std::vector<std::string> all;;) all.emplace_back(64 << 20, 'x');
    if (kind == "hang")
      for (;;) ::pause();
  }
}

}  // namespace cleave::driver
