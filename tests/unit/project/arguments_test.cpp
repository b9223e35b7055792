#include "project/arguments.h"

#include <gtest/gtest.h>

#include "support/temp_dir.h"

namespace cleave::project {
namespace {

using Words = std::vector<std::string>;

CompilerCall parsed(const Words& words, DriverMode mode = DriverMode::C) { return parseCall(words, mode); }

std::string sourcesOf(const CompilerCall& call) {
  std::string text;
  for (const SourceFile& each : call.sources) text += each.file + ":" + each.language + " ";
  return text;
}

TEST(Arguments, AnObject) {
  const CompilerCall call = parsed({"-O2", "-DX=1", "-I", "include", "-c", "src/a.c", "-o", "out/a.o", "-MD", "-MF", "a.d"});
  EXPECT_EQ(call.stage, Stage::Object);
  EXPECT_EQ(sourcesOf(call), "src/a.c:c ");
  EXPECT_EQ(call.objectOf(call.sources[0]), "out/a.o");
  EXPECT_EQ(call.flags, (Words{"-O2", "-DX=1", "-I", "include"}));
}

TEST(Arguments, ObjectsWithoutAName) {
  const CompilerCall call = parsed({"-c", "x/a.c", "y/b.cc"});
  EXPECT_EQ(sourcesOf(call), "x/a.c:c y/b.cc:c++ ");
  EXPECT_EQ(call.objectOf(call.sources[0]), "a.o");
  EXPECT_EQ(call.objectOf(call.sources[1]), "b.o");
}

TEST(Arguments, FromSourcesToAProgram) {
  const CompilerCall call = parsed({"a.c", "b.o", "libc.a", "-lm", "-L", "lib", "-Wl,--wrap=f,-z,now", "-Xlinker", "x", "-oprog"});
  EXPECT_EQ(call.stage, Stage::Link);
  EXPECT_EQ(sourcesOf(call), "a.c:c ");
  EXPECT_EQ(call.linkInputs, (Words{"b.o", "libc.a"}));
  EXPECT_EQ(call.linkerWords, (Words{"--wrap=f", "-z", "now", "x"}));
  EXPECT_EQ(call.linked(), "prog");
  EXPECT_TRUE(call.flags.empty());
  EXPECT_EQ(parsed({"a.o"}).linked(), "a.out");
}

TEST(Arguments, WhatMakesNoPartOfAProgram) {
  for (const char* word :
       {"-E", "-S", "-M", "-MM", "-fsyntax-only", "--version", "-print-search-dirs", "-###", "-dumpmachine", "-emit-llvm"})
    EXPECT_EQ(parsed({word, "-c", "a.c"}).stage, Stage::Other) << word;
  EXPECT_EQ(parsed({"-v"}).stage, Stage::Other);
  EXPECT_EQ(parsed({}).stage, Stage::Other);
  EXPECT_EQ(parsed({"-v", "-c", "a.c"}).stage, Stage::Object);
  EXPECT_EQ(parsed({"-MD", "-c", "a.c"}).stage, Stage::Object) << "dependencies beside the object";
}

TEST(Arguments, LanguagesByNameAndAsSaid) {
  EXPECT_EQ(sourcesOf(parsed({"-c", "a.c"}, DriverMode::Cxx)), "a.c:c++ ");
  EXPECT_EQ(sourcesOf(parsed({"-x", "c", "-"})), "-:c ");
  EXPECT_TRUE(parsed({"-x", "c", "-"}).readsStandardInput());
  EXPECT_EQ(sourcesOf(parsed({"-xc++", "a.txt", "-x", "none", "b.c", "c.S", "d.s", "e.i", "f.ii"})),
            "a.txt:c++ b.c:c c.S:assembler-with-cpp d.s:assembler e.i:cpp-output f.ii:c++-cpp-output ");
  EXPECT_EQ(sourcesOf(parsed({"-c", "--", "-odd.c"})), "-odd.c:c ");
}

TEST(Arguments, PrecompiledHeaders) {
  EXPECT_EQ(parsed({"-x", "c-header", "h.h", "-o", "h.pch"}).stage, Stage::Precompile);
  EXPECT_EQ(parsed({"h.h"}).stage, Stage::Precompile);
  EXPECT_EQ(parsed({"-Xclang", "-emit-pch", "-x", "c++-header", "-c", "h.cxx", "-o", "h.pch"}).stage, Stage::Precompile);
  EXPECT_EQ(parsed({"-c", "-include-pch", "h.pch", "a.c"}).flags, (Words{"-include-pch", "h.pch"}));
  // As CMake writes it: the text is named, too.
  EXPECT_EQ(parsed({"-Xclang", "-include-pch", "-Xclang", "h.pch", "-Xclang", "-include", "-Xclang", "h.h", "-c", "a.c"}).flags,
            (Words{"-Xclang", "-include", "-Xclang", "h.h"}));
  EXPECT_EQ(parsed({"-include", "h.h", "-c", "a.c"}).flags, (Words{"-Xclang", "-include", "-Xclang", "h.h"}))
      << "past the driver, which would look for a precompiled one";
}

TEST(Arguments, WhatDoesNotMatterToTheCode) {
  const CompilerCall call =
      parsed({"-g3", "-gsplit-dwarf", "-flto=thin", "-fsanitize=address", "--coverage", "-fprofile-arcs", "-save-temps", "-Werror",
              "-Wp,-MD,x.d", "-MT", "x.o", "-fuse-ld=lld", "-shared", "-ftime-trace", "-c", "a.c"});
  EXPECT_TRUE(call.flags.empty()) << call.flags.front();
  EXPECT_EQ(parsed({"-undef", "-std=c99", "-m32", "-pthread", "-fPIC", "-c", "a.c"}).flags,
            (Words{"-undef", "-std=c99", "-m32", "-pthread", "-fPIC"}));
}

TEST(Arguments, ValuesAreNoFiles) {
  const CompilerCall call =
      parsed({"-D", "a.c", "-isystem", "b.c", "-T", "script.c", "-u", "c.c", "-mllvm", "d.c", "--param", "e.c", "f.c"});
  EXPECT_EQ(sourcesOf(call), "f.c:c ");
  EXPECT_TRUE(call.linkInputs.empty());
}

TEST(Arguments, ResponseFiles) {
  Expected<TempDir> folder = TempDir::create("test");
  ASSERT_TRUE(folder.hasValue());
  const std::string inner = folder->path() / "inner", outer = folder->path() / "outer";
  ASSERT_FALSE(writeFile(inner, "-c 'a b.c'\n-DX=\\\"y\\\"").has_value());
  ASSERT_FALSE(writeFile(outer, "-O1 @" + inner).has_value());
  EXPECT_EQ(expandResponseFiles({"-w", "@" + outer, "@none"}), (Words{"-w", "-O1", "-c", "a b.c", "-DX=\"y\"", "@none"}));
  ASSERT_FALSE(writeFile(inner, "@" + inner).has_value());
  EXPECT_EQ(expandResponseFiles({"@" + inner}), (Words{"@" + inner})) << "one that names itself ends";
}

}  // namespace
}  // namespace cleave::project
