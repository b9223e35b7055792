#include "support/file_digest.h"

#include <gtest/gtest.h>

#include "support/sha256.h"
#include "support/temp_dir.h"

namespace cleave {
namespace {

TEST(FileDigest, IsThatOfTheText) {
  const TempDir directory = TempDir::create("digest").take();
  for (const std::string& text : {std::string(), std::string("abc"), std::string(100'000, 'x') + "\n"}) {
    ASSERT_FALSE(writeFile(directory.path() / "file", text));
    const Expected<std::string> digest = sha256OfFile(directory.path() / "file");
    ASSERT_TRUE(digest);
    EXPECT_EQ(*digest, sha256(text));
  }
}

TEST(FileDigest, OfNoFileIsAnError) {
  const TempDir directory = TempDir::create("digest").take();
  for (const char* name : {"absent", "."}) {
    const Expected<std::string> digest = sha256OfFile(directory.path() / name);
    ASSERT_FALSE(digest) << name;
    EXPECT_NE(digest.error().message.find("cannot read"), std::string::npos);
  }
}

}  // namespace
}  // namespace cleave
