// How an entry is called in the source, and where its inputs stand there: parameters, objects behind pointers, globals, with the types of all
// that. With it a witness can be written down as a program, without the analysis (`cleave tests`). Mirrors docs/json.md.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cleave::result {

inline constexpr uint32_t kNowhere = UINT32_MAX;

enum class CallTypeKind : uint8_t { Void, Bool, Char, Int, Enum, Float, Pointer, Array, Struct, Union, Function, Unknown };
inline constexpr uint8_t kCallTypeKinds = 12;

struct CallMember {
  std::string name;  // empty: anonymous
  uint64_t offsetBits = 0;
  uint64_t sizeBits = 0;
  uint32_t type = kNowhere;
  bool isBitField = false;
  bool operator==(const CallMember&) const = default;
};

struct CallType {
  CallTypeKind kind = CallTypeKind::Unknown;
  std::string name;     // as the source writes it
  std::string aliased;  // of a typedef: what it stands for
  uint64_t bytes = 0;
  bool isSigned = false;
  uint32_t element = kNowhere;  // what a pointer points to, of what an array consists
  uint64_t count = 0;           // of an array
  std::vector<CallMember> members = {};
  bool operator==(const CallType&) const = default;
};

// What is put into a place, or passed.
enum class CallValueKind : uint8_t { Input, Pointer, Function, Global, Loaded, Constant };
inline constexpr uint8_t kCallValueKinds = 6;
struct CallValue {
  CallValueKind kind = CallValueKind::Input;
  uint32_t input = kNowhere;   // Input: which; Pointer: null where it is 1; Function: which one
  unsigned bits = 0;           // of the place; of a bit-field its own
  unsigned bitOffset = 0;      // of a bit-field, from the lowest bit of the place
  uint32_t object = kNowhere;  // Pointer: kNowhere is null
  struct Instead {             // Pointer: where it points when the input has this value; the first that holds counts
    uint32_t input = kNowhere;
    uint64_t value = 1;
    uint32_t object = kNowhere;
    std::string global = {};  // instead of an object, as the source says
    uint64_t offset = 0;
    bool operator==(const Instead&) const = default;
  };
  std::vector<Instead> instead = {};
  uint64_t nullUpTo = UINT64_MAX;  // Pointer: null when the input is a number up to this one; UINT64_MAX: there is none such
  std::vector<std::string> functions = {};  // as the source says; empty: null
  std::string global = {};                  // Global, Loaded
  uint64_t offset = 0;                      // Global; Constant: the number
  bool operator==(const CallValue&) const = default;
};

struct CallFill {
  uint64_t offset = 0;
  CallValue value;
  bool operator==(const CallFill&) const = default;
};

// Memory that holds inputs.
struct CallObject {
  std::string place;          // as C writes it: "*p", "p" of an array
  std::string global = {};    // of the program, as the source says; empty: the caller's own
  uint32_t type = kNowhere;   // of an element; kNowhere: bytes
  uint64_t count = 1;
  bool isArray = false;
  bool isHeap = false;        // it may be freed
  uint64_t extra = 0;         // elements of the flexible array at its end
  uint64_t bytes = 0;
  std::vector<CallFill> fills = {};  // where two overlap the later one counts
  bool operator==(const CallObject&) const = default;
};

struct CallArgument {
  std::string name;  // as inputs and observations speak of it
  uint32_t type = kNowhere;
  CallValue value;
  uint32_t byValue = kNowhere;  // the object whose bytes are passed
  bool operator==(const CallArgument&) const = default;
};

struct CallGlobal {
  std::string name;  // as the source says
  uint32_t type = kNowhere;
  bool isStatic = false;
  bool operator==(const CallGlobal&) const = default;
};

// What is set up in the world before the call.
enum class CallWorldKind : uint8_t { Errno, Seed, Variable, Zone };
inline constexpr uint8_t kCallWorldKinds = 4;
struct CallWorld {
  CallWorldKind kind = CallWorldKind::Errno;
  uint32_t input = kNowhere;  // Errno, Seed; Zone: minutes east of UTC
  std::string name = {};      // of a variable of the environment
  CallValue value = {};       // of that variable: a pointer
  bool operator==(const CallWorld&) const = default;
};

// A number that stands as decimal text in an object.
struct CallNumber {
  uint32_t object = kNowhere;
  uint64_t offset = 0;
  uint32_t input = kNowhere;
  bool operator==(const CallNumber&) const = default;
};

// Which values of an input are meant, by its own signedness.
struct CallLimit {
  uint32_t input = kNowhere;
  int64_t low = 0;
  int64_t high = 0;
  bool operator==(const CallLimit&) const = default;
};

struct Call {
  std::string function;  // as the source says: "ns::f(int)"; empty: nothing is known
  std::string file;
  bool isCxx = false;
  bool isStatic = false;
  bool isMain = false;
  bool isVariadic = false;
  bool startsFresh = false;  // global variables start with their initial values: a process can call it once
  uint32_t result = kNowhere;  // its type; kNowhere: void
  std::vector<CallArgument> arguments = {};
  std::vector<CallObject> objects = {};
  std::vector<CallGlobal> globals = {};
  std::vector<CallType> types = {};
  std::vector<CallWorld> world = {};
  std::vector<CallNumber> numbers = {};
  std::vector<CallLimit> limits = {};
  uint32_t stdinObject = kNowhere;
  uint32_t stdinLength = kNowhere;  // input
  std::string unsupported = {};     // why it cannot be written down as a program; empty: it can
  bool isKnown() const { return !function.empty(); }
  bool operator==(const Call&) const = default;
};

const char* toText(CallTypeKind kind);
const char* toText(CallValueKind kind);
const char* toText(CallWorldKind kind);

}  // namespace cleave::result
