// A piece of C or C++, compiled as the front end does, and run where it has a main.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "points/points.h"
#include "support/process.h"
#include "support/temp_dir.h"

namespace cleave::points::test {

inline std::string runOrThrow(const std::vector<std::string>& command) {
  ProcessRequest request;
  request.command = command;
  const Expected<ProcessResult> done = runProcess(request);
  if (!done) throw std::runtime_error(done.error().message);
  if (done->end != ProcessResult::End::Exited || done->code != 0) throw std::runtime_error(command[0] + ": " + done->errors + done->output);
  return done->output;
}

// What checks call, for programs that are run natively.
inline constexpr const char* kLooks = "#include <string.h>\n#include <unistd.h>\n"
    "unsigned long cleave_vm_string_length(const char* s) { return strcmp(s, \"?\") == 0 ? ~0ul : strlen(s); }\n"
    "int cleave_vm_readable(const void* p, long n) { int fd[2]; pipe(fd); long k = write(fd[1], p, n); close(fd[0]); close(fd[1]); return k == n; }\n";

class Compiled {
 public:
  explicit Compiled(const std::string& text, const std::string& name = "t.c", const std::string& level = "-O0")
      : directory_(TempDir::create("points-test").take()) {
    const std::string source = path(name);
    EXPECT_FALSE(writeFile(source, text).has_value());
    const std::string driver = name.ends_with("cpp") ? "clang++-19" : "clang-19";
    runOrThrow({driver, level, "-g", "-fstandalone-debug", "-Xclang", "-disable-llvm-passes", "-emit-llvm", "-c", source, "-o", bitcode()});
  }

  std::string path(const std::string& name) const { return (directory_.path() / name).string(); }
  std::string bitcode() const { return path("t.bc"); }

  std::vector<probes::Point> points(const std::string& function) const { return pointsOf(bitcode(), {function}).take(); }
  probes::Point point(const std::string& function, const std::string& key) const {
    std::string all;
    for (const probes::Point& each : points(function)) {
      if (keyOf(each) == each.function + ":" + key) return each;
      all += describe(each) + "\n";
    }
    throw std::runtime_error("no point " + key + " in " + function + " but\n" + all);
  }
  // Its variables, those on entry left out: "n, p->count".
  std::string names(const std::string& function, const std::string& key) const {
    std::string text;
    for (const probes::Variable& each : point(function, key).variables)
      if (!each.onEntry) text += (text.empty() ? "" : ", ") + each.name;
    return text;
  }

 private:
  TempDir directory_;
};

}  // namespace cleave::points::test
