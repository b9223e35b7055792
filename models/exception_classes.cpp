// The standard exception classes, as far as headers leave them to the library: a vptr, and for most of them a text.
#include "exceptions.h"

namespace std {

exception::~exception() noexcept {}
const char* exception::what() const noexcept { return "std::exception"; }

#define CLEAVE_PLAIN(name)  \
  name::~name() noexcept {} \
  const char* name::what() const noexcept { return "std::" #name; }
CLEAVE_PLAIN(bad_exception)
CLEAVE_PLAIN(bad_alloc)
CLEAVE_PLAIN(bad_array_new_length)
CLEAVE_PLAIN(bad_cast)
CLEAVE_PLAIN(bad_typeid)

bad_function_call::~bad_function_call() noexcept {}
const char* bad_function_call::what() const noexcept { return "bad_function_call"; }

namespace {

constexpr unsigned long kCountBytes = 8;

long& countOf(char* characters) { return *reinterpret_cast<long*>(characters - kCountBytes); }

}  // namespace

SharedText::SharedText(const char* text, unsigned long length) {
  characters_ = static_cast<char*>(malloc(kCountBytes + length + 1)) + kCountBytes;
  countOf(characters_) = 1;
  memcpy(characters_, text, length);
  characters_[length] = 0;
}

SharedText::SharedText(const SharedText& other) noexcept : characters_(other.characters_) { countOf(characters_)++; }

SharedText::SharedText(SharedText&& other) noexcept : SharedText("", 0) {
  char* const taken = other.characters_;
  other.characters_ = characters_;
  characters_ = taken;
}

SharedText& SharedText::operator=(SharedText other) noexcept {
  char* const taken = other.characters_;
  other.characters_ = characters_;
  characters_ = taken;
  return *this;
}

SharedText::~SharedText() {
  if (--countOf(characters_) == 0) free(characters_ - kCountBytes);
}

#define CLEAVE_ROOT(name)                                                                                        \
  name::name(const string& text) : text_(text.data, text.size) {}                                                \
  name::name(const char* text) : text_(text, strlen(text)) {}                                                    \
  name::name(const name& other) noexcept : exception(other), text_(other.text_) {}                               \
  name::name(name&& other) noexcept : exception(other), text_(static_cast<SharedText&&>(other.text_)) {}         \
  name& name::operator=(const name& other) noexcept { return text_ = other.text_, *this; }                       \
  name& name::operator=(name&& other) noexcept { return text_ = static_cast<SharedText&&>(other.text_), *this; } \
  name::~name() noexcept {}                                                                                      \
  const char* name::what() const noexcept { return text_.characters(); }
CLEAVE_ROOT(logic_error)
CLEAVE_ROOT(runtime_error)

#define CLEAVE_DERIVED(name, base)               \
  name::name(const string& text) : base(text) {} \
  name::name(const char* text) : base(text) {}   \
  name::~name() noexcept {}
CLEAVE_DERIVED(domain_error, logic_error)
CLEAVE_DERIVED(invalid_argument, logic_error)
CLEAVE_DERIVED(length_error, logic_error)
CLEAVE_DERIVED(out_of_range, logic_error)
CLEAVE_DERIVED(range_error, runtime_error)
CLEAVE_DERIVED(overflow_error, runtime_error)
CLEAVE_DERIVED(underflow_error, runtime_error)

}  // namespace std
