#include "audit/manifest.h"

#include <set>

#include <nlohmann/json.hpp>

#include "support/sha256.h"
#include "support/temp_dir.h"

namespace cleave::audit {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

constexpr const char* kFile = "manifest.json";

class ManifestReader {
 public:
  explicit ManifestReader(const fs::path& directory) : directory_(directory) {}

  ManifestCheck read() {
    const Expected<std::string> text = readFile(directory_ / kFile);
    if (!text) {
      disagree(kFile, "it is missing: cleave writes it beside every result");
      return std::move(result_);
    }
    try {
      const Json document = Json::parse(*text);
      if (document.at("schema") != 1) throw std::runtime_error("it has another schema than 1");
      files(document.at("files"));
      for (const char* version : {"before", "after"}) sources(document.at("sources").at(version));
    } catch (const std::exception& failure) {
      disagree(kFile, std::string("it is not what cleave writes: ") + failure.what());
    }
    return std::move(result_);
  }

 private:
  void disagree(const std::string& where, const std::string& what) { result_.check.disagree.push_back({where, what}); }

  void compare(const std::string& where, const Expected<std::string>& text, const std::string& digest, const char* changed) {
    if (!text) {
      disagree(where, "it is missing");
    } else if (sha256(*text) != digest) {
      disagree(where, changed);
    } else {
      ++result_.check.agree;
    }
  }

  void files(const Json& list) {
    std::set<std::string> named;
    for (const auto& [name, digest] : list.items()) {
      named.insert(name);
      compare(name, readFile(directory_ / name), digest, "it is not what cleave wrote");
    }
    if (!named.contains("result.json")) disagree(kFile, "it does not name result.json");
    std::error_code failure;
    for (const char* folder : {"smt2", "replay", "partitions"})
      for (fs::recursive_directory_iterator each(directory_ / folder, failure), end; !failure && each != end; each.increment(failure)) {
        const std::string name = each->path().lexically_relative(directory_).generic_string();
        if (each->is_regular_file(failure) && !named.contains(name)) disagree(name, "cleave did not write it");
      }
  }

  void sources(const Json& list) {
    for (const Json& each : list) {
      const fs::path path = each.at("file").get<std::string>();
      std::error_code failure;
      if (fs::exists(path, failure)) {
        compare(path.string(), readFile(path), each.at("sha256"), "the source has changed since the result was made");
      } else {
        ++result_.absentSources;
      }
    }
  }

  const fs::path& directory_;
  ManifestCheck result_;
};

}  // namespace

ManifestCheck checkManifest(const fs::path& directory) { return ManifestReader(directory).read(); }

}  // namespace cleave::audit
