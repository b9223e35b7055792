#include "report/share_text.h"

#include <gtest/gtest.h>

namespace cleave::report {
namespace {

using result::Share;

Share exact(double fraction, const std::string& count) { return {true, fraction, fraction, fraction, count}; }
const Share kNone = exact(0, "0 of 2^32");
const Share kAll = exact(1, "all of 2^32");

TEST(ShareText, TheExampleOfTheDocumentation) {
  EXPECT_EQ(shareText({exact(0.992, "x"), exact(2.3e-10, "1 of 2^32"), kNone, exact(0.008, "y")}),
            "proved equal on 99.2 % of inputs, different on 0.0 % (1 of 2^32), open 0.8 %");
}

TEST(ShareText, NoneAndAll) {
  EXPECT_EQ(shareText({kAll, kNone, kNone, kNone}), "proved equal on every input");
  EXPECT_EQ(shareText({kNone, kAll, kNone, kNone}), "proved equal on no input, different on every input");
  EXPECT_EQ(shareText({kNone, kNone, kAll, kNone}), "proved equal on no input, undefined on every input");
  EXPECT_EQ(shareText({exact(0.75, "x"), kNone, exact(0.25, "y"), kNone}), "proved equal on 75.0 % of inputs, undefined on 25.0 %");
  EXPECT_EQ(shareText({kNone, kNone, kNone, kAll}), "proved equal on no input, all open");
}

TEST(ShareText, RoundingNeverMakesNoneOrAll) {
  // As a double this is 1, but it is not all.
  EXPECT_EQ(shareText({exact(1, "all but 1 of 2^64"), exact(5e-20, "1 of 2^64"), kNone, kNone}),
            "proved equal on 99.9 % (all but 1 of 2^64) of inputs, different on 0.0 % (1 of 2^64)");
  EXPECT_EQ(shareText({exact(0.99996, "z"), kNone, kNone, exact(0.00004, "171799 of 2^32")}),
            "proved equal on 99.9 % (z) of inputs, open 0.0 % (171799 of 2^32)");
}

TEST(ShareText, NumbersThatNobodyReadsAreNotThere) {
  EXPECT_EQ(shareText({exact(0.99912, "575884291551120117 * 2^103 of 2^162"), exact(0.00088, "507 * 2^10 of 2^20"), kNone, kNone}),
            "proved equal on over 99.91 % of inputs, different on 0.1 %");
  EXPECT_EQ(shareText({exact(1, "340282366920938463463374607431 * 2^10 of 2^290"), exact(1e-30, "575884291551120117 * 2^7 of 2^290"), kNone, kNone}),
            "proved equal on over 99.999999 % of inputs, different on under 0.000001 %");
  EXPECT_EQ(shareText({{false, 1e-80, 0.5, 1, "at least 1 of 2^290"}, {false, 1e-80, 0.5, 1, "at least 1 of 2^290"}, kNone, kNone}),
            "proved equal on some inputs, different on some");
}

TEST(ShareText, SampledOnesHaveBounds) {
  EXPECT_EQ(shareText({{false, 0.9911, 0.9921, 0.9931, ""},
                       {false, 5e-20, 5e-20, 0.000192, "at least 1 of 2^64"},
                       kNone,
                       {false, 0.0068, 0.0079, 0.0090, ""}}),
            "proved equal on about 99.2 % (99.1 to 99.4 %) of inputs, different on under 0.02 % (at least 1 of 2^64), open about 0.8 % "
            "(0.6 to 0.9 %)");
  EXPECT_EQ(shareText({{false, 0.999808, 1, 1, ""}, kNone, kNone, {false, 0, 0, 0.000192, ""}}),
            "proved equal on over 99.98 % of inputs, open under 0.02 %");
}

}  // namespace
}  // namespace cleave::report
