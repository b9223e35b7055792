// Builds pairs for the replay tests without the front end: C text that already contains the thunks, compiled to bitcode whose functions
// carry sanitize_address, as harness::writeReplayModule writes it. AFTER is defined for the after version.
#pragma once

#include <string>

#include "native/replay.h"
#include "support/process.h"
#include "support/temp_dir.h"

namespace cleave::native {

class PairOnDisk {
 public:
  explicit PairOnDisk(const std::string& source, bool isCxx = false) : directory_(TempDir::create("native-test").take()), isCxx_(isCxx) {
    const std::string file = (path() / (isCxx ? "pair.cpp" : "pair.c")).string();
    CHECK(!writeFile(file, source), "cannot write the source");
    for (const bool after : {false, true}) {
      ProcessRequest request;
      request.command = {isCxx ? "clang++-19" : "clang-19",
                         "-O0",
                         "-g",
                         "-w",
                         "-fsanitize=address",
                         "-Xclang",
                         "-disable-llvm-passes",
                         "-emit-llvm",
                         "-c",
                         file,
                         "-o",
                         module(after)};
      if (after) request.command.push_back("-DAFTER");
      const Expected<ProcessResult> result = runProcess(request);
      CHECK(result && result->code == 0, result ? result->errors : result.error().message);
    }
  }

  const std::filesystem::path& path() const { return directory_.path(); }
  std::string module(bool after) const { return (path() / (after ? "after.bc" : "before.bc")).string(); }

  ReplayVersion version(bool after, std::vector<std::string> globals) const {
    ReplayVersion version;
    version.module = module(after);
    version.globals = std::move(globals);
    version.isCxx = isCxx_;
    version.mostEntries = 64;
    return version;
  }

 private:
  TempDir directory_;
  bool isCxx_;
};

inline ReplayInput inputFor(unsigned entry, std::vector<U128> arguments, uint64_t resultBytes = 0, std::vector<ReplayCell> cells = {}) {
  ReplayInput input;
  input.entry = entry;
  input.arguments = std::move(arguments);
  input.resultBytes = resultBytes;
  input.cells = std::move(cells);
  return input;
}

inline ReplayCell cell(std::string name, std::string root, std::vector<uint64_t> follow, uint64_t offset, unsigned bytes,
                       ReplayCell::Kind kind = ReplayCell::Kind::Bytes) {
  ReplayCell result;
  result.name = std::move(name);
  result.path = {std::move(root), std::move(follow), offset, bytes};
  result.kind = kind;
  return result;
}

}  // namespace cleave::native
