// What is compressed can be read again, up to where its writer was ended; damage is noticed, and costs no more than what lies around it.
#include "support/compressed.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "support/temp_dir.h"

namespace cleave {
namespace {

namespace fs = std::filesystem;

class CompressedTest : public ::testing::Test {
 protected:
  // Numbered lines that resemble each other.
  static std::string line(size_t number) {
    return "line " + std::to_string(number) + " " + std::string(200 + number % 7, static_cast<char>('a' + number % 23)) + "\n";
  }
  void write(size_t lines, bool ends) {
    CompressedFile file = CompressedFile::create(path()).take();
    for (size_t k = 0; k < lines; ++k) ASSERT_FALSE(file.add(line(k)));
    if (ends) ASSERT_FALSE(file.end());
  }
  LinesRead read() {
    lines_.clear();
    return readLines(path(), [&](std::string_view line) { lines_.emplace_back(line); }).take();
  }
  bool isRight(size_t k) const { return std::ranges::find(lines_, line(k).substr(0, line(k).size() - 1)) != lines_.end(); }
  fs::path path() const { return directory_.path() / "lines.zst"; }

  TempDir directory_ = TempDir::create("compressed-test").take();
  std::vector<std::string> lines_;
};

TEST_F(CompressedTest, GivesBackWhatItWasGiven) {
  for (const std::string& text : {std::string(), std::string("x"), std::string(3000000, 'y'), line(5) + line(6)}) {
    EXPECT_EQ(decompressed(compressed(text)).take(), text);
    std::string cut = compressed(text);
    cut.pop_back();
    EXPECT_FALSE(decompressed(cut));
  }
  EXPECT_FALSE(decompressed("nonsense"));
  EXPECT_FALSE(decompressed(""));
}

TEST_F(CompressedTest, EveryLineIsThereAtOnce) {
  CompressedFile file = CompressedFile::create(path()).take();
  for (size_t k = 0; k < 20; ++k) {
    ASSERT_FALSE(file.add(line(k)));
    const LinesRead found = read();
    EXPECT_EQ(lines_.size(), k + 1);
    EXPECT_TRUE(found.isCut && !found.isDamaged && isRight(k));
  }
  ASSERT_FALSE(file.end());
  EXPECT_FALSE(read().isCut);
  ASSERT_FALSE(file.add(line(20)));  // in another frame
  EXPECT_TRUE(read().isCut);
  EXPECT_EQ(lines_.size(), 21u);
}

TEST_F(CompressedTest, ManyFramesAreOneText) {
  write(20000, true);
  const LinesRead found = read();
  EXPECT_FALSE(found.isCut || found.isDamaged);
  ASSERT_EQ(lines_.size(), 20000u);
  for (size_t k = 0; k < lines_.size(); ++k) ASSERT_EQ(lines_[k] + "\n", line(k));
  EXPECT_LT(fs::file_size(path()), 20000u * 40);
  EXPECT_EQ(readText(path()).take().size(), [] {
    size_t size = 0;
    for (size_t k = 0; k < 20000; ++k) size += line(k).size();
    return size;
  }());
}

TEST_F(CompressedTest, WhereverItIsCutTheLinesBeforeThatAreThere) {
  write(300, true);
  const std::string bytes = readFile(path()).take();
  size_t before = 0;
  for (size_t size = 0; size < bytes.size(); size += 13) {
    ASSERT_FALSE(writeFile(path(), bytes.substr(0, size)));
    const LinesRead found = read();
    EXPECT_FALSE(found.isDamaged) << size;
    ASSERT_GE(lines_.size(), before);
    before = lines_.size();
    for (size_t k = 0; k + 1 < lines_.size(); ++k) ASSERT_EQ(lines_[k] + "\n", line(k)) << size;
  }
  EXPECT_GT(before, 290u);
}

TEST_F(CompressedTest, DamageCostsTheFrameThatItIsIn) {
  write(20000, true);  // five frames
  const std::string bytes = readFile(path()).take();
  for (size_t at = 7; at < bytes.size(); at += bytes.size() / 40) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    ASSERT_FALSE(writeFile(path(), damaged));
    const LinesRead found = read();
    EXPECT_TRUE(found.isDamaged || found.isCut) << at;
    EXPECT_GT(lines_.size(), 10000u) << at;
    if (at > bytes.size() / 2) EXPECT_TRUE(isRight(0)) << at;
    if (at < bytes.size() / 2) EXPECT_TRUE(isRight(19999)) << at;
  }
}

TEST_F(CompressedTest, PlainFilesAreReadAsTheyAre) {
  const fs::path plain = directory_.path() / "lines";
  ASSERT_FALSE(writeFile(plain, line(1) + "\n" + "without an end"));
  ASSERT_TRUE(readLines(plain, [&](std::string_view line) { lines_.emplace_back(line); }));
  EXPECT_EQ(lines_.size(), 3u);
  EXPECT_EQ(lines_.back(), "without an end");
  EXPECT_FALSE(readLines(directory_.path() / "nowhere", [](std::string_view) {}));
}

}  // namespace
}  // namespace cleave
