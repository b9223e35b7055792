// Numbers from text.
#include <cinttypes>
#include <cmath>
#include <tuple>

#include "model_test.h"

extern "C" {
long model_strtol(const char*, char**, int);
long long model_strtoll(const char*, char**, int);
unsigned long model_strtoul(const char*, char**, int);
unsigned long long model_strtoull(const char*, char**, int);
long model_strtoimax(const char*, char**, int);
unsigned long model_strtoumax(const char*, char**, int);
int model_atoi(const char*);
long model_atol(const char*);
long long model_atoll(const char*);
double model_strtod(const char*, char**);
float model_strtof(const char*, char**);
long double model_strtold(const char*, char**);
double model_atof(const char*);
void model_cleave_render_decimal(char*, long long, int);
extern int model_cleave_model_decimal_count;
}

namespace cleave::modeltest {
namespace {

std::string integerText(Draw& draw) {
  std::string text = draw.chance(20) ? draw.text(3, " \t\n") : "";
  text += draw.of({"", "", "", "-", "+", "--"});
  text += draw.of({"", "", "", "0x", "0X", "0", "00"});
  if (draw.chance(40)) return text + std::to_string(draw.integer()) + draw.text(2, "0123 x");
  if (draw.chance(10)) return text + std::to_string(draw.bits()) + draw.text(3, "0123456789");
  return text + draw.text(draw.chance(20) ? 40 : 6, draw.of({"0123456789", "01", "0123456789abcdefABCDEFxzZ", "9 -+x"}));
}

template <class T>
void compareIntegers(T (*real)(const char*, char**, int), T (*model)(const char*, char**, int), uint64_t seed) {
  Draw draw(seed);
  Guarded memory;
  for (int i = 0; i < kCalls; ++i) {
    const std::string text = integerText(draw);
    const char* s = memory.put(text);
    const int base = draw.chance(40) ? 10 : draw.chance(40) ? draw.of({0, 0, 16, 8, 2, 36}) : static_cast<int>(draw.below(40)) - 1;
    const bool wantsEnd = draw.chance(90);
    expectSame(
        [&](bool isModel) {
          char* end = nullptr;
          const T value = (isModel ? model : real)(s, wantsEnd ? &end : nullptr, base);
          return std::make_pair(value, end == nullptr ? -1 : end - s);
        },
        "\"" + text + "\" base " + std::to_string(base));
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(Numbers, SignedIntegers) {
  compareIntegers(::strtol, model_strtol, 1);
  compareIntegers(::strtoll, model_strtoll, 2);
  compareIntegers(::strtoimax, model_strtoimax, 3);
}

TEST(Numbers, UnsignedIntegers) {
  compareIntegers(::strtoul, model_strtoul, 4);
  compareIntegers(::strtoull, model_strtoull, 5);
  compareIntegers(::strtoumax, model_strtoumax, 6);
}

TEST(Numbers, PlainIntegers) {
  Draw draw(7);
  Guarded memory;
  for (int i = 0; i < kCalls && !testing::Test::HasFatalFailure(); ++i) {
    const std::string text = integerText(draw);
    const char* s = memory.put(text);
    expectSame([&](bool isModel) { return hidden(isModel ? model_atoi : ::atoi)(s); }, text);
    expectSame([&](bool isModel) { return hidden(isModel ? model_atol : ::atol)(s); }, text);
    expectSame([&](bool isModel) { return hidden(isModel ? model_atoll : ::atoll)(s); }, text);
  }
}

TEST(Numbers, RenderedIntegers) {
  Draw draw(8);
  for (int i = 0; i < kCalls; ++i) {
    const auto value = static_cast<int32_t>(draw.integer());
    char a[32], b[32];
    snprintf(a, sizeof a, "%" PRId32, value);
    model_cleave_model_decimal_count = 0;
    model_cleave_render_decimal(b, value, 0);
    ASSERT_STREQ(a, b);
    // A text that was rendered is taken for its number without a look at the digits, unless it was changed since.
    char* end = nullptr;
    ASSERT_EQ(model_strtol(b, &end, 10), value);
    ASSERT_EQ(end, b + strlen(a));
    ASSERT_EQ(model_strtoul(b, nullptr, 0), static_cast<unsigned long>(static_cast<long>(value)));
    b[0] = '7';
    ASSERT_EQ(model_strtol(b, nullptr, 10), strtol(b, nullptr, 10));
  }
}

std::string realText(Draw& draw) {
  std::string text = draw.chance(20) ? draw.text(3, " \t\n") : "";
  text += draw.of({"", "", "", "-", "+"});
  if (draw.chance(10))
    return text + draw.of({"inf", "INFINITY", "infinit", "nan", "NaN(12)", "nan(", "nan(a_1)", "in", "0x", "0x.", "0x1p", "."});
  if (draw.chance(20)) {
    char printed[64];
    snprintf(printed, sizeof printed, draw.of({"%.17g", "%a", "%g", "%e", "%f"}), std::fmod(draw.real(), 1e20));
    return text + printed;
  }
  if (draw.chance(10)) text += "0x" + draw.text(6, "0123456789abcdefABCDEF.");
  text += draw.text(draw.chance(20) ? 25 : 8, "0123456789.");
  if (draw.chance(40))
    text += draw.of({"e", "E", "p"}) + std::string(draw.of({"", "-", "+"})) + draw.text(draw.chance(10) ? 4 : 2, "0123456789");
  return text + draw.text(1, "x. e");
}

template <class T>
void compareReals(T (*real)(const char*, char**), T (*model)(const char*, char**), uint64_t seed) {
  Draw draw(seed);
  Guarded memory;
  for (int i = 0; i < kCalls; ++i) {
    const std::string text = realText(draw);
    const char* s = memory.put(text);
    expectSame(
        [&](bool isModel) {
          char* end = nullptr;
          const T value = (isModel ? model : real)(s, &end);
          std::string bits(sizeof value == 16 ? 10 : sizeof value, 0);  // behind 80 bits stands anything
          std::memcpy(bits.data(), &value, bits.size());
          if (std::isnan(value)) bits = "nan";
          return std::make_pair(bits, end - s);
        },
        "\"" + text + "\"");
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(Numbers, Doubles) { compareReals(::strtod, model_strtod, 9); }
TEST(Numbers, Floats) { compareReals(::strtof, model_strtof, 10); }
TEST(Numbers, LongDoubles) { compareReals(::strtold, model_strtold, 11); }

TEST(Numbers, PlainDoubles) {
  Draw draw(11);
  for (int i = 0; i < kCalls; ++i) {
    const std::string text = realText(draw);
    const double real = ::atof(text.c_str());
    const double model = model_atof(text.c_str());
    ASSERT_TRUE(std::memcmp(&real, &model, sizeof real) == 0 || (std::isnan(real) && std::isnan(model))) << text;
  }
}

// Every short text, and the ends of the types, in every base that is special.
TEST(Numbers, AllShortIntegers) {
  std::vector<std::string> texts = allTexts("0x1-+ zb", 4);
  for (const char* number : {"2147483647",
                             "2147483648",
                             "9223372036854775806",
                             "9223372036854775807",
                             "9223372036854775808",
                             "18446744073709551614",
                             "18446744073709551615",
                             "18446744073709551616",
                             "184467440737095516150",
                             "7fffffffffffffff",
                             "8000000000000000",
                             "ffffffffffffffff",
                             "10000000000000000",
                             "777777777777777777777",
                             "1000000000000000000000",
                             "1777777777777777777777",
                             "2000000000000000000000",
                             "1y2p0ij32e8e7",
                             "1y2p0ij32e8e8",
                             "3w5e11264sgsf",
                             "3w5e11264sgsg",
                             "zzzzzzzzzzzzz"})
    for (const char* sign : {"", "-", "+", "0x", "-0x", "0", "\v"}) texts.push_back(sign + std::string(number));
  for (const std::string& text : texts)
    for (const int base : {-1, 0, 1, 2, 8, 10, 16, 36, 37}) {
      const std::string what = "\"" + text + "\" base " + std::to_string(base);
      const char* s = text.c_str();
      expectSame(
          [&](bool model) {
            char* end = nullptr;
            const long value = (model ? model_strtol : static_cast<long (*)(const char*, char**, int)>(::strtol))(s, &end, base);
            return std::make_pair(value, end - s);
          },
          what);
      expectSame(
          [&](bool model) {
            char* end = nullptr;
            const unsigned long value =
                (model ? model_strtoul : static_cast<unsigned long (*)(const char*, char**, int)>(::strtoul))(s, &end, base);
            return std::make_pair(value, end - s);
          },
          what);
      if (testing::Test::HasFatalFailure()) return;
    }
}

template <class T>
std::string bitsOf(T value) {
  if (std::isnan(value)) return std::signbit(value) ? "-nan" : "nan";
  char text[64];
  std::snprintf(text, sizeof text, "%a", static_cast<double>(value));
  return text;
}

TEST(Numbers, AllShortReals) {
  std::vector<std::string> texts = allTexts("0x1.e-p", 4);
  for (const std::string& text : allTexts("9.e+", 5)) texts.push_back(text);
  for (const char* text : {"inf",
                           "-inf",
                           "INFINITY",
                           "infinit",
                           "in",
                           "nan",
                           "-nan",
                           "nan(",
                           "nan()",
                           "nan(1_z)",
                           "nan(-)",
                           "NAN(5)x",
                           "1e308",
                           "1.8e308",
                           "1.7976931348623157e308",
                           "1.7976931348623158e308",
                           "1.7976931348623159e308",
                           "2.2250738585072014e-308",
                           "2.2250738585072011e-308",
                           "4.9406564584124654e-324",
                           "2.4703282292062327e-324",
                           "2.4703282292062328e-324",
                           "3.4028235e38",
                           "3.4028236e38",
                           "1.4e-45",
                           "7e-46",
                           "1.17549435e-38",
                           "1.1754942e-38",
                           "9007199254740993",
                           "9007199254740992.5",
                           "16777217",
                           "0.1",
                           "123456789012345",
                           "1234567890123456",
                           "1e22",
                           "1e23",
                           "-0",
                           "-0.0e5",
                           "+.5",
                           "1e",
                           "1e+",
                           "1e-x",
                           "0x1p",
                           "0x1p+",
                           "0x.8p1",
                           "0x1.fffffffffffff8p0",
                           "0x1.fffffep127",
                           "0x1.ffffffp127",
                           "0x1p-149",
                           "0x1p-150",
                           "0x1.8p-150",
                           "0x1p-1074",
                           "0x1p-1075",
                           "0x1.8p-1075",
                           "1e99999999999999999999",
                           "0e99999999999",
                           "1e-99999999999",
                           "0.000000000000000000000000000001e30"})
    texts.push_back(text);
  for (const std::string& text : texts) {
    const char* s = text.c_str();
    expectSame(
        [&](bool model) {
          char* end = nullptr;
          const double value = (model ? model_strtod : static_cast<double (*)(const char*, char**)>(::strtod))(s, &end);
          return std::make_pair(bitsOf(value), end - s);
        },
        text);
    expectSame(
        [&](bool model) {
          char* end = nullptr;
          const float value = (model ? model_strtof : static_cast<float (*)(const char*, char**)>(::strtof))(s, &end);
          return std::make_pair(bitsOf(value), end - s);
        },
        text);
    if (testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace cleave::modeltest
