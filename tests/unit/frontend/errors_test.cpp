// Every bad input ends in one clear line, never in a crash.
#include "../load_text.h"
#include "support/text.h"

namespace cleave::frontend {
namespace {

using test::Loaded;
using test::TextLoader;

const char* const kGood = "int f(int x) { return x; }\n";

std::string firstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string errorOfFiles(std::vector<std::string> files) {
  TextLoader loader;
  Sources sources;
  sources.files = std::move(files);
  Expected<Version> version = load(sources, "before", loader.options());
  return version ? "no error" : version.error().message;
}

TEST(FrontendErrors, NoFiles) { EXPECT_EQ(errorOfFiles({}), "no source files given for the before version"); }

TEST(FrontendErrors, MissingFile) { EXPECT_EQ(errorOfFiles({"/no/such/file.c"}), "cannot read /no/such/file.c: no such file"); }

TEST(FrontendErrors, Directory) { EXPECT_EQ(errorOfFiles({"/tmp"}), "cannot read /tmp: it is a directory; name the source files in it"); }

TEST(FrontendErrors, UnknownExtension) {
  TextLoader loader;
  const std::string error = loader.errorOf({{"notes.txt", "hello"}});
  EXPECT_TRUE(contains(error, "notes.txt: its name must end in .c, .cc, .cpp, .cxx, .ll or .bc")) << error;
}

TEST(FrontendErrors, TheCompilersDiagnosticsAreShown) {
  TextLoader loader;
  const std::string error = loader.errorOf({{"bad.c", "int f(void) { return 1; }\nint g(void) { return undeclared; }\n"}});
  EXPECT_TRUE(startsWith(error, "cannot compile ")) << error;
  EXPECT_TRUE(firstLine(error).ends_with("bad.c: the compiler says")) << error;
  EXPECT_TRUE(contains(error, "bad.c:2:")) << error;
  EXPECT_TRUE(contains(error, "use of undeclared identifier 'undeclared'")) << error;
}

TEST(FrontendErrors, OfBothVersionsTheOneThatFailsIsNamed) {
  TextLoader loader;
  Sources before{{loader.write("before.c", kGood)}, {}};
  Sources after{{loader.write("after.c", "int f(int x) { return y; }\n")}, {}};
  Expected<VersionPair> pair = loadPair(before, after, loader.options());
  ASSERT_FALSE(pair);
  EXPECT_TRUE(contains(firstLine(pair.error().message), "after.c: the compiler says")) << pair.error().message;
}

TEST(FrontendErrors, BadFlag) {
  TextLoader loader;
  const std::string error = loader.errorOf({{"t.c", kGood}}, {"-std=nonsense"});
  EXPECT_TRUE(contains(error, "nonsense")) << error;
}

TEST(FrontendErrors, TextThatIsNoLlvm) {
  TextLoader loader;
  const std::string error = loader.errorOf({{"t.ll", "define i32 @f(\n"}});
  EXPECT_TRUE(startsWith(error, "cannot read ")) << error;
  EXPECT_TRUE(contains(error, "error:")) << error;
}

TEST(FrontendErrors, EmptyBitcode) { EXPECT_TRUE(contains(TextLoader().errorOf({{"t.bc", ""}}), "t.bc")); }

TEST(FrontendErrors, GarbageAsBitcode) { EXPECT_TRUE(startsWith(TextLoader().errorOf({{"t.bc", "this is no bitcode"}}), "cannot read ")); }

TEST(FrontendErrors, TruncatedBitcode) {
  TextLoader loader;
  ASSERT_TRUE(loader.load({{"t.c", kGood}}));
  const std::string whole = readFile(loader.path() / "before-linked.bc").take();
  for (const size_t part : {size_t{3}, size_t{8}, whole.size() / 4, whole.size() / 2, whole.size() - 4}) {
    const std::string error = loader.errorOf({{"cut.bc", whole.substr(0, part)}});
    EXPECT_TRUE(startsWith(error, "cannot ")) << "of " << whole.size() << " bytes " << part << ": " << error;
  }
}

TEST(FrontendErrors, InvalidLlvmIsNotLowered) {
  const std::string error = TextLoader().errorOf({{"t.ll",
                                                   "define i32 @f(i32 %x) {\n"
                                                   "  %y = add i32 %z, 1\n"
                                                   "  %z = add i32 %x, 1\n"
                                                   "  ret i32 %y\n}\n"}});
  EXPECT_TRUE(contains(error, "t.ll: it is not valid LLVM code: Instruction does not dominate all uses")) << error;
}

TEST(FrontendErrors, DefinedTwice) {
  const std::string error = TextLoader().errorOf({{"a.c", kGood}, {"b.c", kGood}});
  EXPECT_TRUE(startsWith(error, "cannot link ")) << error;
  EXPECT_TRUE(contains(error, "b.c")) << error;
  EXPECT_TRUE(contains(error, "'f': symbol multiply defined")) << error;
}

TEST(FrontendErrors, AnotherProcessor) {
  const std::string error =
      TextLoader().errorOf({{"t.ll", "target triple = \"aarch64-unknown-linux-gnu\"\ndefine i32 @f(i32 %x) {\n  ret i32 %x\n}\n"}});
  EXPECT_TRUE(contains(error, "it is compiled for aarch64-unknown-linux-gnu")) << error;
}

TEST(FrontendErrors, AnotherDataLayout) {
  const std::string error =
      TextLoader().errorOf({{"t.ll", "target datalayout = \"e-p:32:32\"\ndefine i32 @f(i32 %x) {\n  ret i32 %x\n}\n"}});
  EXPECT_TRUE(contains(error, "data layout")) << error;
}

TEST(FrontendErrors, ThirtyTwoBits) {
  const std::string error = TextLoader().errorOf({{"t.c", kGood}}, {"-m32"});
  EXPECT_TRUE(contains(error, "compiled for i386")) << error;
}

TEST(FrontendErrors, NoCompiler) {
  TextLoader loader;
  const std::string file = loader.write("t.c", kGood);
  const std::string path = getenv("PATH");
  setenv("PATH", "/nowhere", 1);
  Expected<Version> version = load({{file}, {}}, "before", loader.options());
  setenv("PATH", path.c_str(), 1);
  ASSERT_FALSE(version);
  EXPECT_TRUE(contains(version.error().message, "clang-19 does not start")) << version.error().message;
  EXPECT_TRUE(contains(version.error().message, "apt-get install clang-19")) << version.error().message;
}

TEST(FrontendErrors, StopEndsCompilation) {
  TextLoader loader;
  StopFlag stop;
  stop.request();
  loader.options().stop = &stop;
  EXPECT_TRUE(startsWith(loader.errorOf({{"t.c", kGood}}), "stopped while compiling"));
}

TEST(Frontend, WarningsAreKept) {
  const Loaded loaded("int f(int x) { if (x = 1) return 2; return 3; }\n", "t.c", {"-Wall"});
  EXPECT_TRUE(contains(loaded.version().diagnostics, "-Wparentheses"));
  EXPECT_FALSE(loaded.version().isCxx);
}

TEST(Frontend, LlvmTextAndBitcodeGiveTheSameProgram) {
  const Loaded source(kGood);
  TextLoader loader;
  const std::string bitcode = readFile(source.version().linkedBitcode).take();
  Expected<Version> again = loader.load({{"t.bc", bitcode}});
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(program::dump(again->program), program::dump(source.program()));
}

TEST(Frontend, SeveralFilesAreLinked) {
  TextLoader loader;
  Expected<Version> version = loader.load({{"a.c", "int g(int); static int h(void) { return 1; } int f(int x) { return g(x) + h(); }"},
                                           {"b.c", "static int h(void) { return 2; } int g(int x) { return x + h(); }"}});
  ASSERT_TRUE(version) << version.error().message;
  const program::Program& program = version->program;
  EXPECT_TRUE(program.function(program.findFunction("g")).defined);
  for (const char* unit : {"a.c", "b.c"}) {
    const program::FunctionId own = program.findFunction(std::string("h:") + unit);
    ASSERT_TRUE(own.valid()) << program::dump(program);
    EXPECT_EQ(program.function(own).display, std::string(unit) + ":h");
  }
}

TEST(Frontend, ModelsFillInWhatIsMissingOnly) {
  TextLoader loader;
  const Loaded models("int strange(int x) { return x * 2; } int own(int x) { return 0; } int unused(int x) { return 0; }");
  loader.options().modelsBitcode = models.version().linkedBitcode;
  Expected<Version> version =
      loader.load({{"t.c", "int strange(int); int own(int x) { return x; } int f(int x) { return strange(x) + own(x); }"}});
  ASSERT_TRUE(version) << version.error().message;
  const program::Program& program = version->program;
  EXPECT_TRUE(program.function(program.findFunction("strange")).defined);
  EXPECT_EQ(program::dump(program, program.function(program.findFunction("own"))).find("return i32 0"), std::string::npos);
  EXPECT_FALSE(program.findFunction("unused").valid());
  // Native replay has the real library.
  Expected<Version> linked = TextLoader().load({{"linked.bc", readFile(version->linkedBitcode).take()}});
  ASSERT_TRUE(linked);
  EXPECT_FALSE(linked->program.function(linked->program.findFunction("strange")).defined);
}

}  // namespace
}  // namespace cleave::frontend
