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
