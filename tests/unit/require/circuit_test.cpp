// Goals in compiled code: what the circuit says there is what evaluating the expression says, of every operation.
#include "require/circuit.h"

#include <fmt/format.h>

#include "../every_op.h"
#include "../points/compiled.h"
#include "expr/evaluate.h"

namespace cleave::require {
namespace {

using expr::ExprId;
using expr::ExprPool;
using expr::Op;
using points::Goal;
using points::test::Compiled;

class Goals {
 public:
  Goals(const std::string& text, uint32_t line) : compiled_(text) {
    probes::Point place;
    place.kind = probes::PointKind::Statement;
    place.function = "f";
    place.line = line;
    for (place.column = 1; place.column < 40 && !point_; ++place.column) point_ = points::findPoints(compiled_.bitcode(), {place}).take()[0];
    if (!point_) throw std::runtime_error("no statement there");
  }
  const probes::Point& point() const { return *point_; }

  void add(points::Circuit circuit) { goals_.push_back({*point_, std::move(circuit), static_cast<uint32_t>(goals_.size())}); }

  // The marks as digits, in order.
  std::string run(const std::string& level) {
    const std::string output = compiled_.path("goals.bc"), printer = compiled_.path("printer.c"), program = compiled_.path("program");
    const Expected<std::vector<points::Unplaced>> unplaced = points::insertGoals(compiled_.bitcode(), goals_, {99}, output, 0);
    if (!unplaced) throw std::runtime_error(unplaced.error().message);
    EXPECT_TRUE(unplaced->empty());
    std::string text = std::string("#include <stdio.h>\n") + points::test::kLooks + "__attribute__((destructor)) static void atEnd(void) {\n";
    for (size_t k = 0; k < goals_.size(); ++k) text += fmt::format("extern unsigned char cleave_property_{0}; putchar('0' + cleave_property_{0});\n", k);
    EXPECT_FALSE(writeFile(printer, text + "}\n").has_value());
    points::test::runOrThrow({"clang-19", level, "-Wno-everything", "-x", "ir", output, "-x", "c", printer, "-o", program});
    return points::test::runOrThrow({program});
  }

 private:
  Compiled compiled_;
  std::optional<probes::Point> point_;
  std::vector<Goal> goals_;
};

constexpr const char* kEvery = R"(
#include <stdbool.h>
int f(unsigned char x, unsigned char y, float p, float q, bool b, bool c) {
  int r = x;
  r += y;
  return r;
}
int main(void) { f(0xa5, 3, 3.25f, 1.5f, true, false); return 0; }
)";

bool hasCode(Op op) {
  const expr::Family family = expr::familyOf(op);
  return family != expr::Family::FloatRounding && family != expr::Family::Apply && op != Op::FSqrt && op != Op::FFma && op != Op::FToS && op != Op::FToU;
}

TEST(Circuit, EveryOperationIsComputedAsItIsEvaluated) {
  ExprPool pool;
  expr::EveryOp every(pool);
  Goals goals(kEvery, 5);
  std::string expected;
  std::vector<std::string> names;
  for (const Op op : expr::everyOp()) {
    const ExprId made = every.make(op);
    if (op == Op::Apply) continue;
    const U128 bits = expr::evaluate(pool, made, expr::EveryOp::values());
    const ExprId value = pool.sort(made).isBool() ? pool.boolean(bits != 0) : pool.constant(pool.sort(made), bits);
    goals.add(circuitOf(pool, {pool.equal(made, value)}, goals.point()));
    goals.add(circuitOf(pool, {pool.notOf(pool.equal(made, value))}, goals.point()));
    expected += hasCode(op) ? "10" : pool.isTrue(pool.equal(made, value)) ? "10" : "00";
  }
  EXPECT_EQ(goals.run("-O0"), expected);
  EXPECT_EQ(goals.run("-O2"), expected);
}

// Divisions and shifts, where the machine has no answer.
TEST(Circuit, WhatTheMachineLeavesOpen) {
  ExprPool pool;
  const ExprId x = pool.symbolExpr(pool.addSymbol({"x", expr::Sort::bits(8), true})), y = pool.symbolExpr(pool.addSymbol({"y", expr::Sort::bits(8), true}));
  for (const auto& [left, right] : std::vector<std::pair<int, int>>{{200, 0}, {7, 0}, {128, 255}, {1, 8}, {129, 9}, {5, 200}, {0, 0}}) {
    Goals goals(fmt::format("int f(unsigned char x, unsigned char y) {{\n  int r = x;\n  return r + y;\n}}\nint main(void) {{ f({}, {}); return 0; }}\n", left, right), 3);
    std::string expected;
    for (const Op op : {Op::UDiv, Op::SDiv, Op::URem, Op::SRem, Op::Shl, Op::LShr, Op::AShr}) {
      const ExprId made = pool.binary(op, x, y);
      const U128 bits = expr::evaluate(pool, made, {static_cast<U128>(left), static_cast<U128>(right)});
      goals.add(circuitOf(pool, {pool.equal(made, pool.bits(8, bits))}, goals.point()));
      expected += "1";
    }
    EXPECT_EQ(goals.run("-O0"), expected) << left << " and " << right;
  }
}

// What is not there decides nothing, unless it does not matter.
TEST(Circuit, AbsentVariables) {
  Goals goals(R"(
struct S { int n; };
int f(const struct S* p, int k) {
  int r = k;
  return r + (p ? p->n : 0);
}
int main(void) { f(0, 4); return 0; }
)",
              5);
  ExprPool pool;
  const ExprId isNull = pool.symbolExpr(pool.addSymbol({"p_is_null", expr::Sort::boolean(), true}));
  const ExprId n = pool.symbolExpr(pool.addSymbol({"p->n", expr::Sort::bits(32), true}));
  const ExprId far = pool.symbolExpr(pool.addSymbol({"p->next->n", expr::Sort::bits(32), true}));
  const ExprId isZero = pool.equal(n, pool.bits(32, 0)), farIsZero = pool.equal(far, pool.bits(32, 0));
  EXPECT_EQ(missingAt(pool, farIsZero, goals.point()), std::vector<std::string>{"p->next->n"});
  const auto goal = [&](std::vector<ExprId> roots) { goals.add(circuitOf(pool, roots, goals.point())); };
  goal({});                              // to come there
  goal({isZero});
  goal({pool.notOf(isZero)});
  goal({pool.orOf(isNull, isZero)});     // true, whatever p->n is
  goal({pool.andOf(isNull, farIsZero)});
  goal({isNull, farIsZero});             // the second one is not false
  goal({isNull, pool.notOf(isNull)});
  EXPECT_EQ(goals.run("-O0"), "1001010");
}

}  // namespace
}  // namespace cleave::require
