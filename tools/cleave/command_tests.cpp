#include <algorithm>
#include <filesystem>
#include <iostream>

#include <fmt/format.h>

#include "command_line.h"
#include "commands.h"
#include "driver/written_tests.h"
#include "terminal.h"

namespace cleave::tools {

namespace {

class Tests : public Command {
 public:
  Tests() : Command("tests", "tests in C or for a framework from the witnesses of a result", "Exit status: 0 tests were written, 2 bad usage or input, 3 nothing could become a test, 70 internal error.") {}

  void describe(CommandLine& line) override {
    line.text("directory", request_.directory, "what `cleave diff --out` wrote");
    line.text("--format", format_, "c (no framework), gtest, catch2, doctest, libfuzzer or json (for `explain --test` and `reduce`)");
    line.repeated("--entry", request_.entries, "only this function (repeatable)");
    line.text("--kind", kind_, "of which partitions: different, equal or all");
    line.flag("--all", request_.options.everyPartition, "a test for every partition, not one for each group");
    line.text("--expect", expect_, "what the tests expect is what this version shows: before or after");
    line.text("-o,--output", request_.output, "the file, or a directory for it (default, and -: stdout; of libfuzzer the directory tests)");
    line.flag("--include", request_.options.includesSource, "include the source in the test; otherwise only where the function is static or C++");
  }

  Expected<int> run(const Invocation&) override {
    const std::optional<::cleave::tests::Format> format = driver::testFormat(format_);
    if (!format) return Error{"--format is c, gtest, catch2, doctest, libfuzzer or json, not '" + format_ + "'"};
    if (expect_ != "before" && expect_ != "after") return Error{"--expect is before or after, not '" + expect_ + "'"};
    if (kind_ != "different" && kind_ != "equal" && kind_ != "all") return Error{"--kind is different, equal or all, not '" + kind_ + "'"};
    request_.options.format = *format;
    request_.options.expect = expect_ == "before" ? Side::Before : Side::After;
    if (kind_ == "different") request_.options.kinds = {result::PartitionKind::Different};
    if (kind_ == "equal") request_.options.kinds = {result::PartitionKind::Equal};
    if (request_.output == "-") request_.output.clear();
    const Expected<driver::WrittenTests> written = driver::writeTests(request_);
    if (!written) return written.error();
    if (!written->text.empty()) print(written->text);
    for (const ::cleave::tests::LeftOutTest& each : written->leftOut) std::cerr << "cleave: left out: " << each.name << ": " << each.why << "\n";
    for (const std::string& each : written->notes) std::cerr << "cleave: " << each << "\n";
    if (!written->files.empty())
      print(fmt::format("{} test{} in {}\n", written->count, written->count == 1 ? "" : "s", written->files.front()));
    return written->count == 0 ? kInconclusive : 0;
  }

 private:
  driver::TestRequest request_;
  std::string format_ = "c", kind_ = "all", expect_ = "before";
};

}  // namespace

std::unique_ptr<Command> makeTests() { return std::make_unique<Tests>(); }

}  // namespace cleave::tools
