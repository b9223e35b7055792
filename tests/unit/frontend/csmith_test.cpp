// Programs by csmith use most of C: each must be lowered whole. Copies of volatile objects are not.
#include "../load_text.h"
#include "support/process.h"

namespace cleave::frontend {
namespace {

using test::Loaded;

TEST(Csmith, ProgramsAreLoweredWhole) {
  const TempDir directory = TempDir::create("csmith-test").take();  // csmith leaves a file where it runs
  for (unsigned seed = 1; seed <= 30; ++seed) {
    ProcessRequest request;
    request.command = {"csmith", "--seed", std::to_string(seed), "--max-funcs", "5", "--no-volatiles", "--no-volatile-pointers"};
    request.directory = directory.path().string();
    Expected<ProcessResult> made = runProcess(request);
    if (!made || made->end != ProcessResult::End::Exited || made->code != 0) FAIL() << "csmith does not run; scripts/install-packages test installs it";
    const Loaded loaded(made->output, "t.c", {"-w", "-I/usr/include/csmith"});
    EXPECT_TRUE(loaded.unsupported().empty()) << "seed " << seed << ": " << loaded.unsupported()[0];
  }
}

}  // namespace
}  // namespace cleave::frontend
