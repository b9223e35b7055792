// Formatted output against the C library of this machine.
#include <cmath>
#include <cstdio>

#include "straight_line.h"
#include "support/random.h"
#include "vm/private/format.h"

namespace cleave::vm::test {
namespace {

struct RandomConversion {
  std::string spec;
  bool isFloat = false;
  bool isWide = false;  // a long double
  unsigned bits = 32;  // of the integer as printed
};

RandomConversion randomConversion(Random& random) {
  RandomConversion r;
  r.spec = "%";
  for (const char flag : std::string("-+ #0"))
    if (random.chance(25)) r.spec += flag;
  if (random.chance(50)) r.spec += std::to_string(random.below(15));
  if (random.chance(40)) r.spec += "." + (random.chance(20) ? "" : std::to_string(random.below(12)));
  r.isFloat = random.chance(40);
  if (r.isFloat) {
    r.isWide = random.chance(30);
    if (r.isWide) r.spec += 'L';
    r.spec += "fFeEgGaA"[random.below(8)];
    return r;
  }
  static const struct {
    const char* text;
    unsigned bits;
  } kLengths[] = {{"", 32}, {"hh", 8}, {"h", 16}, {"l", 64}, {"ll", 64}, {"z", 64}, {"j", 64}, {"t", 64}};
  const auto& length = kLengths[random.below(std::size(kLengths))];
  r.spec += length.text;
  r.bits = length.bits;
  r.spec += "diuxXo"[random.below(6)];
  return r;
}

template <class T>
std::string byLibrary(const std::string& spec, T value) {
  char buffer[1000];
  const int size = std::snprintf(buffer, sizeof buffer, spec.c_str(), value);
  return {buffer, static_cast<size_t>(size)};
}

double randomDouble(Random& random) {
  static const double kSpecial[] = {0.0, -0.0, 1.0, -1.5, 1e300, 5e-324, INFINITY, -INFINITY, 123456.789, 0.1};
  return random.chance(50) ? kSpecial[random.below(std::size(kSpecial))] : doubleOf(random.next() & 0xbfffffffffffffff);
}

TEST(Format, NumbersAsTheLibraryPrintsThem) {
  Random random(7);
  for (int round = 0; round < 20000; ++round) {
    const RandomConversion r = randomConversion(random);
    size_t position = 1;
    Conversion c;
    ASSERT_TRUE(parseConversion(r.spec, position, c)) << r.spec;
    ASSERT_EQ(position, r.spec.size());
    if (r.isWide) {
      const long double value = static_cast<long double>(randomDouble(random)) / 3;
      ASSERT_EQ(formatNumber(c.normalised(), expr::Sort::floating(80), bitsOf(value)), byLibrary(r.spec, value)) << r.spec;
      continue;
    }
    if (r.isFloat) {
      const double value = randomDouble(random);
      ASSERT_EQ(formatNumber(c.normalised(), expr::Sort::floating(64), bitsOf(value)), byLibrary(r.spec, value)) << r.spec;
      continue;
    }
    const uint64_t value = random.chance(50) ? random.next() : random.below(3) - 1;
    ASSERT_EQ(c.integerBits(), r.bits);
    const std::string ours = formatNumber(c.normalised(), expr::Sort::bits(r.bits), truncateTo(value, r.bits));
    ASSERT_EQ(ours, r.bits == 64 ? byLibrary(r.spec, value) : byLibrary(r.spec, static_cast<uint32_t>(value))) << r.spec;
  }
}

TEST(Format, WhatHasNoEffectIsLeftOut) {
  const auto normalised = [](const std::string& spec) {
    size_t position = 1;
    Conversion c;
    EXPECT_TRUE(parseConversion(spec, position, c)) << spec;
    return c.normalised();
  };
  EXPECT_EQ(normalised("%i"), "%d");
  EXPECT_EQ(normalised("%lld"), "%ld");
  EXPECT_EQ(normalised("%zu"), "%lu");
  EXPECT_EQ(normalised("%-05d"), "%-5d");
  EXPECT_EQ(normalised("%+u"), "%u");
  EXPECT_EQ(normalised("%+ d"), "%+d");
  EXPECT_EQ(normalised("%08.3d"), "%8.3d");
  EXPECT_EQ(normalised("%08.3f"), "%08.3f");
  EXPECT_EQ(normalised("%lf"), "%f");
}

TEST(Format, UnknownConversionsAreRefused) {
  for (const char* spec : {"%n", "%ls", "%lc", "%Ld", "%1$d", "%", "%5", "%hhhd", "%k", "%99999999d"}) {
    size_t position = 1;
    Conversion c;
    EXPECT_FALSE(parseConversion(spec, position, c)) << spec;
  }
}

// --- programs that print

std::string printed(const Run& run, int channel = 0) {
  EXPECT_EQ(run.outcome.kind, OutcomeKind::Returned) << run.outcome.reason;
  return concreteText(run.output[channel]);
}

TEST(Printf, MixedArguments) {
  StraightLine b;
  const Operand format = b.global(b.addText("format", "[%d|%5s|%-4c|%.2s|%+.1f|%%|%lx|%*d|%s]\n"));
  const Operand text = b.global(b.addText("text", "abc"));
  const Operand result = b.call("printf", {i32}, {ptr, i32, ptr, i32, ptr, f64, i64, i32, i32, ptr},
                                {format, b.bits(i32, static_cast<uint32_t>(-42)), text, b.bits(i32, 'x'), text, b.bits(f64, bitsOf(2.25)),
                                 b.bits(i64, 0xdeadbeefcafe), b.bits(i32, static_cast<uint32_t>(-6)), b.bits(i32, 7), b.bits(ptr, 0)},
                                1);
  b.ret({result}, {i32});
  Fixture fixture(b.finish());
  const std::string expected = "[-42|  abc|x   |ab|+2.2|%|deadbeefcafe|7     |(null)]\n";
  const auto run = fixture.concrete();
  EXPECT_EQ(printed(run), expected);
  EXPECT_EQ(run.cells[0].bits, expected.size());
}

TEST(Printf, SymbolicNumbersStayWholeUnlessTheCountIsRead) {
  for (const bool reads : {false, true}) {
    StraightLine b;
    const Operand x = b.parameter(i32);
    const Operand result = b.call("printf", {i32}, {ptr, i32, i32}, {b.global(b.addText("format", "%i, %c!")), x, x}, 1);
    if (reads) {
      b.ret({result}, {i32});
    } else {
      b.ret({}, {});
    }
    Fixture fixture(b.finish());
    const auto run = fixture.symbolic({65});
    EXPECT_EQ(printed(run), "65, A!");
    EXPECT_EQ(run.decisions.size(), reads ? 1u : 0u);
    if (reads) continue;
    ASSERT_EQ(run.output[0].size(), 5u);
    EXPECT_EQ(run.output[0][0].kind, OutputItem::Kind::Formatted);
    EXPECT_EQ(run.output[0][0].spec, "%d");
    EXPECT_EQ(expr::evaluate(fixture.pool, run.output[0][0].expr, {1000}), 1000u);
    EXPECT_EQ(run.output[0][3].kind, OutputItem::Kind::Character);
    EXPECT_EQ(expr::evaluate(fixture.pool, run.output[0][3].expr, {0x142}), 0x42u);
  }
}

TEST(Printf, NarrowConversionsPrintTheLowBits) {
  StraightLine b;
  const Operand x = b.parameter(i32);
  b.call("printf", {i32}, {ptr, i32, i32}, {b.global(b.addText("format", "%hhd %hu")), x, x}, 1);
  b.ret({}, {});
  Fixture fixture(b.finish());
  EXPECT_EQ(printed(fixture.concrete({0x1ff80})), "-128 65408");
  EXPECT_EQ(printed(fixture.symbolic({0x1ff80})), "-128 65408");
}

TEST(Printf, SymbolicStringsDecideWhereTheyEnd) {
  StraightLine b;
  const Operand c = b.parameter(i8);
  const Operand buffer = b.stack(3);
  b.store(i8, b.bits(i8, 'a'), buffer);
  b.store(i8, c, b.at(buffer, 1));
  b.store(i8, b.bits(i8, 0), b.at(buffer, 2));
  b.call("puts", {i32}, {ptr}, {buffer});
  b.ret({}, {});
  Fixture fixture(b.finish());
  const auto longer = fixture.symbolic({'z'});
  EXPECT_EQ(printed(longer), "az\n");
  EXPECT_TRUE(fixture.satisfies(longer, {'q'}));
  EXPECT_FALSE(fixture.satisfies(longer, {0}));
  const auto shorter = fixture.symbolic({0});
  EXPECT_EQ(printed(shorter), "a\n");
  EXPECT_FALSE(fixture.satisfies(shorter, {'q'}));
}

TEST(Printf, StreamsAreToldApart) {
  StraightLine b;
  Global stream;
  stream.name = stream.display = "stdout";
  stream.size = 8;
  const Operand out = b.global(b.addGlobal(stream));
  stream.name = stream.display = "stderr";
  const Operand err = b.global(b.addGlobal(stream));
  const Operand format = b.global(b.addText("format", "%s-"));
  const Operand text = b.global(b.addText("text", "hi"));
  b.call("fprintf", {i32}, {ptr, ptr, ptr}, {b.load(ptr, out), format, text}, 2);
  b.call("fprintf", {i32}, {ptr, ptr, ptr}, {b.load(ptr, err), format, text}, 2);
  b.call("fputc", {i32}, {i32, ptr}, {b.bits(i32, 'e'), b.load(ptr, err)});
  b.call("fputs", {i32}, {ptr, ptr}, {text, b.load(ptr, err)});
  b.call("putchar", {i32}, {i32}, {b.bits(i32, 'o')});
  const Operand written = b.call("fwrite", {i64}, {ptr, i64, i64, ptr}, {text, b.bits(i64, 1), b.bits(i64, 2), b.load(ptr, out)});
  b.ret({written}, {i64});
  Fixture fixture(b.finish());
  const auto run = fixture.concrete();
  EXPECT_EQ(printed(run, 0), "hi-ohi");
  EXPECT_EQ(printed(run, 1), "hi-ehi");
  EXPECT_EQ(run.cells[0].bits, 2u);
  EXPECT_TRUE(run.writtenGlobals.empty());
}

TEST(Printf, PrintingAnAddressEndsTheRun) {
  StraightLine b;
  const Operand object = b.stack(8);
  b.call("printf", {i32}, {ptr, ptr}, {b.global(b.addText("format", "%p")), object}, 1);
  b.ret({}, {});
  EXPECT_EQ(Fixture(b.finish()).concrete().outcome.kind, OutcomeKind::Unfinished);
}

TEST(Printf, PrintingTheUninitialisedTraps) {
  StraightLine b;
  b.call("putchar", {i32}, {i32}, {b.load(i32, b.stack(4))});
  b.ret({}, {});
  const auto run = Fixture(b.finish()).concrete();
  EXPECT_EQ(run.outcome.kind, OutcomeKind::Trapped);
  EXPECT_EQ(run.outcome.trap, TrapKind::Uninitialised);
}

TEST(Printf, SnprintfCutsAndCounts) {
  StraightLine b;
  const Operand x = b.parameter(i32);
  const Operand buffer = b.stack(8);
  const Operand count =
      b.call("snprintf", {i32}, {ptr, i64, ptr, i32}, {buffer, b.bits(i64, 4), b.global(b.addText("format", "<%d>")), x}, 3);
  b.ret({count, b.load(i32, buffer)}, {i32, i32});
  Fixture fixture(b.finish());
  const auto run = fixture.symbolic({12345});
  ASSERT_EQ(run.outcome.kind, OutcomeKind::Returned);
  EXPECT_EQ(run.cells[0].bits, 7u);
  EXPECT_EQ(run.cells[1].bits, 0x0032313cu);
  EXPECT_FALSE(fixture.satisfies(run, {12346}));  // the digits are in memory, so the number is fixed
}

}  // namespace
}  // namespace cleave::vm::test
