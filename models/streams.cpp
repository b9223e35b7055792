// What the headers of streams leave to the binary of the C++ library: the base of all streams, locales, the standard streams, and how
// numbers are written. There is one locale, the classic one. Objects and tables have the layout that code of headers expects, and are there
// from the start.
//
// Not here, and the end of a run: facets other than of characters and numbers, locales by name.
#include "streams.h"

namespace std {

// --- locales

locale::facet::~facet() {}

[[noreturn]] void __throw_ios_failure(const char*) { cleave_vm_unfinished("unsupported: an exception of a stream"); }

// --- the base of all streams

ios_base::ios_base() noexcept
    : precision(0), width(0), flags(0), exceptions(0), state(0), callbacks(nullptr), zero{}, local{}, words(8), word(local) {}

void ios_base::_M_init() noexcept {
  precision = 6;
  width = 0;
  flags = kSkipWhite | kDec;
}

ios_base::~ios_base() {
  if (callbacks != nullptr || word != local) cleave_vm_unfinished("unsupported: callbacks and words of a stream");
}

// --- numbers that are written

static bool isOf(const Buffer* buffer, Stream*& stream);
static void sayHowTheyFormat();

static OutIterator put(OutIterator to, const char* text, unsigned long length) {
  if (to.failed) return to;
  using Write = long(Buffer*, const char*, long);
  auto* write = reinterpret_cast<Write*>(const_cast<void*>(to.buffer->table[kWriteSlot]));
  if (write(to.buffer, text, static_cast<long>(length)) != static_cast<long>(length)) to.failed = true;
  return to;
}

enum { kMostDigits = 512 };

// With fill characters, where the flags want them.
static OutIterator padded(OutIterator to, ios_base& io, char fill, const char* text, unsigned long length) {
  const unsigned long width = io.width > 0 ? static_cast<unsigned long>(io.width) : 0;
  io.width = 0;
  if (width <= length) return put(to, text, length);
  const unsigned adjust = io.flags & (kLeft | kInternal);
  unsigned long head = 0;  // what stands before the fill characters
  if (adjust == kLeft) head = length;
  if (adjust == kInternal) {
    if (text[0] == '-' || text[0] == '+') head = 1;
    if (text[head] == '0' && length > head + 1 && (text[head + 1] == 'x' || text[head + 1] == 'X')) head += 2;
  }
  to = put(to, text, head);
  for (unsigned long k = length; k < width; ++k) to = put(to, &fill, 1);
  return put(to, text + head, length - head);
}

// The conversion of printf that means the same.
static void conversion(char* format, const ios_base& io, bool isSigned, bool isPointer) {
  const unsigned base = io.flags & (kDec | kOct | kHex);
  char* end = format;
  *end++ = '%';
  const bool isDecimal = base != kOct && base != kHex;
  if ((io.flags & kShowSign) != 0 && isSigned && isDecimal) *end++ = '+';
  if ((io.flags & kShowBase) != 0 && !isDecimal) *end++ = '#';
  *end++ = 'l';
  *end++ = base == kOct ? 'o' : base == kHex ? (io.flags & kUpper) != 0 && !isPointer ? 'X' : 'x' : isSigned ? 'd' : 'u';
  *end = 0;
}

static OutIterator integer(OutIterator to, ios_base& io, char fill, unsigned long value, bool isSigned) {
  char format[8], text[kMostDigits];
  conversion(format, io, isSigned, false);
  Stream* stream = nullptr;
  if (!to.failed && io.width == 0 && isOf(to.buffer, stream)) {  // as one conversion, whatever the number is
    sayHowTheyFormat();
    fprintf(stream, format, value);
    return to;
  }
  const int length = snprintf(text, sizeof text, format, value);
  return padded(to, io, fill, text, static_cast<unsigned long>(length));
}

static OutIterator real(OutIterator to, ios_base& io, char fill, double value) {
  const unsigned kind = io.flags & (kFixed | kScientific);
  char format[8], text[kMostDigits];
  char* end = format;
  *end++ = '%';
  if ((io.flags & kShowSign) != 0) *end++ = '+';
  if ((io.flags & kShowPoint) != 0) *end++ = '#';
  const bool hasPrecision = kind != (kFixed | kScientific);
  if (hasPrecision) {
    *end++ = '.';
    *end++ = '*';
  }
  const char letter = kind == kFixed ? 'f' : kind == kScientific ? 'e' : kind == 0 ? 'g' : 'a';
  *end++ = (io.flags & kUpper) != 0 ? static_cast<char>(letter - 'a' + 'A') : letter;
  *end = 0;
  const int precision = static_cast<int>(io.precision);
  const int length = hasPrecision ? snprintf(text, sizeof text, format, precision, value) : snprintf(text, sizeof text, format, value);
  if (length >= kMostDigits) cleave_vm_unfinished("limit of 512 characters of a number that a stream writes");
  return padded(to, io, fill, text, static_cast<unsigned long>(length));
}

static OutIterator putTruth(const void*, OutIterator to, ios_base& io, char fill, bool value) {
  if ((io.flags & kBoolAlpha) == 0) return integer(to, io, fill, value, true);
  const char* text = value ? "true" : "false";
  const unsigned adjust = io.flags;
  io.flags &= ~kInternal;  // which means to the right here
  to = padded(to, io, fill, text, strlen(text));
  io.flags = adjust;
  return to;
}
static OutIterator putLong(const void*, OutIterator to, ios_base& io, char fill, long value) {
  return integer(to, io, fill, static_cast<unsigned long>(value), true);
}
static OutIterator putUnsigned(const void*, OutIterator to, ios_base& io, char fill, unsigned long value) {
  return integer(to, io, fill, value, false);
}
static OutIterator putDouble(const void*, OutIterator to, ios_base& io, char fill, double value) { return real(to, io, fill, value); }
static void notSupported() { cleave_vm_unfinished("unsupported: a function of streams that has no model"); }

// --- characters

static char upper(const void*, char c) { return static_cast<char>(toupper(static_cast<unsigned char>(c))); }
static char lower(const void*, char c) { return static_cast<char>(tolower(static_cast<unsigned char>(c))); }
static char same(const void*, char c) { return c; }
static char sameOr(const void*, char c, char) { return c; }
static const char* copied(const void*, const char* from, const char* end, char* to) {
  memcpy(to, from, static_cast<unsigned long>(end - from));
  return end;
}
static const char* copiedOr(const void*, const char* from, const char* end, char, char* to) { return copied(nullptr, from, end, to); }

struct TypeInfo {
  const void* kind;
  const char* name;
  const void* base;
};
extern "C" {
extern const void* const oneBase[4] asm("_ZTVN10__cxxabiv120__si_class_type_infoE");
extern const char facetType asm("_ZTINSt6locale5facetE");
extern const TypeInfo ctypeType asm("_ZTISt5ctypeIcE");
const TypeInfo ctypeType = {oneBase + 2, "St5ctypeIcE", &facetType};
locale::id ctypeId asm("_ZNSt5ctypeIcE2idE");

// Of templates: the program's own are taken where it has them.
#define CLEAVE_WEAK(type, name, symbol) \
  extern type name asm(symbol);         \
  __attribute__((weak)) type name
CLEAVE_WEAK(const TypeInfo, numPutType, "_ZTISt7num_putIcSt19ostreambuf_iteratorIcSt11char_traitsIcEEE") = {oneBase + 2, "St7num_put",
                                                                                                            &facetType};
CLEAVE_WEAK(const TypeInfo, numGetType, "_ZTISt7num_getIcSt19istreambuf_iteratorIcSt11char_traitsIcEEE") = {oneBase + 2, "St7num_get",
                                                                                                            &facetType};
CLEAVE_WEAK(locale::id, numPutId, "_ZNSt7num_putIcSt19ostreambuf_iteratorIcSt11char_traitsIcEEE2idE");
CLEAVE_WEAK(locale::id, numGetId, "_ZNSt7num_getIcSt19istreambuf_iteratorIcSt11char_traitsIcEEE2idE");
}

#define CLEAVE_FUNCTION(f) reinterpret_cast<const void*>(f)
#define CLEAVE_NONE CLEAVE_FUNCTION(notSupported)

static const void* const ctypeTable[] = {nullptr,
                                         &ctypeType,
                                         CLEAVE_NONE,
                                         CLEAVE_NONE,
                                         CLEAVE_FUNCTION(upper),
                                         CLEAVE_NONE,
                                         CLEAVE_FUNCTION(lower),
                                         CLEAVE_NONE,
                                         CLEAVE_FUNCTION(same),
                                         CLEAVE_FUNCTION(copied),
                                         CLEAVE_FUNCTION(sameOr),
                                         CLEAVE_FUNCTION(copiedOr)};
static const void* const numPutTable[] = {nullptr,
                                          &numPutType,
                                          CLEAVE_NONE,
                                          CLEAVE_NONE,
                                          CLEAVE_FUNCTION(putTruth),
                                          CLEAVE_FUNCTION(putLong),
                                          CLEAVE_FUNCTION(putUnsigned),
                                          CLEAVE_FUNCTION(putLong),
                                          CLEAVE_FUNCTION(putUnsigned),
                                          CLEAVE_FUNCTION(putDouble),
                                          CLEAVE_NONE,
                                          CLEAVE_NONE};
static const void* const numGetTable[] = {nullptr,
                                          &numGetType,
                                          CLEAVE_NONE,
                                          CLEAVE_NONE,
                                          CLEAVE_FUNCTION(getTruth),
                                          CLEAVE_FUNCTION(getLong),
                                          CLEAVE_FUNCTION(getUnsignedShort),
                                          CLEAVE_FUNCTION(getUnsignedInt),
                                          CLEAVE_FUNCTION(getUnsignedLong),
                                          CLEAVE_FUNCTION(getLong),
                                          CLEAVE_FUNCTION(getUnsignedLong),
                                          CLEAVE_FUNCTION(getFloat),
                                          CLEAVE_FUNCTION(getDouble),
                                          CLEAVE_NONE,
                                          CLEAVE_NONE};

#define CLEAVE_4(n) static_cast<char>(n), static_cast<char>((n) + 1), static_cast<char>((n) + 2), static_cast<char>((n) + 3)
#define CLEAVE_16(n) CLEAVE_4(n), CLEAVE_4((n) + 4), CLEAVE_4((n) + 8), CLEAVE_4((n) + 12)
#define CLEAVE_64(n) CLEAVE_16(n), CLEAVE_16((n) + 16), CLEAVE_16((n) + 32), CLEAVE_16((n) + 48)
#define CLEAVE_ALL CLEAVE_64(0), CLEAVE_64(64), CLEAVE_64(128), CLEAVE_64(192)

extern "C" const unsigned short cleave_model_classes[384];
static Characters cleave_model_characters = {
    ctypeTable + 2, 1, nullptr, false, nullptr, nullptr, cleave_model_classes + 128, 1, {CLEAVE_ALL}, {CLEAVE_ALL}, 1};

static const Facet numPut = {numPutTable + 2, 1}, numGet = {numGetTable + 2, 1};

static const void* const facets[] = {&cleave_model_characters, &numPut, &numGet};
static const locale::Facets classicFacets = {1, facets, 3, nullptr, nullptr};

unsigned long locale::id::_M_id() const noexcept {
  if (this == &ctypeId) return 0;
  if (this == &numPutId) return 1;
  if (this == &numGetId) return 2;
  cleave_vm_unfinished("unsupported: a facet of a locale other than of characters and numbers");
}

locale::locale() noexcept : all(&classicFacets) {}
locale::locale(const locale& other) noexcept : all(other.all) {}
locale::~locale() noexcept {}
const locale& locale::operator=(const locale& other) noexcept {
  all = other.all;
  return *this;
}
bool locale::operator==(const locale& other) const noexcept { return all == other.all; }
static const locale::Facets* const classicLocale = &classicFacets;
const locale& locale::classic() { return reinterpret_cast<const locale&>(classicLocale); }

template <class>
class ctype;
template <>
class ctype<char> {
 public:
  void _M_widen_init() const;
};
void ctype<char>::_M_widen_init() const {}  // they are widened from the start

// --- the standard streams

static void sayHowTheyFormat() {
  cleave_vm_assume("std::cout, std::cerr and std::clog format as at the start of a program, and how they are left is not compared");
}

static long writeTo(Stream* stream, const char* text, long count) {
  sayHowTheyFormat();
  return count <= 0 ? 0 : static_cast<long>(fwrite(text, 1, static_cast<unsigned long>(count), stream));
}
static int putTo(Stream* stream, int c) {
  sayHowTheyFormat();
  return c == -1 ? 0 : fputc(static_cast<unsigned char>(c), stream);
}

static long writeOut(Buffer*, const char* text, long count) { return writeTo(stdout, text, count); }
static long writeErr(Buffer*, const char* text, long count) { return writeTo(stderr, text, count); }
static int putOut(Buffer*, int c) { return putTo(stdout, c); }
static int putErr(Buffer*, int c) { return putTo(stderr, c); }
static int syncOut(Buffer*) { return fflush(stdout); }
static int syncErr(Buffer*) { return fflush(stderr); }

static const void* const outTable[] = {nullptr,
                                       nullptr,
                                       CLEAVE_NONE,
                                       CLEAVE_NONE,
                                       CLEAVE_NONE,
                                       CLEAVE_NONE,
                                       CLEAVE_NONE,
                                       CLEAVE_NONE,
                                       CLEAVE_FUNCTION(syncOut),
                                       CLEAVE_NONE,
                                       CLEAVE_NONE,
                                       CLEAVE_NONE,
                                       CLEAVE_NONE,
                                       CLEAVE_NONE,
                                       CLEAVE_FUNCTION(writeOut),
                                       CLEAVE_FUNCTION(putOut)};
static const void* const errTable[] = {nullptr,
                                       nullptr,
                                       CLEAVE_NONE,
                                       CLEAVE_NONE,
                                       CLEAVE_NONE,
                                       CLEAVE_NONE,
                                       CLEAVE_NONE,
                                       CLEAVE_NONE,
                                       CLEAVE_FUNCTION(syncErr),
                                       CLEAVE_NONE,
                                       CLEAVE_NONE,
                                       CLEAVE_NONE,
                                       CLEAVE_NONE,
                                       CLEAVE_NONE,
                                       CLEAVE_FUNCTION(writeErr),
                                       CLEAVE_FUNCTION(putErr)};

static RawBuffer cleave_model_out = {outTable + 2, {}, {&classicFacets}}, cleave_model_err = {errTable + 2, {}, {&classicFacets}};

static bool isOf(const Buffer* buffer, Stream*& stream) {
  const void* const place = buffer;
  if (place == &cleave_model_out) stream = stdout;
  if (place == &cleave_model_err) stream = stderr;
  return stream != nullptr;
}

// Of stdin each character is taken when it is asked for.
static int cleave_model_taken = -1;
static int lookIn(Buffer*) {
  const int c = fgetc(stdin);
  return c == -1 ? c : ungetc(c, stdin);
}
static int takeIn(Buffer*) { return cleave_model_taken = fgetc(stdin); }
static long takeManyIn(Buffer*, char* to, long count) {
  const long taken = count <= 0 ? 0 : static_cast<long>(fread(to, 1, static_cast<unsigned long>(count), stdin));
  cleave_model_taken = taken > 0 ? static_cast<unsigned char>(to[taken - 1]) : -1;
  return taken;
}
static int putBackIn(Buffer*, int c) {
  if (c == -1) c = cleave_model_taken;
  cleave_model_taken = -1;
  return c == -1 ? c : ungetc(c, stdin);
}
static int syncIn(Buffer*) { return 0; }
static long showMore(Buffer*) { return 0; }
static const void* const inBufferTable[] = {nullptr,
                                            nullptr,
                                            CLEAVE_NONE,
                                            CLEAVE_NONE,
                                            CLEAVE_NONE,
                                            CLEAVE_NONE,
                                            CLEAVE_NONE,
                                            CLEAVE_NONE,
                                            CLEAVE_FUNCTION(syncIn),
                                            CLEAVE_FUNCTION(showMore),
                                            CLEAVE_FUNCTION(takeManyIn),
                                            CLEAVE_FUNCTION(lookIn),
                                            CLEAVE_FUNCTION(takeIn),
                                            CLEAVE_FUNCTION(putBackIn),
                                            CLEAVE_NONE,
                                            CLEAVE_NONE};
static RawBuffer cleave_model_in = {inBufferTable + 2, {}, {&classicFacets}};

static const void* const inTable[] = {reinterpret_cast<const void*>(16), nullptr, nullptr, CLEAVE_NONE, CLEAVE_NONE};
static const void* const streamTable[] = {reinterpret_cast<const void*>(8), nullptr, nullptr, CLEAVE_NONE, CLEAVE_NONE};
static const void* const streamBaseTable[] = {reinterpret_cast<const void*>(-8), reinterpret_cast<const void*>(-8), nullptr, CLEAVE_NONE,
                                              CLEAVE_NONE};

extern "C" {
extern RawOut standardOut asm("_ZSt4cout");
extern RawOut standardErr asm("_ZSt4cerr");
extern RawOut standardLog asm("_ZSt4clog");
extern RawIn standardIn asm("_ZSt3cin");
}
#define CLEAVE_BASE(self, flags, tie, buffer) \
  {streamBaseTable + 3,                       \
   6,                                         \
   0,                                         \
   flags,                                     \
   0,                                         \
   0,                                         \
   nullptr,                                   \
   {},                                        \
   {},                                        \
   8,                                         \
   (self).base.local,                         \
   {&classicFacets},                          \
   tie,                                       \
   ' ',                                       \
   true,                                      \
   buffer,                                    \
   &cleave_model_characters,                  \
   &numPut,                                   \
   &numGet}
RawOut standardOut = {streamTable + 3, CLEAVE_BASE(standardOut, kSkipWhite | kDec, nullptr, &cleave_model_out)};
RawOut standardErr = {streamTable + 3, CLEAVE_BASE(standardErr, kSkipWhite | kDec | kUnitBuffer, &standardOut, &cleave_model_err)};
RawOut standardLog = {streamTable + 3, CLEAVE_BASE(standardLog, kSkipWhite | kDec, nullptr, &cleave_model_err)};
RawIn standardIn = {inTable + 3, 0, CLEAVE_BASE(standardIn, kSkipWhite | kDec, &standardOut, &cleave_model_in)};

// What is buffered where is nobody's business here; natively a program that says false may mix the text of std::cout and of printf otherwise.
bool keepTogether(bool) asm("_ZNSt8ios_base15sync_with_stdioEb");
bool keepTogether(bool) {
  cleave_vm_assume("text that goes to stdout through std::cout and through printf keeps its order");
  return true;
}

}  // namespace std
