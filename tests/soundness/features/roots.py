"""Linked structures and arrays that the caller passes in: walked, linked anew, shared between roots, freed; and values that nobody initialised."""
from dice import Scope, body, expression, guard, number
from program import PLAIN, Cell, Program, plain_call

VALUES = [0, 1, 2, 3, 5, 7, 100, 127, 128, 255]


def node(d):
    return d.choice(["p", "q", "p->next", "q->next", "head@"])


def safe(d):
    """A pointer and the test that it is none."""
    name = node(d)
    test = f"p && {name}" if name.startswith("p->") else f"q && {name}" if name.startswith("q->") else name
    return name, test


def on_node(d, text):
    name, test = safe(d)
    text = text.replace("N", name)
    return f"if ({test}) {{ {text} }}" if d.chance(80) else text


LIST_STATEMENTS = [
    lambda d, s: on_node(d, f"N->v {d.choice(['=', '+=', '-='])} {expression(d.at('e'), s, 1)};"),
    lambda d, s: on_node(d, f"x {d.choice(['+=', '='])} N->v;"),
    lambda d, s: on_node(d, f"N->next = {d.choice(['0', 'q', 'p', 'head@', 'N->next ? N->next->next : 0'])};"),
    lambda d, s: f"head@ = {node(d)};" if d.chance(20) else f"head@ = {d.choice(['p', 'q', '0'])};",
    lambda d, s: on_node(d, "struct node@ *n = N; N = n->next; free(n);") if d.chance(50) else "if (p) { struct node@ *n = p; p = p->next; free(n); }",
    lambda d, s: d.form(["for (struct node@ *n = p; n; n = n->next) x = x * 3 + n->v;", "struct node@ *n = p; while (n) { x = n->v + 3 * x; n = n->next; }"]).join(["{ int left = 5; ", " }"]).replace("n; n =", "n && left--; n =").replace("while (n)", "while (n && left--)"),
    lambda d, s: f"{{ struct node@ *n = malloc(sizeof *n); n->v = {expression(d.at('e'), s, 1)}; n->next = {d.choice(['p', 'q', '0'])}; {d.choice(['p', 'q', 'head@'])} = n; }}",
    lambda d, s: "{ struct node@ *n = p; p = q; q = n; }",
    lambda d, s: f"if (p == {d.choice(['q', 'head@'])}) x += {number(d)};",
    lambda d, s: f"if (!{d.choice('pq')}) return {number(d)};",
]


def linked(d):
    s = Scope(["a", "a", "x", "b"], ["x"], LIST_STATEMENTS)
    text = f"""struct node@ {{ signed char v; struct node@ *next; }};
struct node@ *head@;
int f@(struct node@ *p, struct node@ *q, unsigned char a) {{
  int x = {number(d)}, b = a & 1;
{body(d.at('body'), s, 2 + d.below(4))}
  {d.at('ends').choice(['head@ = p;', 'if (p) x += p->v;', ''])}
  return x ^ {expression(d.at('last'), s)};
}}
"""
    cells = []
    for root in "pq":
        for k in range(3):
            path = root + "->next" * k
            cells += [Cell(f"{path}_is_null", 1, [0, 0, 1]), Cell(f"{path}->v", 8, VALUES)]
    cells.append(Cell("a", 8, VALUES))
    call = """struct node@ *r[6] = {0};
  for (int k = 0; k < 6; k++) { static const char *const names[6] = {"p", "p->next", "p->next->next", "q", "q->next", "q->next->next"};
    if (c[2 * k] || (k % 3 && !r[k - 1])) continue;
    r[k] = passed_in(names[k], sizeof *r[k]); r[k]->v = c[2 * k + 1]; r[k]->next = 0; if (k % 3) r[k - 1]->next = r[k]; }
  int result = f@(r[0], r[3], c[12]); show("return %d head", result);
  for (struct node@ *n = head@; show_pointer(n); n = n->next) show(":%d", n->v);
  for (int k = 0; k < 6; k++) { show(" root"); for (struct node@ *n = r[k]; show_pointer(n); n = n->next) show(":%d", n->v); }"""
    return Program(text, call, cells)


ARRAY_STATEMENTS = [
    lambda d, s: f"p[{d.choice(['0', '1', '2', 'i', 'a & 3'])}] {d.choice(['=', '+=', '^='])} {expression(d.at('e'), s, 1)};",
    lambda d, s: f"q[{d.choice(['0', '1', '3', 'i', 'a & 3'])}] {d.choice(['=', '+=', '-='])} {expression(d.at('e'), s, 1)};",
    lambda d, s: f"x {d.choice(['+=', '=', '^='])} {d.choice('pq')}[{d.choice(['0', '1', '2', '3', 'i', 'a & 3'])}];",
    lambda d, s: d.form(["for (int k = 0; k < 3; k++) p[k] = q[k];", "memmove(p, q, 3 * sizeof *p);", "for (int k = 2; k >= 0; k--) p[k] = q[k];", "memcpy(p, q, 3 * sizeof *p);"]),
    lambda d, s: f"i = {d.choice(['1', '2', 'a & 1', 'p[0] & 3', 'x & 3'])};",
    lambda d, s: d.form(["{ short t = p[0]; p[0] = q[0]; q[0] = t; }", "{ p[0] ^= q[0]; q[0] ^= p[0]; p[0] ^= q[0]; }", "{ short t = q[0]; q[0] = p[0]; p[0] = t; }"]),
    lambda d, s: f"if (p[{d.choice('01')}] {d.choice(['<', '==', '>'])} q[{d.choice('01')}]) x += {number(d)};",
    lambda d, s: f"g@ = {d.choice('pq')};" if d.chance(50) else f"g@ = p + {d.choice('12')};",
    lambda d, s: d.choice(["free(q); return x;", "p = realloc(p, 8 * sizeof *p); p[5] = 1;", "p = realloc(p, 2 * sizeof *p);", "free(p); p = q;"]) if d.chance(40) else "x += *p + *q;",
]


def buffers(d):
    s = Scope(["a", "a", "x", "b", "p[0]", "q[1]"], ["x"], ARRAY_STATEMENTS)
    text = f"""short *g@;
int f@(short *p, short *q, unsigned char a) {{
  int x = {number(d)}, i = 0, b = a & 1;
{body(d.at('body'), s, 2 + d.below(4))}
  return x ^ {expression(d.at('last'), s)};
}}
"""
    values = [0, 1, 2, 3, 7, 255, 256, 32767, 32768, 65535]
    cells = [Cell("p_is_null", 1, [0, 0, 0, 0, 1])] + [Cell(f"p[{k}]", 16, values) for k in range(4)] + [Cell("q_is_null", 1, [0, 0, 0, 0, 1])] + [Cell(f"q[{k}]", 16, values) for k in range(4)] + [Cell("a", 8, VALUES)]
    call = """short *r[2];
  for (int k = 0; k < 2; k++) { r[k] = c[5 * k] ? 0 : passed_in(k ? "q" : "p", 8); for (int j = 0; r[k] && j < 4; j++) r[k][j] = c[5 * k + 1 + j]; }
  int result = f@(r[0], r[1], c[10]); show("return %d g", result);
  if (show_pointer(g@)) show_block(g@);
  for (int k = 0; k < 2; k++) { show(" root"); if (show_pointer(r[k])) show_block(r[k]); }"""
    return Program(text, call, cells)


UNSET_STATEMENTS = [
    lambda d, s: f"if ({guard(d.at('c'), s)}) u = {expression(d.at('e'), s, 1)};",
    lambda d, s: f"if ({guard(d.at('c'), s)}) t[{d.choice(['0', '1', 'a & 1'])}] = {expression(d.at('e'), s, 1)};",
    lambda d, s: f"if ({guard(d.at('c'), s)}) x {d.choice(['+=', '='])} {d.choice(['u', 't[0]', 't[a & 1]', 'r.k', '*h'])};",
    lambda d, s: f"x += {d.choice(['u & 0', 't[1] * 0', 'u - u', '(u & 1) ? 0 : 0'])};" if d.chance(25) else f"r.k = {expression(d.at('e'), s, 1)};",
    lambda d, s: d.choice(["struct unset@ r2 = r; r.j = r2.j;", "t[0] = t[1];", "*h = u;", "r.j = a;"]).join("{}"),
    lambda d, s: f"switch (a & 3) {{ case 0: u = 1; break; case 1: u = {number(d)}; {d.choice(['break;', ''])} case 2: t[0] = 4; }}",
    lambda d, s: "g@ = " + d.choice(["x", "u", "r.k", "*h"]) + ";" if d.chance(40) else "g@ = x;",
]


def unset(d):
    s = Scope(["a", "a", "b", "x"], ["x"], UNSET_STATEMENTS)
    text = f"""struct unset@ {{ int k; short j; }};
int g@;
int f@(unsigned char a, _Bool b) {{
  int x = {number(d)}, u, t[2], *h = malloc(sizeof *h); struct unset@ r;
  {d.at('first').choice(['u = a;', 't[0] = 1;', '*h = a;', 'r.k = 2;', 't[1] = a; u = 1;'])}
{body(d.at('body'), s, 3 + d.below(3))}
  {d.at('free').choice(['free(h);', ''])}
  return x ^ {expression(d.at('last'), s)};
}}
"""
    return Program(text, plain_call() + ' show(" g %d", g@);', PLAIN)


PROFILES = {"linked": linked, "buffers": buffers, "unset": unset}
INCLUDES = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
