#include "project/marks.h"

#include <gtest/gtest.h>

#include "support/process.h"
#include "support/temp_dir.h"

namespace cleave::project {
namespace {

using Words = std::vector<std::string>;

class Marks : public testing::Test {
 protected:
  void run(const Words& words) {
    ProcessRequest request;
    request.command = words;
    request.directory = folder.path().string();
    const Expected<ProcessResult> result = runProcess(request);
    ASSERT_TRUE(result.hasValue());
    ASSERT_EQ(result->code, 0) << result->errors;
  }
  void compile(const std::string& name, const std::string& text, const std::string& id) {
    ASSERT_FALSE(writeFile(folder.path() / (name + ".c"), text).has_value());
    run({"clang-19", "-O1", "-ffunction-sections", "-c", name + ".c", "-o", name + ".o"});
    const Status failed = addMarks(folder.path() / (name + ".o"), {id});
    ASSERT_FALSE(failed.has_value()) << failed->message;
  }
  Binary read(const std::string& name) {
    const Expected<Binary> binary = readBinary(folder.path() / name);
    return binary ? *binary : Binary{};
  }

  TempDir folder = TempDir::create("test").take();
};

TEST_F(Marks, StayWithTheObject) {
  compile("a", "int a(int x) { return x + 1; }\n", "id-a");
  compile("b", "int a(int);\nint b(int x) { return a(x); }\n", "id-b");
  compile("unused", "int unused;\n", "id-unused");
  compile("main", "int b(int);\nint main(void) { return b(-1); }\n", "id-main");
  EXPECT_EQ(read("a.o").marks, Words{"id-a"});
  EXPECT_EQ(read("a.o").kind, BinaryKind::Object);

  run({"ld", "-r", "a.o", "b.o", "-o", "both.o"});
  EXPECT_EQ(read("both.o").marks, (Words{"id-a", "id-b"}));
  run({"ar", "rcs", "lib.a", "both.o", "unused.o"});
  EXPECT_EQ(readArchive(folder.path() / "lib.a").size(), 2u);
  EXPECT_EQ(read("lib.a").kind, BinaryKind::Archive);
}

TEST_F(Marks, OfAProgramAreTheUnitsInIt) {
  compile("a", "int a(int x) { return x + 1; }\n", "id-a");
  compile("unused", "int unused;\n", "id-unused");
  compile("main", "int a(int);\nint main(void) { return a(-1); }\n", "id-main");
  run({"ar", "rcs", "lib.a", "unused.o", "a.o"});
  run({"ar", "rcsT", "thin.a", "unused.o", "a.o"});
  for (const char* archive : {"lib.a", "thin.a"}) {
    const std::vector<Member> members = readArchive(folder.path() / archive);
    ASSERT_EQ(members.size(), 2u) << archive;
    EXPECT_EQ(parseBinary(members[1].contents).marks, Words{"id-a"});
    for (const char* flag : {"-Wl,--gc-sections", "-no-pie", "-s", "-static"}) {
      run({"clang-19", flag, "main.o", archive, "-o", "prog"});
      EXPECT_EQ(read("prog").marks, (Words{"id-main", "id-a"})) << flag;
      EXPECT_EQ(read("prog").kind, BinaryKind::Program) << flag;
      run({"./prog"});
    }
  }
  run({"strip", "prog"});
  EXPECT_EQ(read("prog").marks, (Words{"id-main", "id-a"}));
}

TEST_F(Marks, OfASharedLibrary) {
  compile("a", "int a(int x) { return x + 1; }\n", "id-a");
  compile("main", "int a(int);\nint main(void) { return a(-1); }\n", "id-main");
  run({"clang-19", "-shared", "-Wl,-soname,liba.so.1", "a.o", "-o", "liba.so.1.2"});
  const Binary library = read("liba.so.1.2");
  EXPECT_EQ(library.kind, BinaryKind::SharedLibrary);
  EXPECT_EQ(library.soname, "liba.so.1");
  run({"clang-19", "main.o", "./liba.so.1.2", "-o", "prog"});
  EXPECT_EQ(read("prog").needed.front(), "liba.so.1");
  EXPECT_EQ(read("prog").marks, Words{"id-main"});
}

TEST_F(Marks, ManySections) {
  std::string text;
  for (int k = 0; k < 70000; ++k) text += "int v" + std::to_string(k) + " __attribute__((section(\"s" + std::to_string(k) + "\"))) = 1;\n";
  compile("many", text, "id-many");
  EXPECT_EQ(read("many.o").marks, Words{"id-many"});
  run({"ld", "-r", "many.o", "-o", "again.o"});
  EXPECT_EQ(read("again.o").marks, Words{"id-many"});
}

TEST_F(Marks, NothingIsReadOutsideOfADamagedFile) {
  compile("a", "int a(int x) { return x + 1; }\n", "id-a");
  const std::string whole = *readFile(folder.path() / "a.o");
  for (size_t length = 0; length < whole.size(); ++length) parseBinary(whole.substr(0, length));
  for (size_t at = 0; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0xFF);
    parseBinary(damaged);
  }
  ASSERT_FALSE(writeFile(folder.path() / "text.o", "no object").has_value());
  EXPECT_TRUE(addMarks(folder.path() / "text.o", {"x"}).has_value());
}

}  // namespace
}  // namespace cleave::project
