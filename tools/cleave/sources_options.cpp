#include "sources_options.h"

#include "support/text.h"

namespace cleave::tools {

namespace fs = std::filesystem;

void SourcesOptions::addTo(CLI::App& command) {
  command.add_option("files", files_, "the two versions: BEFORE AFTER (.c .cc .cpp .cxx .ll .bc)")->expected(0, -1);
  command.add_option("--before", before_, "files of the before version")->expected(1, -1);
  command.add_option("--after", after_, "files of the after version")->expected(1, -1);
  command.add_option("--cflags", flags_, "compiler flags for both versions, as one word: --cflags='-DX -Iinclude'");
  command.add_option("--before-cflags", beforeFlags_, "compiler flags for before alone");
  command.add_option("--after-cflags", afterFlags_, "compiler flags for after alone");
  command
      .add_option("--pair", pairs_,
                  "BEFORE=AFTER: these two functions correspond (repeatable); default: the same name, then bodies that are alike")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

Expected<std::pair<frontend::Sources, frontend::Sources>> SourcesOptions::sources() const {
  frontend::Sources before{before_, splitWords(flags_)};
  frontend::Sources after{after_, splitWords(flags_)};
  for (std::string& flag : splitWords(beforeFlags_)) before.flags.push_back(std::move(flag));
  for (std::string& flag : splitWords(afterFlags_)) after.flags.push_back(std::move(flag));
  const bool named = !before_.empty() || !after_.empty();
  if (!named && files_.size() == 2) {
    before.files = {files_[0]};
    after.files = {files_[1]};
  } else if (!files_.empty() || before_.empty() || after_.empty()) {
    return Error{"give two versions: BEFORE AFTER, or --before FILES --after FILES"};
  }
  return std::pair(before, after);
}

Expected<fs::path> findModels(const char* argv0) {
  std::error_code failure;
  fs::path self = fs::read_symlink("/proc/self/exe", failure);
  if (failure) self = argv0;
  for (const fs::path& candidate : {self.parent_path() / "models.bc", self.parent_path() / "../share/cleave/models.bc"})
    if (fs::exists(candidate, failure)) return candidate;
  return Error{"the C library models (models.bc) are not beside " + self.string() +
               " nor in ../share/cleave: install or build cleave again"};
}

}  // namespace cleave::tools
