// scanf and its kin. A source is a text or a stream; where it counts, they do as glibc does.
#include "stream.h"

typedef struct {
  const char* text;  // or
  Stream* stream;
  long count;      // characters taken
  int ended;       // the end was seen, and errno was then
  int errorAtEnd;  // this, which it becomes again whenever somebody tries to read on
} Source;

typedef struct {
  va_list list;
} Arguments;

typedef struct {
  int skips;    // '*'
  int width;    // 0: none
  char length;  // 0, h, H (hh), l or L
} Conversion;

enum { matched, mismatch, inputEnded };

static int take(Source* source) {
  if (source->ended) {
    cleave_model_errno = source->errorAtEnd;
    return endOfFile;
  }
  int c;
  if (source->stream != 0) {
    c = cleave_next_byte(source->stream);
  } else {
    c = (unsigned char)*source->text;
    if (c == 0) c = endOfFile;
    if (c != endOfFile) source->text++;
  }
  if (c != endOfFile) {
    source->count++;
  } else {
    source->ended = 1;
    source->errorAtEnd = cleave_model_errno;
  }
  return c;
}

static void giveBack(Source* source, int c) {
  if (c == endOfFile) return;
  source->count--;
  source->ended = 0;
  if (source->stream != 0) {
    cleave_unread(source->stream, c);
  } else {
    source->text--;
  }
}

static int takeWhite(Source* source) {
  int c = take(source);
  while (c != endOfFile && isWhite(c)) c = take(source);
  return c;
}

// The first character that is no white space; it is taken. Conversions begin with this, and with an errno of 0 meanwhile.
static int takeBehindSpace(Source* source) {
  const int hadEnded = source->ended;
  const int c = takeWhite(source);
  if (c == endOfFile) {
    if (!hadEnded) source->errorAtEnd = 0;
    cleave_model_errno = source->errorAtEnd;
  }
  return c;
}

// --- integers

static int digitValue(int c, int base) {
  if (base <= 10) return isBetween(c, '0', '0' + base - 1) ? c - '0' : -1;
  if (isBetween(c, '0', '9')) return c - '0';
  const int letter = (c | 32) - 'a' + 10;
  return isBetween(letter, 10, base - 1) ? letter : -1;
}

static void storeInteger(const Conversion* c, unsigned long value, void* to) {
  if (c->length == 'H') {
    *(unsigned char*)to = (unsigned char)value;
  } else if (c->length == 'h') {
    *(unsigned short*)to = (unsigned short)value;
  } else if (c->length == 'l') {
    *(unsigned long*)to = value;
  } else {
    *(unsigned*)to = (unsigned)value;
  }
}

// So many digits cannot overflow.
enum { safeDigits = 12 };

// As glibc does it, this looks at the character behind the number even where the width leaves no room for it.
static int scanInteger(Source* source, const Conversion* conversion, int base, int isSigned, Arguments* arguments) {
  int room = conversion->width > 0 ? conversion->width : 0x7fffffff;
  int c = takeBehindSpace(source);
  if (c == endOfFile) return inputEnded;
  const int negative = c == '-';
  if (negative || c == '+') {
    room--;
    c = take(source);
  }
  int digits = 0;
  if (room > 0 && c == '0' && base != 10 && base != 8) {
    digits = 1;
    room--;
    c = take(source);
    if (room > 0 && (c | 32) == 'x') {
      base = 16;
      room--;
      c = take(source);
    } else if (base == 0) {
      base = 8;
    }
  }
  if (base == 0) base = 10;
  const unsigned long most = ~0ul >> 1;
  const unsigned long limit = !isSigned ? ~0ul : negative ? most + 1 : most;
  unsigned long value = 0;
  int overflow = 0;
  while (room > 0 && c != endOfFile) {
    const int digit = digitValue(c, base);
    if (digit < 0) break;
    if (digits >= safeDigits) overflow = overflow || value > (limit - (unsigned long)digit) / (unsigned long)base;
    value = value * (unsigned long)base + (unsigned long)digit;
    digits++;
    room--;
    c = take(source);
  }
  giveBack(source, c);
  if (digits == 0) return mismatch;
  if (overflow) cleave_model_errno = errnoRange;
  if (overflow) value = limit;
  if (negative && !overflow) value = 0 - value;
  if (!conversion->skips) storeInteger(conversion, value, va_arg(arguments->list, void*));
  return matched;
}

// --- floating point

enum { mostNumber = 64 };

typedef struct {
  char text[mostNumber];
  int length;
  int room;
  int c;  // the character at hand; endOfFile: none is left
} Number;

static void store(Number* number) {
  if (number->length == mostNumber - 1) cleave_vm_unfinished("limit of 63 characters in a number that scanf reads");
  number->text[number->length++] = (char)number->c;
  number->room--;
  number->c = endOfFile;
}

static void takeNext(Source* source, Number* number) { number->c = number->room > 0 ? take(source) : endOfFile; }

static void keep(Source* source, Number* number) {
  store(number);
  takeNext(source, number);
}

// As glibc does it, nothing is read behind the last letter, and one that does not fit is lost: it is not given back.
static int keepWord(Source* source, Number* number, const char* lower) {
  for (;; takeNext(source, number)) {
    const int fits = number->c != endOfFile && (number->c | 32) == *lower;
    if (!fits) number->c = endOfFile;
    if (!fits) return 0;
    store(number);
    if (*++lower == 0) return 1;
  }
}

// False: what was taken is no number.
static int keepNumber(Source* source, Number* number) {
  if (number->c == '-' || number->c == '+') keep(source, number);
  if ((number->c | 32) == 'n' && number->c != endOfFile) return keepWord(source, number, "nan");
  if ((number->c | 32) == 'i' && number->c != endOfFile) {
    if (!keepWord(source, number, "inf")) return 0;
    takeNext(source, number);
    return number->c == endOfFile || (number->c | 32) != 'i' || keepWord(source, number, "inity");
  }
  int base = 10;
  int digits = 0;
  if (number->c == '0') {
    keep(source, number);
    digits = 1;
    // Only where there is room behind it, too.
    if (number->c != endOfFile && (number->c | 32) == 'x' && number->room > 1) {
      keep(source, number);
      base = 16;
      digits = 0;
    }
  }
  int point = 0;
  while (number->c != endOfFile && (digitValue(number->c, base) >= 0 || (number->c == '.' && !point))) {
    if (number->c == '.') {
      point = 1;
    } else {
      digits = 1;
    }
    keep(source, number);
  }
  if (!digits) return base == 16 && point;
  // The exponent may lack its digits.
  if (number->c == endOfFile || (number->c | 32) != (base == 16 ? 'p' : 'e')) return 1;
  keep(source, number);
  if (number->c == '-' || number->c == '+') keep(source, number);
  while (number->c != endOfFile && isBetween(number->c, '0', '9')) keep(source, number);
  return 1;
}

static int scanDouble(Source* source, const Conversion* conversion, Arguments* arguments) {
  Number number;
  number.length = 0;
  number.room = conversion->width > 0 ? conversion->width : 0x7fffffff;
  number.c = takeBehindSpace(source);
  if (number.c == endOfFile) return inputEnded;
  const int isNumber = keepNumber(source, &number);
  giveBack(source, number.c);
  if (!isNumber) return mismatch;
  if (conversion->skips) return matched;
  number.text[number.length] = 0;
  void* to = va_arg(arguments->list, void*);
  if (conversion->length == 'L') {
    *(long double*)to = strtold(number.text, 0);
  } else if (conversion->length == 'l') {
    *(double*)to = strtod(number.text, 0);
  } else {
    *(float*)to = strtof(number.text, 0);
  }
  return matched;
}

// --- characters

static int scanCharacters(Source* source, const Conversion* conversion, Arguments* arguments) {
  char* to = conversion->skips ? 0 : va_arg(arguments->list, char*);
  const int count = conversion->width > 0 ? conversion->width : 1;
  for (int i = 0; i < count; i++) {
    const int c = take(source);
    if (c == endOfFile) return i == 0 ? inputEnded : matched;
    if (to != 0) to[i] = (char)c;
  }
  return matched;
}

static int scanWord(Source* source, const Conversion* conversion, Arguments* arguments) {
  char* to = conversion->skips ? 0 : va_arg(arguments->list, char*);
  int room = conversion->width > 0 ? conversion->width : 0x7fffffff;
  int c = takeBehindSpace(source);
  if (c == endOfFile) return inputEnded;
  while (c != endOfFile && !isWhite(c)) {
    if (to != 0) *to++ = (char)c;
    if (--room == 0) break;
    c = take(source);
  }
  if (room > 0) giveBack(source, c);
  if (to != 0) *to = 0;
  return matched;
}

// Whether a set like "a-z_]" holds c. The set begins behind '[' and '^', and ends in front of `end`. Ranges may share an end: "a-c-e".
static int isInSet(const char* set, const char* end, int c) {
  int found = 0;
  for (const char* s = set; s < end; s++) {
    const int isRange = s > set && *s == '-' && s + 1 < end && (unsigned char)s[-1] <= (unsigned char)s[1];
    found |= isRange ? isBetween(c, (unsigned char)s[-1], (unsigned char)s[1]) : c == (unsigned char)*s;
  }
  return found;
}

static int scanSet(Source* source, const Conversion* conversion, const char** format, Arguments* arguments) {
  const char* set = *format;
  const int negated = *set == '^';
  if (negated) set++;
  const char* end = set;
  if (*end == ']') end++;  // in front, it belongs to the set
  while (*end != 0 && *end != ']') end++;
  if (*end == 0) cleave_vm_unfinished("unsupported: a set of scanf without an end");
  *format = end + 1;
  char* to = conversion->skips ? 0 : va_arg(arguments->list, char*);
  int room = conversion->width > 0 ? conversion->width : 0x7fffffff;
  int count = 0;
  int c = take(source);
  if (c == endOfFile) return inputEnded;
  while (c != endOfFile && isInSet(set, end, c) != negated) {
    if (to != 0) *to++ = (char)c;
    count++;
    if (--room == 0) break;
    c = take(source);
  }
  if (room > 0) giveBack(source, c);
  if (count == 0) return mismatch;
  if (to != 0) *to = 0;
  return matched;
}

// --- the format

static const char* parseConversion(const char* s, Conversion* c) {
  if (*s == '*') {
    c->skips = 1;
    s++;
  }
  for (; isBetween(*s, '0', '9'); s++) {
    c->width = c->width * 10 + (*s - '0');
    if (c->width > 1 << 20) cleave_vm_unfinished("unsupported: a scanf field wider than a million");
  }
  for (;; s++) {
    if (*s == 'h') {
      c->length = c->length == 'h' ? 'H' : 'h';
    } else if (*s == 'l' || *s == 'j' || *s == 'z' || *s == 't' || *s == 'q') {
      c->length = 'l';
    } else if (*s == 'L') {
      c->length = 'L';
    } else {
      return s;
    }
  }
}

static void refuseWide(const Conversion* c) {
  if (c->length == 'l') cleave_vm_unfinished("unsupported: wide characters");
}

static int isFloatLetter(char letter) { return (letter | 32) == 'a' || isBetween(letter | 32, 'e', 'g'); }

static int scanOne(Source* source, const Conversion* c, const char** format, Arguments* arguments) {
  if (c->length == 'L' && !isFloatLetter(**format)) cleave_vm_unfinished("unsupported: a conversion of scanf");
  switch (*(*format)++) {
    case 'd':
      return scanInteger(source, c, 10, 1, arguments);
    case 'i':
      return scanInteger(source, c, 0, 1, arguments);
    case 'u':
      return scanInteger(source, c, 10, 0, arguments);
    case 'o':
      return scanInteger(source, c, 8, 0, arguments);
    case 'x':
    case 'X':
      return scanInteger(source, c, 16, 0, arguments);
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      return scanDouble(source, c, arguments);
    case 'c':
      refuseWide(c);
      return scanCharacters(source, c, arguments);
    case 's':
      refuseWide(c);
      return scanWord(source, c, arguments);
    case '[':
      refuseWide(c);
      return scanSet(source, c, format, arguments);
    default:
      cleave_vm_unfinished("unsupported: a conversion of scanf");
  }
}

static int isCount(const char* s) { return *s == 'n'; }

static void skipSpace(Source* source) { giveBack(source, takeWhite(source)); }

// In front of a conversion that does not skip white space by itself: with an errno of 0 meanwhile.
static void skipSpaceQuietly(Source* source) {
  const int error = cleave_model_errno;
  cleave_model_errno = 0;
  skipSpace(source);
  cleave_model_errno = error;
}

static int skipsSpaceItself(char conversion) { return conversion != 'c' && conversion != '[' && conversion != 'n'; }

static int scan(Source* source, const char* format, va_list list) {
  Arguments arguments;
  va_copy(arguments.list, list);
  int done = 0;
  int state = matched;
  int space = 0;  // the format had white space, which skips any amount of it, as soon as something follows
  while (*format != 0 && state == matched) {
    if (isWhite(*format)) {
      space = 1;
      format++;
      continue;
    }
    Conversion c = {0};
    const char* conversion = *format == '%' ? parseConversion(format + 1, &c) : format;
    if (space && *format == '%' && !skipsSpaceItself(*conversion)) skipSpaceQuietly(source);
    if (*format == '%' && isCount(conversion)) {
      if (!c.skips) storeInteger(&c, (unsigned long)source->count, va_arg(arguments.list, void*));
      format = conversion + 1;
    } else if (*format != '%' || *conversion == '%') {
      const int found = *format == '%' ? takeBehindSpace(source) : space ? takeWhite(source) : take(source);
      if (found == endOfFile) {
        state = inputEnded;
      } else if (found != (unsigned char)*conversion) {
        giveBack(source, found);
        state = mismatch;
      }
      format = conversion + 1;
    } else {
      state = scanOne(source, &c, &conversion, &arguments);
      if (state == matched && !c.skips) done++;
      format = conversion;
    }
    space = 0;
  }
  if (space && state == matched) skipSpace(source);
  va_end(arguments.list);
  return state == inputEnded && done == 0 ? endOfFile : done;
}

int vsscanf(const char* text, const char* format, va_list list) {
  Source source = {text, 0, 0, 0, 0};
  return scan(&source, format, list);
}

int vfscanf(Stream* stream, const char* format, va_list list) {
  Source source = {0, cleave_stream(stream), 0, 0, 0};
  return scan(&source, format, list);
}

int vscanf(const char* format, va_list list) { return vfscanf(stdin, format, list); }

#define VARIADIC(call)     \
  va_list list;            \
  va_start(list, format);  \
  const int result = call; \
  va_end(list);            \
  return result

int sscanf(const char* text, const char* format, ...) { VARIADIC(vsscanf(text, format, list)); }
int fscanf(Stream* stream, const char* format, ...) { VARIADIC(vfscanf(stream, format, list)); }
int scanf(const char* format, ...) { VARIADIC(vfscanf(stdin, format, list)); }

// The names that the headers of glibc give them.
int __isoc99_vsscanf(const char* text, const char* format, va_list list) { return vsscanf(text, format, list); }
int __isoc99_vfscanf(Stream* stream, const char* format, va_list list) { return vfscanf(stream, format, list); }
int __isoc99_vscanf(const char* format, va_list list) { return vfscanf(stdin, format, list); }
int __isoc99_sscanf(const char* text, const char* format, ...) { VARIADIC(vsscanf(text, format, list)); }
int __isoc99_fscanf(Stream* stream, const char* format, ...) { VARIADIC(vfscanf(stream, format, list)); }
int __isoc99_scanf(const char* format, ...) { VARIADIC(vfscanf(stdin, format, list)); }
