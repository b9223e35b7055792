#include "native/link_words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "native/driver_object.h"

namespace cleave::native {
namespace {

// This machine is the one that cleave was built on.
TEST(LinkWords, NameALinkerAndTheLibraries) {
  for (const bool isCxx : {false, true}) {
    const std::optional<LinkWords> words = linkWords(isCxx);
    ASSERT_TRUE(words.has_value());
    EXPECT_TRUE(std::filesystem::exists(words->front.front()));
    const auto has = [&](const std::string& word) { return std::count(words->back.begin(), words->back.end(), word) != 0; };
    EXPECT_TRUE(has("-lc"));
    EXPECT_EQ(has("-lstdc++"), isCxx);
    for (const std::vector<std::string>* part : {&words->front, &words->back})
      for (const std::string& word : *part) EXPECT_TRUE(word != "-o" && word != "OBJECTS" && word != "OUTPUT") << word;
  }
}

TEST(LinkWords, TheDriverIsAnObjectFile) {
  ASSERT_GT(driverObject().size(), 1000u);
  EXPECT_EQ(driverObject().substr(0, 4), "\x7f" "ELF");
}

}  // namespace
}  // namespace cleave::native
