"""Structs and unions that gain, lose and rename members, whose arrays grow and bit-fields change width: as inputs behind a pointer, as globals, by value."""
import random

from dice import Scope, body, expression, number
from program import Cell, Program, PLAIN, plain_call

VALUES = [0, 1, 2, 3, 5, 15, 16, 100, 127, 128, 200, 255]


def chosen(d, name, usual, others):
    """As a rule the usual one; another where that place is rolled anew."""
    return usual if d.at(name).chance(60) else d.at(name + "2").choice(others)


def behind(d):
    """A struct behind a pointer. Its members are inputs, by their names."""
    t = d.at("body/type")
    fixed = random.Random(f"{d.seed}|base")
    kinds = fixed.choice(["signed char", "unsigned char", "short"]), fixed.choice(["unsigned char", "short", "int"])
    q = chosen(t, "rename", "q", ["q", "k"])
    extra = chosen(t, "extra", "", ["short e;", "unsigned char e;", ""])
    where = t.at("where").choice([0, 1, 3])
    count = chosen(t, "count", 2, [2, 3, 1])
    members = [f"{chosen(t, 'p', kinds[0], [kinds[0], 'unsigned char', 'signed char', 'short'])} p;", f"{kinds[1]} {q};", f"signed char r[{count}];"]
    members.insert(where, extra)
    order = t.at("form_order").chance(20)
    if order:
        members.reverse()
    bits = {"signed char": 8, "unsigned char": 8, "short": 16, "int": 32}
    p_kind = next(m for m in members if m.endswith(" p;"))[:-3]
    r1 = "s->r[1]" if count > 1 else "s->r[0]"
    reads = ["s->p", "s->p", f"s->{q}", "s->r[0]", r1, "x", "a"]
    kinds_ = [
        lambda d, s: f"{d.choice(['s->p', f's->{q}', 's->r[0]', r1])} {d.choice(['=', '+=', '-='])} {expression(d.at('e'), s, 1)};",
        lambda d, s: f"x {d.choice(['+=', '=', '^='])} {d.choice(reads[:5])} {d.choice(['+', '*', '-'])} {d.choice(reads)};",
        lambda d, s: f"if (s->p {d.choice(['<', '>', '=='])} {number(d)}) x += {number(d)};",
        lambda d, s: d.form([f"x += (int)sizeof *s;", "x += 8;"]) if d.chance(15) else "copy@ = *s;",
        lambda d, s: f"copy@.{d.choice(['p', q, 'r[0]'])} {d.choice(['=', '+='])} {expression(d.at('e'), s, 1)};",
        lambda d, s: f"{{ struct rec@ l = {{0}}; l.p = {expression(d.at('e'), s, 1)}; *s = l; }}",
        lambda d, s: f"s->e {d.choice(['=', '+='])} {number(d)};" if extra else "x ^= 1;",
        lambda d, s: "memset(s->r, 1, sizeof s->r);",
    ]
    s = Scope(reads + ["b"], ["x"], kinds_)
    text = f"""struct rec@ {{ {' '.join(members)} }};
struct rec@ copy@;
int f@(struct rec@ *s, unsigned char a) {{
  int x = {number(d)}, b = a & 1; if (!s) return -1;
{body(d.at('body'), s, 2 + d.below(3))}
  return x ^ {expression(d.at('last'), s)};
}}
"""
    extra_bits = 16 if extra.startswith("short") else 8
    cells = [Cell("s_is_null", 1, [0, 0, 0, 1]), Cell("s->p", bits[p_kind], VALUES, signed=p_kind != "unsigned char"), Cell(f"s->{q}", bits[kinds[1]], VALUES)]
    cells += [Cell(f"s->r[{k}]" if k < count else "", 8, VALUES) for k in range(3)]
    cells += [Cell("s->e" if extra else "", extra_bits, VALUES), Cell("a", 8, VALUES)]
    fill = f"s->p = c[1]; s->{q} = c[2]; " + " ".join(f"s->r[{k}] = c[{3 + k}];" for k in range(count)) + (" s->e = c[6];" if extra else "")
    shown = lambda name: f'show(" %ld %ld", (long){name}.p, (long){name}.{q}); for (int k = 0; k < {count}; k++) show(" {{r%d=%d}}", k, {name}.r[k]);' + (f' show(" {{e=%d}}", {name}.e);' if extra else "")
    call = f"""struct rec@ *s = c[0] ? 0 : passed_in("s", sizeof *s); if (s) {{ memset(s, 0, sizeof *s); {fill} }}
  int r = f@(s, c[7]); show("return %d", r); {shown('copy@')} if (show_pointer(s)) {{ {shown('(*s)')} }}"""
    return Program(text, call, cells)


UNION_STATEMENTS = [
    lambda d, s: f"u@.{d.choice(['w', 'h[0]', 'h[1]', 'c[0]', 'c[2]', 'i'])} {d.choice(['=', '+=', '^='])} {expression(d.at('e'), s, 1)};",
    lambda d, s: f"x {d.choice(['+=', '=', '^='])} {d.choice(['u@.w', 'u@.h[0]', 'u@.h[1]', 'u@.c[1]', 'u@.i', 'v.c[0]', 'v.w'])};",
    lambda d, s: d.form(["u@ = v;", "u@.w = v.w;", "memcpy(&u@, &v, 4);"]),
    lambda d, s: "v = u@;",
    lambda d, s: f"k@.{d.choice('pqr')} {d.choice(['=', '+=', '-='])} {expression(d.at('e'), s, 1)};",
    lambda d, s: f"x {d.choice(['+=', '='])} k@.{d.choice('pqr')} {d.choice(['+', '*'])} k@.{d.choice('pqr')};",
    lambda d, s: f"x += take@({d.choice(['u@', 'v'])}, k@);",
    lambda d, s: f"n@.in.{d.choice(['w', 'c[1]', 'i'])} = {expression(d.at('e'), s, 1)}; n@.tag = {number(d)};",
    lambda d, s: f"switch (n@.tag & 3) {{ case 0: x += n@.in.w; break; case {d.choice('12')}: x -= n@.in.c[0]; break; default: x ^= n@.in.i; }}",
]


def unions(d):
    t = d.at("body/type")
    parts = ["unsigned w;", f"{chosen(t, 'half', 'unsigned short', ['unsigned short', 'short'])} h[2];", f"{chosen(t, 'byte', 'unsigned char', ['unsigned char', 'signed char'])} c[4];", "int i;"]
    if t.at("form_order").chance(25):
        parts.reverse()
    parts.append(chosen(t, "more", "", ["float f;", "unsigned char flag;", ""]))
    widths = [chosen(t, f"bits{k}", usual, others) for k, (usual, others) in enumerate([("3", ["3", "4", "5"]), ("7", ["7", "6", "8"]), ("6", ["6", "2"])])]
    sign = chosen(t, "sign", "unsigned", ["unsigned", "signed"])
    s = Scope(["a", "a", "b", "x"], ["x"], UNION_STATEMENTS)
    h = d.at("helpers")
    text = f"""union any@ {{ {' '.join(parts)} }};
struct bits@ {{ unsigned p : {widths[0]}; {sign} q : {widths[1]}; {t.at('between').choice(['', 'unsigned : 0;', ''])} unsigned short r : {widths[2]}; }};
struct tagged@ {{ unsigned char tag; union any@ in; }};
union any@ u@; struct bits@ k@; struct tagged@ n@;
static int take@(union any@ u, struct bits@ k) {{ return {h.form(['u.h[0] + k.q', 'k.q + u.h[0]'])} {h.choice(['', '- u.c[3]', '* k.p'])}; }}
int f@(unsigned char a, _Bool b) {{
  int x = {number(d)}; union any@ v = {{0}}; v.w = a * 16843009u;
{body(d.at('body'), s, 3 + d.below(4))}
  return x ^ {expression(d.at('last'), s)};
}}
"""
    # What the members of a union and of a struct mean is what shows, under their names.
    shown = """ show(" u %u %d %d %d %d %d %d", u@.w, u@.h[0], u@.h[1], u@.c[0], u@.c[1], u@.c[2], u@.c[3]);
  show(" k %d %d %d n %d %u", (int)k@.p, (int)k@.q, (int)k@.r, n@.tag, n@.in.w);"""
    return Program(text, plain_call() + shown, PLAIN)


PROFILES = {"behind": behind, "unions": unions}
INCLUDES = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
