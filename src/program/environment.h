// Functions of the environment: declared and called, without a body in either version, a model or a builtin. A call of one is an
// observation, and its answer an input. frontend/environment.h finds them and gives them bodies; the input plan has the answers
// (inputs/environment_answers.cpp); reports read the log of calls (program/environment_log.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cleave::program {

inline constexpr uint64_t kEnvironmentAnswers = 4;  // calls of a function that have an answer; the next one ends the run
inline constexpr uint64_t kEnvironmentWords = 256;  // of the log (models/environment.c)
inline constexpr uint64_t kEnvironmentText = 64;    // bytes of a string or buffer that are compared
inline constexpr uint64_t kEnvironmentBytes = 16;   // bytes of a buffer that an answer fills
inline constexpr uint64_t kEnvironmentNumbers = 24; // of an object behind a pointer

inline constexpr const char* kEnvironmentBody = "cleave_environment.";  // and the function's name: the linker's name of its body
inline constexpr const char* kEnvironmentGlobal = "cleave_input.user.environment.";

inline std::string environmentGlobal(std::string_view part) { return kEnvironmentGlobal + std::string(part); }
inline std::string environmentAnswers(std::string_view function) { return environmentGlobal("answers." + std::string(function)); }

// A number in an object, or a pointer, of which is shown whether it is null.
struct EnvironmentNumber {
  std::string name;  // ".ai_family", "[2]", ""
  std::string type;
  uint64_t offset = 0;
  unsigned bits = 0;
  bool isFloat = false;
  bool isSigned = false;
  bool isPointer = false;
  bool operator==(const EnvironmentNumber&) const = default;
};

// What stands behind a pointer that is passed or returned.
struct EnvironmentPointee {
  enum class Kind : uint8_t {
    Token,   // nobody looks into it: equal only to itself
    Text,    // a string that ends with its terminator
    Bytes,   // as many as another argument says
    Object,  // one of its type
  };
  Kind kind = Kind::Token;
  bool isConst = false;     // it is not written
  bool isOutput = false;    // what was there before does not matter
  uint64_t size = 0;        // Object; Bytes: of each element
  uint32_t length = 0;      // Bytes: the parameter that says how many elements
  std::vector<EnvironmentNumber> numbers;          // Object
  std::vector<EnvironmentPointee> target;          // Object that is a pointer: what it leads to afterwards (one; empty: null)
  uint64_t answer = 0;                             // where it stands in an answer, if it is written
  bool operator==(const EnvironmentPointee&) const = default;
};

struct EnvironmentValue {
  enum class Kind : uint8_t { None, Number, Pointer } kind = Kind::None;
  EnvironmentNumber number;  // Number
  EnvironmentPointee behind;  // Pointer
  bool operator==(const EnvironmentValue&) const = default;
};

// What the user says of it.
enum class EnvironmentUse : uint8_t {
  Event,    // a call shows, in order
  Ignored,  // a call does not show
  Pure,     // equal arguments, equal result; a call does not show
  Stop,     // a call shows, and the run ends there
};

struct EnvironmentFunction {
  std::string name;     // the linker's
  std::string display;  // as the source says, without parameters
  uint64_t number = 0;  // in the log: the same in both versions
  EnvironmentValue result;
  std::vector<EnvironmentValue> parameters;
  bool variadic = false;
  bool noReturn = false;
  bool setsErrno = false;
  EnvironmentUse use = EnvironmentUse::Event;
  // An answer: errno, the result, then what is written; each at a multiple of 8 bytes.
  uint64_t errnoAt = 0;
  uint64_t resultAt = 0;
  uint64_t answerSize = 0;
  bool operator==(const EnvironmentFunction&) const = default;
};

// Pure functions: their arguments and results at so many places, and the result elsewhere.
inline constexpr uint64_t kPurePlaces = 4;

}  // namespace cleave::program
