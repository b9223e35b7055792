"""Parameters of the entry that are renamed and change places: a caller passes values by position, whatever the names are."""
import random

from dice import Scope, body, expression, guard, number
from program import Cell, Program

NAMES = ["a", "b", "k"]
ORDERS = [[0, 1, 2], [1, 0, 2], [2, 1, 0], [1, 2, 0], [0, 2, 1]]
SMALL = [0, 1, 2, 3, 5, 7, 15, 16, 100, 127, 128, 129, 200, 255]


def order(d):
    return d.choice(ORDERS) if d.chance(50) else ORDERS[0]


def named(d):
    """Which name stands at which place; now and then a new one, which the body then uses."""
    names = [NAMES[k] for k in order(d.at("order"))]
    if d.at("fresh").chance(25):
        old = d.at("which").choice(NAMES)
        names = [n if n != old else "z" for n in names]
    return names, {old: "z" if old not in names else old for old in NAMES}


def statements(names):
    a, b, k = (names[n] for n in NAMES)
    return [
        lambda d, s: f"x {d.choice(['+=', '^=', '='])} {a} {d.choice(['-', '*', '+', '/ 3 -'])} {d.choice([b, k])};",
        lambda d, s: f"if ({d.choice([a, b, k])} {d.choice(['<', '==', '>'])} {d.choice([a, b, k, '2', '100'])}) x += {number(d)};",
        lambda d, s: f"x += help@({', '.join(d.choice([[a, b, k], [a, b, k], [b, a, k], [k, b, a]]))});",
        lambda d, s: f"{d.choice([a, b, k])} {d.choice(['=', '+=', '-='])} {expression(d.at('e'), s, 1)};",
        lambda d, s: d.form([f"{{ int t = {a}; {a} = {b}; {b} = t; }}", f"{{ int t = {b}; {b} = {a}; {a} = t; }}"]),
        lambda d, s: f"g@ = {d.choice([a, b, k])};",
    ]


def scalars(d):
    """The places keep their types, so that only the names move."""
    fixed = random.Random(f"{d.seed}|types")
    kinds = fixed.choice([[("unsigned char", 8), ("_Bool", 1), ("_Bool", 1)], [("_Bool", 1), ("unsigned char", 8), ("_Bool", 1)], [("signed char", 8)] * 3,
                          [("unsigned char", 8), ("unsigned char", 8), ("short", 16)], [("int", 32), ("int", 32), ("unsigned", 32)], [("long", 64), ("int", 32), ("int", 32)]])
    places, names = named(d.at("body/names"))
    h = d.at("helpers")
    s = Scope([names["a"], names["a"], names["b"], names["k"], "x"], ["x", "g@"], statements(names))
    inner = body(d.at("body"), s, 2 + d.below(4))
    mine = h.form([("p", "q", "r"), ("q", "p", "r"), ("r", "p", "q")], "form_help")  # a helper's parameters, with its body renamed along
    text = f"""int g@;
static int help@(int {mine[0]}, int {mine[1]}, int {mine[2]}) {{ return {mine[0]} * 2 + {mine[1]} - {mine[2]} * {h.choice('357')}; }}
int f@({', '.join(f'{kinds[k][0]} {places[k]}' for k in range(3))}) {{
  int x = {number(d)};{'' if names['a'] == 'a' else ' int a = z;'}{'' if names['b'] == 'b' else ' int b = z;'}
{inner}
  return x ^ {expression(d.at('last'), s)};
}}
"""
    values = lambda bits: SMALL + [-1, -2, 1 << bits - 1, (1 << bits - 1) - 1, 1000]
    few = sum(bits for _, bits in kinds) <= 10
    cells = [Cell(name, bits, None if few else values(bits)) for name, (_, bits) in zip(places, kinds)]
    call = f'int r = f@({", ".join(f"({kinds[k][0]})c[{k}]" for k in range(3))}); show("return %d g %d", r, g@);'
    return Program(text, call, cells)


def kinds_too(d):
    """Names move with their types: a place may get another type of as many bits, or of more."""
    moved = order(d.at("body/order"))
    fixed = random.Random(f"{d.seed}|types")
    types = fixed.choice([["unsigned char", "signed char", "_Bool"], ["unsigned char", "_Bool", "_Bool"], ["unsigned", "int", "int"], ["short", "unsigned short", "short"], ["signed char", "short", "int"]])
    bits = {"unsigned char": 8, "signed char": 8, "_Bool": 1, "unsigned": 32, "int": 32, "short": 16, "unsigned short": 16}
    names = {n: n for n in NAMES}
    s = Scope(["a", "a", "b", "k", "x"], ["x", "g@"], statements(names))
    text = f"""int g@;
static int help@(int p, int q, int r) {{ return p * 2 + q - r * 3; }}
int f@({', '.join(f'{types[k]} {NAMES[k]}' for k in moved)}) {{
  int x = {number(d)};
{body(d.at('body'), s, 2 + d.below(3))}
  return x ^ {expression(d.at('last'), s)};
}}
"""
    cells = [Cell(NAMES[k], bits[types[k]], SMALL, signed=not types[k].startswith(("unsigned", "_B"))) for k in moved]
    call = f'int r = f@({", ".join(f"({types[k]})c[{at}]" for at, k in enumerate(moved))}); show("return %d g %d", r, g@);'
    return Program(text, call, cells)


def pointers(d):
    """Two pointers and a number; the names of the pointers may be exchanged."""
    first, second = d.at("body/order").choice([("p", "q"), ("p", "q"), ("q", "p"), ("p", "r")])
    p, q = ("p", "q") if "q" in (first, second) else ("p", "r")
    kinds = [
        lambda d, s: f"{d.choice([p, q])}[{d.choice(['0', '1', 'a & 1'])}] {d.choice(['=', '+=', '-='])} {expression(d.at('e'), s, 1)};",
        lambda d, s: f"x {d.choice(['+=', '='])} {p}[0] {d.choice(['-', '*'])} {q}[{d.choice('01')}];",
        lambda d, s: f"if (!{d.choice([p, q])}) return {number(d)};",
        lambda d, s: f"{{ short *t = {p}; {p} = {q}; {q} = t; }}",
        lambda d, s: f"g@ = {d.choice([p, q])};",
        lambda d, s: f"if ({p} == {q}) x += {number(d)};",
    ]
    s = Scope(["a", "x", "x", "b"], ["x"], kinds)
    text = f"""short *g@;
int f@(short *{first}, short *{second}, unsigned char a) {{
  int x = {number(d)}, b = a & 1;
  {d.at('null').choice([f'if (!{first} || !{second}) return -1;', f'if (!{p}) return -1;'])}
{body(d.at('body'), s, 2 + d.below(3))}
  return x ^ {expression(d.at('last'), s)};
}}
"""
    values = [0, 1, 2, 3, 7, 255, 256, 32767, 32768, 65535]
    cells = [c for name in (first, second) for c in [Cell(f"{name}_is_null", 1, [0, 0, 0, 1])] + [Cell(f"{name}[{k}]", 16, values) for k in range(4)]] + [Cell("a", 8, SMALL)]
    call = """short *r[2];
  for (int k = 0; k < 2; k++) { r[k] = c[5 * k] ? 0 : passed_in(k ? "second" : "first", 8); for (int j = 0; r[k] && j < 4; j++) r[k][j] = c[5 * k + 1 + j]; }
  int result = f@(r[0], r[1], c[10]); show("return %d g", result);
  if (show_pointer(g@)) show_block(g@);
  for (int k = 0; k < 2; k++) { show(" root"); if (show_pointer(r[k])) show_block(r[k]); }"""
    return Program(text, call, cells)


PROFILES = {"scalars": scalars, "kinds_too": kinds_too, "pointers": pointers}
INCLUDES = "#include <stdio.h>\n#include <stdlib.h>\n"
