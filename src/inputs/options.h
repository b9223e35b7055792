// What a user may say about the inputs of an entry: on the command line, or in a plan file (toml.h). What is not said is chosen by type.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace cleave::inputs {

// What stands behind a pointer.
enum class Behind {
  Elements,  // so many values of its type
  String,    // bytes with a terminator behind them
  Bytes,     // so many bytes, whatever the type says
  Opaque,    // an object that nobody can look into
};
std::optional<Behind> parseBehind(const std::string& word);
const char* toText(Behind behind);

struct PointerOptions {
  std::optional<Behind> behind;
  std::optional<uint64_t> bound;  // elements, or bytes of a string without its terminator
  std::optional<bool> null;       // whether null is a choice
  std::string length;             // the parameter that says how many there are; "" none said, "-" none
};

inline constexpr uint64_t kMostBound = 256;     // elements behind a pointer, or bytes
inline constexpr uint64_t kMostFunctions = 64;  // that a function pointer may point to

enum class Globals { Inputs, Fixed };

struct Options {
  std::map<std::string, PointerOptions> pointers;            // by the pointer's path: "p", "p->name", "table[0]"
  std::vector<std::pair<std::string, std::string>> aliases;  // pointer parameters that may point to the same object
  bool aliasAny = false;                                     // all pointers of compatible types may overlap
  std::optional<Globals> globals;                            // default: inputs; for main: fixed
  std::optional<std::string> argv;                           // of main: words; `?` a string, `%d` a number
  std::optional<uint64_t> stdinBytes;
  std::string stdinTemplate;  // a text with `?` for a byte
  std::string assume;         // a C expression over parameters and globals

  std::string tag;           // in the names of the globals that the harness adds, so that entries do not share them
  uint64_t elements = 4;     // behind a pointer
  uint64_t stringBytes = 8;  // without the terminator
  uint64_t words = 3;        // of argv
  unsigned depth = 2;        // pointers in structs that are followed, one behind the other
  uint64_t functions = 4;    // that a function pointer may point to
  // Instead of `depth`: of the pointers in structs these alone are followed, by Plan::CutPointer::way.
  std::optional<std::set<std::string>> followed;
};

}  // namespace cleave::inputs
