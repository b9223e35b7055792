#include <nlohmann/json.hpp>

#include "report/json_parts.h"
#include "report/utf8.h"
#include "tests/suite.h"

namespace cleave::tests {

namespace {

constexpr size_t kManyInputs = 64;  // of more than these, those that are zero are left out

}  // namespace

// What `cleave explain --test` and `cleave reduce` read (driver/test_inputs.h), with what is expected beside.
std::string toJson(const Chosen& chosen, const Options& options) {
  using report::Json;
  Json tests = Json::array();
  for (const TestCase& test : chosen.cases) {
    Json input = Json::object();
    for (size_t k = 0; k < test.texts.size(); ++k)
      if (test.texts.size() <= kManyInputs || test.bits[k] != 0) input[report::validUtf8(test.entry->inputs[k].name)] = report::validUtf8(test.texts[k]);
    tests.push_back({{"name", test.suite + "_" + test.name},
                     {"entry", report::validUtf8(test.entry->name)},
                     {"kind", result::toText(test.kind)},
                     {"why", report::validUtf8(test.why)},
                     {"input", std::move(input)},
                     {"expect", nameOf(options.expect)},
                     {"shows", report::observationJson(test.expected)}});
  }
  return tests.dump(2) + "\n";
}

}  // namespace cleave::tests
