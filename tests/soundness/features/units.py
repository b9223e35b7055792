"""Programs of three files that have statics of equal names: variables, functions, variables of functions, struct tags. The files of after come in another order."""
import random

from dice import Scope, body, expression, guard, number
from program import PLAIN, Program, plain_call

KINDS = ["int", "short", "unsigned char", "int"]


def unit(d, which):
    """A file with the same names as the others, and what they call: one@, two@."""
    reads = ["v", "v", "s@", "r@.k", "t@[v & 1]"]
    own = [
        lambda d, s: f"s@ {d.choice(['=', '+=', '-=', '^='])} {expression(d.at('e'), s, 1)};",
        lambda d, s: f"v {d.choice(['=', '+='])} {d.choice(['h@(v)', 'h@(s@)', 'count@()', 'h@(v) + count@()'])};",
        lambda d, s: f"r@.{d.choice('kj')} {d.choice(['=', '+='])} {expression(d.at('e'), s, 1)};",
        lambda d, s: f"t@[{d.choice(['0', '1', 'v & 1'])}] {d.choice(['=', '+='])} {expression(d.at('e'), s, 1)};",
        lambda d, s: f"if ({expression(d.at('c'), s, 1)} > {number(d)}) {{ v = {d.choice(['s@', 'h@(1)', 'r@.j'])}; }}",
        lambda d, s: f"{d.choice(['go@', 'go@', 'back@'])} = {d.choice(['&s@', 't@', 't@ + 1'])};" if d.chance(40) else "if (go@) *go@ += 1;",
    ]
    s = Scope(reads, ["v", "s@"], own, 1)
    kind = d.at("kind").choice(KINDS)
    members = d.at("members").choice(["int k; short j;", "short j; int k;", "signed char k, j;"])
    h = d.at("h").form(["return v * {n} + s@;", "return s@ + {n} * v;", "int k = v; k *= {n}; return k + s@;"]).format(n=d.at("h").choice("235"))
    hidden = d.at("hidden").choice(["int", "short"])
    start = random.Random(f"{d.seed}|{which}")  # the same in both versions: what f does not touch is not what it shows
    return f"""extern int *go@, *back@;
static int s@ = {start.randrange(9)}; static int t@[2] = {{{start.randrange(9)}, 1}};
struct rec@ {{ {members} }}; static struct rec@ r@;
static {hidden} seen@;
static {kind} h@(int v) {{ {h} }}
static int count@(void) {{ static int n = {start.choice('014')}; {d.at('count').form(['return n++;', 'n += 1; return n - 1;', 'int k = n; n = k + 1; return k;'])} }}
int {which}@(int v) {{
  unsigned char a = v; _Bool b = v > 3;
  seen@ = v;
{body(d.at('body'), s, 1 + d.below(3))}
  return v ^ {expression(d.at('last'), s, 1)};
}}
int look_{which}@(int k) {{ return k == 0 ? s@ + seen@ : k == 1 ? t@[0] + t@[1] : k == 2 ? r@.k + r@.j : h@(k) + count@(); }}
""", f"""void shown_{which}@(void) {{ show(" {which} s %d t %d %d r %d %d seen %d", s@, t@[0], t@[1], (int)r@.k, (int)r@.j, seen@); show(" n %d", count@()); }}
"""


STATEMENTS = [
    lambda d, s: f"x {d.choice(['+=', '=', '^='])} {d.choice(['one@', 'two@', 'h@', 'one@'])}({expression(d.at('e'), s, 1)});",
    lambda d, s: f"s@ {d.choice(['=', '+='])} {expression(d.at('e'), s, 1)};",
    lambda d, s: f"if ({guard(d.at('c'), s)}) {d.choice(['one@(x);', 'two@(a);', 'x += s@;', 'go@ = &s@;'])}",
    lambda d, s: d.form(["x = one@(a) + two@(b);", "{ int k = one@(a); x = k + two@(b); }", "{ int k = two@(b); x = k + one@(a); }"]),
    lambda d, s: f"{{ int (*k)(int) = {d.choice(['b ? one@ : two@', 'a & 1 ? h@ : one@', 'two@'])}; x += k({expression(d.at('e'), s, 0)}); }}",
    lambda d, s: "if (go@) x += *go@;",
]


def units(d):
    s = Scope(["a", "a", "b", "x", "s@"], ["x", "s@"], STATEMENTS)
    text = f"""int one@(int), two@(int);
int *go@, *back@;
static int s@ = {random.Random(d.seed).randrange(200)};
static int h@(int v) {{ return v {d.at('h').choice(['+ 1', '- s@', '* 3', '+ s@'])}; }}
int f@(unsigned char a, _Bool b) {{
  int x = {number(d)};
{body(d.at('body'), s, 2 + d.below(3))}
  return x ^ {expression(d.at('last'), s)};
}}
int look@(void) {{ return h@(s@); }}
"""
    call = plain_call() + """ show(" s %d", s@); shown_one@(); shown_two@();
  for (int k = 0; k < 2; k++) { int *p = k ? back@ : go@; show(p ? " to %d" : " to none", p ? *p : 0); }"""
    return Program(text, call, PLAIN, "void shown_one@(void); void shown_two@(void);", others=[unit(d.at("body/one"), "one"), unit(d.at("body/two"), "two")])


PROFILES = {"units": units}
INCLUDES = "#include <stdio.h>\n#include <stdlib.h>\n"
