#include "infer/to_expr.h"

#include <gtest/gtest.h>

#include "expr/evaluate.h"
#include "infer/evaluate.h"
#include "random_property.h"

namespace cleave::infer {
namespace {

// The assignment that a row is, by the names of symbols. Arrays have at most one element, so that the one index of the formula is all there
// is.
expr::Assignment assignmentOf(const expr::ExprPool& pool, const Point& point, Row row) {
  expr::Assignment result(pool.symbolCount(), 0);
  const char* const marks[] = {"", "@entry", "@result"};
  for (size_t i = 0; i < pool.symbolCount(); ++i) {
    const std::string& name = pool.symbol(expr::SymbolId(i)).name;
    for (size_t v = 0; v < row.size(); ++v) {
      const Variable& variable = point.variables[v];
      const std::string own = variable.name + marks[static_cast<size_t>(variable.role)];
      if (name == own && !variable.isArray) result[i] = row[v].bits;
      if (name == own + "[i]" && !row[v].elements.empty()) result[i] = row[v].elements[0];
      if (name == "##" + variable.length && variable.isArray) result[i] = row[v].bits;
    }
  }
  return result;
}

TEST(ToExpr, FormulasAgreeWithEvaluation) {
  const Point point = test::everyKind();
  test::PropertyMaker maker(point, 21);
  Random random(22);
  size_t holding = 0, failing = 0;
  for (int round = 0; round < 400; ++round) {
    const Property property = maker.make();
    expr::ExprPool pool;
    const expr::ExprId formula = Translator(point, pool).claim(property);
    for (int i = 0; i < 20; ++i) {
      test::OwnedRow row = test::randomRow(random, point, false);
      for (Value& value : row.values)
        if (value.elements.size() > 1) value = Value::ofArray(value.elements.first(1));
      const bool holds = evaluate(point, property, row.values) != Truth::Fails;
      ++(holds ? holding : failing);
      ASSERT_EQ(expr::evaluate(pool, formula, assignmentOf(pool, point, row.values)) != 0, holds) << canonicalText(point, property);
    }
  }
  EXPECT_GT(holding, 1000u);
  EXPECT_GT(failing, 1000u);
}

}  // namespace
}  // namespace cleave::infer
