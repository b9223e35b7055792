"""Structs and unions whose members change order, type and signedness; parameters and functions that are renamed and reordered."""
from dice import Scope, body, expression, guard, number
from program import PLAIN, Cell, Program, plain_call

MEMBERS = {"p": ["int", "int", "short", "unsigned", "long"], "q": ["signed char", "unsigned char", "short", "int"], "r": ["unsigned short", "unsigned", "short"],
           "t": ["unsigned char", "_Bool", "unsigned char"]}


def member(d):
    return d.choice(["s.p", "s.q", "s.r", "s.t", "o@.p", "o@.q", "o@.r", "o@.t", "s.in.x", "o@.in.y"])


def declared(d, name):
    """The type of a member: as a rule the first, and another where that place is rolled anew."""
    kinds = MEMBERS[name]
    return f"{kinds[0] if d.at(name).chance(70) else d.at(name + '2').choice(kinds)} {name};"


STATEMENTS = [
    lambda d, s: f"{member(d)} {d.choice(['=', '+=', '-=', '^='])} {expression(d.at('e'), s, 1)};",
    lambda d, s: f"x {d.choice(['+=', '=', '^='])} {member(d)} {d.choice(['+', '*', '-'])} {member(d)};",
    lambda d, s: f"if ({member(d)} {d.choice(['<', '>', '=='])} {number(d)}) x += {number(d)};",
    lambda d, s: d.choice(["o@ = s;", "s = o@;", "memcpy(&o@, &s, sizeof s);", "{ struct rec@ *z = &o@; *z = s; }"]),
    lambda d, s: f"x += mix@({d.at('form').choice(['s, a', 's, a'])});",
    lambda d, s: f"scale@(&{d.choice(['s', 'o@'])}, {expression(d.at('e'), s, 1)});",
    lambda d, s: f"u@.{d.choice(['w', 'h', 'c'])} {d.choice(['=', '+='])} {expression(d.at('e'), s, 1)};",
    lambda d, s: "x += " + d.choice(["u@.w", "u@.h", "u@.c"]) + ";",
    lambda d, s: f"s = make@({expression(d.at('e'), s, 0)}, {expression(d.at('f'), s, 0)});",
    lambda d, s: f"e@ = {d.choice(['RED@', 'BLUE@', 'a & 1', '(enum hue@)x'])};",
]


def structs(d):
    t = d.at("type")
    members = [declared(t, n) for n in MEMBERS] + ["struct { short x; signed char y; } in;"]
    order = t.form([[0, 1, 2, 3, 4], [0, 1, 2, 3, 4], [1, 0, 2, 3, 4], [4, 3, 2, 1, 0], [2, 0, 4, 1, 3]])
    union = t.at("union").form(["unsigned w; unsigned short h; unsigned char c;", "unsigned char c; unsigned short h; unsigned w;", "unsigned w; unsigned short h; unsigned char c;"])
    s = Scope(["a", "a", "b", "x"], ["x"], STATEMENTS)
    h = d.at("helpers")
    swapped = h.at("form_order").chance(30)
    mix = f"static int mix@({'int k, struct rec@ s' if swapped else 'struct rec@ s, int k'}) {{ return s.p * 3 + s.q - s.r * k + s.t; }}"
    names = h.form([("s", "v"), ("s", "v"), ("rec", "by")], "form_names")
    inner = f"{names[0]}->p *= {names[1]}; {names[0]}->q += {names[1]}; {h.choice(['', names[0] + '->r--;', names[0] + '->in.x ^= 5;'])}"
    text = f"""enum hue@ {{ RED@, {h.at('enum').choice(['GREEN@, BLUE@', 'BLUE@, GREEN@', 'GREEN@, BLUE@'])} }};
struct rec@ {{ {' '.join(members[k] for k in order)} }};
union any@ {{ {union} }};
struct rec@ o@; union any@ u@; enum hue@ e@;
{mix}
static void scale@(struct rec@ *{names[0]}, int {names[1]}) {{ {inner} }}
static struct rec@ make@(int x, int y) {{ struct rec@ s = {{{h.form(['.p = x, .q = y', '.q = y, .p = x', '.p = x, .q = y, .r = 0'])}}}; {h.choice(['', 's.in.x = x;', 's.t = y;'])} return s; }}
int f@(unsigned char a, _Bool b) {{
  int x = {number(d)}; struct rec@ s = {{0}};
  s.p = a; s.q = a;
{body(d.at('body'), s, 3 + d.below(4))}
  {d.at('ends').choice(['o@ = s;', 'x += s.p + s.q + s.r;', 'o@.p = s.q;'])}
  return x ^ {expression(d.at('last'), s)};
}}
""".replace("mix@(s, a)", "mix@(a, s)" if swapped else "mix@(s, a)")
    shown = ' show(" %ld %ld %ld %ld %d %d u %u e %d", (long)o@.p, (long)o@.q, (long)o@.r, (long)o@.t, o@.in.x, o@.in.y, u@.w, (int)e@);'
    return Program(text, plain_call() + shown, PLAIN)


def by_pointer(d):
    """A struct behind a pointer, and one by value, as inputs."""
    t = d.at("type")
    order = t.form([(0, 1, 2), (0, 1, 2), (2, 1, 0), (1, 0, 2)])
    members = ["signed char p;", "unsigned char q;", "signed char r[2];"]
    names = d.at("names").form([("s", "k", "a"), ("s", "k", "a"), ("rec", "k", "by")])
    reads = ["{0}->p", "{0}->q", "{0}->r[0]", "{0}->r[1]", "{1}.p", "{1}.q", "{2}", "x"]
    reads = [r.format(*names) for r in reads]
    kinds = [
        lambda d, s: f"{d.choice(reads[:4])} {d.choice(['=', '+=', '-='])} {expression(d.at('e'), s, 1)};",
        lambda d, s: f"*{names[0]} = {names[1]};",
        lambda d, s: f"{names[1]} = *{names[0]};",
        lambda d, s: f"g@ = *{names[0]};",
        lambda d, s: f"if ({expression(d.at('e'), s, 0)} {d.choice(['<', '==', '>'])} {number(d)}) x += {number(d)};",
        lambda d, s: f"last@ = {names[0]};" if d.chance(50) else f"free({names[0]}); return x;",
        lambda d, s: f"if (!{names[0]}) return {number(d)};",
    ]
    s = Scope(reads, ["x"], kinds)
    inner = body(d.at('body'), s, 2 + d.below(3))
    text = f"""struct rec@ {{ {' '.join(members[k] for k in order)} }};
struct rec@ g@, *last@;
int f@(struct rec@ *{names[0]}, struct rec@ {names[1]}, unsigned char {names[2]}) {{
  int x = {number(d)}; unsigned char a = {names[1]}.q; _Bool b = {names[1]}.p > 0;
  {d.at('null').choice([f'if (!{names[0]}) return -1;', ''])}
{inner}
  return x ^ {expression(d.at('last'), s)};
}}
""".replace("unsigned char a = k.q;", "" if names[2] == "a" else "unsigned char a = k.q;")
    small = [0, 1, 2, 3, 5, 15, 16, 100, 127, 128, 200, 255]
    one = lambda path: [Cell(path + "p", 8, small), Cell(path + "q", 8, small), Cell(path + "r[0]", 8, small), Cell(path + "r[1]", 8, small)]
    ordered = lambda path: [c for k in order for c in ([one(path)[0]], [one(path)[1]], one(path)[2:])[k]]
    cells = [Cell(f"{names[0]}_is_null", 1)] + one(f"{names[0]}->") + one(f"{names[1]}.") + [Cell(names[2], 8, small)]
    fill = lambda name, at: f"{name}.p = c[{at}]; {name}.q = c[{at + 1}]; {name}.r[0] = c[{at + 2}]; {name}.r[1] = c[{at + 3}];"
    call = f"""struct rec@ *s = c[0] ? 0 : passed_in("s", sizeof *s), k; if (s) {{ {fill('(*s)', 1)} }} {fill('k', 5)}
  int r = f@(s, k, c[9]); show("return %d g %d %d %d %d last", r, g@.p, g@.q, g@.r[0], g@.r[1]);
  if (show_pointer(last@)) show(" %d %d %d %d", last@->p, last@->q, last@->r[0], last@->r[1]);
  if (show_pointer(s)) show(" %d %d %d %d", s->p, s->q, s->r[0], s->r[1]);"""
    return Program(text, call, cells)


PROFILES = {"structs": structs, "by_pointer": by_pointer}
INCLUDES = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
