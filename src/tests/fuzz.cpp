#include "tests/fuzz.h"

#include <algorithm>

#include <fmt/format.h>

#include "report/utf8.h"
#include "support/text.h"
#include "tests/checks.h"
#include "tests/literal.h"
#include "tests/runtime_text.h"
#include "tests/setup.h"
#include "tests/sources.h"

namespace cleave::tests {

namespace {

using result::Call;
using result::CallFill;
using result::CallObject;
using result::CallType;
using result::CallTypeKind;
using result::CallValue;
using result::CallValueKind;
using result::kNowhere;

// The bytes that a target reads as this input: each input in turn, in whole bytes, lowest first.
std::string seedOf(const TestCase& test) {
  std::string seed;
  for (size_t k = 0; k < test.bits.size(); ++k)
    for (unsigned bit = 0; bit < test.entry->inputs[k].bits; bit += 8) seed += static_cast<char>(static_cast<unsigned char>(test.bits[k] >> bit));
  return seed;
}

// The target of one entry: memory is filled by offsets, since any bytes must do.
class Target {
 public:
  Target(const TestCase& first, bool declares, bool isCxx) : test_(first), call_(*first.call), isCxx_(isCxx), types_(call_, declares, isCxx), places_(call_, types_) {}

  std::string why() const {
    if (call_.isMain) return "main is a whole program: choose another format";
    if (call_.stdinObject != kNowhere) return "it reads stdin: choose another format";
    for (const result::CallWorld& each : call_.world)
      if (each.kind == result::CallWorldKind::Variable || each.kind == result::CallWorldKind::Zone) return "it reads the environment: choose another format";
    for (const result::Input& each : test_.entry->inputs)
      if (each.bits > 64) return "inputs of more than 64 bits";
    return why_;
  }

  std::string body() {
    inputs();
    for (size_t k = 0; k < call_.objects.size(); ++k) memory(k);
    for (size_t k = 0; k < call_.objects.size(); ++k) fill(k);
    for (const result::CallGlobal& each : call_.globals) places_.root(each.name, each.name, each.type);
    for (size_t k = 0; k < call_.arguments.size(); ++k) argument(call_.arguments[k], k);
    for (const result::CallWorld& each : call_.world)
      line(each.kind == result::CallWorldKind::Errno ? fmt::format("errno = (int)in[{}];", each.input) : fmt::format("srand((unsigned)in[{}]);", each.input));
    if (call_.result != kNowhere) places_.root("return", "result", call_.result);
    return text_;
  }

  std::string call() const {
    const bool isMethod = call_.isCxx && !call_.arguments.empty() && call_.arguments.front().name == "this";
    const std::string name = calledName(call_);
    if (!isMethod) return fmt::format("{}({})", name, join(passed_, ", "));
    const size_t scope = name.rfind("::");
    return fmt::format("{}->{}({})", passed_.front(), scope == std::string::npos ? name : name.substr(scope + 2), join(std::vector<std::string>(passed_.begin() + 1, passed_.end()), ", "));
  }

  Expectation expectation(const TestCase& test) const { return expectationOf(test, types_, places_, isCxx_); }
  std::string resultDeclaration() const {
    if (types_.isReference(call_.result)) return "auto *result = &";
    return (isCxx_ ? "auto result" : types_.declaration(call_.result, "result")) + " = ";
  }

 private:
  void line(const std::string& text) { text_ += "  " + text + "\n"; }

  void inputs() {
    const std::vector<result::Input>& all = test_.entry->inputs;
    line(fmt::format("unsigned long long in[{}];", std::max<size_t>(1, all.size())));
    line("const unsigned char *const seed = data;\n  const size_t seed_size = size;");
    for (size_t k = 0; k < all.size(); ++k)
      line(fmt::format("in[{}] = take(&data, &size, {}, {});  // {}", k, all[k].bits, all[k].isSigned && !all[k].isFloat ? 1 : 0, report::printable(all[k].name)));
    if (all.empty()) line("(void)in;");
    for (const result::CallLimit& each : call_.limits) {
      const uint64_t count = static_cast<uint64_t>(each.high) - static_cast<uint64_t>(each.low) + 1;
      if (count != 0 && each.input < all.size()) line(fmt::format("in[{0}] = {1}ull + (in[{0}] - {1}ull) % {2}ull;", each.input, static_cast<uint64_t>(each.low), count));
    }
  }

  std::string memoryOf(uint32_t object) const {
    const CallObject& given = call_.objects[object];
    return given.global.empty() ? fmt::format("object_{}", object) : "((unsigned char *)&" + given.global + ")";
  }

  void memory(size_t k) {
    const CallObject& object = call_.objects[k];
    if (!object.global.empty()) return;
    const std::string note = "  // " + report::printable(object.place);
    if (object.isHeap)
      line(fmt::format("unsigned char *object_{} = (unsigned char *)calloc(1, {});{}", k, std::max<uint64_t>(1, object.bytes), note));
    else
      line(fmt::format("{} unsigned char object_{}[{}] = {{0}};{}", isCxx_ ? "alignas(16)" : "_Alignas(16)", k, std::max<uint64_t>(1, object.bytes), note));
  }

  void fill(size_t k) {
    for (const CallFill& each : call_.objects[k].fills) {
      const std::string memory = memoryOf(static_cast<uint32_t>(k));
      if (each.value.kind == CallValueKind::Input || each.value.kind == CallValueKind::Constant)
        line(fmt::format("put_bits({}, {}, {}, {});", memory, 8 * each.offset + each.value.bitOffset, each.value.bits,
                         each.value.kind == CallValueKind::Constant ? fmt::format("{}ull", each.value.offset) : fmt::format("in[{}]", each.value.input)));
      else if (each.value.kind != CallValueKind::Loaded)
        line(fmt::format("put_pointer({} + {}, {});", memory, each.offset, pointer(each.value)));
    }
  }

  std::string pointer(const CallValue& value) {
    if (value.kind == CallValueKind::Global) {
      if (value.global.starts_with("vtable for ")) why_ = "objects of classes with virtual functions";
      return fmt::format("(const void *)((char *)&{} + {})", value.global, value.offset);
    }
    if (value.kind == CallValueKind::Function) {
      why_ = "functions are inputs: choose another format";
      return "NULL";
    }
    if (value.kind == CallValueKind::Loaded) return value.global;
    if (value.object == kNowhere) return "NULL";
    std::string text = value.offset == 0 ? fmt::format("(const void *){}", memoryOf(value.object)) : fmt::format("(const void *)({} + {})", memoryOf(value.object), value.offset);
    for (size_t k = value.instead.size(); k-- > 0;) {
      const CallValue::Instead& each = value.instead[k];
      const std::string base = each.object != kNowhere ? memoryOf(each.object) : "((unsigned char *)&" + each.global + ")";
      text = fmt::format("(in[{}] == {}ull ? (const void *)({} + {}) : {})", each.input, each.value, base, each.offset, text);
    }
    if (value.input == kNowhere) return text;
    return value.nullUpTo == UINT64_MAX ? fmt::format("((in[{}] & 1) != 0 ? NULL : {})", value.input, text)
                                        : fmt::format("(in[{}] <= {}ull ? NULL : {})", value.input, value.nullUpTo, text);
  }

  void argument(const result::CallArgument& each, size_t k) {
    const std::string variable = fmt::format("argument_{}", k + 1);
    if (each.byValue != kNowhere) {
      const std::string place = fmt::format("(*({})object_{})", types_.declaration(call_.objects[each.byValue].type, "*"), each.byValue);
      places_.root(each.name, place, call_.objects[each.byValue].type);
      passed_.push_back(place);
      return;
    }
    const CallType* type = types_.find(each.type);
    if (type == nullptr) {
      why_ = "the type of a parameter is not known";
      return;
    }
    places_.root(each.name, variable, each.type);
    const std::string input = each.value.kind == CallValueKind::Constant ? fmt::format("{}ull", each.value.offset) : fmt::format("in[{}]", each.value.input);
    if (type->kind == CallTypeKind::Pointer) {
      line(fmt::format("{} = ({}){};  // {}", types_.declaration(each.type, variable), types_.name(each.type), pointer(each.value), each.name));
      const bool isMoved = types_.isReference(each.type) && type->name.ends_with("&&");
      passed_.push_back(isMoved ? fmt::format("static_cast<{} &&>(*{})", types_.name(type->element), variable) : types_.isReference(each.type) ? "*" + variable : variable);
      return;
    }
    if (type->kind == CallTypeKind::Float)
      line(fmt::format("{} = {}({});  // {}", types_.declaration(each.type, variable), type->bytes == 4 ? "as_float" : "as_double", input, each.name));
    else
      line(fmt::format("{} = ({}){};  // {}", types_.declaration(each.type, variable), types_.name(each.type), input, each.name));
    if (!isInteger(*type) && (type->kind != CallTypeKind::Float || type->bytes > 8)) why_ = "values of type " + type->name + " cannot be written";
    passed_.push_back(variable);
  }

  const TestCase& test_;
  const Call& call_;
  bool isCxx_;
  TypeText types_;
  Places places_;
  std::string text_, why_;
  std::vector<std::string> passed_;
};

std::string checkOf(const Check& check) {
  if (check.style == Check::Style::Text) return fmt::format("EXPECTED(strcmp({}, {}) == 0);", check.actual, check.expected);
  return check.style == Check::Style::Equal ? fmt::format("EXPECTED({} == {});", check.actual, check.expected) : fmt::format("EXPECTED({});", check.actual);
}

class EntryFile {
 public:
  EntryFile(std::vector<TestCase> cases, const Options& options, std::string name, Suite& suite)
      : cases_(std::move(cases)), options_(options), name_(std::move(name)), suite_(suite), isCxx_(cases_.front().call->isCxx), sources_(cases_, options, isCxx_) {}

  void write() {
    const TestCase& first = cases_.front();
    Target target(first, !sources_.includes(first), isCxx_);
    std::string body = target.body(), why = target.why();
    for (const TestCase& each : cases_)
      if (why.empty()) why = sources_.declare(each);
    if (!why.empty()) {
      suite_.leftOut.push_back({first.entry->name, why});
      return;
    }
    for (const TestCase& each : cases_) seed(each, target);
    if (seeds_ == 0) return;
    const bool throws = isCxx_;
    body += fmt::format("  {}{}{};\n", throws && !usesResult_ ? "try { " : "", usesResult_ ? target.resultDeclaration() : "", target.call());
    if (throws && !usesResult_) body.replace(body.size() - 1, 1, " } catch (...) { }\n");
    if (usesErrno_) body += "  const int errno_after = errno;\n";
    body += "  (void)seed;\n  (void)seed_size;\n" + checks_;
    const std::string file = name_ + (isCxx_ ? ".cpp" : ".c");
    suite_.files.push_back({file, head(file) + headersText(isCxx_) + "\n" + sources_.text() + fuzzText() + "\n" + (isCxx_ ? "extern \"C\" " : "") +
                                      "int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);\n" + (isCxx_ ? "extern \"C\" " : "") +
                                      "int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {\n" + body + "  return 0;\n}\n"});
  }

 private:
  void seed(const TestCase& test, const Target& target) {
    const Expectation expected = target.expectation(test);
    if (expected.end != Expectation::kReturns) {
      suite_.leftOut.push_back({test.entry->name + ", " + test.name, "it ends the process, which ends the fuzzer"});
      return;
    }
    const std::string bytes = seedOf(test);
    suite_.files.push_back({name_ + "_corpus/" + test.name, bytes});
    ++seeds_;
    ++suite_.count;
    for (const std::string& each : test.comment) checks_ += "  // " + report::printable(each) + "\n";
    if (expected.checks.empty()) return;
    usesResult_ = usesResult_ || expected.usesResult;
    usesErrno_ = usesErrno_ || expected.usesErrno;
    checks_ += fmt::format("  if (seed_size == {} && memcmp(seed, {}, {}) == 0) {{\n", bytes.size(), stringLiteral(bytes), bytes.size());
    for (const Check& each : expected.checks) checks_ += "    " + checkOf(each) + "\n";
    checks_ += "  }\n";
  }

  std::string head(const std::string& file) const {
    std::string text = fmt::format("// A fuzz target made by `cleave tests` for {}: calls it with any bytes, and looks at what the version {} shows\n// where these are the bytes of a witness ({} of them, in {}_corpus).\n",
                                   report::printable(cases_.front().entry->name), nameOf(options_.expect), seeds_, name_);
    for (const std::string& each : sources_.included()) text += fmt::format("// Included as source: {} (another: -DCODE_UNDER_TEST='\"FILE\"')\n", each);
    text += "//\n";
    text += fmt::format("// {} -g -fsanitize=fuzzer,address {} {} -lm -o {}\n// ./{} {}_corpus -detect_leaks=0          (only the witnesses: -runs=0)\n\n", isCxx_ ? "clang++ -std=c++20 -fno-access-control" : "clang", file,
                        join(sources_.linked(), " "), name_, name_, name_);
    return text;
  }

  std::vector<TestCase> cases_;
  const Options& options_;
  std::string name_;
  Suite& suite_;
  bool isCxx_;
  Sources sources_;
  std::string checks_;
  size_t seeds_ = 0;
  bool usesResult_ = false, usesErrno_ = false;
};

}  // namespace

Suite writeFuzzTargets(const Chosen& chosen, const Options& options, const std::string& name) {
  Suite suite;
  suite.leftOut = chosen.leftOut;
  for (size_t k = 0; k < chosen.cases.size();) {
    std::vector<TestCase> cases;
    const result::EntryResult* entry = chosen.cases[k].entry;
    for (; k < chosen.cases.size() && chosen.cases[k].entry == entry; ++k) cases.push_back(chosen.cases[k]);
    const std::string own = name + "_" + cases.front().suite;
    EntryFile(std::move(cases), options, own, suite).write();
  }
  return suite;
}

}  // namespace cleave::tests
