#include "flow/extents.h"

#include "../c_program.h"

namespace cleave::flow {
namespace {

using test::CProgram;

struct Reach {
  explicit Reach(const std::string& text) : code(text), pointsTo(code.program(), code.id("f")) {}
  std::optional<uint64_t> of(const std::string& global, uint64_t most = Extents::kMostWork) const {
    const Extents extents(pointsTo, program::FunctionId(), most);
    return extents.of(pointsTo.siteOf(Site::Kind::Global, code.global(global).value));
  }
  CProgram code;
  PointsTo pointsTo;
};

TEST(Extents, EndWhereTheLastAccessEnds) {
  const Reach reach(R"(int table[16]; int other[16]; int untouched[16];
static int third(int *p) { return p[2]; }
int f(int n) { return third(table + 1) + other[n]; })");
  EXPECT_EQ(reach.of("table"), 16u);
  EXPECT_EQ(reach.of("other"), std::nullopt);
  EXPECT_EQ(reach.of("untouched"), 0u);
}

TEST(Extents, OfAProgramThatTakesTooLongAreAnywhere) {
  const Reach reach(R"(int table[16];
int f(void) { int *p = table; return p[2]; })");
  EXPECT_EQ(reach.of("table"), 12u);
  for (const uint64_t most : {0, 1, 2}) EXPECT_EQ(reach.of("table", most), std::nullopt) << most;
}

// One instruction with hundreds of targets is as much work as hundreds with one.
TEST(Extents, WorkIsCountedByTargets) {
  std::string text = "int g0[4];\n";
  std::string list;
  for (int k = 1; k < 200; ++k) {
    text += "int g" + std::to_string(k) + "[4];\n";
    list += "if (n == " + std::to_string(k) + ") p = g" + std::to_string(k) + ";\n";
  }
  const Reach reach(text + "int *p = g0;\nint f(int n) {\n" + list + "int *q = p; return q[1]; }\n");
  EXPECT_EQ(reach.of("g7"), 8u);
  EXPECT_EQ(reach.of("g7", 1000), std::nullopt);
}

}  // namespace
}  // namespace cleave::flow
