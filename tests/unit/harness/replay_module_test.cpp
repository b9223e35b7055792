// The replay module is compiled together with a C driver that calls the thunks, and run.
#include "harness/replay_module.h"

#include <cstring>
#include <map>
#include <sstream>

#include "../load_text.h"
#include "harness/harness.h"
#include "inputs/plan.h"
#include "support/process.h"

namespace cleave::harness {
namespace {

using test::Loaded;

struct NativeRun {
  int code = -1;
  std::string output;
};

NativeRun runWithDriver(Loaded& loaded, const std::vector<std::string>& entries, const std::string& driver,
                        const std::vector<std::string>& flags = {}) {
  const std::filesystem::path directory = loaded.loader().path();
  const Status status = writeReplayModule(loaded.version(), entries, directory / "replay.bc");
  EXPECT_FALSE(status) << status->message;
  loaded.loader().write("driver.c", driver);
  ProcessRequest compile;
  compile.command = {loaded.version().isCxx ? "clang++-19" : "clang-19", "-Wno-everything", "-O0"};
  compile.command.insert(compile.command.end(), flags.begin(), flags.end());
  for (const char* word : {"replay.bc", "-x", "c", "driver.c", "-o", "driver"}) compile.command.push_back(word);
  compile.directory = directory.string();
  Expected<ProcessResult> compiled = runProcess(compile);
  EXPECT_TRUE(compiled && compiled->code == 0) << (compiled ? compiled->errors : compiled.error().message);
  ProcessRequest run;
  run.command = {(directory / "driver").string()};
  Expected<ProcessResult> ran = runProcess(run);
  EXPECT_TRUE(ran) << ran.error().message;
  return {ran->code, ran->output + ran->errors};
}

const char* const kPrelude =
    "#include <stdint.h>\n#include <stdio.h>\n#include <string.h>\n"
    "void cleave_call_0(const uint8_t*, uint8_t*); void cleave_call_1(const uint8_t*, uint8_t*); void cleave_call_2(const uint8_t*, "
    "uint8_t*);\n"
    "void cleave_call_3(const uint8_t*, uint8_t*);\n"
    "static uint8_t in[256], out[256];\n"
    "#define PUT(k, T, v) do { T value = (v); memcpy(in + 16 * (k), &value, sizeof value); } while (0)\n"
    "#define GET(at, T) (*(T*)(out + (at)))\n";

TEST(ReplayModule, ScalarsStructsAndStatics) {
  Loaded loaded(
      "struct small { int a; double d; }; struct big { long a[5]; };\n"
      "static int counter = 40; static const char* const text = \"x\";\n"
      "static int hidden(signed char a, unsigned short b, _Bool c, float f) { counter++; return a * 1000 + b + c + (int)f; }\n"
      "struct small small(int a, double d) { struct small s = {a + 1, d * 2}; return s; }\n"
      "struct big big(long x) { struct big b = {{x, x + 1, x + 2, x + 3, x + 4}}; return b; }\n"
      "_Bool flip(_Bool b) { return !b; }\n"
      "int main(int argc, char** argv) { return hidden(1, 2, 1, 0.5f) + argc; }\n");
  const NativeRun run = runWithDriver(
      loaded, {"hidden", "small", "big", "flip"},
      std::string(kPrelude) +
          "extern int counter; int cleave_user_main(int, char**);\n"
          "int main(void) {\n"
          "  PUT(0, int8_t, -3); PUT(1, uint16_t, 65535); PUT(2, uint8_t, 1); PUT(3, float, 7.5f); cleave_call_0(in, out); printf(\"%d \", "
          "GET(0, int));\n"
          "  PUT(0, int, 41); PUT(1, double, 1.25); cleave_call_1(in, out); printf(\"%d %g \", GET(0, int), GET(8, double));\n"
          "  PUT(0, long, 10); cleave_call_2(in, out); printf(\"%ld %ld \", GET(0, long), GET(32, long));\n"
          "  PUT(0, uint8_t, 1); memset(out, 0xff, 8); cleave_call_3(in, out); printf(\"%d \", GET(0, uint8_t));\n"
          "  printf(\"%d %d\", counter, cleave_user_main(5, 0)); }\n");
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.output, "62543 42 2.5 10 14 0 41 1008");
}

// In a section of their own, with room before the first and behind the last: just behind an input lies nothing of the program.
void expectInputsApart(const std::filesystem::path& path) {
  ProcessRequest show;
  show.command = {"llvm-dis-19", path.string(), "-o", "-"};
  const Expected<ProcessResult> shown = runProcess(show);
  ASSERT_TRUE(shown && shown->code == 0);
  std::vector<std::string> apart;
  std::istringstream lines(shown->output);
  for (std::string line; std::getline(lines, line);) {
    const bool isInput = line.starts_with(std::string("@") + program::kInputMemory) && line.find(" external ") == std::string::npos;
    const bool isApart = line.starts_with("@") && line.find("section \".cleave.inputs\"") != std::string::npos;
    EXPECT_TRUE(!isInput || isApart) << line;
    if (isApart) apart.push_back(line.substr(1, line.find(' ') - 1));
  }
  ASSERT_EQ(apart.size(), 3u) << shown->output;
  EXPECT_EQ(apart[0], "cleave_room");
  EXPECT_TRUE(apart[1].starts_with(program::kInputMemory));
  EXPECT_TRUE(apart[2].starts_with("cleave_room"));
}

// Of many entries each harness is apart: linked with the version's code, its thunk calls the entry there.
TEST(ReplayModule, APartHasAHarnessAndItsThunk) {
  test::TextLoader loader;
  loader.options().modelsBitcode = CLEAVE_BINARY_DIR "/models.bc";
  Expected<frontend::Version> loaded = loader.load({{"t.c",
                                                     "struct box { int width; short height; };\nstatic int calls;\n"
                                                     "int area(struct box *b, int scale) { calls++; return b == 0 ? -1 : b->width * b->height * scale; }\n"
                                                     "int main(void) { return 7; }\n"}});
  ASSERT_TRUE(loaded) << loaded.error().message;
  frontend::Version version = loaded.take();
  const inputs::Plan plan = inputs::makePlan(version.program, version.program.findFunction("area"), {});
  ASSERT_EQ(plan.unsupported, "");
  const auto problems = addHarnesses(version, {{"cleave_entry", &plan, {}}}, "before", loader.options());
  ASSERT_TRUE(problems && problems->front().empty());
  ASSERT_FALSE(writeReplayModule(version, {""}, loader.path() / "whole.bc", Harnesses::Apart));
  ASSERT_FALSE(writeReplayPart(version, "cleave_entry", 2, loader.path() / "part.bc"));
  EXPECT_TRUE(writeReplayPart(version, "nobody", 2, loader.path() / "other.bc"));
  expectInputsApart(loader.path() / "part.bc");

  std::string driver = std::string(kPrelude) + "extern int calls; int cleave_user_main(void);\n"
                       "void cleave_may_be_freed(void *p, uint64_t n) {}\nvoid cleave_inputs_ready(void) {}\nint main(void) {\n";
  const std::map<std::string, int> values = {{"b_is_null", 0}, {"b->width", 3}, {"b->height", 5}, {"scale", 2}, {"calls", 40}};
  const program::Function& harness = version.program.function(version.program.findFunction("cleave_entry"));
  size_t at = 0;
  for (const program::Parameter& parameter : harness.parameters) {
    const auto value = values.find(plan.cells.at(at).name);
    ASSERT_TRUE(value != values.end() || plan.cells[at].name.find("padding") != std::string::npos) << plan.cells[at].name;
    (void)parameter;
    driver += "  PUT(" + std::to_string(at) + ", long, " + std::to_string(value == values.end() ? 0 : value->second) + ");\n";
    ++at;
  }
  loader.write("driver.c", driver + "  cleave_call_2(in, out); printf(\"%d %d %d\", GET(0, int), calls, cleave_user_main()); }\n");
  ProcessRequest compile;
  compile.command = {"clang-19", "-Wno-everything", "-O0", "whole.bc", "part.bc", "-x", "c", "driver.c", "-o", "driver"};
  compile.directory = loader.path().string();
  const Expected<ProcessResult> compiled = runProcess(compile);
  ASSERT_TRUE(compiled && compiled->code == 0) << (compiled ? compiled->errors : compiled.error().message);
  ProcessRequest run;
  run.command = {(loader.path() / "driver").string()};
  const Expected<ProcessResult> ran = runProcess(run);
  ASSERT_TRUE(ran);
  EXPECT_EQ(ran->output, "30 41 7") << driver;
}

TEST(ReplayModule, WideVectorAndByValueArguments) {
  Loaded loaded(
      "typedef int v4 __attribute__((vector_size(16))); struct big { long a[5]; };\n"
      "__int128 wide(__int128 x) { return x + 1; } v4 add(v4 a, v4 b) { return a + b; } long by(struct big b, int k) { b.a[k]++; return "
      "b.a[k] + b.a[0]; }\n");
  const NativeRun run = runWithDriver(
      loaded, {"wide", "add", "by"},
      std::string(kPrelude) +
          "int main(void) {\n"
          "  PUT(0, uint64_t, -1); PUT(1, uint64_t, 5); cleave_call_0(in, out); printf(\"%lu %lu \", GET(0, uint64_t), GET(8, uint64_t));\n"
          "  for (int i = 0; i < 8; i++) PUT(i, int, i * i); cleave_call_1(in, out); printf(\"%d %d %d %d \", GET(0, int), GET(4, int), "
          "GET(8, int), GET(12, int));\n"
          "  long b[5] = {1, 2, 3, 4, 5}; PUT(0, long*, b); PUT(1, int, 4); cleave_call_2(in, out); printf(\"%ld %ld\", GET(0, long), "
          "b[4]); }\n");
  EXPECT_EQ(run.output, "0 6 16 26 40 58 7 5");
}

TEST(ReplayModule, CxxWithInlineFunctionsAndConstructors) {
  Loaded loaded(
      "#include <vector>\n#include <stdexcept>\n"
      "namespace { struct init { int v; init(int x) : v(x) {} }; init one(20); }\n"
      "inline int weak(int x) { return x + one.v; } template <class T> T twice(T x) { return 2 * x; }\n"
      "static int f(int x) { std::vector<int> v(3, weak(x)); try { if (x < 0) throw std::runtime_error(\"neg\"); } catch (...) { return "
      "-1; } return twice(v.at(1)); }\n"
      "int g(int x) { return f(x); }\n",
      "t.cpp");
  const NativeRun run = runWithDriver(loaded, {loaded.function("f(int)").name, loaded.function("weak(int)").name},
                                      std::string(kPrelude) +
                                          "int main(void) { PUT(0, int, 1); cleave_call_0(in, out); printf(\"%d \", GET(0, int)); PUT(0, "
                                          "int, -1); cleave_call_0(in, out); printf(\"%d \", GET(0, int));"
                                          " cleave_call_1(in, out); printf(\"%d\", GET(0, int)); }\n");
  EXPECT_EQ(run.output, "42 -1 19");
}

TEST(ReplayModule, NamesAreThoseOfTheProgram) {
  Loaded loaded(
      "int f(int x) { static int calls; static const int t[2] = {4, 5}; const char* s = \"abc\"; calls++; return t[x & 1] + s[0]; }");
  std::string driver = std::string(kPrelude);
  for (const program::Global& global : loaded.program().globals)
    driver += "extern char g_" + std::to_string(&global - loaded.program().globals.data()) + "[] __asm__(\"" + global.name + "\");\n";
  driver += "int main(void) { int sum = 0;\n";
  for (size_t i = 0; i < loaded.program().globals.size(); ++i) driver += "  sum += g_" + std::to_string(i) + "[0] != 99;\n";
  driver += "  PUT(0, int, 1); cleave_call_0(in, out); printf(\"%d %d\", sum, GET(0, int)); }\n";
  const NativeRun run = runWithDriver(loaded, {"f"}, driver);
  EXPECT_EQ(run.output, "3 102");
}

TEST(ReplayModule, AStaticFunctionDoesNotReplaceTheLibrarys) {
  Loaded loaded(
      "static long write(int a, const void* b, unsigned long c) { return 77; } int f(int x) { return (int)write(x, 0, 0); } int puts(const "
      "char*); int g(int x) { return puts(\"out\") < 0; }");
  const NativeRun run = runWithDriver(
      loaded, {"f", "g"},
      std::string(kPrelude) + "int main(void) { cleave_call_1(in, out); cleave_call_0(in, out); printf(\"%d\", GET(0, int)); }\n");
  EXPECT_EQ(run.output, "out\n77");
}

TEST(ReplayModule, CanBeBuiltWithAddressSanitizer) {
  Loaded loaded("int f(int i) { int a[4] = {1, 2, 3, 4}; int* volatile p = a; return p[i]; }");
  const NativeRun good = runWithDriver(
      loaded, {"f"}, std::string(kPrelude) + "int main(void) { PUT(0, int, 2); cleave_call_0(in, out); printf(\"%d\", GET(0, int)); }\n",
      {"-fsanitize=address"});
  EXPECT_EQ(good.output, "3");
  const NativeRun bad = runWithDriver(
      loaded, {"f"}, std::string(kPrelude) + "int main(void) { PUT(0, int, 4); cleave_call_0(in, out); printf(\"%d\", GET(0, int)); }\n",
      {"-fsanitize=address"});
  EXPECT_NE(bad.code, 0);
  EXPECT_NE(bad.output.find("stack-buffer-overflow"), std::string::npos) << bad.output;
}

std::string symbolsOf(const std::filesystem::path& module) {
  ProcessRequest list;
  list.command = {"llvm-nm-19", module.string()};
  const Expected<ProcessResult> listed = runProcess(list);
  return listed ? listed->output : listed.error().message;
}

TEST(ReplayModule, EntriesThatCannotBe) {
  Loaded loaded("__float128 f(__float128 x) { return x; } int g(int); int h(int x) { return g(x); }");
  const std::filesystem::path output = loaded.loader().path() / "replay.bc";
  EXPECT_EQ(writeReplayModule(loaded.version(), {"g"}, output)->message, "cannot replay g: it is not defined in this version");
  EXPECT_EQ(writeReplayModule(loaded.version(), {"nosuch"}, output)->message, "cannot replay nosuch: it is not defined in this version");
  // What the lowering cannot express is never asked about: it has no thunk, and others do.
  EXPECT_FALSE(writeReplayModule(loaded.version(), {"f", "h"}, output));
  const std::string symbols = symbolsOf(output);
  EXPECT_EQ(symbols.find("cleave_call_0"), std::string::npos) << symbols;
  EXPECT_NE(symbols.find("cleave_call_1"), std::string::npos) << symbols;
}

}  // namespace
}  // namespace cleave::harness
