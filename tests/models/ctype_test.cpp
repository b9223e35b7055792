// <ctype.h>: every value that C allows, and those that glibc allows beyond.
#include <cctype>

#include "model_test.h"

#define CLASSES(X) \
  X(isupper)       \
  X(islower)       \
  X(isalpha) X(isdigit) X(isxdigit) X(isspace) X(isprint) X(isgraph) X(isblank) X(iscntrl) X(isalnum) X(ispunct) X(tolower) X(toupper)

extern "C" {
#define DECLARE(name) int model_##name(int);
CLASSES(DECLARE)
int model_isascii(int);
int model_toascii(int);
const unsigned short** model___ctype_b_loc(void);
const int** model___ctype_tolower_loc(void);
const int** model___ctype_toupper_loc(void);
const unsigned short** __ctype_b_loc(void) noexcept;
const int** __ctype_tolower_loc(void) noexcept;
const int** __ctype_toupper_loc(void) noexcept;
}

namespace cleave::modeltest {
namespace {

TEST(Characters, Classes) {
  for (int round = 0; round < 30; ++round)
    for (int c = -1; c < 256; ++c) {
#define SAME(name) ASSERT_EQ(::name(c), model_##name(c)) << #name " " << c;
      CLASSES(SAME)
    }
  for (int c = -128; c < 256; ++c) {
    ASSERT_EQ(::tolower(c), model_tolower(c)) << c;
    ASSERT_EQ(::toupper(c), model_toupper(c)) << c;
  }
  for (int c = -1000; c < 1000; ++c) {
    ASSERT_EQ(isascii(c) != 0, model_isascii(c) != 0);
    ASSERT_EQ(toascii(c), model_toascii(c));
  }
}

TEST(Characters, Tables) {
  for (int c = -128; c < 256; ++c) {
    if (c >= -1) {
      ASSERT_EQ((*::__ctype_b_loc())[c], (*model___ctype_b_loc())[c]) << c;
    }
    ASSERT_EQ((*::__ctype_tolower_loc())[c], (*model___ctype_tolower_loc())[c]) << c;
    ASSERT_EQ((*::__ctype_toupper_loc())[c], (*model___ctype_toupper_loc())[c]) << c;
  }
}

}  // namespace
}  // namespace cleave::modeltest
