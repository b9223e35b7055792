// What the headers of LLVM's C++ library (libc++) leave to its binary: sorted arrays of numbers, numbers as text and back, counts of shared
// pointers. Strings have the layout of its first ABI. Streams are not here.
extern "C" {
void* memcpy(void* to, const void* from, unsigned long size);
int snprintf(char* to, unsigned long capacity, const char* format, ...);
long strtol(const char* text, char** end, int base);
unsigned long strtoul(const char* text, char** end, int base);
double strtod(const char* text, char** end);
float strtof(const char* text, char** end);
int* __errno_location(void);
[[noreturn]] void cleave_vm_unfinished(const char* why) noexcept;
}

namespace std {

[[noreturn]] void __throw_invalid_argument(const char*);
[[noreturn]] void __throw_out_of_range(const char*);

namespace __1 {

// --- std::sort

// Of whole numbers it does not show in which way they were sorted; of zeros with signs it does.
template <class T>
static void sortNumbers(T* first, T* last) {
  for (T* each = first; each != last; ++each) {
    const T value = *each;
    T* at = each;
    for (; at != first && value < at[-1]; --at) *at = at[-1];
    *at = value;
  }
}

#define CLEAVE_SORT(name, type, symbol)              \
  void name(type* first, type* last, void*) asm(symbol); \
  void name(type* first, type* last, void*) { sortNumbers(first, last); }
CLEAVE_SORT(sortC, char, "_ZNSt3__16__sortIRNS_6__lessIccEEPcEEvT0_S5_T_")
CLEAVE_SORT(sortW, wchar_t, "_ZNSt3__16__sortIRNS_6__lessIwwEEPwEEvT0_S5_T_")
CLEAVE_SORT(sortA, signed char, "_ZNSt3__16__sortIRNS_6__lessIaaEEPaEEvT0_S5_T_")
CLEAVE_SORT(sortH, unsigned char, "_ZNSt3__16__sortIRNS_6__lessIhhEEPhEEvT0_S5_T_")
CLEAVE_SORT(sortS, short, "_ZNSt3__16__sortIRNS_6__lessIssEEPsEEvT0_S5_T_")
CLEAVE_SORT(sortT, unsigned short, "_ZNSt3__16__sortIRNS_6__lessIttEEPtEEvT0_S5_T_")
CLEAVE_SORT(sortI, int, "_ZNSt3__16__sortIRNS_6__lessIiiEEPiEEvT0_S5_T_")
CLEAVE_SORT(sortJ, unsigned, "_ZNSt3__16__sortIRNS_6__lessIjjEEPjEEvT0_S5_T_")
CLEAVE_SORT(sortL, long, "_ZNSt3__16__sortIRNS_6__lessIllEEPlEEvT0_S5_T_")
CLEAVE_SORT(sortM, unsigned long, "_ZNSt3__16__sortIRNS_6__lessImmEEPmEEvT0_S5_T_")
CLEAVE_SORT(sortX, long long, "_ZNSt3__16__sortIRNS_6__lessIxxEEPxEEvT0_S5_T_")
CLEAVE_SORT(sortY, unsigned long long, "_ZNSt3__16__sortIRNS_6__lessIyyEEPyEEvT0_S5_T_")

// --- strings of numbers

// Few characters stand in the string itself, behind twice their number; of others the lowest bit says that they stand elsewhere.
struct Characters {
  union {
    struct {
      unsigned char twice;
      char own[23];
    } few;
    struct {
      unsigned long capacityAndOne;
      unsigned long size;
      char* data;
    } many;
  };
  unsigned long size() const { return (few.twice & 1) != 0 ? many.size : few.twice / 2u; }
  const char* data() const { return (few.twice & 1) != 0 ? many.data : few.own; }
};

static void set(Characters* to, const char* text, unsigned long length) {
  const unsigned long most = sizeof to->few.own - 1;
  char* at = to->few.own;
  if (length <= most) {
    to->few.twice = static_cast<unsigned char>(2 * length);
  } else {
    const unsigned long room = (length + 16) / 16 * 16;
    at = static_cast<char*>(operator new(room));
    to->many.capacityAndOne = room | 1;
    to->many.size = length;
    to->many.data = at;
  }
  memcpy(at, text, length);
  at[length] = 0;
}

enum { kMostCharacters = 512 };

template <class T>
static void print(Characters* to, const char* format, T value) {
  char text[kMostCharacters];
  const int length = snprintf(text, sizeof text, format, value);
  if (length >= kMostCharacters) cleave_vm_unfinished("limit of 512 characters of std::to_string");
  set(to, text, static_cast<unsigned long>(length));
}

// A result of a class is made where the caller says: the first parameter.
#define CLEAVE_TO_STRING(name, type, format, symbol) \
  struct name {                                      \
    Characters characters;                           \
    ~name() {}                                       \
  };                                                 \
  name make##name(type value) asm(symbol);           \
  name make##name(type value) {                      \
    name result;                                     \
    print(&result.characters, format, value);        \
    return result;                                   \
  }
CLEAVE_TO_STRING(OfInt, int, "%d", "_ZNSt3__19to_stringEi")
CLEAVE_TO_STRING(OfUnsigned, unsigned, "%u", "_ZNSt3__19to_stringEj")
CLEAVE_TO_STRING(OfLong, long, "%ld", "_ZNSt3__19to_stringEl")
CLEAVE_TO_STRING(OfUnsignedLong, unsigned long, "%lu", "_ZNSt3__19to_stringEm")
CLEAVE_TO_STRING(OfLongLong, long long, "%lld", "_ZNSt3__19to_stringEx")
CLEAVE_TO_STRING(OfUnsignedLongLong, unsigned long long, "%llu", "_ZNSt3__19to_stringEy")
CLEAVE_TO_STRING(OfFloat, float, "%f", "_ZNSt3__19to_stringEf")
CLEAVE_TO_STRING(OfDouble, double, "%f", "_ZNSt3__19to_stringEd")

// --- numbers of strings

enum { kOutOfRange = 34 };

template <class T, class F>
static T parse(const Characters* text, unsigned long* index, F convert, const char* none, const char* tooLarge) {
  const char* const start = text->data();
  char* end;
  const int kept = *__errno_location();
  *__errno_location() = 0;
  const T value = convert(start, &end);
  const int error = *__errno_location();
  *__errno_location() = kept;
  if (error == kOutOfRange) __throw_out_of_range(tooLarge);
  if (end == start) __throw_invalid_argument(none);
  if (index != nullptr) *index = static_cast<unsigned long>(end - start);
  return value;
}

#define CLEAVE_SYMBOL(name, rest) "_ZNSt3__1" name "ERKNS_12basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEEEPm" rest
#define CLEAVE_INTEGER(name, type, convert, symbol)                                                                                       \
  type name(const Characters* text, unsigned long* index, int base) asm(CLEAVE_SYMBOL(symbol, "i"));                                      \
  type name(const Characters* text, unsigned long* index, int base) {                                                                     \
    return parse<type>(text, index, [base](const char* from, char** end) { return static_cast<type>(convert(from, end, base)); },         \
                       #name ": no conversion", #name ": out of range");                                                                  \
  }
CLEAVE_INTEGER(stol, long, strtol, "4stol")
CLEAVE_INTEGER(stoul, unsigned long, strtoul, "5stoul")
CLEAVE_INTEGER(stoll, long long, strtol, "5stoll")
CLEAVE_INTEGER(stoull, unsigned long long, strtoul, "6stoull")

int stoi(const Characters* text, unsigned long* index, int base) asm(CLEAVE_SYMBOL("4stoi", "i"));
int stoi(const Characters* text, unsigned long* index, int base) {
  unsigned long own = 0;
  const long value = parse<long>(text, &own, [base](const char* from, char** end) { return strtol(from, end, base); }, "stoi: no conversion", "stoi: out of range");
  if (value > __INT_MAX__ || value < -__INT_MAX__ - 1l) __throw_out_of_range("stoi: out of range");
  if (index != nullptr) *index = own;
  return static_cast<int>(value);
}

#define CLEAVE_REAL(name, type, convert, symbol)                                                                                   \
  type name(const Characters* text, unsigned long* index) asm(CLEAVE_SYMBOL(symbol, ""));                                         \
  type name(const Characters* text, unsigned long* index) {                                                                       \
    return parse<type>(text, index, [](const char* from, char** end) { return convert(from, end); }, #name ": no conversion",     \
                       #name ": out of range");                                                                                   \
  }
CLEAVE_REAL(stof, float, strtof, "4stof")
CLEAVE_REAL(stod, double, strtod, "4stod")

// --- shared pointers: of both counts one less is kept than there are

class __shared_count {
 public:
  virtual ~__shared_count();
  virtual void __on_zero_shared() noexcept = 0;
  long owners;
};
class __shared_weak_count : public __shared_count {
 public:
  ~__shared_weak_count() override;
  virtual const void* __get_deleter(const void*) const noexcept;
  virtual void __on_zero_shared_weak() noexcept = 0;
  void __release_weak() noexcept;
  __shared_weak_count* lock() noexcept;
  long others;
};

__shared_count::~__shared_count() {}
__shared_weak_count::~__shared_weak_count() {}
const void* __shared_weak_count::__get_deleter(const void*) const noexcept { return nullptr; }
void __shared_weak_count::__release_weak() noexcept {
  if (others-- == 0) __on_zero_shared_weak();
}
__shared_weak_count* __shared_weak_count::lock() noexcept {
  if (owners == -1) return nullptr;
  ++owners;
  return this;
}

}  // namespace __1
}  // namespace std
