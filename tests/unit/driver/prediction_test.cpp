#include "driver/prediction.h"

#include <gtest/gtest.h>

namespace cleave::driver {
namespace {

using native::ReplayObservation;
using vm::ObservedCell;
using vm::OutcomeKind;

ObservedCell cell(const std::string& name, unsigned bytes, U128 bits) {
  ObservedCell cell;
  cell.name = name;
  cell.sort = expr::Sort::bits(8 * bytes);
  cell.bits = bits;
  cell.path = {"return", {}, 0, bytes};
  return cell;
}

// A run that returns 5, natively too.
class Prediction : public testing::Test {
 protected:
  Prediction() {
    run_.outcome.kind = OutcomeKind::Returned;
    run_.cells = {cell("return", 4, 5)};
    shown_.cells = {{"return", "0x00000005"}};
  }
  std::string problem(bool sanitized = false) { return disagreement(run_, globals_, shown_, sanitized, criterion_); }

  vm::Run run_;
  std::vector<ObservedCell> globals_;
  ReplayObservation shown_;
  result::Criterion criterion_;
};

TEST_F(Prediction, Holds) { EXPECT_EQ(problem(), ""); }

TEST_F(Prediction, OfAnotherValue) {
  shown_.cells = {{"return", "0x00000006"}};
  EXPECT_EQ(problem(), "return = 0x00000006, predicted 0x00000005");
  run_.cells[0].kind = ObservedCell::Kind::Undefined;
  EXPECT_EQ(problem(), "") << "what was never written has no value";
}

TEST_F(Prediction, OfAnotherEnd) {
  shown_.end = ReplayObservation::End::Signalled;
  EXPECT_EQ(problem(), "trapped, predicted returned");
  run_.outcome.kind = OutcomeKind::Trapped;
  run_.outcome.trap = vm::TrapKind::DivisionByZero;
  EXPECT_EQ(problem(), "");
}

TEST_F(Prediction, OfARunWithoutMeaningSaysNothing) {
  run_.outcome.kind = OutcomeKind::Trapped;
  run_.outcome.trap = vm::TrapKind::OutOfBounds;
  EXPECT_EQ(problem(), "");
}

TEST_F(Prediction, OfAGlobal) {
  globals_ = {cell("counter", 8, 1)};
  shown_.cells.emplace_back("counter", "0x0000000000000002");
  EXPECT_EQ(problem(), "counter = 0x0000000000000002, predicted 0x0000000000000001");
}

TEST_F(Prediction, OfPointers) {
  ObservedCell pointer = cell("return", 8, 0);
  pointer.kind = ObservedCell::Kind::Pointer;
  pointer.target = "null";
  run_.cells = {pointer};
  shown_.cells = {{"return", "pointer 1"}};
  EXPECT_EQ(problem(), "return = pointer 1, predicted null");
  run_.cells[0].target = "object 1";
  EXPECT_EQ(problem(), "");
}

// One called "a" that holds "x".
std::vector<ObservedCell> fileOfModels() {
  return {cell("cleave_file_0.name[0]", 1, 'a'), cell("cleave_file_0.name[1]", 1, 0), cell("cleave_file_0.size", 8, 1),
          cell("cleave_file_0.bytes[0]", 1, 'x'), cell("cleave_file_0.bytes[1]", 1, 0)};
}

TEST_F(Prediction, OfAFile) {
  globals_ = fileOfModels();
  EXPECT_EQ(problem(), "left no file \"a\", as was predicted");
  shown_.files = {{"a", "y"}};
  EXPECT_EQ(problem(), "file \"a\" \"y\", predicted \"x\"");
  shown_.files = {{"a", "x"}};
  EXPECT_EQ(problem(), "");
  criterion_.ignored = {"files"};
  shown_.files.clear();
  EXPECT_EQ(problem(), "");
}

TEST_F(Prediction, OfAFileWithPendingBytesSaysNothing) {
  globals_ = fileOfModels();
  globals_.push_back(cell("cleave_file_buffer_0.pending", 4, 1));
  shown_.files = {{"a", ""}};
  EXPECT_EQ(problem(), "");
}

TEST_F(Prediction, OfAnException) {
  run_.outcome.kind = OutcomeKind::Threw;
  run_.outcome.exception = "1A";
  run_.outcome.reason = "A";
  run_.cells.clear();
  shown_.end = ReplayObservation::End::Threw;
  shown_.exception = "1B";
  EXPECT_EQ(problem(), "threw 1B, predicted A");
  shown_.exception = "1A";
  EXPECT_EQ(problem(), "");
}

TEST_F(Prediction, OfAnExitStatus) {
  run_.outcome.kind = OutcomeKind::Exited;
  run_.cells = {cell("exit status", 4, 0x103)};
  shown_.end = ReplayObservation::End::Exited;
  shown_.cells.clear();
  shown_.code = 3;
  EXPECT_EQ(problem(), "");
  shown_.code = 4;
  EXPECT_EQ(problem(), "exited with status 4, predicted 3");
}

TEST_F(Prediction, OfText) {
  shown_.output = "x";
  EXPECT_NE(problem(), "");
  criterion_.ignored = {"stdout"};
  EXPECT_EQ(problem(), "");
  shown_.errors = "warning";
  EXPECT_NE(problem(), "");
  EXPECT_EQ(problem(true), "") << "a sanitizer adds words of its own";
}

}  // namespace
}  // namespace cleave::driver
