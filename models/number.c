// Numbers from text: strtol and its kin, strtod and its kin.
#include "model.h"

// --- integers

// -1: no digit of this base.
static int digitOf(char c, int base) {
  int value = c - '0';
  if (base <= 10) return isBetween(c, '0', '0' + base - 1) ? value : -1;
  if (isBetween(c, '0', '9')) return value;
  value = (c | 32) - 'a' + 10;
  return isBetween(value, 10, base - 1) ? value : -1;
}

// So many digits never overflow, so that short numbers need no division to make sure.
static int safeDigits(int base) { return base <= 10 ? 18 : base <= 16 ? 15 : 12; }

// The single place where text becomes an integer. The value is as an unsigned number; `isSigned` says which limits hold. A number that is
// too large or too small becomes the limit, and errno tells.
static unsigned long parseInteger(const char* text, char** end, int base, int isSigned) {
  if (base < 0 || base == 1 || base > 36) {
    cleave_model_errno = errnoInvalid;
    return 0;
  }
  int known;
  if ((base == 10 || base == 0) && cleave_model_decimal_at(text, &known, (const char**)end)) return (unsigned long)(long)known;
  const char* s = text;
  while (isWhite(*s)) s++;
  const int negative = *s == '-';
  if (negative || *s == '+') s++;
  if (base == 0 && *s != '0') base = 10;
  if ((base == 0 || base == 16) && s[0] == '0' && (s[1] | 32) == 'x' && digitOf(s[2], 16) >= 0) {
    s += 2;
    base = 16;
  }
  if (base == 0) base = 8;
  const unsigned long most = ~0ul >> 1;
  const unsigned long limit = !isSigned ? ~0ul : negative ? most + 1 : most;
  const char* const first = s;
  unsigned long value = 0;
  int overflow = 0;
  for (int digit = digitOf(*s, base); digit >= 0; digit = digitOf(*++s, base)) {
    if (s - first >= safeDigits(base)) overflow = overflow || value > (limit - (unsigned long)digit) / (unsigned long)base;
    value = value * (unsigned long)base + (unsigned long)digit;
  }
  if (end != 0) *end = (char*)(s != first ? s : text);
  if (overflow) {
    cleave_model_errno = errnoRange;
    return limit;
  }
  return negative ? 0 - value : value;
}

long strtol(const char* text, char** end, int base) { return (long)parseInteger(text, end, base, 1); }
long long strtoll(const char* text, char** end, int base) { return (long long)parseInteger(text, end, base, 1); }
long strtoimax(const char* text, char** end, int base) { return (long)parseInteger(text, end, base, 1); }
long long strtoq(const char* text, char** end, int base) { return (long long)parseInteger(text, end, base, 1); }
unsigned long strtoul(const char* text, char** end, int base) { return parseInteger(text, end, base, 0); }
unsigned long long strtoull(const char* text, char** end, int base) { return parseInteger(text, end, base, 0); }
unsigned long strtoumax(const char* text, char** end, int base) { return parseInteger(text, end, base, 0); }
unsigned long long strtouq(const char* text, char** end, int base) { return parseInteger(text, end, base, 0); }
int atoi(const char* text) { return (int)parseInteger(text, 0, 10, 1); }
long atol(const char* text) { return (long)parseInteger(text, 0, 10, 1); }
long long atoll(const char* text) { return (long long)parseInteger(text, 0, 10, 1); }

// The names that newer headers of glibc give them. They differ in binary numbers (0b101), which these models do not take for numbers.
static void refuseBinary(const char* text, int base) {
  while (isWhite(*text)) text++;
  if (*text == '-' || *text == '+') text++;
  if ((base == 0 || base == 2) && text[0] == '0' && (text[1] | 32) == 'b') cleave_vm_unfinished("unsupported: strtol of a binary number");
}

long __isoc23_strtol(const char* text, char** end, int base) {
  refuseBinary(text, base);
  return strtol(text, end, base);
}
long long __isoc23_strtoll(const char* text, char** end, int base) {
  refuseBinary(text, base);
  return strtoll(text, end, base);
}
unsigned long __isoc23_strtoul(const char* text, char** end, int base) {
  refuseBinary(text, base);
  return strtoul(text, end, base);
}
unsigned long long __isoc23_strtoull(const char* text, char** end, int base) {
  refuseBinary(text, base);
  return strtoull(text, end, base);
}

// --- floating point

// A number at the start of a text, behind white space and sign.
typedef struct {
  const char* end;         // null: there is none
  unsigned long mantissa;  // of a plain decimal number: mantissa * 10^exponent
  long exponent;
  int isShort;  // ... which holds when this does: few enough digits
} Decimal;

static int startsWith(const char* s, const char* lower) {
  for (; *lower != 0; s++, lower++)
    if ((*s | 32) != *lower) return 0;
  return 1;
}

// "nan", or "nan(letters)"; the letters choose a payload.
static const char* endOfNan(const char* s) {
  const char* end = s + 3;
  if (*end != '(') return end;
  const char* inside = end + 1;
  while (isBetween(*inside, '0', '9') | isBetween(*inside | 32, 'a', 'z') | (*inside == '_')) inside++;
  return *inside == ')' ? inside + 1 : end;
}

static const char* endOfExponent(const char* s, char letter, long* exponent) {
  if ((*s | 32) != letter) return s;
  const char* digits = s + 1;
  const int negative = *digits == '-';
  if (negative || *digits == '+') digits++;
  if (!isBetween(*digits, '0', '9')) return s;
  long value = 0;
  for (; isBetween(*digits, '0', '9'); digits++)
    if (value < 100000) value = value * 10 + (*digits - '0');
  *exponent += negative ? -value : value;
  return digits;
}

static Decimal scanDigits(const char* s, int base) {
  Decimal number = {0, 0, 0, 1};
  const char letter = base == 16 ? 'p' : 'e';
  int digits = 0;
  int point = 0;
  for (;; s++) {
    if (*s == '.' && !point) {
      point = 1;
      continue;
    }
    const int digit = digitOf(*s, base);
    if (digit < 0) break;
    if (digits < 15) number.mantissa = number.mantissa * 10 + (unsigned long)digit;
    digits++;
    number.exponent -= point;
  }
  if (digits == 0) return number;
  number.isShort = base == 10 && digits <= 15;
  number.end = endOfExponent(s, letter, &number.exponent);
  return number;
}

static Decimal scanNumber(const char* s) {
  Decimal number = {0, 0, 0, 0};
  if (startsWith(s, "inf")) {
    number.end = startsWith(s, "infinity") ? s + 8 : s + 3;
    return number;
  }
  if (startsWith(s, "nan")) {
    number.end = endOfNan(s);
    return number;
  }
  if (s[0] == '0' && (s[1] | 32) == 'x') {
    number = scanDigits(s + 2, 16);
    if (number.end != 0) return number;
    // "0x" without digits is the number 0, followed by an x.
  }
  return scanDigits(s, 10);
}

// A copy of the characters of the number, sign included, for the VM.
static char* copyOf(const char* first, const char* end) {
  const size_t length = (size_t)(end - first);
  char* copy = malloc(length + 1);
  memcpy(copy, first, length);
  copy[length] = 0;
  return copy;
}

static const double powersOfTen[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                     1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// Both operands are exact, so one operation rounds once: the result is the nearest double. The same holds for float within its range.
static int isExact(const Decimal* number, unsigned long mostMantissa, long mostExponent) {
  if (!number->isShort || number->exponent < -mostExponent || number->exponent > mostExponent) return 0;
  return number->mantissa <= mostMantissa;
}

double strtod(const char* text, char** end) {
  const char* s = text;
  while (isWhite(*s)) s++;
  const char* const first = s;
  const int negative = *s == '-';
  if (negative || *s == '+') s++;
  const Decimal number = scanNumber(s);
  if (end != 0) *end = (char*)(number.end != 0 ? number.end : text);
  if (number.end == 0) return 0;
  double value = (double)number.mantissa;
  if (isExact(&number, 1ul << 53, 22)) {
    value = number.exponent < 0 ? value / powersOfTen[-number.exponent] : value * powersOfTen[number.exponent];
    return negative ? -value : value;
  }
  char* copy = copyOf(first, number.end);
  value = cleave_vm_strtod(copy, &cleave_model_errno);
  free(copy);
  return value;
}

float strtof(const char* text, char** end) {
  const char* s = text;
  while (isWhite(*s)) s++;
  const char* const first = s;
  const int negative = *s == '-';
  if (negative || *s == '+') s++;
  const Decimal number = scanNumber(s);
  if (end != 0) *end = (char*)(number.end != 0 ? number.end : text);
  if (number.end == 0) return 0;
  float value = (float)number.mantissa;
  if (isExact(&number, 1ul << 24, 10)) {
    value = number.exponent < 0 ? value / (float)powersOfTen[-number.exponent] : value * (float)powersOfTen[number.exponent];
    return negative ? -value : value;
  }
  char* copy = copyOf(first, number.end);
  value = cleave_vm_strtof(copy, &cleave_model_errno);
  free(copy);
  return value;
}

long double strtold(const char* text, char** end) {
  const char* s = text;
  while (isWhite(*s)) s++;
  const char* const first = s;
  const int negative = *s == '-';
  if (negative || *s == '+') s++;
  const Decimal number = scanNumber(s);
  if (end != 0) *end = (char*)(number.end != 0 ? number.end : text);
  if (number.end == 0) return 0;
  long double value = (long double)number.mantissa;
  if (isExact(&number, 1ul << 53, 22)) {
    const long double power = powersOfTen[number.exponent < 0 ? -number.exponent : number.exponent];
    value = number.exponent < 0 ? value / power : value * power;
    return negative ? -value : value;
  }
  char* copy = copyOf(first, number.end);
  value = cleave_vm_strtold(copy, &cleave_model_errno);
  free(copy);
  return value;
}

double atof(const char* text) { return strtod(text, 0); }
