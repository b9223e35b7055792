#include "tests/suite.h"

#include <algorithm>

#include <fmt/format.h>

#include "report/utf8.h"
#include "support/check.h"
#include "support/text.h"
#include "tests/checks.h"
#include "tests/fuzz.h"
#include "tests/literal.h"
#include "tests/runtime_text.h"
#include "tests/setup.h"
#include "tests/sources.h"

namespace cleave::tests {

namespace {

// One line of a comment, whatever it is made of.
std::string commented(std::string text) {
  text = report::printable(text);
  while (text.ends_with('\\')) text.pop_back();  // it would go on in the next line
  return "// " + text + "\n";
}

std::string checkText(const Check& check, Format format, bool isInChild) {
  const std::string equal = fmt::format("{} == {}", check.actual, check.expected);
  if (isInChild || format == Format::C) {
    if (check.style == Check::Style::Text) return fmt::format("EXPECTED(strcmp({}, {}) == 0);", check.actual, check.expected);
    return fmt::format("EXPECTED({});", check.style == Check::Style::Equal ? equal : check.actual);
  }
  if (format == Format::GoogleTest) {
    if (check.style == Check::Style::Text) return fmt::format("EXPECT_STREQ({}, {});", check.actual, check.expected);
    if (check.style == Check::Style::Equal) return fmt::format("EXPECT_EQ({}, {});", check.actual, check.expected);
    return fmt::format("EXPECT_TRUE({});", check.actual);
  }
  if (check.style == Check::Style::Text) return fmt::format("CHECK(std::string({}) == {});", check.actual, check.expected);
  // Frameworks take conditions apart at their operators.
  return check.style == Check::Style::Equal ? fmt::format("CHECK({});", equal) : fmt::format("CHECK(({}));", check.actual);
}

class Body {
 public:
  Body(const TestCase& test, bool declares, bool isCxx, Format format)
      : test_(test), format_(format), isCxx_(isCxx), types_(*test.call, declares, isCxx), places_(*test.call, types_) {
    setup_ = setUp(test, types_, isCxx, places_);
    expected_ = expectationOf(test, types_, places_, isCxx);
    if (test.kind == result::PartitionKind::Different && !expected_.tellsApart && setup_.why.empty())
      setup_.why = "it differs in " + (expected_.unseen.empty() ? "nothing that a test sees" : expected_.unseen.front() + ", which a test cannot see");
    if (!expected_.exception.empty() && !isCxx) setup_.why = "it throws";
    if (expected_.checks.empty() && expected_.exception.empty() && !expected_.needsChild() && setup_.why.empty() && !test.expected.values.empty() && isNothing())
      setup_.why = "nothing of what it shows can be checked";
  }

  const SetUp& setup() const { return setup_; }
  const Expectation& expected() const { return expected_; }
  // Other tests of the same process would be disturbed, or the other version may end it.
  bool isApart() const {
    return format_ == Format::C || setup_.needsChild || expected_.needsChild() || test_.call->isMain || test_.call->startsFresh ||
           (test_.other.outcome != "returned" && test_.other.outcome != test_.expected.outcome);
  }

  std::string text(bool isInChild) const {
    std::string text;
    for (const std::string& each : setup_.lines) text += "  " + each + "\n";
    text += callLines(isInChild);
    for (const Check& each : expected_.checks) text += "  " + checkText(each, format_, isInChild) + "\n";
    return text;
  }

 private:
  bool isNothing() const {
    return std::ranges::any_of(test_.expected.values, [&](const auto& each) { return !places_.find(each.first); }) && !expected_.unseen.empty();
  }

  std::string callLines(bool isInChild) const {
    const std::string& call = setup_.call;
    if (test_.call->isMain) return fmt::format("  exit({});\n", call);
    if (!expected_.exception.empty()) return throwing(isInChild);
    std::string text;
    if (!expected_.usesResult)
      text = fmt::format("  {};\n", call);
    else if (types_.isReference(test_.call->result))
      text = fmt::format("  auto *result = &{};\n", call);
    else
      text = fmt::format("  {} = {};\n", isCxx_ ? "auto result" : types_.declaration(test_.call->result, "result"), call);
    if (expected_.usesErrno) text += "  const int errno_after = errno;\n";
    return text;
  }

  std::string throwing(bool isInChild) const {
    const bool isNumber = !expected_.ofException.empty() && expected_.ofException.front().style == Check::Style::Equal;
    std::string text = fmt::format("  bool threw = false;\n  try {{\n    {};\n  }} catch ({}) {{\n    threw = true;\n", setup_.call,
                                   expected_.ofException.empty() ? "const " + expected_.exception + " &"
                                   : isNumber                    ? expected_.exception + " thrown"
                                                                 : "const " + expected_.exception + " &thrown");
    for (const Check& each : expected_.ofException) text += "    " + checkText(each, format_, isInChild) + "\n";
    return text + "  }\n  " + checkText({Check::Style::Holds, "threw"}, format_, isInChild) + "\n";
  }

  const TestCase& test_;
  Format format_;
  bool isCxx_;
  TypeText types_;
  Places places_;
  SetUp setup_;
  Expectation expected_;
};

std::string literalOrNull(const std::optional<std::string>& text) { return text ? stringLiteral(*text) : "NULL"; }

class SuiteWriter {
 public:
  SuiteWriter(const Chosen& chosen, const Options& options, std::string name)
      : chosen_(chosen), options_(options), name_(std::move(name)), isCxx_(usesCxx()), sources_(chosen.cases, options, isCxx_) {}

  Suite write() {
    suite_.leftOut = chosen_.leftOut;
    for (const TestCase& each : chosen_.cases) add(each);
    std::string text = head() + headersText(isCxx_) + frameworkText() + "\n" + sources_.text();
    if (needsChild_) text += childText() + "\n";
    if (needsHeap_) text += heapText() + "\n";
    text += tests_;
    if (options_.format == Format::C) text += mainText();
    suite_.files.push_back({fileName(), text});
    return std::move(suite_);
  }

 private:
  bool usesCxx() const {
    return options_.format != Format::C || std::ranges::any_of(chosen_.cases, [](const TestCase& each) { return each.call->isCxx; });
  }
  std::string fileName() const { return name_ + (isCxx_ ? ".cpp" : ".c"); }

  void leaveOut(const TestCase& test, const std::string& why) { suite_.leftOut.push_back({test.entry->name + ", " + spaced(test.name), why}); }
  static std::string spaced(std::string name) {
    std::ranges::replace(name, '_', ' ');
    return name;
  }

  void add(const TestCase& test) {
    const Body body(test, !sources_.includes(test), isCxx_, options_.format);
    std::string why = body.setup().why;
    if (why.empty()) why = sources_.declare(test);
    if (!why.empty()) return leaveOut(test, why);
    ++suite_.count;
    needsHeap_ = needsHeap_ || body.setup().needsHeap;
    std::string comment;
    for (const std::string& each : test.comment) comment += commented(each);
    if (body.isApart())
      apart(test, body, comment);
    else
      tests_ += comment + fmt::format("{} {{\n{}}}\n\n", testHead(test), body.text(false));
  }

  void apart(const TestCase& test, const Body& body, const std::string& comment) {
    needsChild_ = true;
    const std::string id = test.suite + "_" + test.name;
    const Expectation& expected = body.expected();
    tests_ += comment + fmt::format("static void {}_body(void) {{\n{}}}\n", id, body.text(true));
    if (!expected.files.empty()) {
      tests_ += fmt::format("static const struct expected_file {}_files[] = {{\n", id);
      for (const ExpectedFile& each : expected.files)
        tests_ += fmt::format("  {{{}, {}, {}}},\n", stringLiteral(each.name), literalOrNull(each.text), each.text ? each.text->size() : 0);
      tests_ += "};\n";
    }
    tests_ += fmt::format("static const struct expected_run {0}_run = {{{0}_body, {1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}, {9}}};\n", id, expected.end,
                          body.setup().input.empty() ? "NULL" : body.setup().input, body.setup().inputSize, literalOrNull(expected.out), literalOrNull(expected.err),
                          expected.out ? expected.out->size() : 0, expected.err ? expected.err->size() : 0, expected.files.empty() ? "NULL" : id + "_files", expected.files.size());
    const std::string shown = stringLiteral(test.entry->name + ", " + spaced(test.name));
    runs_.emplace_back(shown, id + "_run");
    if (options_.format == Format::C) {
      tests_ += "\n";
      return;
    }
    const std::string call = fmt::format("run_in_child({}, &{}_run)", shown, id);
    tests_ += fmt::format("{} {{ {} }}\n\n", testHead(test), options_.format == Format::GoogleTest ? fmt::format("EXPECT_EQ({}, 0);", call) : fmt::format("CHECK({} == 0);", call));
  }

  std::string testHead(const TestCase& test) const {
    if (options_.format == Format::GoogleTest) return fmt::format("TEST({}, {})", test.suite, test.name);
    return fmt::format("TEST_CASE({})", stringLiteral(test.entry->name + ", " + spaced(test.name)));
  }

  std::string frameworkText() const {
    switch (options_.format) {
      case Format::GoogleTest:
        return "#include <gtest/gtest.h>\n";
      case Format::Catch2:
        return "#if __has_include(<catch2/catch_all.hpp>)\n#include <catch2/catch_all.hpp>\n#else\n#define CATCH_CONFIG_MAIN\n#include <catch2/catch.hpp>\n#endif\n";
      case Format::Doctest:
        return "#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN\n#include <doctest/doctest.h>\n";
      case Format::C:
      case Format::LibFuzzer:
      case Format::Json:
        return "";
    }
    UNREACHABLE("no such format");
  }

  std::string mainText() const {
    std::string text = "int main(void) {\n  int failed = 0;\n";
    for (const auto& [shown, run] : runs_) text += fmt::format("  if (run_in_child({}, &{}) != 0) ++failed, printf(\"FAILED %s\\n\", {});\n", shown, run, shown);
    return text + fmt::format("  printf(\"%d of {0} tests passed\\n\", {0} - failed);\n  return failed != 0;\n}}\n", runs_.size());
  }

  std::string head() const {
    std::string text = commented(fmt::format("Tests made by `cleave tests`: {} from witnesses, with what the version {} shows.", suite_.count, nameOf(options_.expect)));
    if (!sources_.linked().empty()) text += commented("Declared here and linked: " + join(sources_.linked(), ", "));
    for (const std::string& each : sources_.included())
      text += commented(fmt::format("Included as source, for what is static or C++: {} (another: -DCODE_UNDER_TEST='\"FILE\"')", each));
    text += "//\n" + commandText();
    if (!suite_.leftOut.empty()) text += "//\n" + commented(fmt::format("Left out ({}):", suite_.leftOut.size()));
    for (const LeftOutTest& each : suite_.leftOut) text += commented("  " + each.name + ": " + each.why);
    return text + "\n";
  }

  std::string commandText() const {
    std::string objects, text;
    const std::string flags = sources_.hasMain() ? fmt::format(" -Dmain={}", kMain) : "";
    size_t k = 0;
    for (const std::string& file : sources_.linked()) {
      const std::string object = fmt::format("code{}.o", ++k);
      text += commented(fmt::format("cc{} -c {} -o {}", flags, file, object));
      objects += " " + object;
    }
    const char* libraries = options_.format == Format::GoogleTest ? " -lgtest -lgtest_main -pthread" : "";
    const char* compiler = isCxx_ ? "c++ -std=c++20 -fno-access-control" : "cc";
    text += commented(fmt::format("{} {}{}{} -lm -o {} && ./{}", compiler, fileName(), objects, libraries, name_, name_));
    if (options_.format == Format::Catch2) text += commented("(Catch2 3: with -lCatch2Main -lCatch2 as well)");
    return text;
  }

  const Chosen& chosen_;
  const Options& options_;
  std::string name_;
  bool isCxx_;
  Sources sources_;
  Suite suite_;
  std::string tests_;
  std::vector<std::pair<std::string, std::string>> runs_;
  bool needsChild_ = false, needsHeap_ = false;
};

}  // namespace

Suite writeSuite(const Chosen& chosen, const Options& options, const std::string& name) {
  if (options.format == Format::LibFuzzer) return writeFuzzTargets(chosen, options, name);
  if (options.format != Format::Json) return SuiteWriter(chosen, options, name).write();
  return {{{name + ".json", toJson(chosen, options)}}, chosen.leftOut, chosen.cases.size()};
}

}  // namespace cleave::tests
