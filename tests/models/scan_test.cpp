// sscanf and its kin. Reading from streams is in file_test.cpp.
#include "model_test.h"

extern "C" int model_sscanf(const char*, const char*, ...);
extern "C" int model___isoc99_sscanf(const char*, const char*, ...);

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
