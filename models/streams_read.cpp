// What streams read, as far as headers leave it to the binary of the C++ library: numbers, words, lines, and characters that are skipped.
#include "streams.h"

namespace std {

enum State : unsigned { kBad = 1, kEnd = 2, kFail = 4 };
enum { kMostOfNumber = 63 };

// --- characters, one by one; -1 is the end

static int fromTable(Buffer* buffer, int slot) {
  using Read = int(Buffer*);
  return reinterpret_cast<Read*>(const_cast<void*>(buffer->table[slot]))(buffer);
}

static int look(Buffer* buffer) {
  return buffer->getAt < buffer->getEnd ? static_cast<unsigned char>(*buffer->getAt) : fromTable(buffer, kReadSlot);
}

static int take(Buffer* buffer) {
  return buffer->getAt < buffer->getEnd ? static_cast<unsigned char>(*buffer->getAt++) : fromTable(buffer, kTakeSlot);
}

// Leaves the one that stands there behind.
static int next(Buffer* buffer) { return take(buffer) == -1 ? -1 : look(buffer); }

static int look(InIterator& at) {
  if (at.buffer == nullptr) return -1;
  const int c = look(at.buffer);
  if (c == -1) at.buffer = nullptr;
  return c;
}

static int next(InIterator& at) {
  take(at.buffer);
  at.c = -1;
  return look(at);
}

// --- numbers

static int digitOf(int c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

struct Range {
  unsigned long most, least;  // least: how far below zero
  bool isSigned;
};

static InIterator integer(InIterator at, const RawIos& io, unsigned& error, Range range, unsigned long& value) {
  const unsigned told = io.flags & (kDec | kOct | kHex);
  unsigned long base = told == kOct ? 8 : told == kHex ? 16 : 10, digits = 0;
  int c = look(at);
  const bool isNegative = c == '-';
  if (c == '-' || c == '+') c = next(at);
  bool hasZero = false;
  while (c != -1) {  // zeros, and what they say of the base
    if (c == '0' && (!hasZero || base == 10)) {
      hasZero = true;
      ++digits;
      if (told == 0) base = 8;
      if (base == 8) digits = 0;
    } else if (hasZero && (c == 'x' || c == 'X') && (told == 0 || base == 16)) {
      base = 16;
      hasZero = false;
      digits = 0;
    } else {
      break;
    }
    c = next(at);
    if (!hasZero) break;
  }
  const unsigned long most = isNegative && range.isSigned ? range.least : range.most;
  unsigned long result = 0;
  bool isTooLarge = false;
  for (; c != -1; c = next(at)) {
    const int digit = digitOf(c);
    if (digit < 0 || static_cast<unsigned long>(digit) >= base) break;
    if (result > most / base) {
      isTooLarge = true;
      continue;
    }
    result *= base;
    isTooLarge = isTooLarge || result > most - static_cast<unsigned long>(digit);
    result += static_cast<unsigned long>(digit);
    ++digits;
  }
  if (digits == 0 && !hasZero) {
    value = 0;
    error = kFail;
  } else if (isTooLarge) {
    value = isNegative && range.isSigned ? -most : most;
    error = kFail;
  } else {
    value = isNegative ? -result : result;
  }
  if (c == -1) error |= kEnd;
  return at;
}

InIterator getLong(const void*, InIterator at, InIterator, RawIos& io, unsigned& error, long& value) {
  unsigned long number;
  at = integer(at, io, error, {~0ul >> 1, 1ul << 63, true}, number);
  value = static_cast<long>(number);
  return at;
}
InIterator getUnsignedLong(const void*, InIterator at, InIterator, RawIos& io, unsigned& error, unsigned long& value) {
  return integer(at, io, error, {~0ul, 0, false}, value);
}
InIterator getUnsignedInt(const void*, InIterator at, InIterator, RawIos& io, unsigned& error, unsigned& value) {
  unsigned long number;
  at = integer(at, io, error, {~0u, 0, false}, number);
  value = static_cast<unsigned>(number);
  return at;
}
InIterator getUnsignedShort(const void*, InIterator at, InIterator, RawIos& io, unsigned& error, unsigned short& value) {
  unsigned long number;
  at = integer(at, io, error, {0xffff, 0, false}, number);
  value = static_cast<unsigned short>(number);
  return at;
}

InIterator getTruth(const void*, InIterator at, InIterator end, RawIos& io, unsigned& error, bool& value) {
  if ((io.flags & kBoolAlpha) != 0) cleave_vm_unfinished("unsupported: a stream reads a truth value as a word");
  long number;
  at = getLong(nullptr, at, end, io, error, number);
  value = number != 0;
  if (number != 0 && number != 1) {
    error = kFail;
    if (look(at) == -1) error |= kEnd;
  }
  return at;
}

// The characters of a number, as far as it could be one. Zeros in front count as one.
static InIterator realText(InIterator at, char* text, unsigned& error) {
  unsigned long length = 0;
  const auto add = [&](int c) {
    if (length == kMostOfNumber) cleave_vm_unfinished("limit of 63 characters of a number that a stream reads");
    text[length++] = static_cast<char>(c);
  };
  int c = look(at);
  if (c == '-' || c == '+') {
    add(c);
    c = next(at);
  }
  bool hasDigit = false, hasPoint = false, hasExponent = false;
  for (; c == '0'; c = next(at)) {
    if (!hasDigit) add(c);
    hasDigit = true;
  }
  while (c != -1) {
    if (c >= '0' && c <= '9') {
      hasDigit = true;
      add(c);
    } else if (c == '.' && !hasPoint && !hasExponent) {
      hasPoint = true;
      add(c);
    } else if ((c == 'e' || c == 'E') && !hasExponent && hasDigit) {
      hasExponent = true;
      add('e');
      c = next(at);
      if (c != '+' && c != '-') continue;
      add(c);
    } else {
      break;
    }
    c = next(at);
  }
  text[length] = 0;
  if (c == -1) error |= kEnd;
  return at;
}

template <class T>
static void toReal(const char* text, T most, T (*convert)(const char*, char**), unsigned& error, T& value) {
  char* end;
  value = convert(text, &end);
  if (end == text || *end != 0) {
    value = 0;
  } else if (value > most) {
    value = most;
  } else if (value < -most) {
    value = -most;
  } else {
    return;
  }
  error |= kFail;
}

InIterator getFloat(const void*, InIterator at, InIterator, RawIos&, unsigned& error, float& value) {
  char text[kMostOfNumber + 1];
  at = realText(at, text, error);
  toReal(text, __FLT_MAX__, strtof, error, value);
  return at;
}
InIterator getDouble(const void*, InIterator at, InIterator, RawIos&, unsigned& error, double& value) {
  char text[kMostOfNumber + 1];
  at = realText(at, text, error);
  toReal(text, __DBL_MAX__, strtod, error, value);
  return at;
}

// --- words, lines, characters

static RawIos& baseOf(RawIn* in) {
  constexpr int kToBase = -3;  // in front of what the table points to
  return *reinterpret_cast<RawIos*>(reinterpret_cast<char*>(in) + reinterpret_cast<long>(in->table[kToBase]));
}

static Buffer* bufferOf(RawIos& io) { return reinterpret_cast<Buffer*>(io.buffer); }

[[noreturn]] void __throw_ios_failure(const char*);

static void add(RawIos& io, unsigned state) {
  io.state |= state | (io.buffer == nullptr ? kBad : 0);
  if ((io.exceptions & io.state) != 0) __throw_ios_failure("basic_ios::clear");
}

// As before each thing that is read. False: nothing can be.
static bool begin(RawIos& io, bool skips) {
  if (io.state == 0 && skips && (io.flags & kSkipWhite) != 0) {
    int c = look(bufferOf(io));
    while (c != -1 && isspace(c)) c = next(bufferOf(io));
    if (c == -1) add(io, kEnd | kFail);
  }
  if (io.state == 0) return true;
  add(io, kFail);
  return false;
}

// std::string: memory of its own, or its room for 15 characters.
struct Text {
  char* data;
  unsigned long size;
  union {
    char own[16];
    unsigned long capacity;
  };
};

static void clear(Text& text) {
  text.size = 0;
  text.data[0] = 0;
}

static void append(Text& text, int c) {
  const unsigned long capacity = text.data == text.own ? sizeof text.own - 1 : text.capacity;
  if (text.size == capacity) {
    char* const more = static_cast<char*>(operator new(2 * capacity + 1));
    memcpy(more, text.data, text.size);
    if (text.data != text.own) operator delete(text.data);
    text.data = more;
    text.capacity = 2 * capacity;
  }
  text.data[text.size++] = static_cast<char>(c);
  text.data[text.size] = 0;
}

RawIn* readWord(RawIn* in, Text* text) asm("_ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE");
RawIn* readWord(RawIn* in, Text* text) {
  RawIos& io = baseOf(in);
  unsigned state = kFail;
  if (begin(io, true)) {
    clear(*text);
    const unsigned long most = io.width > 0 ? static_cast<unsigned long>(io.width) : ~0ul >> 1;
    int c = look(bufferOf(io));
    unsigned long count = 0;
    for (; count < most && c != -1 && !isspace(c); ++count) {
      append(*text, c);
      c = next(bufferOf(io));
    }
    io.width = 0;
    state = (count == 0 ? kFail : 0) | (count < most && c == -1 ? kEnd : 0);
  }
  if (state != 0) add(io, state);
  return in;
}

RawIn* readLine(RawIn* in, Text* text, char end)
    asm("_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EES4_");
RawIn* readLine(RawIn* in, Text* text, char end) {
  RawIos& io = baseOf(in);
  unsigned state = kFail;
  if (begin(io, false)) {
    clear(*text);
    int c = look(bufferOf(io));
    bool isEmpty = true;
    for (; c != -1 && c != static_cast<unsigned char>(end); isEmpty = false) {
      append(*text, c);
      c = next(bufferOf(io));
    }
    state = c != -1 ? 0 : isEmpty ? kEnd | kFail : kEnd;
    if (c != -1) take(bufferOf(io));
  }
  if (state != 0) add(io, state);
  return in;
}

RawIn* readLineTo(RawIn* in, char* to, long room, char end) asm("_ZNSi7getlineEPclc");
RawIn* readLineTo(RawIn* in, char* to, long room, char end) {
  RawIos& io = baseOf(in);
  in->taken = 0;
  unsigned state = 0;
  if (begin(io, false)) {
    int c = look(bufferOf(io));
    for (; in->taken + 1 < room && c != -1 && c != static_cast<unsigned char>(end); ++in->taken) {
      *to++ = static_cast<char>(c);
      c = next(bufferOf(io));
    }
    if (c == -1) {
      state = kEnd;
    } else if (c == static_cast<unsigned char>(end)) {
      ++in->taken;
      take(bufferOf(io));
    } else {
      state = kFail;
    }
  }
  if (room > 0) *to = 0;
  if (in->taken == 0) state |= kFail;
  if (state != 0) add(io, state);
  return in;
}

// As far as `end`, which may be no character at all, and with it.
static RawIn* skip(RawIn* in, long count, int end) {
  RawIos& io = baseOf(in);
  in->taken = 0;
  if (count <= 0 || !begin(io, false)) {
    if (count <= 0) begin(io, false);
    return in;
  }
  const bool isEndless = count == static_cast<long>(~0ul >> 1);
  while (isEndless || in->taken < count) {
    const int c = take(bufferOf(io));
    if (c == -1) {
      add(io, kEnd);
      break;
    }
    ++in->taken;
    if (c == end) break;
  }
  return in;
}

RawIn* ignore(RawIn* in, long count) asm("_ZNSi6ignoreEl");
RawIn* ignore(RawIn* in, long count) { return skip(in, count, -2); }
RawIn* ignoreUpTo(RawIn* in, long count, int end) asm("_ZNSi6ignoreEli");
RawIn* ignoreUpTo(RawIn* in, long count, int end) { return skip(in, count, end); }

}  // namespace std
