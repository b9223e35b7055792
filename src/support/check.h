// CHECK: an invariant of our own code. It stays on in release builds, because a verifier that goes on after its own mistake is worse than
// one that stops. It throws InternalError, which only tools/ catches (exit status 70); nobody else may swallow it.
// Not for bad input (see expected.h) and not for "the analysis did not decide" (a value with a reason).
#pragma once

#include <stdexcept>
#include <string>

namespace cleave {

class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

[[noreturn]] void checkFailed(const char* condition, const char* file, int line, const std::string& message);

}  // namespace cleave

#define CHECK(condition, message)                                       \
  do {                                                                  \
    if (!(condition)) [[unlikely]]                                      \
      ::cleave::checkFailed(#condition, __FILE__, __LINE__, (message)); \
  } while (false)

// For code after an exhaustive switch, where the compiler cannot see that nothing falls through.
#define UNREACHABLE(message) ::cleave::checkFailed("unreachable", __FILE__, __LINE__, (message))
