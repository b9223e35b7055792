"""Lists and trees that are appended to, spliced, turned and freed; several roots to one object; arrays that grow; blocks whose sizes are inputs."""
import random

from dice import Scope, body, condition, expression, number
from program import PLAIN, Program, plain_call

LISTS = """struct node@ { int v; struct node@ *next; };
struct node@ *head@, *tail@;
int total@ = 1;
static struct node@ *make@(int v, struct node@ *next) { struct node@ *n = malloc(sizeof *n); n->v = v; n->next = next; return n; }
static void append@(struct node@ **at, int v) { while (*at) at = &(*at)->next; *at = make@(v, 0); }
static struct node@ *reverse@(struct node@ *l) { struct node@ *r = 0; while (l) { struct node@ *n = l->next; l->next = r; r = l; l = n; } return r; }
static int sum@(struct node@ *l) { int s = 0; for (; l; l = l->next) s = s * 3 + l->v; return s; }
"""


def helpers(d):
    s = Scope(["v", "l->v"], ["total@"], [])
    insert = d.form(["while (*at && (*at)->v < v) at = &(*at)->next; *at = make@(v, *at);",
                     "while (*at) { if ((*at)->v >= v) break; at = &(*at)->next; } struct node@ *n = make@(v, *at); *at = n;",
                     "if (!*at || (*at)->v >= v) { *at = make@(v, *at); return; } insert@(&(*at)->next, v);"], "form_insert")
    drop_test = d.at("drop").choice(["(*at)->v == v", "(*at)->v >= v", "(*at)->v != v", "((*at)->v & 1) == (v & 1)"])
    drop = d.form(["for (; *at; at = &(*at)->next) if (%s) { struct node@ *n = *at; *at = n->next; free(n); total@++; return; }",
                   "while (*at) { struct node@ *n = *at; if (%s) { *at = n->next; free(n); total@++; return; } at = &n->next; }"], "form_drop") % drop_test
    splice = d.form(["struct node@ **at = x; while (*at) at = &(*at)->next; *at = *y; *y = 0;",
                     "if (!*x) { *x = *y; *y = 0; return; } struct node@ *n = *x; while (n->next) n = n->next; n->next = *y; *y = 0;"], "form_splice")
    if d.at("keep").chance(15):
        splice = splice.replace("*y = 0;", "", 1)
    clear = d.form(["while (*at) { struct node@ *n = *at; *at = n->next; free(n); }",
                    "struct node@ *l = *at; *at = 0; while (l) { struct node@ *n = l->next; free(l); l = n; }"], "form_clear")
    return f"""static void insert@(struct node@ **at, int v) {{ {insert} }}
static void drop@(struct node@ **at, int v) {{ {drop} }}
static void splice@(struct node@ **x, struct node@ **y) {{ {splice} }}
static void clear@(struct node@ **at) {{ {clear} }}
static void each@(struct node@ *l, int v) {{ for (; l; l = l->next) if ({condition(d.at('each'), s)}) l->v = {expression(d.at('eachv'), s, 1)}; }}
"""


def pick(d):
    return d.choice(["l", "m"])


LIST_STATEMENTS = [
    lambda d, s: f"{d.choice(['append@', 'insert@', 'drop@', 'insert@'])}(&{pick(d)}, {expression(d.at('e'), s, 1)});",
    lambda d, s: f"{pick(d)} = make@({expression(d.at('e'), s, 1)}, {pick(d.at('n'))});",
    lambda d, s: f"{pick(d)} = reverse@({pick(d)});",
    lambda d, s: "splice@(&l, &m);" if d.chance(50) else "splice@(&m, &l);",
    lambda d, s: f"{d.choice(['head@', 'tail@'])} = {pick(d)};",
    lambda d, s: f"if ({pick(d)}) {d.choice(['head@', 'tail@'])} = {pick(d)}->next;" if d.chance(30) else "if (l) tail@ = l->next;",
    lambda d, s: f"clear@(&{pick(d)});",
    lambda d, s: f"each@({pick(d)}, {number(d)});",
    lambda d, s: f"x {d.choice(['+=', '=', '^='])} sum@({d.choice(['l', 'm', 'head@'])});" if d.chance(80) else "x = sum@(l) - sum@(m);",
    lambda d, s: f"if (l && m) {d.form(['l->v = m->v;', '{ int *p = &l->v, *q = &m->v; *p = *q; }', '*&l->v = *&m->v;'])}",
    lambda d, s: f"if (head@) head@->v {d.choice(['=', '+=', '-='])} {expression(d.at('e'), s, 1)};",
    lambda d, s: f"while ({pick(d)} && {pick(d)}->v {d.choice(['>', '==', '<'])} {number(d.at('n'))}) {{ struct node@ *n = l; if (!l) break; l = l->next; free(n); }}",
    lambda d, s: f"if (!{pick(d)}) return {expression(d.at('e'), s, 1)};",
]
LIST_SHOWN = """ show(" total %d head", total@);
  for (struct node@ *p = head@; show_pointer(p); p = p->next) show(":%d", p->v);
  show(" tail"); for (struct node@ *p = tail@; show_pointer(p); p = p->next) show(":%d", p->v);"""


def lists(d):
    s = Scope(["a", "a", "b", "x", "x", "total@"], ["x", "total@"], LIST_STATEMENTS)
    text = LISTS + helpers(d.at("helpers")) + f"""int f@(unsigned char a, _Bool b) {{
  struct node@ *l = 0, *m = 0; int x = {number(d)};
  append@(&l, a & 7); insert@(&l, a >> 6); append@(&m, {number(d)});
{body(d.at('body'), s, 3 + d.below(4))}
  {d.at('ends').choice(['head@ = l; tail@ = m;', 'head@ = l; x += sum@(m);', 'tail@ = m; x += sum@(l);', 'x += sum@(l) * 5 + sum@(m);', ''])}
  return x ^ {expression(d.at('last'), s)};
}}
"""
    return Program(text, plain_call() + LIST_SHOWN, PLAIN)


TREES = """struct tree@ { signed char k; short n; struct tree@ *l, *r; };
struct tree@ *root@, *other@;
int total@ = 1;
static struct tree@ *leaf@(int k) { struct tree@ *t = calloc(1, sizeof *t); t->k = k; t->n = 1; return t; }
"""
WALK = """static void walk@(const struct tree@ *t, int d) {
  if (d > 8 || !show_pointer(t)) return;
  show(":%d,%d(", t->k, t->n); walk@(t->l, d + 1); walk@(t->r, d + 1); show(")");
}
"""
TREE_STATEMENTS = [
    lambda d, s: f"root@ = insert@(root@, {expression(d.at('e'), s, 1)});",
    lambda d, s: f"other@ = insert@(other@, {expression(d.at('e'), s, 1)});",
    lambda d, s: f"{d.choice(['root@', 'other@'])} = turn@({d.choice(['root@', 'root@', 'other@'])});",
    lambda d, s: f"other@ = {d.choice(['root@', 'root@ ? root@->l : 0', 'root@ ? root@->r : root@'])};",
    lambda d, s: f"root@ = least@(root@, &x);",
    lambda d, s: f"if (root@ && !root@->l) root@->l = {d.choice(['other@', 'leaf@(a)', 'root@->r'])};",
    lambda d, s: f"x {d.choice(['+=', '='])} fold@({d.choice(['root@', 'other@'])}, 4);",
    lambda d, s: f"if (root@ && root@->l) {{ prune@(root@->l); {d.choice(['root@->l = 0;', 'root@->l = root@->r;', 'root@->l = root@->r; root@->r = 0;'])} }}",
    lambda d, s: f"if (root@) root@->{d.choice(['k', 'n'])} {d.choice(['=', '+='])} {expression(d.at('e'), s, 1)};",
]


def trees(d):
    h = d.at("helpers")
    order = h.choice(["k < t->k", "k <= t->k", "k > t->k"])
    insert = h.form([f"if (!t) return leaf@(k); if ({order}) t->l = insert@(t->l, k); else t->r = insert@(t->r, k); t->n++; return t;",
                     f"struct tree@ **at = &t; while (*at) {{ struct tree@ *t = *at; t->n++; at = {order} ? &t->l : &t->r; }} *at = leaf@(k); return t;"], "form_insert")
    turn = h.form(["if (!t || !t->l) return t; struct tree@ *p = t->l; t->l = p->r; p->r = t; return p;",
                   "struct tree@ *p; if (t && (p = t->l)) { t->l = p->r; p->r = t; t = p; } return t;"], "form_turn")
    fold = h.form(["return !t || d == 0 ? 0 : t->k + 2 * fold@(t->l, d - 1) - 3 * fold@(t->r, d - 1);",
                   "if (!t || !d) return 0; int x = fold@(t->l, d - 1), y = fold@(t->r, d - 1); return x + x + t->k - y * 3;"], "form_fold")
    prune = h.form(["if (!t) return; prune@(t->l); prune@(t->r); total@++; free(t);", "if (t) { prune@(t->r); prune@(t->l); free(t); total@ += 1; }"], "form_prune")
    least = h.form(["if (!t) return 0; if (!t->l) { struct tree@ *r = t->r; *k = t->k; free(t); return r; } t->l = least@(t->l, k); t->n--; return t;",
                    "struct tree@ **at = &t, *x; if (!t) return t; while ((*at)->l) { (*at)->n--; at = &(*at)->l; } x = *at; *k = x->k; *at = x->r; free(x); return t;"], "form_least")
    s = Scope(["a", "a", "b", "x", "x", "total@"], ["x", "total@"], TREE_STATEMENTS)
    text = TREES + f"""static struct tree@ *insert@(struct tree@ *t, int k) {{ {insert} }}
static struct tree@ *turn@(struct tree@ *t) {{ {turn} }}
static int fold@(struct tree@ *t, int d) {{ {fold} }}
static void prune@(struct tree@ *t) {{ {prune} }}
static struct tree@ *least@(struct tree@ *t, int *k) {{ {least} }}
int f@(unsigned char a, _Bool b) {{
  int x = {number(d)};
  root@ = insert@(root@, a & 15); root@ = insert@(root@, a >> 5); root@ = insert@(root@, {number(d)});
{body(d.at('body'), s, 2 + d.below(4))}
  return x ^ {expression(d.at('last'), s)};
}}
"""
    return Program(text, plain_call() + ' show(" total %d", total@); walk@(root@, 0); walk@(other@, 0);', PLAIN, WALK)


def arrays(d):
    """An array that grows, shrinks and moves; pointers into it."""
    kinds = [
        lambda d, s: f"if (n < 4) {{ p = realloc(p, (n + {d.choice(['1', '2'])}) * sizeof *p); p[n++] = {expression(d.at('e'), s, 1)}; {d.choice(['', 'p[n++] = 0;'])} }}",
        lambda d, s: f"if (n > {d.choice(['0', '1'])}) x {d.choice(['+=', '='])} p[{d.choice(['n - 1', '0', 'a % n', 'n / 2'])}];",
        lambda d, s: f"if (n > 1) {{ q = p + {d.choice(['1', 'n - 1', '(a & 1)'])}; *q {d.choice(['=', '+='])} {expression(d.at('e'), s, 1)}; }}",
        lambda d, s: f"if (n > 2) mem{d.choice(['move', 'move', 'cpy'])}(p + {d.choice('01')}, p + {d.choice('12')}, {d.choice('12')} * sizeof *p);",
        lambda d, s: d.choice(["saved@ = p;", "saved@ = q;", "free(p); p = 0; n = 0;", "if (n) { n--; }", "if (q) x += *q;", "if (saved@ && n) saved@[0]++;"]),
        lambda d, s: f"for (int i = 0; i < n; i++) {d.form(['p[i] = p[i] + i;', 'i[p] += i;', '*(p + i) += i;'])}",
        lambda d, s: f"for (int i = n; i-- > 0;) if (p[i] {d.choice(['==', '>', '<'])} {number(d)}) {{ x = i; {d.choice(['break;', ''])} }}",
    ]
    s = Scope(["a", "a", "b", "x", "x", "n", "total@"], ["x", "total@"], kinds)
    text = f"""TYPE *saved@;
int total@;
int f@(unsigned char a, _Bool b) {{
  TYPE *p = malloc(2 * sizeof *p), *q = 0; int n = 2, x = 0;
  p[0] = a; p[1] = {number(d)};
{body(d.at('body'), s, 3 + d.below(4))}
  {d.choice(['saved@ = p;', 'free(p);', ''])}
  return x ^ {expression(d.at('last'), s)};
}}
"""
    text = text.replace("TYPE", random.Random(f"{d.seed}|type").choice(["short", "signed char", "int", "unsigned char"]))
    return Program(text, plain_call() + ' show(" total %d", total@); if (show_pointer(saved@)) show_block(saved@);', PLAIN)


def sized(d):
    """Blocks whose sizes hang on the input: filled, read, grown, kept; some accesses do not fit."""
    size = d.at("size").choice(["n", "n", "n + 1", "n * 2", "n + (a >> 6)", "(n & 3) + 2"])
    make = d.at("make").choice(["malloc(SIZE)", "calloc(SIZE, 1)", "calloc(SIZE, 1)", "calloc(SIZE, sizeof *p)", "malloc(SIZE * sizeof *p)", "realloc(0, SIZE + 1)"]).replace("SIZE", f"({size})")
    place = lambda d: d.choice(["0", "1", "n", "n - 1", "n / 2", "a & 3", "3", "k"])
    kinds = [
        lambda d, s: f"p[{place(d.at('p'))}] {d.choice(['=', '=', '+='])} {expression(d.at('e'), s, 1)};",
        lambda d, s: f"if ({place(d.at('p'))} < n) p[{place(d.at('p'))}] = {expression(d.at('e'), s, 1)};",
        lambda d, s: f"x {d.choice(['+=', '=', '^='])} p[{place(d.at('p'))}];",
        lambda d, s: f"if (n > {d.choice(['0', '1', '3'])}) x += p[{d.choice(['0', 'n - 1', '1'])}];",
        lambda d, s: d.form([f"for (unsigned i = 0; i < n; i++) p[i] = i;", f"for (unsigned i = n; i-- > 0;) p[i] = i;"]),
        lambda d, s: f"memset(p, {d.choice(['0', '1', 'a'])}, {d.choice(['n', 'n', '2', 'n / 2', 'n + 1', 'n * sizeof *p'])});",
        lambda d, s: f"{{ p = realloc(p, ({d.choice(['n + 4', 'n + 1', '2 * n', 'n', 'k + 1'])}) * sizeof *p); {d.choice(['', 'n++;', 'if (n) p[n - 1] = 0;'])} }}",
        lambda d, s: f"{{ TYPE *q = {d.choice(['malloc', 'malloc'])}({d.choice(['n', 'k', 'n * 2'])} * sizeof *q); {d.choice(['memcpy(q, p, n);', 'q[0] = x;', 'memcpy(q, p, k);', ''])} {d.choice(['free(q);', 'free(p); p = q; n = k;', 'saved@ = q;'])} }}",
        lambda d, s: d.choice(["saved@ = p;", "saved@ = p + 1;", "x += p == saved@;", "if (saved@) x++;", "k = n - 1;", "k++;"]),
    ]
    s = Scope(["a", "a", "b", "x", "x", "(int)n", "total@"], ["x", "total@"], kinds)
    text = f"""TYPE *saved@;
int total@;
int f@(unsigned char a, _Bool b) {{
  unsigned n = a {d.choice(['& 7', '>> 4', '& 15', ''])}, k = {number(d)} & 7; int x = {number(d)};
  TYPE *p = {make};
{body(d.at('body'), s, 2 + d.below(4))}
  {d.choice(['saved@ = p;', 'free(p);', 'free(p);', ''])}
  return x ^ {expression(d.at('last'), s)};
}}
"""
    text = text.replace("TYPE", random.Random(f"{d.seed}|type").choice(["short", "signed char", "int", "unsigned char"]))
    return Program(text, plain_call() + ' show(" total %d", total@); if (show_pointer(saved@)) show_block(saved@);', PLAIN)


PROFILES = {"lists": lists, "trees": trees, "arrays": arrays, "sized": sized}
INCLUDES = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
