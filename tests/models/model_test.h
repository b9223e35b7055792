// What the tests of the models share: the models' symbols, random arguments, and memory that ends where an argument ends.
#pragma once

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

extern "C" int model_cleave_model_errno;

namespace cleave::modeltest {

// How many calls of each function, and which: bench/models asks for more, and for others.
inline uint64_t setting(const char* name, uint64_t usual) {
  const char* text = std::getenv(name);
  return text == nullptr ? usual : std::strtoull(text, nullptr, 10);
}
inline const int kCalls = static_cast<int>(setting("CLEAVE_MODEL_CALLS", 10'000));

// A model gave up (cleave_vm_unfinished).
struct Unfinished : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Draw {
 public:
  explicit Draw(uint64_t seed) : engine_(seed + 1000 * setting("CLEAVE_MODEL_SEED", 0)) {}
  uint64_t bits() { return engine_(); }
  size_t below(size_t limit) { return engine_() % limit; }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <class T, size_t n>
  const T& of(const T (&list)[n]) {
    return list[below(n)];
  }
  // Integers near the ends of the types, small ones, and any.
  int64_t integer() {
    static const int64_t kEnds[] = {0,         1,         -1,        INT8_MIN,  INT8_MAX,  INT16_MIN,
                                    INT16_MAX, INT32_MIN, INT32_MAX, INT64_MIN, INT64_MAX, UINT32_MAX};
    if (chance(30)) return static_cast<int64_t>(static_cast<uint64_t>(of(kEnds)) + below(3) - 1);
    if (chance(40)) return static_cast<int64_t>(below(200)) - 100;
    return static_cast<int64_t>(bits() >> below(64));
  }
  double real() {
    static const double kEnds[] = {0.0, -0.0, 1,   -1, 0.5, 1e300, 1e-300, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308,
                                   0.1, 1e15, 1e16};
    if (chance(20)) return of(kEnds);
    if (chance(10)) return chance(50) ? __builtin_inf() : -__builtin_inf();
    if (chance(5)) return __builtin_nan("");
    if (chance(40)) return static_cast<double>(integer()) / static_cast<double>(1 + below(1000));
    const uint64_t pattern = bits();
    double value;
    std::memcpy(&value, &pattern, sizeof value);
    return value;
  }
  // A text of few different letters, so that things are found.
  std::string text(size_t most, std::string_view letters = "abAB \t.,\xe4") {
    std::string result;
    for (size_t n = below(most + 1); n > 0; --n) result += letters[below(letters.size())];
    return result;
  }

 private:
  std::mt19937_64 engine_;
};

// Every text of up to so many of these letters, the empty one first.
inline std::vector<std::string> allTexts(std::string_view letters, size_t most) {
  std::vector<std::string> texts{""};
  for (size_t first = 0, length = 1; length <= most; ++length) {
    const size_t end = texts.size();
    for (; first < end; ++first)
      for (const char letter : letters) texts.push_back(texts[first] + letter);
  }
  return texts;
}

// Bytes at the very end of a page; the next page cannot be touched, so reading on crashes.
class Guarded {
 public:
  Guarded() : pages_(static_cast<char*>(mmap(nullptr, 3 * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {
    mprotect(pages_ + 2 * kPage, kPage, PROT_NONE);
  }
  ~Guarded() { munmap(pages_, 3 * kPage); }
  Guarded(const Guarded&) = delete;
  // With its terminator.
  char* put(const std::string& text) { return putBytes(text.c_str(), text.size() + 1); }
  char* putBytes(const void* bytes, size_t size) {
    char* at = pages_ + 2 * kPage - size;
    std::memcpy(at, bytes, size);
    return at;
  }

 private:
  static constexpr size_t kPage = 4096;
  char* pages_;
};

// A function of which the compiler knows nothing: it would move the calls of some across errno.
template <class Function>
Function hidden(Function function) {
  asm volatile("" : "+r"(function));
  return function;
}

// The real function and the model on the same arguments, errno compared. `call` gets true for the model and returns something comparable.
template <class Call>
void expectSame(Call call, const std::string& what) {
  errno = 0;
  const auto real = call(false);
  const int realError = errno;
  model_cleave_model_errno = 0;
  const auto model = call(true);
  ASSERT_EQ(real, model) << what;
  ASSERT_EQ(realError, model_cleave_model_errno) << what;
}

}  // namespace cleave::modeltest
