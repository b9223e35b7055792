#include "support/cxx_names.h"

#include <gtest/gtest.h>

namespace cleave {
namespace {

TEST(CxxNames, AreShort) {
  const std::string text = "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >";
  EXPECT_EQ(shortCxxNames("f(" + text + " const&)"), "f(std::string const&)");
  EXPECT_EQ(shortCxxNames("std::vector<" + text + ", std::allocator<" + text + " > >"), "std::vector<std::string>");
  EXPECT_EQ(shortCxxNames("std::map<int, long, std::less<int>, std::allocator<std::pair<int const, long> > >"), "std::map<int, long>");
  EXPECT_EQ(shortCxxNames("ns::name[abi:cxx11](int)"), "ns::name(int)");
  EXPECT_EQ(shortCxxNames("std::unique_ptr<T, std::default_delete<T> >&"), "std::unique_ptr<T>&");
  EXPECT_EQ(shortCxxNames("std::function<int (std::vector<int, std::allocator<int> >, int)>"), "std::function<int (std::vector<int>, int)>");
}

TEST(CxxNames, OthersStay) {
  for (const char* text : {"split", "ns::f(int)", "std::less<int>", "mine::vector<int, std::allocator<int> >", "a < b && std::x > c", "std::vector<", "i < 3"})
    EXPECT_EQ(shortCxxNames(text), text);
  EXPECT_EQ(shortCxxNames("std::map<int, int, greater>"), "std::map<int, int, greater>");
}

}  // namespace
}  // namespace cleave
