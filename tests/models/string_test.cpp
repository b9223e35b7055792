// <string.h> and <strings.h>.
#include <strings.h>

#include "model_test.h"

extern "C" {
size_t model_strlen(const char*);
size_t model_strnlen(const char*, size_t);
int model_strcmp(const char*, const char*);
int model_strncmp(const char*, const char*, size_t);
int model_strcasecmp(const char*, const char*);
int model_strncasecmp(const char*, const char*, size_t);
int model_strcoll(const char*, const char*);
size_t model_strxfrm(char*, const char*, size_t);
char* model_strcpy(char*, const char*);
char* model_stpcpy(char*, const char*);
char* model_strncpy(char*, const char*, size_t);
char* model_stpncpy(char*, const char*, size_t);
char* model_strcat(char*, const char*);
char* model_strncat(char*, const char*, size_t);
char* model_strchr(const char*, int);
char* model_strrchr(const char*, int);
char* model_strchrnul(const char*, int);
char* model_index(const char*, int);
char* model_rindex(const char*, int);
char* model_strstr(const char*, const char*);
char* model_strcasestr(const char*, const char*);
size_t model_strspn(const char*, const char*);
size_t model_strcspn(const char*, const char*);
char* model_strpbrk(const char*, const char*);
int model_memcmp(const void*, const void*, size_t);
int model_bcmp(const void*, const void*, size_t);
void* model_memchr(const void*, int, size_t);
void* model_memrchr(const void*, int, size_t);
void* model_rawmemchr(const void*, int);
void* model_memccpy(void*, const void*, int, size_t);
void* model_mempcpy(void*, const void*, size_t);
void* model_memmem(const void*, size_t, const void*, size_t);
char* model_strdup(const char*);
char* model_strndup(const char*, size_t);
char* model_strtok(char*, const char*);
char* model_strtok_r(char*, const char*, char**);
char* model_strsep(char**, const char*);
char* model_strerror(int);
char* model_strerror_r(int, char*, size_t);
int model___xpg_strerror_r(int, char*, size_t);
int __xpg_strerror_r(int, char*, size_t);
}

namespace cleave::modeltest {
namespace {

class Strings : public testing::Test {
 protected:
  // For each call, a text and another, both at the end of their memory.
  template <class Check>
  void repeat(Check check) {
    for (int i = 0; i < kCalls && !HasFatalFailure(); ++i) {
      text_ = draw_.text(draw_.chance(10) ? 60 : 8);
      other_ = draw_.chance(20) ? text_ : draw_.chance(50) ? draw_.text(3) : draw_.text(8);
      s_ = left_.put(text_);
      o_ = right_.put(other_);
      n_ = draw_.below(12);
      c_ = draw_.chance(10) ? static_cast<int>(draw_.integer()) : static_cast<unsigned char>("abAB .\xe4"[draw_.below(8)]);
      check();
    }
  }
  std::string what() const { return "\"" + text_ + "\" \"" + other_ + "\" " + std::to_string(n_) + " " + std::to_string(c_); }

  Draw draw_{1};
  Guarded left_, right_;
  std::string text_, other_;
  char* s_ = nullptr;
  char* o_ = nullptr;
  size_t n_ = 0;
  int c_ = 0;
};

#define SAME(function, ...) ASSERT_EQ(::function(__VA_ARGS__), model_##function(__VA_ARGS__)) << #function " " << what()

TEST_F(Strings, Lengths) {
  repeat([&] {
    SAME(strlen, s_);
    SAME(strnlen, s_, n_);
    SAME(strspn, s_, o_);
    SAME(strcspn, s_, o_);
  });
}

// glibc's comparisons return the difference of the bytes on this machine, and so do the models.
TEST_F(Strings, Comparisons) {
  repeat([&] {
    SAME(strcmp, s_, o_);
    SAME(strncmp, s_, o_, n_);
    SAME(strcasecmp, s_, o_);
    SAME(strncasecmp, s_, o_, n_);
    SAME(strcoll, s_, o_);
    const size_t size = std::min(text_.size(), other_.size()) + 1;
    SAME(memcmp, s_, o_, size);
    ASSERT_EQ(::bcmp(s_, o_, size) != 0, model_bcmp(s_, o_, size) != 0) << what();
  });
}

TEST_F(Strings, Searches) {
  repeat([&] {
    SAME(strchr, s_, c_);
    SAME(strrchr, s_, c_);
    SAME(strchrnul, s_, c_);
    SAME(index, s_, c_);
    SAME(rindex, s_, c_);
    SAME(strstr, s_, o_);
    SAME(strcasestr, s_, o_);
    SAME(strpbrk, s_, o_);
    const size_t size = text_.size() + 1;
    SAME(memchr, s_, c_, size);
    SAME(memrchr, s_, c_, size);
    const auto present = static_cast<unsigned char>(s_[draw_.below(size)]);
    SAME(rawmemchr, s_, present);
    SAME(memmem, s_, size, o_, other_.size());
  });
}

// Both write into buffers of their own, which must be equal afterwards, whole.
TEST_F(Strings, Copies) {
  repeat([&] {
    using Copy = char* (*)(char*, const char*);
    using CopyN = char* (*)(char*, const char*, size_t);
    const std::string start = draw_.text(8);
    const auto same = [&](auto real, auto model, auto... more) {
      char a[160], b[160];
      std::memset(a, 'x', sizeof a);
      std::memset(b, 'x', sizeof b);
      std::memcpy(a, start.c_str(), start.size() + 1);
      std::memcpy(b, start.c_str(), start.size() + 1);
      const char* inA = reinterpret_cast<const char*>(real(a, s_, more...));
      const char* inB = reinterpret_cast<const char*>(model(b, s_, more...));
      ASSERT_EQ(inA == nullptr, inB == nullptr) << what();
      if (inA != nullptr) {
        ASSERT_EQ(inA - a, inB - b) << what();
      }
      ASSERT_EQ(std::memcmp(a, b, sizeof a), 0) << what();
    };
    same(static_cast<Copy>(::strcpy), model_strcpy);
    same(static_cast<Copy>(::stpcpy), model_stpcpy);
    same(static_cast<Copy>(::strcat), model_strcat);
    same(static_cast<CopyN>(::strncpy), model_strncpy, n_);
    same(static_cast<CopyN>(::stpncpy), model_stpncpy, n_);
    same(static_cast<CopyN>(::strncat), model_strncat, n_);
    const size_t size = std::min(n_, text_.size() + 1);
    same(::mempcpy, model_mempcpy, size);
    same(::memccpy, model_memccpy, c_, size);
    char a[80], b[80];
    std::memset(a, 'x', sizeof a);
    std::memset(b, 'x', sizeof b);
    ASSERT_EQ(::strxfrm(a, s_, n_), model_strxfrm(b, s_, n_)) << what();
    ASSERT_EQ(std::memcmp(a, b, sizeof a), 0) << what();
  });
}

// Every pair of short texts, and every limit around their ends.
TEST_F(Strings, AllShortOnes) {
  const std::vector<std::string> texts = allTexts("aA\xe4", 3);
  for (const std::string& text : texts)
    for (const std::string& other : texts) {
      text_ = text;
      other_ = other;
      s_ = left_.put(text);
      o_ = right_.put(other);
      SAME(strcmp, s_, o_);
      SAME(strcasecmp, s_, o_);
      SAME(strcoll, s_, o_);
      SAME(strstr, s_, o_);
      SAME(strcasestr, s_, o_);
      SAME(strpbrk, s_, o_);
      SAME(strspn, s_, o_);
      SAME(strcspn, s_, o_);
      for (n_ = 0; n_ < 6; ++n_) {
        SAME(strncmp, s_, o_, n_);
        SAME(strncasecmp, s_, o_, n_);
        const size_t within = std::min({n_, text.size() + 1, other.size() + 1});
        SAME(memcmp, s_, o_, within);
        SAME(memmem, s_, text.size(), o_, within);
      }
      n_ = SIZE_MAX;
      SAME(strncmp, s_, o_, n_);
      if (HasFatalFailure()) return;
    }
}

// Without a terminator: nothing beyond the limit may be read.
TEST_F(Strings, WithoutTerminators) {
  for (const std::string& text : allTexts("aA\xe4", 3)) {
    text_ = text;
    s_ = left_.putBytes(text.data(), text.size());
    o_ = right_.putBytes(text.data(), text.size());
    for (n_ = 0; n_ <= text.size(); ++n_) {
      SAME(strnlen, s_, n_);
      SAME(strncmp, s_, o_, n_);
      SAME(strncasecmp, s_, o_, n_);
      SAME(memcmp, s_, o_, n_);
      for (c_ = -300; c_ < 300; c_ += n_ == text.size() ? 1 : 97) {
        SAME(memchr, s_, c_, n_);
        SAME(memrchr, s_, c_, n_);
      }
      char a[16], b[16];
      std::memset(a, 'x', sizeof a);
      std::memset(b, 'x', sizeof b);
      ASSERT_EQ(::stpncpy(a, s_, n_) - a, model_stpncpy(b, s_, n_) - b) << what();
      ASSERT_EQ(std::memcmp(a, b, sizeof a), 0) << what();
      a[1] = b[1] = 0;
      ASSERT_EQ(::strncat(a, s_, n_) - a, model_strncat(b, s_, n_) - b) << what();
      ASSERT_EQ(std::memcmp(a, b, sizeof a), 0) << what();
    }
  }
}

TEST_F(Strings, Duplicates) {
  repeat([&] {
    char* copy = model_strdup(s_);
    ASSERT_STREQ(copy, s_);
    free(copy);
    char* real = ::strndup(s_, n_);
    copy = model_strndup(s_, n_);
    ASSERT_STREQ(copy, real);
    free(copy);
    free(real);
  });
}

// Word by word, until there are no more.
TEST_F(Strings, Words) {
  repeat([&] {
    const std::string separators = draw_.chance(5) ? "" : draw_.text(3, " .,a");
    std::string a = text_, b = text_, c = text_, d = text_, e = text_, f = text_;
    char *restC = nullptr, *restD = nullptr, *restE = e.data(), *restF = f.data();
    for (int word = 0; word < 70; ++word) {
      const char* inA = ::strtok(word == 0 ? a.data() : nullptr, separators.c_str());
      const char* inB = model_strtok(word == 0 ? b.data() : nullptr, separators.c_str());
      const char* inC = ::strtok_r(word == 0 ? c.data() : nullptr, separators.c_str(), &restC);
      const char* inD = model_strtok_r(word == 0 ? d.data() : nullptr, separators.c_str(), &restD);
      ASSERT_EQ(inA != nullptr ? inA - a.data() : -1, inB != nullptr ? inB - b.data() : -1) << what();
      ASSERT_EQ(inC != nullptr ? inC - c.data() : -1, inD != nullptr ? inD - d.data() : -1) << what();
      const char* inE = ::strsep(&restE, separators.c_str());
      const char* inF = model_strsep(&restF, separators.c_str());
      ASSERT_EQ(inE != nullptr ? inE - e.data() : -1, inF != nullptr ? inF - f.data() : -1) << what();
    }
    ASSERT_EQ(a, b);
    ASSERT_EQ(c, d);
    ASSERT_EQ(e, f);
  });
}

TEST_F(Strings, Errors) {
  for (int number = -300; number < 300; ++number) ASSERT_STREQ(::strerror(number), model_strerror(number));
  repeat([&] { ASSERT_STREQ(::strerror(c_), model_strerror(c_)); });
}

TEST_F(Strings, ErrorsInBuffers) {
  for (int number = -150; number < 150; ++number)
    for (size_t size = 0; size < 40; ++size) {
      char a[40], b[40], c[40], d[40];
      for (char* each : {a, b, c, d}) std::memset(each, 'x', 40);
      ASSERT_EQ(::__xpg_strerror_r(number, a, size), model___xpg_strerror_r(number, b, size)) << number << " " << size;
      ASSERT_EQ(std::memcmp(a, b, 40), 0) << number << " " << size;
      const char* real = ::strerror_r(number, c, size);
      const char* model = model_strerror_r(number, d, size);
      ASSERT_EQ(std::memcmp(c, d, 40), 0) << number << " " << size;
      ASSERT_EQ(real == c, model == d) << number;
      ASSERT_STREQ(real == c ? "" : real, model == d ? "" : model);
    }
}

}  // namespace
}  // namespace cleave::modeltest
