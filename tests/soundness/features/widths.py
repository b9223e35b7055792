"""Arithmetic of many widths, floats of two widths with their special values, varargs, goto, definitions in the old style, and odd corners of C."""
import random

from dice import Scope, body, condition, expression, guard, number
from program import PLAIN, Cell, Program, plain_call

WIDE = {"c8": "unsigned char", "s8": "signed char", "s16": "short", "u16": "unsigned short", "u32": "unsigned", "l64": "long", "u64": "unsigned long",
        "w": "__int128", "uw": "unsigned __int128", "n7": "_BitInt(7)", "n12": "unsigned _BitInt(12)", "n40": "_BitInt(40)", "n65": "_BitInt(65)", "q": "_Bool"}


def value(d, s, depth=2):
    roll = d.below(100)
    if depth == 0 or roll < 35:
        return d.choice(list(WIDE) + ["a", "b", "x"]) if roll % 6 else d.choice(["1", "-1", "3", "0x80", "255u", "0x7fffL", "65536", "-128", "1UL << 40", "0xffffffffu"])
    x, y = value(d.at("x"), s, depth - 1), value(d.at("y"), s, depth - 1)
    kind = d.below(12)
    if kind < 4:
        return d.form([["({x} + {y})", "({y} + {x})"], ["({x} - {y})", "-({y} - {x})"], ["({x} * {y})", "({y} * {x})"], ["({x} & {y})", "~(~{x} | ~{y})"]][kind]).format(x=x, y=y)
    if kind == 4:
        return f"({x} {d.choice(['<', '<=', '==', '!=', '>'])} {y})"
    if kind == 5:
        return f"(({d.choice(list(WIDE.values()))}){x})"
    if kind == 6:
        return f"({x} {d.choice(['>>', '<<'])} {d.choice(['1', '3', '5', '(a & 3)'])})"
    if kind == 7:
        return f"({x} {d.choice('/%')} {d.choice(['3', '7', '-5', '(a | 1)', '10u', '100L'])})"
    if kind == 8:
        return f"({guard(d.at('c'), s)} ? {x} : {y})"
    return f"({x} {d.choice(['^', '|', '-'])} {y})"


WIDE_STATEMENTS = [
    lambda d, s: f"{d.choice(list(WIDE))} {d.choice(['=', '=', '+=', '-=', '*=', '^='])} {value(d.at('v'), s)};",
    lambda d, s: f"{d.choice(['c8', 's8', 's16', 'u16', 'l64', 'w', 'n7', 'n12'])}{d.choice(['++', '--'])};",
    lambda d, s: f"{d.choice(['u16', 's16', 'l64', 'uw', 'n40'])} {d.choice(['>>=', '<<='])} {d.choice(['1', '2', '(a & 7)'])};",
    lambda d, s: f"if ({value(d.at('v'), s, 1)} {d.choice(['<', '>', '=='])} {value(d.at('w'), s, 1)}) x += {number(d)};",
    lambda d, s: f"x += __builtin_{d.choice(['popcount(u32)', 'clz(u32 | 1)', 'ctz(a | 256)', 'bswap16(u16)', 'popcountl(u64)', 'parity(a)', 'ffs(s16)'])};",
    lambda d, s: f"x ^= __builtin_{d.choice(['add', 'sub', 'mul'])}_overflow({d.choice(['s8', 'a', 's16', 'x'])}, {d.choice(['c8', 'l64', 'u32', 's16'])}, &{d.choice(['s8', 'c8', 's16', 'u32', 'l64'])});",
]


def widths(d):
    s = Scope(["a", "a", "b", "x", "s8", "u16"], ["x", "c8", "s16"], WIDE_STATEMENTS)
    declared = " ".join(f"{t} {n} = {d.at(n).choice(['a', '-a', 'a * 3', 'b', '(signed char)a', '1', '~a'])};" for n, t in WIDE.items())
    text = f"""int f@(unsigned char a, _Bool b) {{
  int x = {number(d)}; {declared}
{body(d.at('body'), s, 3 + d.below(4))}
  return x ^ (int)({d.at('last').choice(list(WIDE))}) ^ (int)({value(d.at('lastv'), s)}) ^ (int)({d.at('lastw').choice(['w >> 60', 'n65 >> 33', 'l64 >> 20', 'n40'])});
}}
"""
    return Program(text, plain_call(), PLAIN)


def params(d):
    """The same with wide parameters, of which many values are tried."""
    kinds = [random.Random(f"{d.seed}|type{k}").choice([("short", 16), ("int", 32), ("long", 64), ("unsigned", 32), ("unsigned long", 64), ("unsigned short", 16), ("signed char", 8)]) for k in (0, 1)]
    s = Scope(["a", "a", "b", "x", "s8", "u16"], ["x", "c8", "s16"], WIDE_STATEMENTS)
    used = ["c8", "s8", "s16", "u16", "u32", "l64", "u64", "w", "uw", "n7", "n12", "n40", "n65", "q"]
    declared = " ".join(f"{WIDE[n]} {n} = {d.at(n).choice(['a', 'b', '1', '-b', 'a'])};" for n in used)
    text = f"""{random.Random(d.seed).choice(['long', 'int', 'unsigned'])} f@({kinds[0][0]} a, {kinds[1][0]} b) {{
  int x = {number(d)}; {declared}
{body(d.at('body'), s, 2 + d.below(3))}
  return x + {value(d.at('lastv'), s, 1)};
}}
"""
    corners = lambda bits: [0, 1, 2, 3, 5, 7, 10, 100, 127, 128, 255, 256, -1, -2, -5, -128, (1 << bits - 1) - 1, 1 << bits - 1, (1 << bits - 1) + 1]
    cells = [Cell("a", kinds[0][1], corners(kinds[0][1])), Cell("b", kinds[1][1], corners(kinds[1][1]))]
    return Program(text, f'show("return %ld", (long)f@(({kinds[0][0]})c[0], ({kinds[1][0]})c[1]));', cells)


FLOATS = ["0.0", "1.0", "(-1.0)", "0.5", "3.0", "0.1", "1e30", "(-0.0)", "1.0f", "0.1f", "16777216.0f", "1e-40f", "2.5"]


def real(d, depth=2):
    roll = d.below(100)
    if depth == 0 or roll < 40:
        return d.choice(["f", "g", "f", "g", "u", "v"]) if roll % 4 else d.choice(FLOATS)
    x, y = real(d.at("x"), depth - 1), real(d.at("y"), depth - 1)
    kind = d.below(9)
    if kind < 5:
        return d.form([["({x} + {y})", "({y} + {x})"], ["({x} - {y})", "({x} + -{y})", "-({y} - {x})"], ["({x} * {y})", "({y} * {x})"], ["({x} / {y})"],
                       ["({x} * 2)", "({x} + {x})"]][kind]).format(x=x, y=y)
    if kind == 5:
        return f"(({d.choice(['float', 'double', 'float'])}){x})"
    if kind == 6:
        return f"({x} {d.choice(['<', '<=', '==', '!='])} {y} ? {x} : {y})"
    name = d.choice(["fabs", "sqrt", "-", "fmin", "fmax", "floor", "copysign", "trunc"])
    return f"{name}({x}, {y})" if name in ("fmin", "fmax", "copysign") else f"{name}({x})"


def real_test(d):
    x, y = real(d.at("x"), 1), real(d.at("y"), 0)
    return d.form(d.choice([["{x} < {y}", "{y} > {x}"], ["{x} <= {y}", "{y} >= {x}"], ["!({x} < {y})", "{x} >= {y}"], ["{x} == {y}", "!({x} != {y})"], ["isnan({x})", "{x} != {x}"],
                            ["signbit({x}) != 0", "{x} < 0"], ["isinf({x}) != 0", "fabs({x}) > 1e300"]])).format(x=x, y=y)


def floats(d):
    kinds = [
        lambda d, s: f"{d.choice(['u', 'v'])} {d.choice(['=', '+=', '*=', '-='])} {real(d.at('e'))};",
        lambda d, s: f"if ({real_test(d.at('t'))}) {{ {d.choice(['u', 'v'])} = {real(d.at('e'))}; x += {number(d)}; }}",
        lambda d, s: f"if ({real_test(d.at('t'))}) return {d.choice(['x', 'u', 'v', 'g'])};",
        lambda d, s: f"if ({d.choice(['u', 'v'])} > -1000 && {d.choice(['u', 'v'])} < 1000 && u == u && v == v && u < 1e6 && v < 1e6 && u > -1e6 && v > -1e6) x += (int){d.choice(['u', 'v'])};",
        lambda d, s: f"for (int i = 0; i < {d.choice('23')}; i++) {d.choice(['u', 'v'])} {d.choice(['+=', '*='])} {real(d.at('e'), 1)};",
    ]
    types = random.Random(f"{d.seed}|types").choice([("float", "double"), ("double", "float"), ("float", "float")])
    result = random.Random(f"{d.seed}|result").choice(["double", "float", "double", "int"])
    text = f"""{result} f@({types[0]} f, {types[1]} g) {{
  int x = {number(d)}; {d.at('tu').choice(['float', 'double'])} u = {d.choice(['f', 'g', '1'])}; {d.at('tv').choice(['float', 'double'])} v = {d.choice(['f', 'g', '0'])}; int a = f > 0 ? 100 : f < 0 ? 3 : 0, b = g == g;
{body(d.at('body'), Scope(['x'], ['x'], kinds, 0), 2 + d.below(3))}
  return {d.choice(['u + v', 'v', 'u', 'x', 'u - v'])};
}}
"""
    single = [0, 0x80000000, 0x3F800000, 0xBF800000, 0x7F800000, 0xFF800000, 0x7FC00000, 1, 0x7F7FFFFF, 0x3DCCCCCD, 0x4B800000, 0x3F000000, 0x40400000]
    double = [0, 1 << 63, 0x3FF0000000000000, 0xBFF0000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 1, 0x7FEFFFFFFFFFFFFF,
              0x3FB999999999999A, 0x4170000000000000, 0x36A0000000000000, 0x47EFFFFFE0000000, 0x3FE0000000000000]
    cells = [Cell(n, 32 if t == "float" else 64, single if t == "float" else double, True) for n, t in zip("fg", types)]
    made = "".join(f"{t} p{k}; memcpy(&p{k}, &c[{k}], sizeof p{k}); " for k, t in enumerate(types))
    shown = 'show("return %d", r);' if result == "int" else 'if (r != r) show("return nan"); else show("return %a", (double)r);'
    return Program(text, f"{made} {result} r = f@(p0, p1); {shown}", cells)


ODD = [
    lambda d, s: f"x {d.choice(['+=', '='])} many@({d.choice(['2, 1, a, 1, b', '3, 1, x, 2, 1.5, 1, a', '1, 2, 0.5 * a', '2, 3, 7L << 33, 1, a', '1, 4, text@ + (a & 3)', '0'])});",
    lambda d, s: f"x {d.choice(['+=', '^='])} old@({expression(d.at('e'), s, 1)}, {expression(d.at('f'), s, 1)});",
    lambda d, s: f"switch (a {d.choice(['& 7', '% 5', '>> 5'])}) {{ case 0: x += 1; case {d.choice('12')}: x ^= {number(d)}; {d.form(['break;', 'break;', ''])} case 3: x += a; {d.choice(['break;', ''])} default: x -= {number(d)}; }}",
    lambda d, s: f"{{ int n = {d.choice(['(a & 3)', 'b + 1', '2'])} + 1; int t[n]; for (int i = 0; i < n; i++) t[i] = {d.choice(['i * a', 'x - i', 'a'])}; x += t[{d.choice(['n - 1', '0', 'n / 2'])}] + (int)sizeof t; }}",
    lambda d, s: f"{{ struct bits@ k = {{{d.choice(['.p = a', '.q = a, .r = 1', '1, 2, 3', '.r = -a'])}}}; k.{d.choice('pqr')} {d.choice(['+=', '=', '-='])} {expression(d.at('e'), s, 1)}; x += k.p * 100 + k.q * 10 + k.r; }}",
    lambda d, s: f"{{ union pun@ k; k.w = {d.choice(['x', 'a * 65537u', '0x01020304'])}; k.c[{d.choice('0123')}] {d.choice(['=', '^=', '+='])} {expression(d.at('e'), s, 1)}; x = {d.choice(['k.w', 'k.h[1]', 'k.c[2]', 'k.i'])}; }}",
    lambda d, s: f"{d.choice(['b && (x++, a > 3)', 'a > 100 || x--', '(x & 1) && (x += 2)'])};" if d.chance(60) else f"x = (a++, {expression(d.at('e'), s, 1)});",
    lambda d, s: f"x += count@({d.choice(['1', 'a & 3', 'b'])});",
    lambda d, s: f"x += {d.choice(['table@[a & 3]', 'ops@[b](x, a)', 'ops@[a & 1](a, 3)', '(b ? ops@[0] : ops@[1])(x, 2)', 'strlen(text@ + (a & 3))', '(int[]){4, 5, 6}[a % 3]', '(int)sizeof(struct bits@)'])};",
    lambda d, s: f"{{ struct pair@ p = swap@((struct pair@){{a, {number(d)}}}); x += p.{d.choice(['x', 'y'])}; }}",
    lambda d, s: f"{{ int k = {d.choice('23')}; {{ do {{ x += k; if ({guard(d.at('c'), s)}) continue; x *= 2; }} while (--k > 0); }} }}",
    lambda d, s: f"{{ char t[8]; snprintf(t, sizeof t, \"%{d.choice(['d', '3d', 'x', '-4dz', 'u'])}\", {expression(d.at('e'), s, 1)}); x += t[0] + 3 * (int)strlen(t); }}",
]


TEXTS = ["hello", "abc", "a\\0bcd", "xyzzy"]


def corners(d):
    s = Scope(["a", "a", "b", "x"], ["x", "total@"], ODD)
    h = d.at("helpers")
    text = f"""int total@;
static const int table@[4] = {{{number(h)}, {number(h)}, 3, -1}};
static const char text@[] = "{h.choice(TEXTS)}";
struct bits@ {{ unsigned p : {h.choice('345')}; signed q : {h.choice('234')}; {h.choice(['unsigned', 'signed'])} r : 6; }};
union pun@ {{ unsigned w; unsigned char c[4]; short h[2]; int i; }};
struct pair@ {{ short x; unsigned char y; }};
static int add@(int x, int y) {{ return {h.form(['x + y', 'y + x', 'x - -y'])}; }}
static int sub@(int x, int y) {{ return x - y; }}
static int (*const ops@[2])(int, int) = {{add@, {h.at('ops').choice(['sub@', 'sub@', 'add@'])}}};
static struct pair@ swap@(struct pair@ p) {{ struct pair@ q = {{p.y, p.x}}; return q; }}
int n@ = 4;
static int count@(int by) {{ n@ += by; {h.form(['return n@;', 'return n@ - 0;', 'total@ = n@; return n@;'], 'form_count')} }}
static int many@(int n, ...) {{
  va_list l; int s = {h.at('many').choice('01')}; va_start(l, n);
  for (int i = 0; i < n; i++) {{
    int k = va_arg(l, int);
    {h.form(['''if (k == 1) s += va_arg(l, int); else if (k == 2) s += (int)(va_arg(l, double) * 4); else if (k == 3) s += (int)(va_arg(l, long) >> 32); else s += *va_arg(l, const char *);''',
             '''switch (k) { case 1: s += va_arg(l, int); break; case 2: s += (int)(4 * va_arg(l, double)); break; case 3: s += (int)(va_arg(l, long) / 4294967296L); break; default: s += va_arg(l, const char *)[0]; }'''], 'form_many')}
  }}
  va_end(l); return s;
}}
static int old@(p, q) {h.choice(['short', 'unsigned char', 'int'])} p; {h.choice(['signed char', 'unsigned char', 'unsigned'])} q; {{ return p * 2 + {h.form(['q', '+q', '(q)'])}; }}
int f@(unsigned char a, _Bool b) {{
  int x = {number(d)};
{body(d.at('body'), s, 3 + d.below(3))}
  return x ^ {expression(d.at('last'), s)};
}}
"""
    return Program(text, plain_call() + ' show(" total %d n %d", total@, n@);', PLAIN)


def jumps(d):
    """A machine of labels; each goes on somewhere else, and a counter ends it."""
    s = Scope(["a", "a", "b", "x", "n"], ["x", "total@"], [], 1)
    lines = []
    labels = 3 + d.below(3)
    for k in range(labels):
        e = d.at(f"body/label{k}")
        lines.append(f"l{k}: if (n-- <= 0) goto out;")
        lines.append("  " + body(e.at("body"), s, 1 + e.below(2)))
        target = e.at("to").below(labels)
        if e.chance(75):
            lines.append(f"  if ({guard(e.at('c'), s)}) goto l{target};")
        if e.at("also").chance(25):
            lines.append(f"  goto {e.at('to2').choice([f'l{j}' for j in range(labels)] + ['out'])};")
    inner = "\n".join(lines)
    text = f"""int total@;
int f@(unsigned char a, _Bool b) {{
  int x = {number(d)}, n = {d.choice(['4', '6', '(a & 3) + 2'])};
  {d.at('start').choice(['', 'if (b) goto l1;', 'switch (a & 3) { case 1: goto l2; case 2: goto l0; }'])}
{inner}
out:
  return x ^ {expression(d.at('last'), s)};
}}
"""
    return Program(text, plain_call() + ' show(" total %d", total@);', PLAIN)


PROFILES = {"widths": widths, "params": params, "floats": floats, "corners": corners, "jumps": jumps}
INCLUDES = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <stdarg.h>\n#include <math.h>\n"
FLAGS = ["-lm"]
