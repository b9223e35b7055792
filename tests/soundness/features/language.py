"""What the usual order of C leaves out: jumps back into functions that are still running, computed gotos, instructions of the processor, checked arithmetic,
arrays of variable length, variable arguments, functions that are called back, and definitions of another age."""
from dice import Scope, body, expression, guard, number
from program import PLAIN, Program, plain_call

JUMPS = [
    lambda d, s: f"x += deep@({expression(d.at('e'), s, 1)}, {d.choice(['0', '1', '2', 'a & 3'])});",
    lambda d, s: f"x += deep@({expression(d.at('e'), s, 1)}, {d.choice(['0', '1'])});",
    lambda d, s: f"if ({guard(d.at('c'), s)}) longjmp(env@, {expression(d.at('e'), s, 1)});",
    lambda d, s: f"{{ int t[3] = {{x, a, {number(d)}}}; qsort(t, 3, sizeof *t, order@); x = x * 3 + t[{d.below(3)}]; }}",
    lambda d, s: d.form(["{ jmp_buf own; const int why = setjmp(own); if (why == 0) x += inner@(&own, %s); else x ^= why; }",
                         "{ jmp_buf own, copy; const int why = setjmp(own); memcpy(copy, own, sizeof own); if (why == 0) x += inner@(&copy, %s); else x ^= why; }",
                         "{ jmp_buf own; switch (setjmp(own)) { case 0: x += inner@(&own, %s); break; case 1: x ^= 1; break; default: x ^= 2; } }"]) % expression(d.at("e"), s, 1),
    lambda d, s: f"x ^= run@({d.choice(['a', 'x', 'a + 1'])}, {d.choice(['b', '2', 'a >> 4'])});",
    lambda d, s: f"y {d.choice(['=', '+=', '^='])} {expression(d.at('e'), s, 1)};",
    lambda d, s: "total@ = total@ * 2 + x;",
    lambda d, s: f"for (int i = 0; i < {d.choice(['2', '3'])}; i++) x += deep@(x + i, i);",
    lambda d, s: f"{d.choice(['x', 'x', 'total@'])} += way@[{d.choice(['a & 1', 'b', '0'])}](x, 1);",
]


def jumps(d):
    s = Scope(["a", "a", "b", "x", "y"], ["x", "total@"], JUMPS)
    inner = Scope(["v", "k", "total@"], ["total@", "v"], [], 1)
    h = d.at("helpers")
    deep = h.form(["if (v > 9 + k) longjmp(env@, v & 7); return v - k;", "if (!(v <= 9 + k)) longjmp(env@, v & 7); return v - k;", "if (v > 8 + k) longjmp(env@, v & 7); return v - k;",
                   "if (k > 0) return deep@(v + 1, k - 1); if (v == 4) longjmp(env@, 0); return v;"], "deep")
    compare = h.form(["return *p < *q ? -1 : *p > *q;", "return (*p > *q) - (*p < *q);", "if (*p == 3) longjmp(env@, *q); return *p < *q ? -1 : *p > *q;", "return (*p & 7) - (*q & 7);"], "compare")
    labels = h.form(["&&one, &&two, &&end", "&&one, &&two, &&end", "&&two, &&one, &&end"], "labels")
    back = d.at("back").choice(["return x ^ r;", "return x * 2 + r + total@;", "if (rounds++ > 0) return x - r;", "if (rounds++ > 1) return y; total@ += r;", "return y + r;"])
    kept = d.at("kept").form(["volatile ", "volatile ", ""], "volatile")
    text = f"""static jmp_buf env@;
int total@ = 1;
static int deep@(int v, int k) {{ {deep} }}
static int order@(const void *l, const void *r) {{ const int *p = l, *q = r; {compare} }}
static int inner@(jmp_buf *to, int v) {{
  const unsigned char a = (unsigned char)v; const _Bool b = v & 2;
  int k = 2;
{body(h.at('inner'), inner, 1)}
  if ({guard(h.at('leaves'), inner)}) longjmp(*to, v & 3);
  return v;
}}
static int stay@(int v, int k) {{ return v + k; }}
static int (*const way@[2])(int, int) = {{stay@, deep@}};
static int run@(int v, int w) {{
  static void *const table[] = {{{labels}}};
  const int code[2] = {{v % 3u, w % 3u}};
  int n = 0, r = {number(h)};
  goto *table[code[n]];
one:
  r += {number(h)};
  if (++n > 1) return r;
  goto *table[code[n]];
two:
  r *= 3;
  if (++n > 1) return r;
  goto *table[code[n]];
end:
  return r - n;
}}
int f@(unsigned char a, _Bool b) {{
  volatile int x = {number(d)}, rounds = 0;
  {kept}int y = a & 15;
  const int r = setjmp(env@);
  if (r != 0) {{ {back} }}
{body(d.at('body'), s, 2 + d.below(4))}
  return x ^ {expression(d.at('last'), s)};
}}
"""
    return Program(text, plain_call() + ' show(" total %d", total@);', PLAIN)


NARROW = ["signed char", "short", "unsigned char", "unsigned short", "unsigned", "int"]
CHECKED = {"add": "+", "sub": "-", "mul": "*"}


def checked(d, s):
    kind, name = d.choice(NARROW), d.choice(sorted(CHECKED))
    e, g = expression(d.at("e"), s, 1), expression(d.at("g"), s, 1)
    return d.form(["{{ {t} w; if (__builtin_{n}_overflow({e}, {g}, &w)) x -= 3; x += (int)w; }}",
                   "{{ long v = (long)({e}) {o} (long)({g}); {t} w = ({t})v; if (v != (long)w) x -= 3; x += (int)w; }}"]).format(t=kind, n=name, o=CHECKED[name], e=e, g=g)


MACHINE = [
    checked,
    checked,
    lambda d, s: d.form(["{ unsigned u = %s; __asm__(\"bswap %%0\" : \"+r\"(u)); x ^= (int)u; }", "x ^= (int)__builtin_bswap32((unsigned)(%s));",
                         "{ unsigned u = %s; u = u >> 24 | (u >> 8 & 0xff00) | (u << 8 & 0xff0000) | u << 24; x ^= (int)u; }"]) % expression(d.at("e"), s, 1),
    lambda d, s: d.form(["{ unsigned u = (unsigned)x; __asm__(\"roll %%cl,%0\" : \"+r\"(u) : \"c\"(a) : \"cc\"); x = (int)u; }", "x = (int)((unsigned)x << (a & 31) | (unsigned)x >> (-a & 31));",
                         "x = (int)__builtin_rotateleft32((unsigned)x, a);", "{ unsigned u = (unsigned)x; __asm__(\"rorl %%cl,%0\" : \"+r\"(u) : \"c\"(a) : \"cc\"); x = (int)u; }"]),
    lambda d, s: d.form(["{ unsigned n = a + 1u, r; __asm__(\"bsrl %1,%0\" : \"=r\"(r) : \"rm\"(n) : \"cc\"); x += (int)r; }", "x += 31 - __builtin_clz(a + 1u);", "{ int r = 0; while (a + 1u >> (r + 1)) r++; x += r; }"]),
    lambda d, s: d.form(["{ int w = %s; __asm__ volatile(\"lock; xaddl %%0, %%1\" : \"+r\"(w), \"+m\"(total@) : : \"memory\", \"cc\"); x += w; }", "x += __atomic_fetch_add(&total@, %s, __ATOMIC_SEQ_CST);",
                         "{ int w = total@; total@ += %s; x += w; }", "x += __atomic_add_fetch(&total@, %s, __ATOMIC_SEQ_CST);"]) % expression(d.at("e"), s, 0),
    lambda d, s: "{ %s for (int i = 0; i <= n; i++) v[i] = x + i * %s; x += v[%s]; }" % (d.form(["const int n = a & 3; int v[n + 1];", "const int n = a & 3; int *v = __builtin_alloca((n + 1) * sizeof *v);"]), number(d), d.choice(["n", "n / 2", "0"])),
    lambda d, s: f"x += sum@({d.choice(['2', '1', 'a & 1', '2 - b'])}, {expression(d.at('e'), s, 1)}, {expression(d.at('g'), s, 1)});",
    lambda d, s: f"{{ int t[4] = {{x, a, {number(d)}, b}}; qsort(t, {d.choice(['4', '3', '(a & 1) + 2'])}, sizeof *t, order@); x = x * 3 + t[0] * 2 + t[{d.choice([1, 1, 2])}]; }}",
    lambda d, s: f"{{ static const int t[5] = {{1, 3, 4, 9, 200}}; const int k = {d.choice(['a', 'a & 15', 'x & 7'])}; const int *p = bsearch(&k, t, 5, sizeof *t, order@); x += p ? (int)(p - t) : -1; }}",
    lambda d, s: d.form(["x += __builtin_popcount(a);", "for (unsigned u = a; u; u &= u - 1) x++;", "x += __builtin_parity(a) + 2 * __builtin_popcount(a) / 2;"]),
    lambda d, s: f"x ^= old@({expression(d.at('e'), s, 0)}, a, {expression(d.at('g'), s, 0)});",
    lambda d, s: d.form(["__asm__ volatile(\"\" : \"+m\"(x) : : \"memory\");", "__asm__ volatile(\"pause\");", ""]),
    lambda d, s: f"if ({guard(d.at('c'), s)}) return {expression(d.at('e'), s, 1)};",
    lambda d, s: "own@ += x; x ^= own@;",
]


def machine(d):
    s = Scope(["a", "a", "b", "x"], ["x", "total@"], MACHINE)
    h = d.at("helpers")
    add = h.form(["for (int i = 0; i < n; i++) r = r * 2 + va_arg(l, int);", "while (n-- > 0) { r += r; r += va_arg(l, int); }", "for (int i = 1; i < n; i++) r = r * 2 + va_arg(l, int);"], "sum")
    compare = h.form(["return *p < *q ? -1 : *p > *q;", "return (*p > *q) - (*p < *q);", "return (*q > *p) - (*q < *p);"], "compare")
    text = f"""int total@ = {number(h)};
static int own@ = {number(h)};
static int sum@(int n, ...) {{ va_list l; int r = 0; va_start(l, n); {add} va_end(l); return r; }}
static int order@(const void *l, const void *r) {{ const int *p = l, *q = r; {compare} }}
static int old@(p, q, r) int p; unsigned char q; short r; {{ return {h.form(['p - q * r', 'p - r * q', 'p - (q + r)'], 'old')}; }}
int f@(unsigned char a, _Bool b) {{
  int x = {number(d)};
{body(d.at('body'), s, 2 + d.below(4))}
  return x ^ {expression(d.at('last'), s)};
}}
"""
    return Program(text, plain_call() + ' show(" total %d own %d", total@, own@);', PLAIN)


PROFILES = {"jumps": jumps, "machine": machine}
INCLUDES = "#include <setjmp.h>\n#include <stdarg.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
FLAGS = ["-Wno-deprecated-non-prototype"]
