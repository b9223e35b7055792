#include "cache/answers.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "support/temp_dir.h"

namespace cleave::cache {
namespace {

class AnswersTest : public testing::Test {
 protected:
  std::filesystem::path file() const { return directory_->path() / "deep" / "cache.db"; }
  Answers open() const {
    Expected<Answers> answers = Answers::open(file());
    EXPECT_TRUE(answers) << answers.error().message;
    return answers.take();
  }
  static std::string valueOf(Answers& answers, const std::string& key) {
    const Expected<std::optional<Answer>> found = answers.find(key);
    EXPECT_TRUE(found);
    return *found ? (*found)->value : "nothing";
  }

  Expected<TempDir> directory_ = TempDir::create("answers");
};

TEST_F(AnswersTest, WhatWasPutIsFoundAsItWas) {
  std::string bytes("a\0b\xff", 4);
  {
    Answers answers = open();
    EXPECT_EQ(valueOf(answers, "k"), "nothing");
    EXPECT_FALSE(answers.put("k", {true, 2.5, bytes}));
  }
  Answers answers = open();
  EXPECT_EQ(valueOf(answers, "k"), bytes);
  EXPECT_EQ(valueOf(answers, "K"), "nothing");
  const Expected<std::optional<Answer>> found = answers.find("k");
  EXPECT_TRUE((*found)->isFinal);
  EXPECT_EQ((*found)->seconds, 2.5);
}

TEST_F(AnswersTest, WhatHadMoreTimeStays) {
  Answers answers = open();
  EXPECT_FALSE(answers.put("k", {false, 5, "five"}));
  EXPECT_FALSE(answers.put("k", {false, 2, "two"}));
  EXPECT_EQ(valueOf(answers, "k"), "five");
  EXPECT_FALSE(answers.put("k", {false, 9, "nine"}));
  EXPECT_EQ(valueOf(answers, "k"), "nine");
  EXPECT_FALSE(answers.put("k", {true, 1, "final"}));
  EXPECT_EQ(valueOf(answers, "k"), "final");
  EXPECT_FALSE(answers.put("k", {false, 100, "not"}));
  EXPECT_EQ(valueOf(answers, "k"), "final");
}

TEST_F(AnswersTest, ADamagedFileIsPutAside) {
  { open(); }
  std::ofstream(file(), std::ios::binary | std::ios::trunc) << std::string(5000, 'x');
  std::string note;
  Expected<Answers> answers = Answers::open(file(), &note);
  ASSERT_TRUE(answers);
  EXPECT_NE(note.find("is damaged"), std::string::npos);
  EXPECT_TRUE(std::filesystem::exists(file().string() + ".damaged"));
  EXPECT_FALSE(answers->put("k", {true, 1, "v"}));
  EXPECT_EQ(valueOf(*answers, "k"), "v");
}

TEST_F(AnswersTest, WhereNoFileCanBeIsAnError) {
  std::filesystem::create_directories(file());  // a directory stands there
  EXPECT_FALSE(Answers::open(file()));
}

TEST_F(AnswersTest, WhatWasNotUsedForLongestGoesFirst) {
  Answers answers = open();
  for (int k = 0; k < 8; ++k) EXPECT_FALSE(answers.put("k" + std::to_string(k), {true, 1, std::string(100, 'v')}));
  EXPECT_FALSE(answers.trim(1000));
  for (int k = 0; k < 8; ++k) EXPECT_EQ(valueOf(answers, "k" + std::to_string(k)).size(), 100u);
  EXPECT_FALSE(answers.trim(350));
  size_t left = 0;
  for (int k = 0; k < 8; ++k) left += valueOf(answers, "k" + std::to_string(k)) != "nothing" ? 1 : 0;
  EXPECT_EQ(left, 3u);
}

TEST_F(AnswersTest, SeveralWriteAtOnce) {
  { open(); }
  std::vector<pid_t> children;
  for (int child = 0; child < 4; ++child) {
    const pid_t pid = ::fork();
    if (pid == 0) {
      bool isGood = true;
      for (int k = 0; k < 20; ++k) {
        Expected<Answers> answers = Answers::open(file());
        isGood = isGood && answers && !answers->put(std::to_string(child) + "." + std::to_string(k), {true, 1, std::to_string(k)});
      }
      ::_exit(isGood ? 0 : 1);
    }
    children.push_back(pid);
  }
  for (const pid_t pid : children) {
    int status = 0;
    ::waitpid(pid, &status, 0);
    EXPECT_EQ(status, 0);
  }
  Answers answers = open();
  for (int child = 0; child < 4; ++child)
    for (int k = 0; k < 20; ++k) EXPECT_EQ(valueOf(answers, std::to_string(child) + "." + std::to_string(k)), std::to_string(k));
}

}  // namespace
}  // namespace cleave::cache
