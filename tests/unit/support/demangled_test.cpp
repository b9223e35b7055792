#include "support/demangled.h"

#include <gtest/gtest.h>

namespace cleave {
namespace {

TEST(Demangled, IsWhatTheSourceSays) {
  EXPECT_EQ(demangled("_ZN2ns1fEi"), "ns::f(int)");
  EXPECT_EQ(demangled("_ZTV5Shape"), "vtable for Shape");
}

TEST(Demangled, NamesOfCStay) {
  EXPECT_EQ(demangled("main"), std::nullopt);
  EXPECT_EQ(demangled(""), std::nullopt);
}

}  // namespace
}  // namespace cleave
