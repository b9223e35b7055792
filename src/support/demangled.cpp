#include "support/demangled.h"

#include <cstddef>
#include <cstdlib>
#include <memory>

// Declared here: <cxxabi.h> is libc++abi's where LLVM's headers are looked at first and that is installed, which contradicts libstdc++'s.
namespace __cxxabiv1 {
extern "C" char* __cxa_demangle(const char* symbol, char* buffer, std::size_t* length, int* status);
}

namespace cleave {

std::optional<std::string> demangled(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(__cxxabiv1::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), std::free);
  if (status != 0 || text == nullptr) return std::nullopt;
  return text.get();
}

}  // namespace cleave
