// The variables of a point as those of properties: which pointer each is read through.
#include "guard/samples.h"

#include <gtest/gtest.h>

namespace cleave::guard {
namespace {

probes::Variable variable(const std::string& name, probes::ValueKind kind) {
  probes::Variable result;
  result.name = name;
  result.type.kind = kind;
  result.type.element = probes::ValueKind::Signed;
  result.type.bits = kind == probes::ValueKind::Pointer ? 64 : 32;
  return result;
}

TEST(Samples, AVariableIsBehindThePointerThatItIsReadThrough) {
  using probes::ValueKind;
  probes::Point point;
  point.variables = {variable("p", ValueKind::Pointer),        variable("p->count", ValueKind::Signed), variable("a", ValueKind::Pointer),
                     variable("a[0..n)", ValueKind::Sequence), variable("n", ValueKind::Signed),        variable("strlen(p)", ValueKind::Unsigned)};
  const infer::Point samples = samplesAt(point);
  EXPECT_EQ(samples.variables[1].behind, 0u);
  EXPECT_EQ(samples.variables[3].behind, 2u);
  EXPECT_EQ(samples.variables[4].behind, std::nullopt);
  EXPECT_EQ(samples.variables[5].behind, 0u);
}

// It was once taken for being behind itself, and whoever asked whether it is there asked for ever.
TEST(Samples, APointerThatACallGivesIsBehindNothing) {
  probes::Point point;
  point.variables = {variable("find()", probes::ValueKind::Pointer), variable("find()->count", probes::ValueKind::Signed)};
  const infer::Point samples = samplesAt(point);
  EXPECT_EQ(samples.variables[0].behind, std::nullopt);
  EXPECT_EQ(samples.variables[1].behind, 0u);
}

}  // namespace
}  // namespace cleave::guard
