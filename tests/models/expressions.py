#!/usr/bin/python3
"""Writes programs of random expressions: expressions.py DIRECTORY --seed 1 --count 1 --size 2000

Each program prints the values of its expressions, floats as bits, but not those of NaNs, which the compiler may change. Operands are special values, as constants and in
variables; functions of the library are called by name and through pointers. vm_native runs such programs in the VM and natively."""
import argparse, os, random

HEAD = """#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void showDouble(int n, double value) {
  uint64_t bits = 1;
  if (value == value) memcpy(&bits, &value, sizeof bits);
  printf("%d %llx %d\\n", n, (unsigned long long)bits, errno);
  errno = 0;
}
static void showFloat(int n, float value) {
  uint32_t bits = 1;
  if (value == value) memcpy(&bits, &value, sizeof bits);
  printf("%d %x %d\\n", n, bits, errno);
  errno = 0;
}
static void showLongDouble(int n, long double value) {
  uint64_t bits[2] = {1, 0};
  if (value == value) memcpy(bits, &value, 10);
  printf("%d %llx %llx %d\\n", n, (unsigned long long)bits[0], (unsigned long long)bits[1], errno);
  errno = 0;
}
static void showLong(int n, long value) {
  printf("%d %ld %d\\n", n, value, errno);
  errno = 0;
}
// Of constants that do not fit, the compiler makes anything.
static long toInt(double value) { return (int)value; }
static long toLong(double value) { return (long)value; }
static long toUnsigned(double value) { return (unsigned)value; }
static long toUnsignedLong(double value) { return (long)(unsigned long)value; }
static long toShort(double value) { return (short)value; }
static long toIntOf(long double value) { return (int)value; }
static long toLongOf(long double value) { return (long)value; }
static long toUnsignedOf(long double value) { return (unsigned)value; }
static long toUnsignedLongOf(long double value) { return (long)(unsigned long)value; }
static long toShortOf(long double value) { return (short)value; }
static long toUnsignedShortOf(long double value) { return (unsigned short)value; }
static long toCharOf(long double value) { return (signed char)value; }
static long toUnsignedCharOf(long double value) { return (unsigned char)value; }
"""
DOUBLES = ["0.0", "-0.0", "1.0", "-1.0", "0.5", "-2.5", "3.0", "1e-300", "0x1p-1074", "-0x1p-1022", "1e300", "0x1p52", "0x1p63", "-0x1p31", "709.9",
           "INFINITY", "-INFINITY", "NAN", "-NAN", "0.1", "7.0", "1e16"]
FLOATS = ["0.0f", "-0.0f", "1.0f", "-1.5f", "0.1f", "0x1p-149f", "-0x1p-126f", "3e38f", "0x1p24f", "16777217.0f", "(float)INFINITY", "(float)-NAN", "88.8f"]
LONG_DOUBLES = ["0.0L", "-0.0L", "1.0L", "-1.5L", "0.5L", "2.5L", "-3.5L", "0.1L", "0x1p63L", "-0x1p63L", "0x1.fffffffffffffffep63L", "0x1.fffffffffffffffcp62L",
                "-0x1.0000000000000002p63L", "0x1p64L", "32768.5L", "-32769.0L", "2147483648.0L", "4294967295.5L", "0x1p-16445L", "-0x1p-16382L",
                "0x1.fffffffffffffffep+16383L", "0x1p-1074L", "0x1p1024L", "0x1.00000000000008p0L", "11356.0L", "INFINITY", "-INFINITY", "NAN", "-NAN"]
FLOAT_KINDS = ["double", "float", "long double"]
INTEGERS = ["0", "1", "-1", "7", "-8", "127", "255", "2147483647", "(-2147483647 - 1)", "9223372036854775807", "(-9223372036854775807 - 1)", "4294967295",
            "65536", "31"]
ONE = ["sqrt", "fabs", "floor", "ceil", "trunc", "round", "rint", "nearbyint", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh",
       "acosh", "atanh", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "cbrt", "erf", "erfc", "tgamma"]
TWO = ["fmin", "fmax", "pow", "atan2", "fmod", "hypot", "remainder", "nextafter", "copysign", "fdim"]
TEXTS = ['""', '"a"', '"ab"', '"b"', '"abc"', '"-12"', '"0x1F"', '"077"', '"99999999999999999999"', '" 7 "', '"1e5"', '"inf"', '"\\xe4"']


class Writer:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.variables = []

    def pick(self, items):
        return self.random.choice(items)

    # A constant, or a variable with that value.
    def leaf(self, kind):
        value = self.pick({"double": DOUBLES, "float": FLOATS, "long double": LONG_DOUBLES, "long": INTEGERS}[kind])
        if self.random.random() < 0.5:
            return value
        self.variables.append((kind, value))
        return f"v{len(self.variables) - 1}"

    def call(self, name, kind, arguments):
        suffix = {"float": "f", "long double": "l"}.get(kind, "")
        listed = ", ".join(arguments)
        if self.random.random() < 0.7:
            return f"{name}{suffix}({listed})"
        types = ", ".join([kind] * len(arguments))
        return f"(({kind} (*volatile)({types})){{{name}{suffix}}})({listed})"

    def real(self, kind, depth):
        if depth == 0:
            return self.leaf(kind)
        below = lambda: self.real(kind, depth - 1)
        choice = self.random.randrange(12)
        if choice < 4:
            return f"({below()} {self.pick('+-*/')} {below()})"
        if choice < 6:
            name = self.pick(TWO)
            simple = name in ("copysign", "fmin", "fmax")  # of an expression, the compiler may or may not know that it is no NaN
            return self.call(name, kind, [below(), self.leaf(kind) if simple else below()])
        if choice < 8:
            return self.call(self.pick(ONE), kind, [below()])
        if choice == 8:
            return f"-({below()})"
        if choice == 9:
            return f"(({kind}){self.pick(['', '(int)', '(unsigned)'])}{self.integer(depth - 1)})"
        if choice == 10:
            return f"({self.integer(depth - 1)} ? {below()} : {below()})"
        other = self.pick([each for each in FLOAT_KINDS if each != kind])
        return f"(({kind}){self.real(other, depth - 1)})"

    def integer(self, depth):
        if depth == 0:
            return f"((long){self.leaf('long')})"
        below = lambda: self.integer(depth - 1)
        choice = self.random.randrange(12)
        if choice < 3:  # unsigned: overflow is no affair of this
            return f"(long)((unsigned long){below()} {self.pick(['+', '-', '*', '&', '|', '^'])} (unsigned long){below()})"
        if choice == 3:
            return f"({below()} {self.pick(['/', '%'])} (({below()} & 1023) + 1))"
        if choice == 4:
            return f"({below()} {self.pick(['<<', '>>'])} ({below()} & 63))"
        if choice == 5:
            return f"((long)({self.pick(['int', 'unsigned', 'signed char', 'unsigned short', '_Bool'])}){below()})"
        if choice < 8:
            kind = self.pick(FLOAT_KINDS)
            return f"((long)({self.real(kind, depth - 1)} {self.pick(['<', '<=', '==', '!=', '>', '>='])} {self.real(kind, depth - 1)}))"
        if choice == 8 and self.random.random() < 0.5:
            name = self.pick(["Int", "Long", "Unsigned", "UnsignedLong", "Short", "UnsignedShort", "Char", "UnsignedChar"])
            return f"to{name}Of({self.real('long double', depth - 1)})"
        if choice == 8:
            return f"{self.pick(['toInt', 'toLong', 'toUnsigned', 'toUnsignedLong', 'toShort'])}({self.real('double', depth - 1)})"
        if choice == 9:
            test = self.pick(["isnan", "isinf", "isfinite", "isnormal"])
            return f"((long)({test}({self.real(self.pick(FLOAT_KINDS), depth - 1)}) != 0))"
        if choice == 10:
            return self.text()
        wide = self.random.random() < 0.5
        name = self.pick(["lround", "lrint", "llround", "llrint"]) + ("l" if wide else "")
        return f"((long){name}({self.real('long double' if wide else 'double', depth - 1)}))"

    def text(self):
        a, b = self.pick(TEXTS), self.pick(TEXTS)
        return self.pick([
            f"((long)strlen({a}))", f"((long)strcmp({a}, {b}))", f"((long)strncmp({a}, {b}, 2))", f"((long)memcmp({a} \"pad\", {b} \"pad\", 3))",
            f"((long)atoi({a}))", f"strtol({a}, 0, {self.pick([0, 8, 10, 16])})", f"((long)strtoul({a}, 0, 10))", f"((long)(strtod({a}, 0) * 4 < 100))",
            f"((long)strspn({a}, {b}))", f"((long)(strchr({a}, 'b') != 0))", f"((long)(strstr({a}, {b}) != 0))", f"((long)(isalpha({a}[0] & 127) != 0))",
            f"((long)toupper({a}[0] & 127))"])

    def program(self, size):
        lines = []
        for n in range(size):
            depth = self.pick([1, 1, 2, 2, 3])
            kind = self.pick(["double", "double", "float", "long double", "long double", "long"])
            value = self.integer(depth) if kind == "long" else self.real(kind, depth)
            lines.append(f"  show{kind.title().replace(' ', '')}({n}, {value});")
        text = HEAD + "".join(f"static volatile {kind} v{i} = {value};\n" for i, (kind, value) in enumerate(self.variables))
        parts = [lines[i:i + 50] for i in range(0, len(lines), 50)]
        for i, part in enumerate(parts):
            text += f"static void part{i}(void) {{\n" + "\n".join(part) + "\n}\n"
        return text + "int main(void) {\n" + "".join(f"  part{i}();\n" for i in range(len(parts))) + "  return 0;\n}\n"


def main():
    options = argparse.ArgumentParser()
    options.add_argument("directory")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--count", type=int, default=1)
    options.add_argument("--size", type=int, default=2000)
    given = options.parse_args()
    os.makedirs(given.directory, exist_ok=True)
    for seed in range(given.seed, given.seed + given.count):
        with open(os.path.join(given.directory, f"expressions_{seed}.c"), "w") as out:
            out.write(Writer(seed).program(given.size))


main()
