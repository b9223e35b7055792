// What the models of the C++ runtime's exceptions share: the exception in memory, and the standard exception classes with the layout that
// the code of headers expects.
#pragma once

extern "C" {
struct Stream;
extern Stream* stderr;
void* malloc(unsigned long size);
void free(void* memory);
void* memcpy(void* to, const void* from, unsigned long size);
unsigned long strlen(const char* text);
int vsnprintf(char* to, unsigned long capacity, const char* format, __builtin_va_list arguments);
[[noreturn]] void abort() noexcept;
void cleave_vm_assume(const char* what) noexcept;
int cleave_vm_fputs(const char* text, Stream* stream) noexcept;
[[noreturn]] void cleave_vm_unfinished(const char* why) noexcept;
// An exception of this type leaves the entry.
[[noreturn]] void cleave_vm_threw(const void* object, const char* name, const char* shown, const char* bases) noexcept;
void cleave_vm_throws() noexcept;  // here one starts: the place goes into the outcome

// One per type that is thrown; src/frontend/exception_types.cpp makes them.
enum { kIsPointer = 1, kIsException = 2, kMayBeException = 4 };
struct ThrownType {
  int id;
  int flags;          // kIsPointer; kIsException: begins with a std::exception; kMayBeException: contains one elsewhere, or is not known
  const char* name;   // as type_info::name() says
  const char* shown;  // as the source says
  const char* bases;  // of the class, with theirs: handlers for them take it, too
};

struct Exception {
  const ThrownType* type;
  void (*destroy)(void*);
  void* adjusted;   // the object, or its base class that the handler is for
  long handlers;    // that it is in; negative: thrown again there
  int cleaned;      // destructors have run since it was thrown
  Exception* next;  // caught before this one, and still in a handler
  long unused[6];   // the object is aligned to 16 bytes, and 32 bytes before it nobody else's
};

extern int cleave_model_pending;        // an exception is on its way,
extern Exception* cleave_model_thrown;  // this one
extern int cleave_model_thrown_type;    // of this type
extern Exception* cleave_model_caught;  // the last one that is in a handler
extern int cleave_model_uncaught;

void* __cxa_begin_catch(void* unwound) noexcept;
void* __cxa_get_exception_ptr(void* unwound) noexcept;
}

namespace std {

[[noreturn]] void terminate() noexcept;

template <class>
struct char_traits;
template <class>
class allocator;
inline namespace __cxx11 {
template <class Char, class Traits, class Allocator>
class basic_string {
 public:
  Char* data;
  unsigned long size;
};
}  // namespace __cxx11
using string = basic_string<char, char_traits<char>, allocator<char>>;

class exception {
 public:
  exception() noexcept {}
  exception(const exception&) noexcept {}
  exception& operator=(const exception&) noexcept { return *this; }
  virtual ~exception() noexcept;
  virtual const char* what() const noexcept;
};

#define CLEAVE_PLAIN_EXCEPTION(name, base)     \
  class name : public base {                   \
   public:                                     \
    name() noexcept {}                         \
    virtual ~name() noexcept;                  \
    virtual const char* what() const noexcept; \
  };
CLEAVE_PLAIN_EXCEPTION(bad_exception, exception)
CLEAVE_PLAIN_EXCEPTION(bad_alloc, exception)
CLEAVE_PLAIN_EXCEPTION(bad_array_new_length, bad_alloc)
CLEAVE_PLAIN_EXCEPTION(bad_cast, exception)
CLEAVE_PLAIN_EXCEPTION(bad_function_call, exception)
CLEAVE_PLAIN_EXCEPTION(bad_typeid, exception)

// A text that copies of an exception share; a count of them stands before its characters.
class SharedText {
 public:
  SharedText(const char* text, unsigned long length);
  SharedText(const SharedText& other) noexcept;
  SharedText(SharedText&& other) noexcept;  // leaves an empty one behind
  SharedText& operator=(SharedText other) noexcept;
  ~SharedText();
  const char* characters() const { return characters_; }

 private:
  char* characters_;
};

#define CLEAVE_ROOT_ERROR(name)                  \
  class name : public exception {                \
    SharedText text_;                            \
                                                 \
   public:                                       \
    explicit name(const string& text);           \
    explicit name(const char* text);             \
    name(const name& other) noexcept;            \
    name(name&& other) noexcept;                 \
    name& operator=(const name& other) noexcept; \
    name& operator=(name&& other) noexcept;      \
    virtual ~name() noexcept;                    \
    virtual const char* what() const noexcept;   \
  };
CLEAVE_ROOT_ERROR(logic_error)
CLEAVE_ROOT_ERROR(runtime_error)

#define CLEAVE_ERROR(name, base)       \
  class name : public base {           \
   public:                             \
    explicit name(const string& text); \
    explicit name(const char* text);   \
    virtual ~name() noexcept;          \
  };
CLEAVE_ERROR(domain_error, logic_error)
CLEAVE_ERROR(invalid_argument, logic_error)
CLEAVE_ERROR(length_error, logic_error)
CLEAVE_ERROR(out_of_range, logic_error)
CLEAVE_ERROR(range_error, runtime_error)
CLEAVE_ERROR(overflow_error, runtime_error)
CLEAVE_ERROR(underflow_error, runtime_error)

}  // namespace std
