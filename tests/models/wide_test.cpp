// <wchar.h> and <wctype.h>.
#include <cwchar>
#include <cwctype>

#include "model_test.h"

#define CLASSES(X) \
  X(iswupper)      \
  X(iswlower) X(iswalpha) X(iswdigit) X(iswxdigit) X(iswspace) X(iswprint) X(iswgraph) X(iswblank) X(iswcntrl) X(iswalnum) X(iswpunct)

extern "C" {
#define DECLARE(name) int model_##name(wint_t);
CLASSES(DECLARE)
wint_t model_towlower(wint_t);
wint_t model_towupper(wint_t);
size_t model_wcslen(const wchar_t*);
size_t model_wcsnlen(const wchar_t*, size_t);
wchar_t* model_wcscpy(wchar_t*, const wchar_t*);
wchar_t* model_wcpcpy(wchar_t*, const wchar_t*);
wchar_t* model_wcsncpy(wchar_t*, const wchar_t*, size_t);
wchar_t* model_wcpncpy(wchar_t*, const wchar_t*, size_t);
wchar_t* model_wcscat(wchar_t*, const wchar_t*);
wchar_t* model_wcsncat(wchar_t*, const wchar_t*, size_t);
int model_wcscmp(const wchar_t*, const wchar_t*);
int model_wcscoll(const wchar_t*, const wchar_t*);
int model_wcsncmp(const wchar_t*, const wchar_t*, size_t);
int model_wcscasecmp(const wchar_t*, const wchar_t*);
int model_wcsncasecmp(const wchar_t*, const wchar_t*, size_t);
wchar_t* model_wcschr(const wchar_t*, wchar_t);
wchar_t* model_wcschrnul(const wchar_t*, wchar_t);
wchar_t* model_wcsrchr(const wchar_t*, wchar_t);
size_t model_wcsspn(const wchar_t*, const wchar_t*);
size_t model_wcscspn(const wchar_t*, const wchar_t*);
wchar_t* model_wcspbrk(const wchar_t*, const wchar_t*);
wchar_t* model_wcsstr(const wchar_t*, const wchar_t*);
wchar_t* model_wcstok(wchar_t*, const wchar_t*, wchar_t**);
wchar_t* model_wcsdup(const wchar_t*);
wchar_t* model_wmemcpy(wchar_t*, const wchar_t*, size_t);
wchar_t* model_wmempcpy(wchar_t*, const wchar_t*, size_t);
wchar_t* model_wmemmove(wchar_t*, const wchar_t*, size_t);
wchar_t* model_wmemset(wchar_t*, wchar_t, size_t);
int model_wmemcmp(const wchar_t*, const wchar_t*, size_t);
wchar_t* model_wmemchr(const wchar_t*, wchar_t, size_t);
wint_t model_btowc(int);
int model_wctob(wint_t);
int model_mbtowc(wchar_t*, const char*, size_t);
int model_mblen(const char*, size_t);
int model_wctomb(char*, wchar_t);
size_t model_mbstowcs(wchar_t*, const char*, size_t);
size_t model_wcstombs(char*, const wchar_t*, size_t);
}

namespace cleave::modeltest {
namespace {

TEST(WideCharacters, Classes) {
  for (int64_t c = -70'000; c < 0x110100; ++c) {
    const auto wide = static_cast<wint_t>(c);
#define SAME(name) ASSERT_EQ(::name(wide), model_##name(wide)) << #name " " << c;
    CLASSES(SAME)
    ASSERT_EQ(::towlower(wide), model_towlower(wide)) << c;
    ASSERT_EQ(::towupper(wide), model_towupper(wide)) << c;
    ASSERT_EQ(::wctob(wide), model_wctob(wide)) << c;
    ASSERT_EQ(::btowc(static_cast<int>(c)), model_btowc(static_cast<int>(c))) << c;
  }
}

class WideTexts : public testing::Test {
 protected:
  static constexpr size_t kRoom = 64;
  struct Room {
    wchar_t at[kRoom];
    bool operator==(const Room& other) const { return std::memcmp(at, other.at, sizeof at) == 0; }
  };

  std::wstring text(size_t most) {
    static const wchar_t kLetters[] = {
        L'a', L'b', L'A', L'Z', L' ', L'[', 0x7f, 0x80, 0xe4, 0x20ac, 0x7fffffff, static_cast<wchar_t>(0x80000000), -1};
    std::wstring result;
    for (size_t n = draw_.below(most + 1); n > 0; --n) result += draw_.chance(70) ? kLetters[draw_.below(4)] : draw_.of(kLetters);
    return result;
  }
  static Room filled(const std::wstring& text) {
    Room room;
    for (wchar_t& each : room.at) each = 0x5555;
    std::memcpy(room.at, text.c_str(), sizeof(wchar_t) * (text.size() + 1));
    return room;
  }

  template <class Check>
  void repeat(Check check) {
    for (int i = 0; i < kCalls && !HasFatalFailure(); ++i) {
      text_ = text(8);
      other_ = draw_.chance(20)   ? text_
               : draw_.chance(30) ? text_.substr(0, draw_.below(text_.size() + 1))
                                  : text(draw_.chance(50) ? 2 : 8);
      count_ = draw_.below(12);
      check(text_.c_str(), other_.c_str());
    }
  }

  // A function that writes behind a text.
  template <class Real, class Model>
  void writes(Real real, Model model) {
    repeat([&](const wchar_t*, const wchar_t* other) {
      Room expected = filled(text_), got = expected;
      const wchar_t* r = real(expected.at, other);
      const wchar_t* m = model(got.at, other);
      ASSERT_EQ(r - expected.at, m - got.at);
      ASSERT_EQ(expected, got);
    });
  }

  Draw draw_{7};
  std::wstring text_, other_;
  size_t count_ = 0;
};

TEST_F(WideTexts, Looking) {
  repeat([&](const wchar_t* a, const wchar_t* b) {
    const wchar_t c = draw_.chance(20) || text_.empty() ? b[0] : text_[draw_.below(text_.size())];
    ASSERT_EQ(::wcslen(a), model_wcslen(a));
    ASSERT_EQ(::wcsnlen(a, count_), model_wcsnlen(a, count_));
    ASSERT_EQ(::wcscmp(a, b), model_wcscmp(a, b));
    ASSERT_EQ(::wcsncmp(a, b, count_), model_wcsncmp(a, b, count_));
    ASSERT_EQ(::wcscoll(a, b), model_wcscoll(a, b));
    ASSERT_EQ(::wcscasecmp(a, b), model_wcscasecmp(a, b));
    ASSERT_EQ(::wcsncasecmp(a, b, count_), model_wcsncasecmp(a, b, count_));
    ASSERT_EQ(::wcschr(a, c), model_wcschr(a, c));
    ASSERT_EQ(::wcschrnul(a, c), model_wcschrnul(a, c));
    ASSERT_EQ(::wcsrchr(a, c), model_wcsrchr(a, c));
    ASSERT_EQ(::wcsspn(a, b), model_wcsspn(a, b));
    ASSERT_EQ(::wcscspn(a, b), model_wcscspn(a, b));
    ASSERT_EQ(::wcspbrk(a, b), model_wcspbrk(a, b));
    ASSERT_EQ(::wcsstr(a, b), model_wcsstr(a, b));
    const size_t both = std::min({text_.size(), other_.size(), count_});
    ASSERT_EQ(::wmemcmp(a, b, both), model_wmemcmp(a, b, both));
    ASSERT_EQ(::wmemchr(a, c, std::min(text_.size(), count_)), model_wmemchr(a, c, std::min(text_.size(), count_)));
    wchar_t* copy = model_wcsdup(a);
    ASSERT_EQ(std::wstring(copy), text_);
    std::free(copy);
  });
}

TEST_F(WideTexts, Writing) {
  writes([](wchar_t* a, const wchar_t* b) { return ::wcscpy(a, b); }, [](wchar_t* a, const wchar_t* b) { return model_wcscpy(a, b); });
  writes([](wchar_t* a, const wchar_t* b) { return ::wcpcpy(a, b); }, [](wchar_t* a, const wchar_t* b) { return model_wcpcpy(a, b); });
  writes([](wchar_t* a, const wchar_t* b) { return ::wcscat(a, b); }, [](wchar_t* a, const wchar_t* b) { return model_wcscat(a, b); });
  writes([this](wchar_t* a, const wchar_t* b) { return ::wcsncpy(a, b, count_); },
         [this](wchar_t* a, const wchar_t* b) { return model_wcsncpy(a, b, count_); });
  writes([this](wchar_t* a, const wchar_t* b) { return ::wcpncpy(a, b, count_); },
         [this](wchar_t* a, const wchar_t* b) { return model_wcpncpy(a, b, count_); });
  writes([this](wchar_t* a, const wchar_t* b) { return ::wcsncat(a, b, count_); },
         [this](wchar_t* a, const wchar_t* b) { return model_wcsncat(a, b, count_); });
  writes([this](wchar_t* a, const wchar_t*) { return ::wmemset(a, 7, count_); },
         [this](wchar_t* a, const wchar_t*) { return model_wmemset(a, 7, count_); });
  writes([this](wchar_t* a, const wchar_t*) { return ::wmemmove(a + 1, a, count_); },
         [this](wchar_t* a, const wchar_t*) { return model_wmemmove(a + 1, a, count_); });
  writes([this](wchar_t* a, const wchar_t*) { return ::wmempcpy(a + 20, a, count_); },
         [this](wchar_t* a, const wchar_t*) { return model_wmempcpy(a + 20, a, count_); });
  writes([this](wchar_t* a, const wchar_t*) { return ::wmemcpy(a + 20, a, count_); },
         [this](wchar_t* a, const wchar_t*) { return model_wmemcpy(a + 20, a, count_); });
}

TEST_F(WideTexts, Words) {
  repeat([&](const wchar_t*, const wchar_t* separators) {
    Room expected = filled(text_), got = expected;
    wchar_t *rest = nullptr, *modelRest = nullptr;
    wchar_t *from = expected.at, *modelFrom = got.at;
    for (int k = 0; k < 12; ++k, from = modelFrom = nullptr) {
      const wchar_t* word = ::wcstok(from, separators, &rest);
      const wchar_t* model = model_wcstok(modelFrom, separators, &modelRest);
      ASSERT_EQ(word == nullptr, model == nullptr);
      ASSERT_EQ(rest == nullptr, modelRest == nullptr);
      if (rest != nullptr) {
        ASSERT_EQ(rest - expected.at, modelRest - got.at);
      }
      ASSERT_EQ(expected, got);
      if (word == nullptr) break;
      ASSERT_EQ(word - expected.at, model - got.at);
    }
  });
}

TEST_F(WideTexts, Bytes) {
  repeat([&](const wchar_t* wide, const wchar_t*) {
    const std::string bytes = draw_.text(8, draw_.chance(30) ? std::string_view("ab\x7f\x80\xff") : std::string_view("abc"));
    const bool isNull = draw_.chance(10);
    Room expected = filled(L""), got = expected;
    const auto same = [&](auto real, auto model) {
      errno = model_cleave_model_errno = 0;
      const auto r = real();
      const auto m = model();
      ASSERT_EQ(r, m);
      ASSERT_EQ(errno, model_cleave_model_errno);
      ASSERT_EQ(expected, got);
    };
    wchar_t *to = isNull ? nullptr : expected.at, *modelTo = isNull ? nullptr : got.at;
    same([&] { return ::mbstowcs(to, bytes.c_str(), count_); }, [&] { return model_mbstowcs(modelTo, bytes.c_str(), count_); });
    same([&] { return ::mbtowc(to, bytes.c_str(), count_); }, [&] { return model_mbtowc(modelTo, bytes.c_str(), count_); });
    same([&] { return ::mblen(bytes.c_str(), count_); }, [&] { return model_mblen(bytes.c_str(), count_); });
    char *narrow = reinterpret_cast<char*>(to), *modelNarrow = reinterpret_cast<char*>(modelTo);
    same([&] { return ::wcstombs(narrow, wide, count_); }, [&] { return model_wcstombs(modelNarrow, wide, count_); });
    same([&] { return ::wctomb(narrow, wide[0]); }, [&] { return model_wctomb(modelNarrow, wide[0]); });
  });
  ASSERT_EQ(::mbtowc(nullptr, nullptr, 0), model_mbtowc(nullptr, nullptr, 0));
  ASSERT_EQ(::mblen(nullptr, 3), model_mblen(nullptr, 3));
}

}  // namespace
}  // namespace cleave::modeltest
