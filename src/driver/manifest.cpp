#include "driver/manifest.h"

#include <algorithm>
#include <atomic>
#include <future>
#include <optional>

#include <nlohmann/json.hpp>

#include "driver/journal.h"
#include "support/file_digest.h"
#include "support/sha256.h"
#include "support/temp_dir.h"

namespace cleave::driver {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

constexpr int kSchema = 1;

// Files of the result, below its directory, by name.
std::vector<std::string> filesOf(const fs::path& output) {
  std::vector<std::string> files;
  std::error_code failure;
  for (const char* name : {kResultFile, kSourcesFile})
    if (fs::is_regular_file(output / name, failure)) files.emplace_back(name);
  for (const fs::path& journal : journalFiles(output)) files.push_back(journal.lexically_relative(output).generic_string());
  for (const char* folder : {"smt2", "replay"})
    for (fs::recursive_directory_iterator each(output / folder, failure), end; !failure && each != end; each.increment(failure))
      if (each->is_regular_file(failure)) files.push_back(each->path().lexically_relative(output).generic_string());
  std::sort(files.begin(), files.end());
  return files;
}

// Those of a project lie in a copy that is gone when somebody looks.
Json digestsOf(const frontend::Sources& sources) {
  Json list = Json::array();
  for (const std::string& source : sources.files) {
    std::error_code failure;
    const fs::path path = fs::absolute(source, failure);
    if (const Expected<std::string> text = readFile(path)) list.push_back({{"file", path.string()}, {"sha256", sha256(*text)}});
  }
  return list;
}

}  // namespace

Status writeManifest(const Options& options) {
  const std::vector<std::string> names = filesOf(options.output);
  std::vector<std::optional<Expected<std::string>>> digests(names.size());
  std::atomic<size_t> next = 0;
  const auto work = [&] {
    for (size_t k = next++; k < names.size(); k = next++) digests[k].emplace(sha256OfFile(options.output / names[k]));
  };
  std::future<void> beside = std::async(std::launch::async, work);  // who waits for the end of a run waits for this
  work();
  beside.get();
  Json files = Json::object();
  for (size_t k = 0; k < names.size(); ++k) {
    if (!*digests[k]) return digests[k]->error();
    files[names[k]] = **digests[k];
  }
  const Json document = {{"schema", kSchema},
                         {"files", std::move(files)},
                         {"sources", {{"before", digestsOf(options.before)}, {"after", digestsOf(options.after)}}}};
  return writeFile(options.output / "manifest.json", document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace cleave::driver
