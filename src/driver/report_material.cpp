#include "driver/report_material.h"

#include <memory>

#include <nlohmann/json.hpp>

#include "driver/saved_project.h"
#include "driver/version.h"
#include "support/temp_dir.h"

namespace cleave::driver {

namespace fs = std::filesystem;
using report::Material;

namespace {

// Empty where there is none. One that is no JSON is an error: a report without it would look whole.
Status readDocument(const fs::path& file, std::string& into) {
  std::error_code failure;
  if (!fs::exists(file, failure)) return std::nullopt;
  Expected<std::string> text = readFile(file);
  if (!text) return text.error();
  if (!nlohmann::json::accept(*text)) return Error{file.string() + " is not what cleave wrote: remove it, or run the command again"};
  into = text.take();
  return std::nullopt;
}

fs::path rootHere() {
  std::error_code failure;
  const fs::path here = fs::current_path(failure);
  for (fs::path at = here; !at.empty(); at = at.parent_path()) {
    if (fs::exists(at / ".git", failure)) return at;
    if (at == at.parent_path()) break;
  }
  return here;
}

}  // namespace

Expected<Material> loadMaterial(const MaterialOptions& options) {
  Material material;
  material.directory = options.directory.string();
  std::error_code failure;
  material.root = (options.root.empty() ? rootHere() : fs::weakly_canonical(options.root, failure)).string();
  for (const auto& [name, into] : {std::pair("guard.json", &material.guard), {"require.json", &material.require}, {"signature.json", &material.signature}})
    if (Status failed = readDocument(options.directory / name, *into)) return *failed;
  Expected<SavedProject> loaded = SavedProject::load(options.directory);
  if (!loaded) {
    const bool hasOther = !material.guard.empty() || !material.require.empty() || !material.signature.empty();
    if (!hasOther) return loaded.error();
    if (!options.withoutResult)
      return Error{options.directory.string() + " holds no result of `cleave diff`: what guard, require and signature leave is shown by the formats html and sarif alone"};
    material.hasResult = false;
    material.result.version = kVersion;
    material.verdict = result::overall(material.result);
    return material;
  }
  const auto saved = std::make_shared<SavedProject>(loaded.take());
  if (Status wrong = saved->choose(options.entries)) return *wrong;
  material.result = saved->result();
  material.verdict = saved->verdict();
  material.whole = [saved](size_t entry) { return saved->whole(entry); };
  material.show = [saved](size_t entry, size_t most) { return saved->shown(entry, most); };
  material.sources = saved->sources();
  material.files = saved->files();
  return material;
}

}  // namespace cleave::driver
