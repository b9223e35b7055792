#include "tests/call_program.h"

#include <fmt/format.h>

#include "report/utf8.h"
#include "tests/literal.h"
#include "tests/places.h"
#include "tests/runtime_text.h"
#include "tests/setup.h"
#include "tests/type_text.h"

namespace cleave::tests {

Expected<std::string> callProgram(const TestCase& test, const std::string& source) {
  const result::Call& call = *test.call;
  if (!call.isKnown() || !call.unsupported.empty())
    return Error{call.unsupported.empty() ? "nothing is known of how it is called" : call.unsupported};
  if (call.isVariadic) return Error{"it takes a variable number of arguments"};
  const TypeText types(call, false, call.isCxx);
  Places places(call, types);
  const SetUp setup = setUp(test, types, call.isCxx, places);
  if (!setup.why.empty()) return Error{setup.why};
  if (!setup.input.empty()) return Error{"it reads stdin"};
  // Headers come behind the source, which may say what it wants of them.
  std::string text = fmt::format(
      "// {}\n// Compiled with the rest of the program, but for the file that is included here{}.\n#define main {}\n#include {}\n#undef "
      "main\n{}\n",
      report::printable(test.why), call.isCxx ? ", and with -fno-access-control, since what is private is filled in" : "", kMain, stringLiteral(source), headersText(call.isCxx));
  if (setup.needsHeap) text += heapText() + "\n";
  text += "int main(void) {\n";
  for (const std::string& each : setup.lines) text += "  " + each + "\n";
  return text + "  " + setup.call + ";\n  return 0;\n}\n";
}

}  // namespace cleave::tests
