// sprintf and its kin, and fprintf to files. printf to stdout and stderr is the VM's, which shows numbers as they are instead of digits.
#include "stream.h"

// Where text goes: to a stream, or to memory with room for `capacity` bytes.
typedef struct {
  Stream* stream;
  char* to;
  size_t capacity;
  size_t count;
} Sink;

typedef struct {
  int left, plus, space, alternative, zero;
  int width;
  int precision;  // -1: none
  char length;    // 0, h, H (hh) or l
} Conversion;

static void emit(Sink* sink, char c) {
  if (sink->stream != 0) {
    cleave_append_byte(sink->stream, c);
  } else if (sink->count + 1 < sink->capacity) {
    sink->to[sink->count] = c;
  }
  sink->count++;
}

static void fill(Sink* sink, char c, int count) {
  for (; count > 0; count--) emit(sink, c);
}

static void emitText(Sink* sink, const Conversion* conversion, const char* text, int length) {
  const int padding = conversion->width - length;
  if (!conversion->left) fill(sink, ' ', padding);
  for (int i = 0; i < length; i++) emit(sink, text[i]);
  if (conversion->left) fill(sink, ' ', padding);
}

// --- integers

// The digits end in front of `end`; returns how many. A 32-bit division is easier on a solver.
static int renderNarrow(char* end, unsigned value, unsigned base, char ten) {
  int count = 0;
  for (; value != 0; value /= base) {
    const unsigned digit = value % base;
    *--end = (char)(base <= 10 || digit < 10 ? '0' + digit : ten + digit - 10);
    count++;
  }
  return count;
}

static int renderWide(char* end, unsigned long value, unsigned base, char ten) {
  int count = 0;
  for (; value != 0; value /= base) {
    const unsigned long digit = value % base;
    *--end = (char)(base <= 10 || digit < 10 ? '0' + digit : ten + digit - 10);
    count++;
  }
  return count;
}

// `sign` is 0 for none. The prefix is that of '#': 0 or 0x.
static void emitNumber(Sink* sink, const Conversion* c, char sign, const char* prefix, const char* digits, int count) {
  int zeros = c->precision > count ? c->precision - count : 0;
  if (c->alternative && prefix[0] == '0' && prefix[1] == 0) {
    // Octal: the first digit is to be 0.
    if (zeros == 0 && (count == 0 || *digits != '0')) zeros = 1;
    prefix = "";
  }
  const int length = (sign != 0) + (int)strlen(prefix) + zeros + count;
  const int padding = c->width - length;
  const int zeroPads = c->zero && !c->left && c->precision < 0;
  if (!c->left && !zeroPads) fill(sink, ' ', padding);
  if (sign != 0) emit(sink, sign);
  for (; *prefix != 0; prefix++) emit(sink, *prefix);
  if (zeroPads) fill(sink, '0', padding);
  fill(sink, '0', zeros);
  for (int i = 0; i < count; i++) emit(sink, digits[i]);
  if (c->left) fill(sink, ' ', padding);
}

static void emitUnsigned(Sink* sink, const Conversion* c, char letter, char sign, unsigned long value) {
  char digits[64];
  char* const end = digits + sizeof digits;
  const unsigned base = letter == 'o' ? 8 : letter == 'x' || letter == 'X' ? 16 : 10;
  const char ten = letter == 'X' ? 'A' : 'a';
  int count = c->length == 'l' ? renderWide(end, value, base, ten) : renderNarrow(end, (unsigned)value, base, ten);
  const char* prefix = "";
  if (c->alternative && letter == 'o') prefix = "0";
  if (c->alternative && value != 0 && letter == 'x') prefix = "0x";
  if (c->alternative && value != 0 && letter == 'X') prefix = "0X";
  // Zero has one digit, unless a precision of none was asked for.
  if (value == 0 && c->precision != 0) end[-++count] = '0';
  emitNumber(sink, c, sign, prefix, end - count, count);
}

static void emitSigned(Sink* sink, const Conversion* c, long value) {
  const char sign = value < 0 ? '-' : c->plus ? '+' : c->space ? ' ' : 0;
  const unsigned long magnitude = value < 0 ? 0 - (unsigned long)value : (unsigned long)value;
  emitUnsigned(sink, c, 'd', sign, magnitude);
}

static long narrowed(long value, char length) {
  if (length == 'H') return (signed char)value;
  if (length == 'h') return (short)value;
  return value;
}

static unsigned long narrowedUnsigned(unsigned long value, char length) {
  if (length == 'H') return (unsigned char)value;
  if (length == 'h') return (unsigned short)value;
  return value;
}

// --- floating point: by the VM, which fixes the value

// "%-08.3Lf", in 40 bytes.
static void writeSpec(char* s, const Conversion* c, char letter) {
  *s++ = '%';
  if (c->left) *s++ = '-';
  if (c->plus) *s++ = '+';
  if (c->space) *s++ = ' ';
  if (c->alternative) *s++ = '#';
  if (c->zero) *s++ = '0';
  char digits[12];
  int count = renderNarrow(digits + sizeof digits, (unsigned)c->width, 10, 'a');
  for (; count > 0; count--) *s++ = digits[(int)sizeof digits - count];
  if (c->precision >= 0) {
    *s++ = '.';
    count = renderNarrow(digits + sizeof digits, (unsigned)c->precision, 10, 'a');
    for (; count > 0; count--) *s++ = digits[(int)sizeof digits - count];
  }
  if (c->length == 'L') *s++ = 'L';
  *s++ = letter;
  *s = 0;
}

static void emitAndFree(Sink* sink, char* text, int length) {
  for (int i = 0; i < length; i++) emit(sink, text[i]);
  free(text);
}

static void emitDouble(Sink* sink, const Conversion* c, char letter, double value) {
  char spec[40];
  writeSpec(spec, c, letter);
  const int length = cleave_vm_format_double(0, 0, spec, value);
  char* text = malloc((size_t)length + 1);
  cleave_vm_format_double(text, (size_t)length + 1, spec, value);
  emitAndFree(sink, text, length);
}

static void emitLongDouble(Sink* sink, const Conversion* c, char letter, long double value) {
  char spec[40];
  writeSpec(spec, c, letter);
  const int length = cleave_vm_format_long_double(0, 0, spec, value);
  char* text = malloc((size_t)length + 1);
  cleave_vm_format_long_double(text, (size_t)length + 1, spec, value);
  emitAndFree(sink, text, length);
}

// --- text

static void emitString(Sink* sink, const Conversion* c, const char* text) {
  if (text == 0) text = c->precision < 0 || c->precision >= 6 ? "(null)" : "";
  int length = 0;
  while ((c->precision < 0 || length < c->precision) && text[length] != 0) length++;
  emitText(sink, c, text, length);
  if (sink->stream != 0 || sink->capacity == 0) return;
  const size_t written = sink->count < sink->capacity ? sink->count + 1 : sink->capacity;
  cleave_vm_disjoint(sink->to, written, text, length == c->precision ? (size_t)length : (size_t)length + 1);
}

static void emitPointer(Sink* sink, const Conversion* c, const void* pointer) {
  if (pointer != 0) cleave_vm_unfinished("the address of an object is printed");
  emitText(sink, c, "(nil)", 5);
}

// --- the format

static const char* parseFlags(const char* s, Conversion* c) {
  for (;; s++) {
    if (*s == '-') {
      c->left = 1;
    } else if (*s == '+') {
      c->plus = 1;
    } else if (*s == ' ') {
      c->space = 1;
    } else if (*s == '#') {
      c->alternative = 1;
    } else if (*s == '0') {
      c->zero = 1;
    } else if (*s != '\'') {  // groups of thousands: the C locale has none
      return s;
    }
  }
}

static const char* parseNumber(const char* s, int* number) {
  for (*number = 0; isBetween(*s, '0', '9'); s++) {
    *number = *number * 10 + (*s - '0');
    if (*number > 1 << 20) cleave_vm_unfinished("unsupported: a printf field wider than a million");
  }
  return s;
}

static const char* parseLength(const char* s, Conversion* c) {
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

// A va_list is an array on this machine; in a struct it can be handed on and moves on for all.
typedef struct {
  va_list list;
} Arguments;

static const char* parseField(const char* s, Arguments* arguments, int* number) {
  if (*s != '*') return parseNumber(s, number);
  *number = va_arg(arguments->list, int);
  if (*number > 1 << 20 || *number < -(1 << 20)) cleave_vm_unfinished("unsupported: a printf field wider than a million");
  return s + 1;
}

static const char* parseConversion(const char* s, Arguments* arguments, Conversion* c) {
  s = parseFlags(s, c);
  s = parseField(s, arguments, &c->width);
  if (c->width < 0) {
    c->left = 1;
    c->width = -c->width;
  }
  if (*s == '.') {
    s = parseField(s + 1, arguments, &c->precision);
    if (c->precision < 0) c->precision = -1;
  }
  return parseLength(s, c);
}

static void storeCount(const Conversion* c, size_t count, void* to) {
  if (c->length == 'H') {
    *(signed char*)to = (signed char)count;
  } else if (c->length == 'h') {
    *(short*)to = (short)count;
  } else if (c->length == 'l') {
    *(long*)to = (long)count;
  } else {
    *(int*)to = (int)count;
  }
}

static int isFloatLetter(char letter) { return (letter | 32) == 'a' || isBetween(letter | 32, 'e', 'g'); }

static void convert(Sink* sink, Conversion* c, char letter, Arguments* arguments) {
  if (c->length == 'L' && !isFloatLetter(letter)) cleave_vm_unfinished("unsupported: a conversion of printf");
  switch (letter) {
    case 'd':
    case 'i': {
      const long value = c->length == 'l' ? va_arg(arguments->list, long) : va_arg(arguments->list, int);
      return emitSigned(sink, c, narrowed(value, c->length));
    }
    case 'u':
    case 'o':
    case 'x':
    case 'X': {
      const unsigned long value = c->length == 'l' ? va_arg(arguments->list, unsigned long) : va_arg(arguments->list, unsigned);
      return emitUnsigned(sink, c, letter, 0, narrowedUnsigned(value, c->length));
    }
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      if (c->length == 'L') return emitLongDouble(sink, c, letter, va_arg(arguments->list, long double));
      return emitDouble(sink, c, letter, va_arg(arguments->list, double));
    case 'c': {
      const char character = (char)va_arg(arguments->list, int);
      if (c->length == 'l') cleave_vm_unfinished("unsupported: wide characters");
      return emitText(sink, c, &character, 1);
    }
    case 's':
      if (c->length == 'l') cleave_vm_unfinished("unsupported: wide characters");
      return emitString(sink, c, va_arg(arguments->list, const char*));
    case 'p':
      return emitPointer(sink, c, va_arg(arguments->list, const void*));
    case 'n':
      return storeCount(c, sink->count, va_arg(arguments->list, void*));
    case '%':
      return emit(sink, '%');
    default:
      cleave_vm_unfinished("unsupported: a conversion of printf");
  }
}

static int format(Sink* sink, const char* s, va_list list) {
  Arguments arguments;
  va_copy(arguments.list, list);
  for (; *s != 0; s++) {
    if (*s != '%') {
      emit(sink, *s);
      continue;
    }
    Conversion c = {.precision = -1};
    s = parseConversion(s + 1, &arguments, &c);
    convert(sink, &c, *s, &arguments);
  }
  va_end(arguments.list);
  if (sink->stream == 0 && sink->capacity > 0) sink->to[sink->count < sink->capacity ? sink->count : sink->capacity - 1] = 0;
  return (int)sink->count;
}

int vsnprintf(char* to, size_t capacity, const char* text, va_list list) {
  Sink sink = {0, to, capacity, 0};
  return format(&sink, text, list);
}

int vsprintf(char* to, const char* text, va_list list) { return vsnprintf(to, ~(size_t)0, text, list); }

int snprintf(char* to, size_t capacity, const char* text, ...) {
  va_list list;
  va_start(list, text);
  const int count = vsnprintf(to, capacity, text, list);
  va_end(list);
  return count;
}

int sprintf(char* to, const char* text, ...) {
  va_list list;
  va_start(list, text);
  const int count = vsnprintf(to, ~(size_t)0, text, list);
  va_end(list);
  return count;
}

int vasprintf(char** to, const char* text, va_list list) {
  va_list again;
  va_copy(again, list);
  const int count = vsnprintf(0, 0, text, again);
  va_end(again);
  *to = malloc((size_t)count + 1);
  return vsnprintf(*to, (size_t)count + 1, text, list);
}

int asprintf(char** to, const char* text, ...) {
  va_list list;
  va_start(list, text);
  const int count = vasprintf(to, text, list);
  va_end(list);
  return count;
}

static int formatToStream(Stream* stream, const char* text, va_list list) {
  Sink sink = {cleave_stream(stream), 0, 0, 0};
  if (!sink.stream->writes) return cleave_append_byte(sink.stream, 0);  // which fails
  return format(&sink, text, list);
}

WITH_FILES int vfprintf(Stream* stream, const char* text, va_list list) {
  return isOutput(stream) ? cleave_vm_vfprintf(stream, text, list) : formatToStream(stream, text, list);
}

WITH_FILES int fprintf(Stream* stream, const char* text, ...) {
  va_list list;
  va_start(list, text);
  const int count = isOutput(stream) ? cleave_vm_vfprintf(stream, text, list) : formatToStream(stream, text, list);
  va_end(list);
  return count;
}
