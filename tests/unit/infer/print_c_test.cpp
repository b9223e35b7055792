#include "infer/print_c.h"

#include <gtest/gtest.h>

#include <sstream>

#include "infer/evaluate.h"
#include "random_property.h"
#include "support/process.h"
#include "support/temp_dir.h"

namespace cleave::infer {
namespace {

using test::array;
using test::scalar;

std::string people(const Point& point, const Property& property) { return printForPeople(point, property); }

TEST(PrintC, ForPeople) {
  Point point = test::pointOf({scalar("n", Scalar::integer(32, true)), scalar("n", Scalar::integer(32, true), Role::OnEntry),
                               scalar("return", Scalar::boolean(), Role::Result),
                               scalar("color", Scalar::enumeration({{"RED", 0}, {"BLUE", 2}})), scalar("p", Scalar::nullness()),
                               array("a", Scalar::integer(32, true), "n"), scalar("p->left", Scalar::integer(64, true), Role::OnEntry)});
  const Sum n = sumOf(valueOf(0)), oldN = sumOf(valueOf(1));
  EXPECT_EQ(people(point, compare(n, Relation::Equal, sumOf(valueOf(1), -1))), "n == old_n - 1");
  EXPECT_EQ(people(point, compare(n, Relation::Equal, Sum{{{2, valueOf(1)}, {-3, valueOf(6)}}, 5})), "n == 2 * old_n - 3 * old_p_left + 5");
  EXPECT_EQ(people(point, compare(sumOf(valueOf(2)), Relation::Equal, constantSum(0))), "!result");
  EXPECT_EQ(people(point, compare(sumOf(valueOf(3)), Relation::Equal, constantSum(2))), "color == BLUE");
  EXPECT_EQ(people(point, plain(Member{valueOf(0), {-1, 4}})), "n == -1 || n == 4");
  EXPECT_EQ(people(point, plain(Null{valueOf(4), false})), "p != NULL");
  EXPECT_EQ(people(point, plain(Remainder{valueOf(0), 4, 0})), "n % 4 == 0");
  const Term element{5, Part::Element, {}}, next{5, Part::NextElement, {}};
  EXPECT_EQ(people(point, {std::nullopt, ForAll{5, Compare{sumOf(element), Relation::GreaterEqual, constantSum(0), 0}}}),
            "all i < n: a[i] >= 0");
  EXPECT_EQ(people(point, {std::nullopt, ForAll{5, Compare{sumOf(element), Relation::LessEqual, sumOf(next), 0}}}),
            "all i + 1 < n: a[i] <= a[i + 1]");
  EXPECT_EQ(people(point, {Compare{sumOf(valueOf(2)), Relation::Equal, constantSum(1), 0},
                           Atom(Compare{n, Relation::Greater, constantSum(0), 0})}),
            "result ==> n > 0");
  EXPECT_EQ(people(point, compare(n, Relation::Equal, Sum{{{3, valueOf(1)}}, 1}, 32)), "n == 3 * old_n + 1 (mod 2^32)");
}

TEST(PrintC, NoCastWhereNoneIsNeeded) {
  const Point point = test::pointOf(
      {scalar("n", Scalar::integer(32, true)), scalar("m", Scalar::integer(32, true)), scalar("u", Scalar::integer(32, false))});
  EXPECT_EQ(printAssertable(point, compare(sumOf(valueOf(0)), Relation::LessEqual, sumOf(valueOf(1)))), "n <= m");
  EXPECT_EQ(printAssertable(point, compare(sumOf(valueOf(2)), Relation::LessEqual, constantSum(10))), "u <= 10");
  EXPECT_EQ(printAssertable(point, compare(sumOf(valueOf(0)), Relation::Equal, sumOf(valueOf(1), 1))), "(long)n == (long)m + 1");
  EXPECT_EQ(printAssertable(point, compare(sumOf(valueOf(0)), Relation::Less, sumOf(valueOf(2)))), "(long)n < (long)u");
}

TEST(PrintC, NothingIsReadThroughANullPointer) {
  const Point point = test::everyKind();
  const auto count = static_cast<uint32_t>(
      std::find_if(point.variables.begin(), point.variables.end(), [](const Variable& each) { return each.name == "p->count"; }) -
      point.variables.begin());
  EXPECT_EQ(printAssertable(point, compare(sumOf(valueOf(count)), Relation::GreaterEqual, constantSum(0))), "p == 0 || (p->count >= 0)");
}

// --- compiled, and run

std::string declarations() {
  return R"(#include <stdio.h>
typedef enum { RED = 0, GREEN = 1, BLUE = 7 } Color;
struct P { int count; };
static unsigned char u8; static signed char s8; static unsigned short u16; static short s16; static unsigned u32; static int s32;
static unsigned long u64; static long s64; static unsigned old_u32; static _Bool flag; static Color color;
static float real; static double number;
static struct P target; static struct P *p; static int a[8]; static unsigned short b[8]; static double d[8];
static int a_length, b_length; static unsigned long d_length;
)";
}

void setRow(std::ostringstream& code, const Point& point, Row row) {
  for (size_t i = 0; i < row.size(); ++i) {
    const Variable& variable = point.variables[i];
    const std::string name = placeholder(variable);
    const auto literal = [&](uint64_t bits) {
      const std::string pattern = std::to_string(bits) + "ul";
      if (!variable.type.isFloat()) return pattern;
      return variable.type.width == 32 ? "__builtin_bit_cast_float(" + pattern + ")" : "__builtin_bit_cast_double(" + pattern + ")";
    };
    if (variable.isArray) {
      code << variable.length << " = " << row[i].bits << ";";
      for (size_t k = 0; k < row[i].elements.size(); ++k) code << name << "[" << k << "] = " << literal(row[i].elements[k]) << ";";
    } else if (variable.type.kind == ScalarKind::Nullness) {
      code << "p = " << (row[i].bits == 1 ? "0" : "&target") << ";";
    } else if (variable.behind) {
      if (row[i].present) code << "target.count = " << row[i].bits << "u;";
    } else {
      code << name << " = " << literal(row[i].bits) << ";";
    }
  }
  code << "\n";
}

TEST(PrintC, CompiledTextAgreesWithEvaluation) {
  const Point point = test::everyKind();
  test::PropertyMaker maker(point, 11);
  Random random(12);
  std::vector<Property> properties;
  for (int i = 0; i < 600; ++i) properties.push_back(maker.make());
  std::vector<test::OwnedRow> rows;
  for (int i = 0; i < 60; ++i) rows.push_back(test::randomRow(random, point, false));

  std::ostringstream code;
  code << declarations() << "static float __builtin_bit_cast_float(unsigned v) { union { unsigned u; float f; } x = {v}; return x.f; }\n"
       << "static double __builtin_bit_cast_double(unsigned long v) { union { unsigned long u; double f; } x = {v}; return x.f; }\n";
  for (size_t i = 0; i < properties.size(); ++i)
    code << "static int holds" << i << "(void) { return " << printAssertable(point, properties[i]) << "; }\n";
  code << "static int (*const all[])(void) = {";
  for (size_t i = 0; i < properties.size(); ++i) code << "holds" << i << ",";
  code << "};\nstatic void show(void) { for (int i = 0; i < " << properties.size()
       << "; i++) putchar('0' + !!all[i]()); putchar('\\n'); }\nint main(void) {\n";
  for (const test::OwnedRow& row : rows) {
    setRow(code, point, row.values);
    code << "show();\n";
  }
  code << "}\n";

  const TempDir directory = TempDir::create("print-c").take();
  ASSERT_FALSE(writeFile((directory.path() / "t.c").string(), code.str()).has_value());
  ProcessRequest compile;
  compile.command = {"clang-19", "-O0", "-w", "-fsanitize=undefined", "-fno-sanitize-recover=all", "t.c", "-o", "t"};
  compile.directory = directory.path();
  Expected<ProcessResult> compiled = runProcess(compile);
  ASSERT_TRUE(compiled.hasValue());
  ASSERT_EQ(compiled->code, 0) << compiled->errors.substr(0, 3000);
  ProcessRequest run;
  run.command = {(directory.path() / "t").string()};
  Expected<ProcessResult> result = runProcess(run);
  ASSERT_TRUE(result.hasValue());
  ASSERT_EQ(result->code, 0) << result->errors;

  std::istringstream lines(result->output);
  size_t holding = 0, failing = 0;
  for (const test::OwnedRow& row : rows) {
    std::string line;
    ASSERT_TRUE(std::getline(lines, line));
    ASSERT_EQ(line.size(), properties.size());
    for (size_t i = 0; i < properties.size(); ++i) {
      const bool holds = evaluate(point, properties[i], row.values) != Truth::Fails;
      ++(holds ? holding : failing);
      ASSERT_EQ(line[i] == '1', holds) << printForPeople(point, properties[i]) << "\n" << printAssertable(point, properties[i]);
    }
  }
  EXPECT_GT(holding, 5000u);
  EXPECT_GT(failing, 5000u);
}

}  // namespace
}  // namespace cleave::infer
