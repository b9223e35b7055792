// sprintf and its kin.
#include <cstdarg>

#include "model_test.h"

extern "C" {
int model_snprintf(char*, size_t, const char*, ...);
int model_sprintf(char*, const char*, ...);
int model_vsnprintf(char*, size_t, const char*, va_list);
int model_vsprintf(char*, const char*, va_list);
int model_asprintf(char**, const char*, ...);
}

namespace cleave::modeltest {
namespace {

std::string fields(Draw& draw) {
  std::string spec = "%" + draw.text(3, "-+ #0");
  if (draw.chance(50)) spec += std::to_string(draw.below(draw.chance(10) ? 70 : 12));
  if (draw.chance(40)) spec += "." + (draw.chance(20) ? std::string() : std::to_string(draw.below(draw.chance(10) ? 70 : 12)));
  return spec;
}

std::string around(Draw& draw) { return draw.text(3, "ab,"); }

// The real and the model's text in buffers of the same size, compared whole.
template <class... Arguments>
void same(Draw& draw, const std::string& format, Arguments... arguments) {
  const size_t capacity = draw.chance(30) ? draw.below(12) : 200;
  char a[200], b[200];
  std::memset(a, 'x', sizeof a);
  std::memset(b, 'x', sizeof b);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-security"
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  const int real = ::snprintf(a, capacity, format.c_str(), arguments...);
  const int model = model_snprintf(b, capacity, format.c_str(), arguments...);
  ASSERT_EQ(real, model) << format;
  ASSERT_EQ(std::string(a, sizeof a), std::string(b, sizeof b)) << format;
  char c[4000], d[4000];
  ASSERT_EQ(::sprintf(c, format.c_str(), arguments...), model_sprintf(d, format.c_str(), arguments...)) << format;
  ASSERT_STREQ(c, d) << format;
#pragma GCC diagnostic pop
}

TEST(Format, Integers) {
  Draw draw(1);
  for (int i = 0; i < kCalls && !testing::Test::HasFatalFailure(); ++i) {
    const std::string head = around(draw) + fields(draw), tail = around(draw);
    const char letter = "diuoxX"[draw.below(6)];
    const int64_t value = draw.integer();
    same(draw, head + letter + tail, static_cast<int>(value));
    same(draw, head + draw.of({"hh", "h"}) + letter + tail, static_cast<int>(value));
    same(draw, head + draw.of({"l", "ll", "j", "z", "t", "q"}) + letter + tail, value);
  }
}

TEST(Format, Doubles) {
  Draw draw(2);
  for (int i = 0; i < kCalls && !testing::Test::HasFatalFailure(); ++i)
    same(draw, around(draw) + fields(draw) + "feEgGaAF"[draw.below(8)] + around(draw), draw.real());
}

TEST(Format, LongDoubles) {
  Draw draw(12);
  for (int i = 0; i < kCalls && !testing::Test::HasFatalFailure(); ++i) {
    const long double value = draw.chance(20) ? static_cast<long double>(draw.real()) * draw.real() : draw.real() / 3.0L;
    same(draw, around(draw) + fields(draw) + "L" + "feEgGaAF"[draw.below(8)] + around(draw), value);
  }
}

TEST(Format, Texts) {
  Draw draw(3);
  Guarded memory;
  for (int i = 0; i < kCalls && !testing::Test::HasFatalFailure(); ++i) {
    const std::string spec = fields(draw);
    const std::string text = draw.text(draw.chance(10) ? 60 : 8);
    same(draw, around(draw) + spec + "s", memory.put(text));
    same(draw, around(draw) + spec + "s", static_cast<const char*>(nullptr));
    same(draw, around(draw) + spec + "c|%%", static_cast<int>(draw.integer()));
    same(draw, around(draw) + "%" + draw.text(1, "-") + draw.of({"", "9", "3"}) + "p", static_cast<void*>(nullptr));
  }
}

TEST(Format, SeveralArguments) {
  Draw draw(4);
  for (int i = 0; i < kCalls && !testing::Test::HasFatalFailure(); ++i) {
    const int width = static_cast<int>(draw.below(40)) - 20, precision = static_cast<int>(draw.below(20)) - 5;
    const std::string a = draw.text(9);
    same(draw, "%*d|%-*.*s|%.*f|%d%d%d%d%ld%s%c%g", width, static_cast<int>(draw.integer()), width, precision, a.c_str(), precision, 1.25,
         1, 2, 3, 4, draw.integer(), a.c_str(), 'x', 0.5);
  }
}

int realList(char* to, size_t size, const char* format, ...) {
  va_list list;
  va_start(list, format);
  const int count = size == 0 ? ::vsprintf(to, format, list) : ::vsnprintf(to, size, format, list);
  va_end(list);
  return count;
}

int modelList(char* to, size_t size, const char* format, ...) {
  va_list list;
  va_start(list, format);
  const int count = size == 0 ? model_vsprintf(to, format, list) : model_vsnprintf(to, size, format, list);
  va_end(list);
  return count;
}

TEST(Format, ListsAndCounts) {
  Draw draw(5);
  for (int i = 0; i < kCalls && !testing::Test::HasFatalFailure(); ++i) {
    char a[100] = {}, b[100] = {};
    const int value = static_cast<int>(draw.integer());
    const std::string text = draw.text(5);
    const size_t size = draw.below(30);
    long atA = 0, atB = 0;
    ASSERT_EQ(realList(a, size, "%d %s%ln %x", value, text.c_str(), &atA, value),
              modelList(b, size, "%d %s%ln %x", value, text.c_str(), &atB, value));
    ASSERT_STREQ(a, b);
    ASSERT_EQ(atA, atB);
    char* made = nullptr;
    ASSERT_EQ(model_asprintf(&made, "%d %s", value, text.c_str()), ::snprintf(a, sizeof a, "%d %s", value, text.c_str()));
    ASSERT_STREQ(made, a);
    free(made);
  }
}

// What is not modelled is no wrong text.
TEST(Format, GivesUp) {
  char text[50];
  int object = 0;
  EXPECT_THROW(model_snprintf(text, sizeof text, "%p", static_cast<void*>(&object)), Unfinished);
  EXPECT_THROW(model_snprintf(text, sizeof text, "%ls", L"x"), Unfinished);
  EXPECT_THROW(model_snprintf(text, sizeof text, "%1$d", 1), Unfinished);
  EXPECT_THROW(model_snprintf(text, sizeof text, "%Ld", 1LL), Unfinished);
  EXPECT_THROW(model_snprintf(text, sizeof text, "%m"), Unfinished);
}

// Every set of flags with fields around the lengths that count, on special values, in every size of buffer.
class AllFields : public testing::Test {
 protected:
  template <class Value>
  void same(const std::string& format, Value value) {
    char a[120], b[120];
    std::memset(a, 'x', sizeof a);
    std::memset(b, 'x', sizeof b);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-security"
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    const size_t capacity = calls_++ % 4 == 0 ? calls_ % 7 : sizeof a;
    ASSERT_EQ(::snprintf(a, capacity, format.c_str(), value), model_snprintf(b, capacity, format.c_str(), value)) << format;
#pragma GCC diagnostic pop
    ASSERT_EQ(std::string(a, sizeof a), std::string(b, sizeof b)) << format;
  }

  template <class Values>
  void all(std::initializer_list<const char*> conversions, const Values& values) {
    for (unsigned flags = 0; flags < 32; ++flags) {
      std::string head = "%";
      for (unsigned k = 0; k < 5; ++k)
        if ((flags >> k & 1) != 0) head += "-+ #0"[k];
      for (const char* width : {"", "1", "5"})
        for (const char* precision : {"", ".", ".0", ".1", ".4"})
          for (const char* conversion : conversions)
            for (const auto& value : values) {
              same(head + width + precision + conversion, value);
              if (HasFatalFailure()) return;
            }
    }
  }
  size_t calls_ = 0;
};

TEST_F(AllFields, Integers) {
  all({"d", "i", "u", "o", "x", "X", "hhd", "hhu", "hd", "ho", "hhx"},
      std::vector<int>{0, 1, -1, 127, 128, -128, 32768, INT32_MAX, INT32_MIN, 12345});
  all({"ld", "lu", "lo", "llx", "jX", "zd", "tu"}, std::vector<long>{0, 7, -1, INT64_MAX, INT64_MIN, 1l << 32});
}

TEST_F(AllFields, Doubles) {
  all({"f", "F", "e", "E", "g", "G", "a", "A"},
      std::vector<double>{0.0, -0.0, 1, -1.5, 0.1, 9.9999, 1e10, 123456.5, 5e-324, __builtin_inf(), -__builtin_inf(), __builtin_nan(""),
                          -__builtin_nan("")});
}

TEST_F(AllFields, Texts) {
  all({"c", "c%%"}, std::vector<int>{0, 'a', 255, -1, 256 + 'b'});
  all({"s"}, std::vector<const char*>{"", "a", "abcd", "abcdef", nullptr});
}

}  // namespace
}  // namespace cleave::modeltest
