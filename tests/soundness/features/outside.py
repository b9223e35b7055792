"""The environment: functions without a body, whose calls show, in order, however the run ends, and whose answers are inputs.

What is printed between the calls shows with them: text and calls are one sequence.

Natively they have bodies here, which answer from the inputs by the number of the call; the fifth call of one ends the run, as cleave says in its bounds.
"""
from dice import Scope, body, expression, guard, number
from program import Cell, Program

BODIES = """#ifdef OUTSIDE
static struct { unsigned long long answers[8]; int asked, told, fetched; char ask[1], tell[1], fetch[1], say[1]; } outside;
static void outside_note(const char *place, unsigned long long value) { watched_write(place, &value, 8); }
int ask(int x) { outside_note(outside.ask, (unsigned)x); if (outside.asked >= 4) exit(0); return (int)outside.answers[outside.asked++]; }
void tell(const char *text, int x) {
  unsigned long long word = (unsigned)x;
  for (int k = 0; k < 4 && text[k]; k++) word |= (unsigned long long)(unsigned char)text[k] << (32 + 8 * k);
  outside_note(outside.tell, word);
  if (outside.told++ >= 4) exit(0);
}
void fetch(unsigned char *place) { outside_note(outside.fetch, *place); if (outside.fetched >= 4) exit(0); *place = (unsigned char)outside.answers[4 + outside.fetched++]; }
static void outside_say(const char *text) { for (; *text; text++) watched_write(outside.say, text, 1); }
#define SAY(...) do { char text_[64]; snprintf(text_, sizeof text_, __VA_ARGS__); outside_say(text_); } while (0)
#else
#define SAY(...) printf(__VA_ARGS__)
int ask(int x);
void tell(const char *text, int x);
void fetch(unsigned char *place);
#endif
"""


def words(d):
    return d.choice(['"up"', '"down"', '"a"', '""', 'b ? "up" : "a"'])


REPEATED = ["x = x * 2 + ask(i);", 'tell("up", x + i);', "fetch(&u);"]
TOLD = ['{ tell("a", x); x++; }', '{ int k = x++; tell("a", k); }', '{ x++; tell("a", x - 1); }', '{ x++; tell("a", x); }']

STATEMENTS = [
    lambda d, s: f"x {d.choice(['=', '+=', '^='])} ask({expression(d.at('e'), s, 1)});",
    lambda d, s: f"tell({words(d.at('w'))}, {expression(d.at('e'), s, 1)});",
    lambda d, s: "fetch(&u);",
    lambda d, s: "fetch(&store@);",
    lambda d, s: f"if ({d.form(['ask(%s) > %s', '!(ask(%s) <= %s)']) % (expression(d.at('e'), s, 0), number(d))}) x += {number(d)};",
    lambda d, s: d.form(["x = ask(a) - ask(b);", "{{ int k = ask(a); x = k - ask(b); }}", "x = ask(a); x -= ask(b);", "{{ int k = ask(b); x = ask(a) - k; }}"]).format(),
    lambda d, s: d.form(["(void)ask(a);", "ask(a);", "{ int k = ask(a); }", ""]),
    lambda d, s: f"for (int i = 0; i < {d.choice(['2', '3', '(a & 3)'])}; i++) {d.choice(REPEATED)}",
    lambda d, s: f"while (ask(n) & {d.choice(['1', '3'])}) {{ if (n++ > {d.choice(['1', '2', '5'])}) break; x += n; }}",
    lambda d, s: f"if ({guard(d.at('c'), s)}) {d.form(TOLD)}",
    lambda d, s: "x += through@(u);",
    lambda d, s: f'SAY({d.choice([chr(34) + "%d;" + chr(34) + ", " + expression(d.at("e"), s, 0), chr(34) + "up" + chr(34), chr(34) + "%s" + chr(34) + ", b ? " + chr(34) + "k" + chr(34) + " : " + chr(34) * 2])});',
    lambda d, s: d.form(['SAY("k"); x += ask(a);', 'SAY("k"); { int k = ask(a); x += k; }', 'x += ask(a); SAY("k");', 'SAY("%c", 107); x += ask(a);']),
    lambda d, s: d.form(['if (b) { SAY("on"); tell("a", x); } else { tell("a", x); SAY("on"); }', 'if (b) SAY("on"); tell("a", x); if (!b) SAY("on");', 'if (!b) { tell("a", x); SAY("on"); } else { SAY("on"); tell("a", x); }']),
    lambda d, s: f"if ({guard(d.at('c'), s)}) {d.choice(['exit(x & 3);', 'abort();', 'return x;', 'return x;'])}",
    lambda d, s: "total@ = x;",
]


def outside(d):
    h = d.at("helpers")
    s = Scope(["a", "a", "b", "x", "u"], ["x", "total@", "u"], STATEMENTS)
    through = h.form(["int r = ask(k); if (r > 3) tell(\"up\", r); return r;", "int r = ask(k); return r <= 3 ? r : (tell(\"up\", r), r);", "int r = ask(k); if (r > 3) { tell(\"up\", r); return r; } return r;"])
    text = f"""unsigned char store@ = {number(h)};
int total@;
static int through@(int k) {{ {through} }}
int f@(unsigned char a, _Bool b) {{
  int x = {number(d)}, n = 0; unsigned char u = {number(d)};
{body(d.at('body'), s, 2 + d.below(4))}
  return (x ^ {expression(d.at('last'), s)}) + store@;
}}
"""
    values = [0, 1, 2, 3, 4, 5, 8, 100, 127, 128, 255, 256, 0xFFFFFFFF, 0x80000000]
    cells = [Cell("a", 8), Cell("b", 1)] + [Cell(f"ask_result[{k}]", 32, values) for k in range(4)] + [Cell(f"fetch_argument1[{k}]", 8) for k in range(4)]
    call = """watched_inputs(c + 2); watched("ask", outside.ask, 1); watched("tell", outside.tell, 1); watched("fetch", outside.fetch, 1);
  for (int k = 0; k < 8; k++) outside.answers[k] = c[2 + k];
  int r = f@((unsigned char)c[0], (_Bool)c[1]); show("return %d total %d store %d", r, total@, store@);"""
    return Program(text, call, cells)


PROFILES = {"outside": outside}
INCLUDES = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n" + BODIES
FLAGS = ["-DOUTSIDE"]
