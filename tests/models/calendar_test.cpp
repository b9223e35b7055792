// Calendar time, in UTC and other zones without daylight saving time, in the C locale.
#include <ctime>

#include "model_test.h"

extern "C" {
char* model_getenv(const char*);
struct tm* model_gmtime(const time_t*);
struct tm* model_gmtime_r(const time_t*, struct tm*);
struct tm* model_localtime_r(const time_t*, struct tm*);
time_t model_timegm(struct tm*);
time_t model_mktime(struct tm*);
size_t model_strftime(char*, size_t, const char*, const struct tm*);
char* model_asctime_r(const struct tm*, char*);
char* model_ctime_r(const time_t*, char*);
void model_cleave_set_zone(int);
extern int model_cleave_model_zone_is_known, model_cleave_model_zone, model_cleave_model_env_count;
}

namespace cleave::modeltest {
namespace {

class CalendarTime : public testing::Test {
 protected:
  void SetUp() override {
    setenv("TZ", "UTC", 1);
    tzset();
    model_cleave_model_zone_is_known = model_cleave_model_zone = model_cleave_model_env_count = 0;
  }

  void TearDown() override { SetUp(); }

  // As src/native/runtime/driver.c does.
  static void goTo(int minutes) {
    const int size = std::abs(minutes);
    char text[32];
    std::snprintf(text, sizeof text, "<%c%02d%02d>%c%02d:%02d", minutes < 0 ? '-' : '+', size / 60, size % 60, minutes < 0 ? '+' : '-', size / 60, size % 60);
    setenv("TZ", text, 1);
    tzset();
    model_cleave_model_env_count = 0;
    model_cleave_set_zone(minutes);
    ASSERT_STREQ(model_getenv("TZ"), text);
  }

  static testing::AssertionResult isSame(const struct tm& a, const struct tm& b) {
    const bool same = a.tm_sec == b.tm_sec && a.tm_min == b.tm_min && a.tm_hour == b.tm_hour && a.tm_mday == b.tm_mday &&
                      a.tm_mon == b.tm_mon && a.tm_year == b.tm_year && a.tm_wday == b.tm_wday && a.tm_yday == b.tm_yday &&
                      a.tm_isdst == b.tm_isdst && a.tm_gmtoff == b.tm_gmtoff && std::string(a.tm_zone) == b.tm_zone;
    if (same) return testing::AssertionSuccess();
    char x[64], y[64];
    return testing::AssertionFailure() << asctime_r(&a, x) << asctime_r(&b, y);
  }

  time_t seconds() {
    if (draw_.chance(40)) return static_cast<time_t>(draw_.below(4'000'000'000)) - 1'000'000'000;
    if (draw_.chance(30)) return static_cast<time_t>(draw_.below(200)) * 31'556'952 * 10 + draw_.integer() % 200'000;
    return draw_.integer();
  }

  void split(time_t time) {
    struct tm real {
    }, model{};
    real.tm_zone = model.tm_zone = "";
    errno = model_cleave_model_errno = 0;
    const bool there = gmtime_r(&time, &real) != nullptr;
    ASSERT_EQ(there, model_gmtime_r(&time, &model) != nullptr) << time;
    ASSERT_EQ(errno, model_cleave_model_errno) << time;
    if (!there) return;
    ASSERT_TRUE(isSame(real, model)) << time;
    ASSERT_TRUE(isSame(real, *model_gmtime(&time))) << time;
    const bool isThere = localtime_r(&time, &real) != nullptr;
    ASSERT_EQ(isThere, model_localtime_r(&time, &model) != nullptr) << time;
    if (!isThere) return;
    ASSERT_TRUE(isSame(real, model)) << time;
    char x[64] = "", y[64] = "";
    if (real.tm_year < -900 || real.tm_year > 8099) return;
    ASSERT_STREQ(ctime_r(&time, x), model_ctime_r(&time, y));
  }

  void join(struct tm from) {
    struct tm real = from, model = from;
    errno = model_cleave_model_errno = 0;
    ASSERT_EQ(::timegm(&real), model_timegm(&model));
    ASSERT_EQ(errno, model_cleave_model_errno);
    ASSERT_TRUE(isSame(real, model));
    real = model = from;
    errno = model_cleave_model_errno = 0;
    ASSERT_EQ(::mktime(&real), model_mktime(&model));
    ASSERT_EQ(errno, model_cleave_model_errno);
    ASSERT_TRUE(isSame(real, model));
  }

  void dates();
  void texts();

  Draw draw_{11};
};

TEST_F(CalendarTime, SpecialSeconds) {
  for (const time_t around :
       {time_t{0}, time_t{86400}, time_t{951782400}, time_t{951868800}, time_t{INT32_MAX}, time_t{INT32_MIN}, time_t{67767976233532800},
        time_t{-67768040609740800}, time_t{-62135596800}, time_t{-2208988800}, time_t{4107542400}})
    for (time_t by = -90'000; by <= 90'000 && !HasFatalFailure(); by += 17) split(around + by);
  for (const time_t end : {INT64_MIN, INT64_MAX})
    for (int by = 0; by < 10; ++by) split(end < 0 ? end + by : end - by);
}

TEST_F(CalendarTime, AnySeconds) {
  for (int i = 0; i < 10 * kCalls && !HasFatalFailure(); ++i) split(seconds());
}

TEST_F(CalendarTime, OtherZones) {
  for (const int minutes : {0, 1, -1, 59, -60, 330, -570, 840, -840}) {
    goTo(minutes);
    for (int i = 0; i < kCalls && !HasFatalFailure(); ++i) split(seconds());
    for (const time_t end : {INT64_MIN, INT64_MAX, int64_t{67767976233532800}, int64_t{-67768040609740800}})
      for (int by = -90'000; by < 90'000 && !HasFatalFailure(); by += 997) split(end == INT64_MIN ? end + std::abs(by) : end == INT64_MAX ? end - std::abs(by) : end + by);
    dates();
    texts();
  }
}

TEST_F(CalendarTime, Dates) { dates(); }
TEST_F(CalendarTime, Texts) { texts(); }

void CalendarTime::dates() {
  const auto part = [&](int usual) {
    return static_cast<int>(draw_.chance(70) ? draw_.below(static_cast<size_t>(usual) + 2) : static_cast<size_t>(draw_.integer()));
  };
  for (int i = 0; i < 10 * kCalls && !HasFatalFailure(); ++i) {
    struct tm from {};
    from.tm_zone = "";
    from.tm_sec = part(60), from.tm_min = part(60), from.tm_hour = part(24), from.tm_mday = part(31), from.tm_mon = part(12);
    from.tm_year = draw_.chance(80) ? static_cast<int>(draw_.below(300)) : part(300);
    from.tm_isdst = draw_.chance(50) ? 0 : -1;
    // Beside the ends of what an int holds, what timegm finds hangs on what it found before.
    if (model_cleave_model_zone_is_known != 0 && std::abs(static_cast<long>(from.tm_year)) > 2'000'000'000) continue;
    join(from);
  }
}

void CalendarTime::texts() {
  static const char kConversions[] = "aAbBcCdDeFgGhHIjklmMnpPrRStTuUVwWxXyYzZ%";
  for (int i = 0; i < 10 * kCalls && !HasFatalFailure(); ++i) {
    const time_t time = static_cast<time_t>(draw_.below(220'000'000'000)) - 25'000'000'000;
    struct tm date {};
    draw_.chance(50) ? gmtime_r(&time, &date) : localtime_r(&time, &date);
    std::string format;
    for (size_t n = draw_.below(5); n > 0; --n) {
      if (draw_.chance(30)) format += "x-";
      format += '%';
      format += kConversions[draw_.below(sizeof kConversions - 1)];
    }
    char x[256], y[256];
    std::memset(x, 7, sizeof x);
    std::memset(y, 7, sizeof y);
    const size_t room = draw_.chance(30) ? draw_.below(20) : sizeof x;
    const size_t length = strftime(x, room, format.c_str(), &date);
    ASSERT_EQ(length, model_strftime(y, room, format.c_str(), &date)) << format;
    if (length > 0 || room == sizeof x) {
      ASSERT_STREQ(x, y) << format;
    }
    if (date.tm_year >= -900) {
      ASSERT_STREQ(asctime_r(&date, x), model_asctime_r(&date, y));
    }
  }
}

}  // namespace
}  // namespace cleave::modeltest
