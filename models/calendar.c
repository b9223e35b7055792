// Calendar time of <time.h>, where the zone is a fixed number of minutes from UTC and the locale is C.
//
// Days are counted from the first of March of a year that 400 divides: the day that leap years add is then the last one, and months of 153
// days in five follow one another.
#include "cleave_runtime.h"
#include "model.h"

typedef struct {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char* tm_zone;
} Calendar;

enum { errnoOverflow = 75, daySeconds = 86400, eraDays = 146097, eraYears = 400, daysToMarch = 719468 };

Calendar cleave_model_calendar;  // what gmtime and localtime return
char cleave_model_time_text[128];

// --- the zone

int cleave_model_zone;  // minutes to the east
int cleave_model_zone_is_known;
char cleave_model_zone_name[] = "+0000";
char cleave_model_zone_text[] = "<+0000>-00:00";  // as POSIX writes it

// Written without a branch: each character is one expression of the number.
void cleave_set_zone(int minutes) {
  const int isWest = minutes < 0;
  const unsigned size = (unsigned)(isWest ? -minutes : minutes);
  char* const name = cleave_model_zone_name;
  char* const text = cleave_model_zone_text;
  name[0] = text[1] = (char)('+' + 2 * isWest);
  name[1] = text[2] = text[8] = (char)('0' + size / 600);
  name[2] = text[3] = text[9] = (char)('0' + size / 60 % 10);
  name[3] = text[4] = text[11] = (char)('0' + size % 60 / 10);
  name[4] = text[5] = text[12] = (char)('0' + size % 10);
  text[7] = (char)('-' - 2 * isWest);
  cleave_model_zone = minutes;
  cleave_model_zone_is_known = 1;
  cleave_set_env("TZ", text);
}

static const char* zoneName(void) {
  if (cleave_model_zone_is_known) return cleave_model_zone_name;
  cleave_vm_assume("the time zone is UTC");
  return "UTC";
}

// --- dates

static long floorOf(long x, long divisor) { return x / divisor - (x % divisor < 0); }
static int isLeap(long year) { return (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0)); }

// Days from 1970 to the first of a month; `month` counts from 0 and stays below 12.
static long daysBefore(long year, int month) {
  const long shifted = year - (month < 2);
  const long era = floorOf(shifted, eraYears), inEra = shifted - era * eraYears;
  const int fromMarch = month < 2 ? month + 10 : month - 2;
  return era * eraDays + inEra * 365 + inEra / 4 - inEra / 100 + (153 * fromMarch + 2) / 5 - daysToMarch;
}

// `ahead`: of UTC, in seconds, less than a day. So the local day is that of UTC or one beside it: branches, since dates are hard to reason
// about, and most times are fixed. False: the year is no int.
static int fromSeconds(long utc, int ahead, Calendar* to, const char* zone) {
  long days = floorOf(utc, daySeconds);
  unsigned inDay = (unsigned)(utc - days * daySeconds);
  if (ahead != 0) {
    inDay += (unsigned)ahead;
    if ((int)inDay < 0) {
      days--;
      inDay += daySeconds;
    } else if (inDay >= daySeconds) {
      days++;
      inDay -= daySeconds;
    }
  }
  const long shifted = days + daysToMarch;
  const long era = floorOf(shifted, eraDays);
  const unsigned inEra = (unsigned)(shifted - era * eraDays);
  const unsigned yearInEra = (inEra - inEra / 1460 + inEra / 36524 - inEra / 146096) / 365;
  const unsigned inYear = inEra - (365 * yearInEra + yearInEra / 4 - yearInEra / 100);  // from March
  const unsigned fromMarch = (5 * inYear + 2) / 153;
  const unsigned month = fromMarch < 10 ? fromMarch + 2 : fromMarch - 10;
  const long year = era * eraYears + yearInEra + (month < 2);
  if (year - 1900 != (int)(year - 1900)) {
    cleave_model_errno = errnoOverflow;
    return 0;
  }
  to->tm_sec = (int)(inDay % 60);
  to->tm_min = (int)(inDay / 60 % 60);
  to->tm_hour = (int)(inDay / 3600);
  to->tm_mday = (int)(inYear - (153 * fromMarch + 2) / 5 + 1);
  to->tm_mon = (int)month;
  to->tm_year = (int)(year - 1900);
  to->tm_wday = (int)(4 + days - 7 * floorOf(4 + days, 7));
  to->tm_yday = (int)(month < 2 ? inYear - 306 : inYear + 59 + (unsigned)isLeap(year));
  to->tm_isdst = 0;
  to->tm_gmtoff = ahead;
  to->tm_zone = zone;
  return 1;
}

static long toSeconds(const Calendar* from) {
  const long years = floorOf(from->tm_mon, 12);
  const long days = daysBefore(1900 + from->tm_year + years, (int)(from->tm_mon - 12 * years)) + from->tm_mday - 1;
  return ((days * 24 + from->tm_hour) * 60 + from->tm_min) * 60 + from->tm_sec;
}

// As the calendar has it, also where parts were beyond their ranges.
static long normalise(Calendar* calendar, int ahead, const char* zone) {
  const long seconds = toSeconds(calendar) - ahead;
  return fromSeconds(seconds, ahead, calendar, zone) ? seconds : -1;
}

Calendar* gmtime_r(const long* time, Calendar* to) { return fromSeconds(*time, 0, to, "GMT") ? to : 0; }
Calendar* gmtime(const long* time) { return gmtime_r(time, &cleave_model_calendar); }

Calendar* localtime_r(const long* time, Calendar* to) {
  return fromSeconds(*time, 60 * cleave_model_zone, to, zoneName()) ? to : 0;
}

Calendar* localtime(const long* time) { return localtime_r(time, &cleave_model_calendar); }

long timegm(Calendar* calendar) {
  calendar->tm_isdst = 0;  // whatever comes
  return normalise(calendar, 0, "GMT");
}

long mktime(Calendar* calendar) {
  if (calendar->tm_isdst > 0) cleave_vm_unfinished("mktime of a daylight saving time");
  return normalise(calendar, 60 * cleave_model_zone, zoneName());
}

long timelocal(Calendar* calendar) { return mktime(calendar); }

// --- text

static const char* const weekdays[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char* const months[] = {"January", "February", "March",     "April",   "May",      "June",
                                     "July",    "August",   "September", "October", "November", "December"};

// Where text goes: what does not fit is counted.
typedef struct {
  char* at;
  size_t length, room;
} Text;

static void put(Text* to, char c) {
  if (to->length < to->room) to->at[to->length] = c;
  to->length++;
}

static void putText(Text* to, const char* text, size_t most) {
  for (size_t i = 0; i < most && text[i] != 0; i++) put(to, text[i]);
}

// At least so many characters, blanks or zeros in front.
static void putNumber(Text* to, long number, int width, char pad) {
  char digits[24];
  int count = 0;
  unsigned long rest = number < 0 ? 0ul - (unsigned long)number : (unsigned long)number;
  do {
    digits[count++] = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest != 0);
  const int all = count + (number < 0);
  if (number < 0 && pad == '0') put(to, '-');
  for (int i = all; i < width; i++) put(to, pad);
  if (number < 0 && pad != '0') put(to, '-');
  while (count > 0) put(to, digits[--count]);
}

static void putName(Text* to, const char* const* names, int number, int count, size_t most) {
  if (number < 0 || number >= count)
    put(to, '?');
  else
    putText(to, names[number], most);
}

// The week of the ISO calendar, and its year.
static int isoWeek(const Calendar* calendar, long* year) {
  *year = calendar->tm_year + 1900l;
  const int weekday = (calendar->tm_wday + 6) % 7;  // from Monday
  const int week = (calendar->tm_yday - weekday + 10) / 7;
  const int fromJanuary = calendar->tm_yday - weekday + 3;  // the day of the Thursday
  if (fromJanuary < 0) {
    (*year)--;
    return (calendar->tm_yday + 365 + isLeap(*year) - weekday + 10) / 7;
  }
  if (fromJanuary >= 365 + isLeap(*year)) {
    (*year)++;
    return 1;
  }
  return week;
}

static void putTwo(Text* to, int number) { putNumber(to, number, 2, '0'); }

static void putClock(Text* to, const Calendar* calendar, int withSeconds) {
  putTwo(to, calendar->tm_hour);
  put(to, ':');
  putTwo(to, calendar->tm_min);
  if (!withSeconds) return;
  put(to, ':');
  putTwo(to, calendar->tm_sec);
}

static void putDate(Text* to, const Calendar* calendar) {
  putTwo(to, calendar->tm_mon + 1);
  put(to, '/');
  putTwo(to, calendar->tm_mday);
  put(to, '/');
  putTwo(to, (calendar->tm_year % 100 + 100) % 100);
}

static int hourOfTwelve(const Calendar* calendar) {
  const int hour = calendar->tm_hour > 12 ? calendar->tm_hour - 12 : calendar->tm_hour;
  return hour == 0 ? 12 : hour;
}

// Only dates that there are: what glibc makes of others is not for a model to say.
static int isDate(const Calendar* c) {
  return isBetween(c->tm_sec, 0, 60) & isBetween(c->tm_min, 0, 59) & isBetween(c->tm_hour, 0, 23) & isBetween(c->tm_mday, 0, 31) &
         isBetween(c->tm_mon, 0, 11) & isBetween(c->tm_wday, 0, 6) & isBetween(c->tm_yday, 0, 365) & isBetween(c->tm_year, -900, 8099);
}

static void putConversion(Text* to, char conversion, const Calendar* c) {
  long isoYear;
  switch (conversion) {
    case 'a':
      return putName(to, weekdays, c->tm_wday, 7, 3);
    case 'A':
      return putName(to, weekdays, c->tm_wday, 7, 16);
    case 'b':
    case 'h':
      return putName(to, months, c->tm_mon, 12, 3);
    case 'B':
      return putName(to, months, c->tm_mon, 12, 16);
    case 'c':
      putName(to, weekdays, c->tm_wday, 7, 3);
      put(to, ' ');
      putName(to, months, c->tm_mon, 12, 3);
      put(to, ' ');
      putNumber(to, c->tm_mday, 2, ' ');
      put(to, ' ');
      putClock(to, c, 1);
      put(to, ' ');
      return putNumber(to, c->tm_year + 1900l, 1, ' ');
    case 'C':
      return putTwo(to, (c->tm_year + 1900) / 100);
    case 'd':
      return putTwo(to, c->tm_mday);
    case 'x':
    case 'D':
      return putDate(to, c);
    case 'e':
      return putNumber(to, c->tm_mday, 2, ' ');
    case 'F':
      putNumber(to, c->tm_year + 1900l, 1, ' ');
      put(to, '-');
      putTwo(to, c->tm_mon + 1);
      put(to, '-');
      return putTwo(to, c->tm_mday);
    case 'g':
      isoWeek(c, &isoYear);
      return putTwo(to, (int)(isoYear % 100));
    case 'G':
      isoWeek(c, &isoYear);
      return putNumber(to, isoYear, 1, ' ');
    case 'H':
      return putTwo(to, c->tm_hour);
    case 'I':
      return putTwo(to, hourOfTwelve(c));
    case 'j':
      return putNumber(to, c->tm_yday + 1, 3, '0');
    case 'k':
      return putNumber(to, c->tm_hour, 2, ' ');
    case 'l':
      return putNumber(to, hourOfTwelve(c), 2, ' ');
    case 'm':
      return putTwo(to, c->tm_mon + 1);
    case 'M':
      return putTwo(to, c->tm_min);
    case 'n':
      return put(to, '\n');
    case 'p':
      return putText(to, c->tm_hour > 11 ? "PM" : "AM", 2);
    case 'P':
      return putText(to, c->tm_hour > 11 ? "pm" : "am", 2);
    case 'r':
      putTwo(to, hourOfTwelve(c));
      put(to, ':');
      putTwo(to, c->tm_min);
      put(to, ':');
      putTwo(to, c->tm_sec);
      put(to, ' ');
      return putText(to, c->tm_hour > 11 ? "PM" : "AM", 2);
    case 'R':
      return putClock(to, c, 0);
    case 'S':
      return putTwo(to, c->tm_sec);
    case 't':
      return put(to, '\t');
    case 'X':
    case 'T':
      return putClock(to, c, 1);
    case 'u':
      return putNumber(to, c->tm_wday == 0 ? 7 : c->tm_wday, 1, ' ');
    case 'U':
      return putTwo(to, (c->tm_yday - c->tm_wday + 7) / 7);
    case 'V':
      return putTwo(to, isoWeek(c, &isoYear));
    case 'w':
      return putNumber(to, c->tm_wday, 1, ' ');
    case 'W':
      return putTwo(to, (c->tm_yday - (c->tm_wday + 6) % 7 + 7) / 7);
    case 'y':
      return putTwo(to, (c->tm_year % 100 + 100) % 100);
    case 'Y':
      return putNumber(to, c->tm_year + 1900l, 1, ' ');
    case 'z':
      if (c->tm_isdst < 0) return;
      put(to, c->tm_gmtoff < 0 ? '-' : '+');
      const long minutes = (c->tm_gmtoff < 0 ? -c->tm_gmtoff : c->tm_gmtoff) / 60;
      return putNumber(to, minutes / 60 * 100 + minutes % 60, 4, '0');
    case 'Z':
      if (c->tm_zone == 0 || c->tm_zone[0] == 0) cleave_vm_unfinished("strftime of a time without a zone");
      return putText(to, c->tm_zone, 32);
    case '%':
      return put(to, '%');
    default:
      cleave_vm_unfinished("this conversion of strftime");
  }
}

size_t strftime(char* to, size_t room, const char* format, const Calendar* calendar) {
  size_t length = 0;
  for (; *format != 0; format++) {
    char piece[64];
    Text text = {piece, 0, sizeof piece};
    if (*format != '%') {
      put(&text, *format);
    } else {
      if (!isDate(calendar)) cleave_vm_unfinished("strftime of what is no date");
      putConversion(&text, *++format, calendar);
    }
    if (text.length >= room - length) return 0;
    for (size_t i = 0; i < text.length; i++) to[length++] = piece[i];
  }
  if (room > 0) to[length] = 0;
  return length;
}

char* asctime_r(const Calendar* c, char* to) {
  if (!isDate(c)) cleave_vm_unfinished("asctime of what is no date");
  Text text = {to, 0, 26};
  putName(&text, weekdays, c->tm_wday, 7, 3);
  put(&text, ' ');
  putName(&text, months, c->tm_mon, 12, 3);
  putNumber(&text, c->tm_mday, 3, ' ');
  put(&text, ' ');
  putClock(&text, c, 1);
  put(&text, ' ');
  putNumber(&text, c->tm_year + 1900l, 1, ' ');
  put(&text, '\n');
  put(&text, 0);
  return to;
}

char* asctime(const Calendar* calendar) { return asctime_r(calendar, cleave_model_time_text); }

char* ctime_r(const long* time, char* to) {
  Calendar calendar;
  return localtime_r(time, &calendar) == 0 ? 0 : asctime_r(&calendar, to);
}

char* ctime(const long* time) { return ctime_r(time, cleave_model_time_text); }
void tzset(void) { zoneName(); }
