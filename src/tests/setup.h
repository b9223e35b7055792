// The input of a test as declarations and assignments: objects, variables with the names of the parameters, globals, and the call itself.
//     static struct node list_next_object = {.value = 2};
//     static struct node list_object = {.value = 1, .next = &list_next_object};
//     struct node *list = &list_object;
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/cases.h"
#include "tests/places.h"
#include "tests/type_text.h"

namespace cleave::tests {

struct SetUp {
  std::vector<std::string> lines;
  std::string call;    // "f(a, *b)"
  std::string input;   // stdin, as a literal; empty: it is not read
  size_t inputSize = 0;
  bool needsChild = false;  // it changes what other tests would find
  bool needsHeap = false, needsErrno = false;
  std::string why;     // it cannot be written; empty: it can
};

// `isCxx`: of the test. `places` learns of the variables.
SetUp setUp(const TestCase& test, const TypeText& types, bool isCxx, Places& places);

// The name by which the function is called: without its parameters.
std::string calledName(const result::Call& call);
inline constexpr const char* kMain = "main_of_the_program";

}  // namespace cleave::tests
