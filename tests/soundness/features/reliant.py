"""Programs in which much hangs on decisions: values that leave loops, stores through pointers that a branch chose, calls through tables, sizes that are inputs, ends.

Each program has a few of these kinds only: where every statement may end the run, all relies on everything before it, and that a rule is left out goes unnoticed.
"""
import random

from dice import Scope, body, expression, guard, number
from program import PLAIN, Program, plain_call


def test(d, s):
    return guard(d.at("c"), s)


LOOPS = [
    lambda d, s: f"{{ int i = 0; while (i < 4 && a > i * {d.choice(['20', '50', '60'])}) i++; x {d.choice(['+=', '=', '^='])} i; }}",
    lambda d, s: f"{{ int i; for (i = 0; i < 5; i++) if ((a >> i) & 1) break; {d.choice(['x += i;', 'g@ = i;', 'x = i * 3;'])} }}",
    lambda d, s: d.form(["{ int n = 0; do n += 2; while (n < (a & 7)); x += n; }", "{ int n = 2; while (n < (a & 7)) n += 2; x += n; }"]),
]
STORES = [
    lambda d, s: f"{{ int *p = {test(d, s)} ? &g@ : &h@; *p {d.choice(['=', '+='])} {expression(d.at('e'), s, 1)}; x += {d.choice(['g@', 'h@', 'g@ - h@'])}; }}",
    lambda d, s: f"{{ int *p = &g@; if ({test(d, s)}) p = &h@; *p = {number(d)}; }}",
    lambda d, s: f"at@ = {test(d, s)} ? &g@ : &h@;",
    lambda d, s: f"*at@ {d.choice(['=', '+='])} {expression(d.at('e'), s, 1)};",
    lambda d, s: f"if ({test(d, s)}) g@ = {expression(d.at('e'), s, 1)};",
    lambda d, s: f"x {d.choice(['+=', '=', '^='])} {d.choice(['g@', 'h@', '*at@'])};",
    lambda d, s: f"t@[{d.choice(['a & 3', '1', '2', 'b'])}] {d.choice(['=', '+='])} {number(d)};",
    lambda d, s: f"x += t@[{d.choice(['0', '1', '2', 'a & 1'])}];",
]
CALLS = [
    lambda d, s: f"x {d.choice(['+=', '='])} ops@[{d.choice(['a & 3', 'b', '(a >> 6)', 'a % 3'])}]({expression(d.at('e'), s, 0)}, {number(d)});",
    lambda d, s: f"{{ int (*k)(int, int) = {test(d, s)} ? add@ : put@; x {d.choice(['+=', '='])} k({expression(d.at('e'), s, 0)}, {number(d)}); }}",
    lambda d, s: f"if ({test(d, s)}) go@ = {d.choice(['add@', 'put@', 'keep@'])};",
    lambda d, s: "x += go@(x, a);",
]
SIZES = [
    lambda d, s: f"{{ unsigned char k[8] = {{0}}; memset(k, {d.choice(['1', '3', 'b'])}, {d.choice(['a & 7', 'a % 5', 'a >> 6'])}); x {d.choice(['+=', '='])} k[{d.choice('0124')}]; }}",
    lambda d, s: f"{{ int n = {d.choice(['a & 3', 'a % 3', 'b'])} + 1, k[n]; for (int i = 0; i < n; i++) k[i] = {d.choice(['i', 'x', '3'])}; x += k[n - 1] + (int)sizeof k; }}",
    lambda d, s: f"memcpy(t@, u@, ({d.choice(['a & 3', 'b', 'a % 3'])}) * sizeof *t@);",
    lambda d, s: f"x += t@[{d.choice('012')}];",
]
ENDS = [
    lambda d, s: f"if ({test(d, s)}) {d.choice(['exit(x & 3);', 'exit(2);', 'abort();'])}",
    lambda d, s: f"x {d.choice(['+=', '='])} {number(d)} / ({d.choice(['a & 3', '(a & 1) + b', 'a % 5'])});",
    lambda d, s: f"stop@({expression(d.at('e'), s, 0)});",
    lambda d, s: "g@ += x;",
]
REWRITTEN = [
    lambda d, s: d.form(["x = x * 2 + a;", "x = a + x + x;", "x = (x << 1) + a;"]),
    lambda d, s: d.form(["if (x > 3) x -= g@;", "if (!(x <= 3)) x = x - g@;", "x -= x > 3 ? g@ : 0;"]),
    lambda d, s: f"if ({test(d, s)}) {d.form(['g@ = g@ + x;', 'g@ += x;', '{ int k = x; g@ = k + g@; }'])}",
    lambda d, s: d.form(["h@ = (a & 15) * 3;", "h@ = (a & 15) + (a & 15) * 2;", "h@ = (a % 16) * 3;"]),
    lambda d, s: f"if (h@ {d.choice(['>', '<'])} {number(d)}) x += {number(d)};",
]
KINDS = [LOOPS, STORES, CALLS, SIZES, ENDS, REWRITTEN, LOOPS + REWRITTEN, STORES + REWRITTEN, CALLS + STORES]


def reliant(d):
    h = d.at("helpers")
    s = Scope(["a", "a", "b", "x", "g@"], ["x", "g@"], random.Random(f"{d.seed}|kinds").choice(KINDS))
    text = f"""int g@ = 1, h@ = 2, t@[4] = {{1, 2, 3, 4}};
static const int u@[4] = {{7, 8, 9, 10}};
static int *at@ = &g@;
static int add@(int p, int q) {{ return p + q; }}
static int put@(int p, int q) {{ {h.form(['g@ = p; return q;', 'g@ = p + 0; return q;'])} }}
static int keep@(int p, int q) {{ h@ += q; return {h.choice(['p', 'q', '-p'])}; }}
static void stop@(int k) {{ if (k {h.choice(['>', '<', '=='])} {h.choice(['3', '100', '200'])}) exit(1); }}
static int (*const ops@[4])(int, int) = {{add@, put@, keep@, {h.choice(['add@', 'keep@'])}}};
static int (*go@)(int, int) = add@;
int f@(unsigned char a, _Bool b) {{
  int x = {number(d)};
{body(d.at('body'), s, 2 + d.below(4))}
  return x ^ {expression(d.at('last'), s)};
}}
void reset@(void) {{ at@ = &h@; go@ = put@; }}
"""
    shown = ' show(" %d %d %d %d %d %d at %d go %d", g@, h@, t@[0], t@[1], t@[2], t@[3], at@ == &g@, go@ == add@ ? 0 : go@ == put@ ? 1 : 2);'
    return Program(text, plain_call() + shown, PLAIN)


PROFILES = {"reliant": reliant}
INCLUDES = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
