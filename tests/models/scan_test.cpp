// sscanf and its kin. Reading from streams is in file_test.cpp.
#include "model_test.h"

extern "C" int model_sscanf(const char*, const char*, ...);
extern "C" int model___isoc99_sscanf(const char*, const char*, ...);
extern "C" int model_fscanf(FILE*, const char*, ...);
extern "C" FILE* model_fopen(const char*, const char*);
extern "C" int model_fclose(FILE*);
extern "C" int model_getc(FILE*);
extern "C" int model_feof(FILE*);
extern "C" int model_remove(const char*);
extern "C" void model_cleave_set_file(const char*, const char*, unsigned long);

namespace cleave::modeltest {
namespace {

// Three results of each, whatever their type, filled so that what is not stored is seen.
struct Results {
  alignas(16) unsigned char bytes[3][128];
  int position = -7;
  int count = 0;
  Results() { std::memset(bytes, 0xa5, sizeof bytes); }
};

void same(const std::string& text, const std::string& format, Guarded& memory) {
  const char* s = memory.put(text);
  const std::string whole = format + "%n";
  Results a, b;
  errno = 0;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  a.count = ::sscanf(s, whole.c_str(), a.bytes[0], a.bytes[1], a.bytes[2], &a.position);
#pragma GCC diagnostic pop
  const int realError = errno;
  model_cleave_model_errno = 0;
  b.count = model_sscanf(s, whole.c_str(), b.bytes[0], b.bytes[1], b.bytes[2], &b.position);
  const std::string what = "\"" + text + "\" with \"" + format + "\"";
  ASSERT_EQ(a.count, b.count) << what;
  ASSERT_EQ(a.position, b.position) << what;
  for (int i = 0; i < 3; ++i) ASSERT_EQ(std::memcmp(a.bytes[i], b.bytes[i], 128), 0) << what << ", result " << i;
  ASSERT_EQ(realError, model_cleave_model_errno) << what;
}

std::string field(Draw& draw, const char* lengths[], size_t count, std::string_view letters) {
  std::string spec = draw.of({"", "", "", " ", ",", "x"});
  spec += "%";
  if (draw.chance(30)) spec += std::to_string(1 + draw.below(6));
  return spec + lengths[draw.below(count)] + letters[draw.below(letters.size())];
}

TEST(Scan, Integers) {
  Draw draw(1);
  Guarded memory;
  const char* lengths[] = {"", "", "hh", "h", "l", "ll", "j", "z", "t"};
  for (int i = 0; i < 3 * kCalls && !testing::Test::HasFatalFailure(); ++i) {
    std::string text, format;
    for (int k = 0; k < 3; ++k) {
      format += field(draw, lengths, 9, "diuoxX");
      text += draw.of({"", " ", ",", "\n", "x"});
      text +=
          draw.chance(50) ? draw.of({"", "-", "+", "0x", "-0x", "0"}) + std::to_string(draw.integer()) : draw.text(5, "0123456789abfx-+ ");
    }
    same(text, format, memory);
  }
}

TEST(Scan, Reals) {
  Draw draw(2);
  Guarded memory;
  const char* lengths[] = {"", "l"};
  for (int i = 0; i < 3 * kCalls && !testing::Test::HasFatalFailure(); ++i) {
    std::string text, format;
    for (int k = 0; k < 3; ++k) {
      format += field(draw, lengths, 2, "fegEGaF");
      text += draw.of({"", " ", ",", "\n", "x"});
      text += draw.chance(10) ? draw.of({"inf", "nan", "infinity", "INF", "infx", "in", "na"}) : draw.text(6, "0123456789.e-+xp");
    }
    same(text, format, memory);
  }
}

TEST(Scan, Texts) {
  Draw draw(3);
  Guarded memory;
  for (int i = 0; i < 3 * kCalls && !testing::Test::HasFatalFailure(); ++i) {
    std::string format;
    for (int k = 0; k < 3; ++k) {
      format += draw.of({"", "", " ", "a", "%*c", "%*d", "%%", "%*s"});
      const std::string width = draw.chance(40) ? std::to_string(1 + draw.below(5)) : "";
      format += "%" + width + draw.of({"s", "c", "[ab]", "[^ab]", "[]a]", "[^]a]", "[a-z]", "[0-9a-]", "[-a]", "[^\n]"});
    }
    same(draw.text(draw.chance(20) ? 30 : 10, "abAB]-% \n19"), format, memory);
  }
}

// A stream takes back what was read too far, or not: what is read next tells.
class FromStreams : public testing::Test {
 protected:
  void same(const std::string& text, const std::string& format) {
    FILE* real = fmemopen(const_cast<char*>(text.data()), text.size(), "r");
    model_cleave_set_file("scanned", text.data(), text.size());
    FILE* model = model_fopen("scanned", "r");
    compare(text, format, real, model);
    ++compared_;
    fclose(real);
    model_fclose(model);
    model_remove("scanned");
  }

  void compare(const std::string& text, const std::string& format, FILE* real, FILE* model) {
    Results a, b;
    errno = 0;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    a.count = ::fscanf(real, format.c_str(), a.bytes[0], a.bytes[1], a.bytes[2]);
#pragma GCC diagnostic pop
    const int realError = errno;
    model_cleave_model_errno = 0;
    b.count = model_fscanf(model, format.c_str(), b.bytes[0], b.bytes[1], b.bytes[2]);
    const std::string what = "\"" + text + "\" with \"" + format + "\"";
    ASSERT_EQ(a.count, b.count) << what;
    ASSERT_EQ(realError, model_cleave_model_errno) << what;
    for (int i = 0; i < 3; ++i) ASSERT_EQ(std::memcmp(a.bytes[i], b.bytes[i], 128), 0) << what << ", result " << i;
    ASSERT_EQ(feof(real) != 0, model_feof(model) != 0) << what;
    for (int k = 0; k < 4; ++k) ASSERT_EQ(getc(real), model_getc(model)) << what << ", behind it";
  }

  void all(const std::vector<std::string>& texts, std::initializer_list<const char*> formats) {
    for (const std::string& text : texts)
      for (const char* format : formats)
        if (!text.empty() && !HasFatalFailure()) same(text, format);
  }

  void TearDown() override { EXPECT_GT(compared_, 5000); }

  int compared_ = 0;
};

TEST_F(FromStreams, Integers) {
  all(allTexts("0x1-f ", 4), {"%i", "%x", "%o", "%d", "%2i", "%1x", "%3x", "%2d", "%hhd%c", "%d%d", "%i,%c"});
  all({"2147483647", "2147483648", "-2147483649", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
       "-9223372036854775809", "18446744073709551615", "18446744073709551616", "-18446744073709551616", "0xffffffffffffffffx",
       "0x10000000000000000", "07777777777777777777777", "99999999999999999999999"},
      {"%d", "%ld", "%u", "%lu", "%i", "%li", "%x", "%lx", "%hd", "%hhu", "%o"});
}

TEST_F(FromStreams, Reals) {
  all(allTexts("0x1.e-", 4), {"%f", "%lf", "%1f", "%2lf", "%3f", "%f%c", "%lf%f"});
  all(allTexts("0xp.1+", 4), {"%f", "%3lf"});
  std::vector<std::string> words;
  for (const std::string word : {"infinity", "INFINITY", "nan", "NaN", "nan(1)", "-inf", "+nan", "-infinity"})
    for (size_t length = 0; length <= word.size(); ++length)
      for (const char* tail : {"", "x", "i", "n", " ", "1", "xyz", "ity"}) words.push_back(word.substr(0, length) + tail);
  all(words, {"%f", "%lf", "%1f", "%2f", "%3f", "%4f", "%5lf", "%7f", "%8f", "%9f", "%f%c", "%*f%c"});
  all({"1e400", "-1e400", "1e-400", "4.9e-324", "2.4e-324", "1.7976931348623159e308", "0x1p-1074", "0x1p-1075", "1e39", "1e-46", "0e999",
       ".", "-.", "1.e", "1.e+", "1e99999999999"},
      {"%f", "%lf", "%5f"});
}

TEST_F(FromStreams, Texts) {
  all(allTexts("ab- ", 4),
      {"%s", "%c", "%2c", "%2s", "%[a]", "%[^a]", "%2[ab]", "%s %s", "a%c", "%%%c", " %c", "%*s%c", "%[a-]%c", "%[]a]", "%*[a]b%c"});
}

// Every set of up to four of these, with every letter.
TEST_F(FromStreams, Sets) {
  for (const std::string& set : allTexts("ac-]^", 4))
    for (const char* tail : {"]", "e]"}) {
      const std::string inside = set + tail;
      const size_t first = inside[0] == '^' ? 1 : 0;
      if (inside.find(']', first + 1) == std::string::npos) continue;  // no end
      for (const char letter : std::string("abcde-]^")) {
        same(std::string(1, letter) + "z", "%1[" + inside);
        if (HasFatalFailure()) return;
      }
    }
}

TEST(Scan, TheNameThatHeadersUse) {
  Draw draw(4);
  for (int i = 0; i < kCalls; ++i) {
    const int value = static_cast<int>(draw.integer());
    int read = 0;
    ASSERT_EQ(model___isoc99_sscanf(std::to_string(value).c_str(), "%d", &read), 1);
    ASSERT_EQ(read, value);
  }
}

}  // namespace
}  // namespace cleave::modeltest
