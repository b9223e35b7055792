// Inputs that users bring along, as JSON: tests to be reduced, an input to be explained. A test is an object of values by the names of the
// input cells:
//     {"n": 3, "s": "ab", "p": null, "xs": [1, 2], "c": "'x'", "y": "0x80000000"}
// Numbers, truth values, strings with C literals; for arrays of characters a text, for arrays a list, for pointers null. Cells that are not
// named are zero, and pointers not null. A document is one of:
//     a test, a list of tests, an object of tests by name; tests may be wrapped as {"name": ..., "input": {...}};
//     the result of `cleave diff --json` (the witness of each partition, named "partition 3") or of `cleave signature --json`.
#pragma once

#include <string>
#include <vector>

#include "explore/entry.h"
#include "expr/pool.h"
#include "support/expected.h"

namespace cleave::driver {

struct TestInput {
  std::string name;
  std::string json;        // the values, as they were written
  std::string entry = {};  // that it is an input of; empty: not said
};

// `where` is the file, for errors.
Expected<std::vector<TestInput>> parseTests(const std::string& document, const std::string& where);

// The same of a file, or of an object that is given itself: {"i": 0}.
Expected<std::vector<TestInput>> readTests(const std::string& fileOrObject);

// NAME=VALUE words.
Expected<TestInput> inputOfWords(const std::vector<std::string>& words);

Expected<expr::Assignment> toAssignment(const vm::InputSpace& plan, const TestInput& test, size_t symbolCount);

}  // namespace cleave::driver
