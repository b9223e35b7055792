// How the streams of GCC's C++ library are laid out, as the code of its headers expects it: the base of all streams, buffers, locales.
// streams.cpp has the objects and what is written, streams_read.cpp what is read.
#pragma once

extern "C" {
struct Stream;
extern Stream* stdout;
extern Stream* stderr;
extern Stream* stdin;
extern const unsigned short** __ctype_b_loc(void);
void* memcpy(void* to, const void* from, unsigned long size);
unsigned long strlen(const char* text);
int snprintf(char* to, unsigned long capacity, const char* format, ...);
int fprintf(Stream* stream, const char* format, ...);
unsigned long fwrite(const void* from, unsigned long size, unsigned long count, Stream* stream);
int fputc(int c, Stream* stream);
int fgetc(Stream* stream);
int ungetc(int c, Stream* stream);
unsigned long fread(void* to, unsigned long size, unsigned long count, Stream* stream);
double strtod(const char* text, char** end);
float strtof(const char* text, char** end);
int isspace(int c);
int fflush(Stream* stream);
int toupper(int c);
int tolower(int c);
void free(void* memory);
void cleave_vm_assume(const char* what) noexcept;
[[noreturn]] void cleave_vm_unfinished(const char* why) noexcept;
}

namespace std {

// --- locales

class locale {
 public:
  class facet {
   public:
    virtual ~facet();
    int references = 1;
  };
  class id {
   public:
    unsigned long _M_id() const noexcept;
    unsigned long index;
  };
  struct Facets {
    int references;
    const void* const* facets;
    unsigned long count;
    void* caches;
    void* names;
  };

  locale() noexcept;
  locale(const locale&) noexcept;
  ~locale() noexcept;
  const locale& operator=(const locale&) noexcept;
  bool operator==(const locale&) const noexcept;
  static const locale& classic();

  const Facets* all;
};

// --- the base of all streams

class ios_base {
 public:
  virtual ~ios_base();
  ios_base() noexcept;
  void _M_init() noexcept;

  struct Callbacks;
  struct Word {
    void* pointer;
    long number;
  };
  long precision;
  long width;
  unsigned flags;
  unsigned exceptions;
  unsigned state;
  Callbacks* callbacks;
  Word zero;
  Word local[8];
  int words;
  Word* word;
  locale place;
};

enum Flag : unsigned {
  kBoolAlpha = 1,
  kDec = 1 << 1,
  kFixed = 1 << 2,
  kHex = 1 << 3,
  kInternal = 1 << 4,
  kLeft = 1 << 5,
  kOct = 1 << 6,
  kScientific = 1 << 8,
  kShowBase = 1 << 9,
  kShowPoint = 1 << 10,
  kShowSign = 1 << 11,
  kSkipWhite = 1 << 12,
  kUnitBuffer = 1 << 13,
  kUpper = 1 << 14
};

// --- buffers, and which functions of their tables are called here

struct Buffer {
  const void* const* table;
  char *getFrom, *getAt, *getEnd, *putFrom, *putAt, *putEnd;
  locale place;
};
enum { kReadSlot = 9, kTakeSlot = 10, kWriteSlot = 12 };

struct InIterator {
  Buffer* buffer;  // null: at the end
  int c;
};
struct OutIterator {
  Buffer* buffer;
  bool failed;
};

// --- streams as they lie in memory

struct RawLocale {
  const locale::Facets* all;
};
struct RawBuffer {
  const void* const* table;
  char* area[6];
  RawLocale place;
};
// std::ctype<char>; what it remembers of widened characters, all of them are.
struct Characters {
  const void* const* table;
  int references;
  const void* cLocale;
  bool isOwner;
  const int* toUpper;
  const int* toLower;
  const unsigned short* classes;
  char isWidened;
  char widened[256];
  char narrowed[256];
  char isNarrowed;
};
struct Facet {
  const void* const* table;
  int references;
};
struct RawOut;

// std::basic_ios: in std::ostream and std::istream it is a virtual base, and stands behind their own members.
struct RawIos {
  const void* const* table;
  long precision;
  long width;
  unsigned flags;
  unsigned exceptions;
  unsigned state;
  void* callbacks;
  ios_base::Word zero;
  ios_base::Word local[8];
  int words;
  ios_base::Word* word;
  RawLocale place;
  RawOut* tie;
  char fill;
  bool isFillSet;
  RawBuffer* buffer;
  const Characters* characters;
  const Facet* put;
  const Facet* get;
};
struct RawOut {
  const void* const* table;
  RawIos base;
};
struct RawIn {
  const void* const* table;
  long taken;  // by the last call that is not formatted
  RawIos base;
};
static_assert(sizeof(RawOut) == 272 && sizeof(RawIn) == 280, "not the layout of std::ostream and std::istream");

// --- what is read (streams_read.cpp)

InIterator getTruth(const void*, InIterator at, InIterator, RawIos& io, unsigned& error, bool& value);
InIterator getLong(const void*, InIterator at, InIterator, RawIos& io, unsigned& error, long& value);
InIterator getUnsignedShort(const void*, InIterator at, InIterator, RawIos& io, unsigned& error, unsigned short& value);
InIterator getUnsignedInt(const void*, InIterator at, InIterator, RawIos& io, unsigned& error, unsigned& value);
InIterator getUnsignedLong(const void*, InIterator at, InIterator, RawIos& io, unsigned& error, unsigned long& value);
InIterator getFloat(const void*, InIterator at, InIterator, RawIos& io, unsigned& error, float& value);
InIterator getDouble(const void*, InIterator at, InIterator, RawIos& io, unsigned& error, double& value);

}  // namespace std
