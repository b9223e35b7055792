// Linking does not depend on the order of the files.
#include <algorithm>

#include <fmt/format.h>

#include "../load_text.h"

namespace cleave::frontend {
namespace {

using test::TextLoader;

// What the globals are called and hold, sorted.
std::vector<std::string> globalsOf(const std::vector<std::string>& files) {
  TextLoader loader;
  const Expected<Version> version = load({files, {}}, "before", loader.options());
  EXPECT_TRUE(version) << (version ? "" : version.error().message);
  std::vector<std::string> globals;
  const auto nameOf = [&](const program::Constant& target) { return version->program.globals[target.target].name; };
  for (const program::Global& global : version->program.globals) {
    if (!global.defined || global.fromModels) continue;
    globals.push_back(global.name + " =");
    for (const program::Relocation& each : global.relocations) globals.back() += " " + nameOf(each.target);
  }
  std::ranges::sort(globals);
  return globals;
}

// Which file an inline function is taken from depends on their order, and with it whose literals are used.
TEST(Link, LiteralsOfEqualContentsAreOne) {
  TextLoader loader;
  const auto file = [&](const std::string& name) {
    return loader.write(name + ".ll", fmt::format("@s = private unnamed_addr constant [3 x i8] c\"ab\\00\"\n"
                                                  "@t = private unnamed_addr constant [1 x ptr] [ptr @s]\n"
                                                  "@own_{0} = private constant [3 x i8] c\"ab\\00\"\n"
                                                  "@user_{0} = global [3 x ptr] [ptr @s, ptr @t, ptr @own_{0}]\n",
                                                  name));
  };
  const std::string one = file("one"), two = file("two");
  const std::vector<std::string> linked = globalsOf({one, two});
  const std::vector<std::string> expected{"own_one =",  // its address counts
                                          "own_two =", "s:one.ll =", "t:one.ll = s:one.ll", "user_one = s:one.ll t:one.ll own_one",
                                          "user_two = s:one.ll t:one.ll own_two"};
  EXPECT_EQ(linked, expected);
  EXPECT_EQ(globalsOf({two, one}), linked);
}

}  // namespace
}  // namespace cleave::frontend
