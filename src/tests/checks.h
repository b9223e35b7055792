// What a run of a test must show, from the observation of a version.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/cases.h"
#include "tests/places.h"
#include "tests/type_text.h"

namespace cleave::tests {

struct Check {
  enum class Style { Equal, Text, Holds } style = Style::Holds;  // actual == expected; the same for strings; actual is a condition
  std::string actual;
  std::string expected = {};
};

struct ExpectedFile {
  std::string name;
  std::optional<std::string> text;  // none: it is not there
};

struct Expectation {
  static constexpr int kReturns = -1, kSignal = 256;
  int end = kReturns;  // or the exit status, or kSignal + the signal
  std::vector<Check> checks;
  bool usesResult = false, usesErrno = false;
  std::string exception;  // its type; empty: none
  std::vector<Check> ofException;
  std::optional<std::string> out, err;
  std::vector<ExpectedFile> files;
  bool tellsApart = false;         // the other version shows something else in what is checked
  std::vector<std::string> unseen;  // what differs, and cannot be checked
  bool needsChild() const { return end != kReturns || out || err || !files.empty(); }
};

// `isCxx`: of the test.
Expectation expectationOf(const TestCase& test, const TypeText& types, const Places& places, bool isCxx);

}  // namespace cleave::tests
