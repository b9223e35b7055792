"""Files that are written and read, and exit, abort and _exit at odd places, with functions that run at the end."""
from dice import Scope, body, expression, guard, number
from program import PLAIN, Program, plain_call


def name(d):
    return d.choice(['"one"', '"one"', '"two"', 'a & 1 ? "one" : "two"'])


def mode(d):
    return d.choice(['"w"', '"a"', '"w"', '"r"', '"r+"', '"w+"'])


WRITES = [
    lambda d, s: f'fprintf(h, "{d.choice(["%d,", "%x ", "<%u>"])}", {expression(d.at("e"), s, 1)});',
    lambda d, s: f"fputc({d.choice(['65', '66', '10', 'a'])} + {d.choice(['0', '1', 'b'])}, h);",
    lambda d, s: d.form(['fputs("xy", h);', 'fprintf(h, "%s", "xy");', 'fwrite("xyz", 1, 2, h);', "fputc('x', h), fputc('y', h);"]),
    lambda d, s: f"fseek(h, {d.choice(['0', '1', '2', '-1'])}, {d.choice(['SEEK_SET', 'SEEK_CUR', 'SEEK_END'])});",
    lambda d, s: "x += ftell(h);",
    lambda d, s: "fflush(h);",
    lambda d, s: "rewind(h);",
    lambda d, s: "x = x * 2 + fgetc(h);",
    lambda d, s: "x += feof(h) ? 3 : 5;",
    lambda d, s: "{ char t[4] = {0}; if (fgets(t, 3, h)) x += t[0] + t[1]; }",
    lambda d, s: "{ char t[4] = {0}; x += (int)fread(t, 1, 3, h) * 7 + t[1]; }",
    lambda d, s: "if (h != stdout) fclose(h); h = fopen(\"one\", \"r\"); if (!h) return -8;",
    lambda d, s: f"ungetc({d.choice(['65', 'a | 1', '48'])}, h);",
]
FILE_STATEMENTS = WRITES + [
    lambda d, s: "if (h != stdout) { fclose(h); } h = stdout;" if d.chance(40) else "fclose(h); h = fopen(%s, %s); if (!h) return -9;" % (name(d), mode(d)),
    lambda d, s: f"{d.choice(['remove', 'remove'])}({name(d)});",
    lambda d, s: 'rename("one", "two");',
    lambda d, s: f'{{ FILE *k = fopen({name(d)}, {mode(d)}); if (k) {{ {d.choice(WRITES)(d.at("k"), s).replace("h)", "k)").replace("(h,", "(k,")} fclose(k); }} else x++; }}',
    lambda d, s: f'show@({expression(d.at("e"), s, 1)});',
    lambda d, s: 'printf("%d.", x);',
]


def files(d):
    s = Scope(["a", "a", "b", "x"], ["x", "total@"], FILE_STATEMENTS + WRITES)
    shown = Scope(["v", "total@"], ["total@"], [])
    text = f"""int total@;
static void show@(int v) {{ FILE *o = fopen("log", {d.form(['"a"', '"a"', '"w"'], 'mode')}); if (!o) return; fprintf(o, "%d;", v); {d.form(['fclose(o);', 'fflush(o); fclose(o);'])} total@++; }}
int f@(unsigned char a, _Bool b) {{
  int x = {number(d)}; FILE *h = fopen("one", "w"); if (!h) return -1;
  fputs("{d.choice(['a', 'abc', 'q1', ''])}", h);
{body(d.at('body'), s, 3 + d.below(4))}
  {d.at('close').choice(['if (h != stdout) fclose(h);', 'fflush(h);', 'if (h != stdout) fclose(h);'])}
  return x ^ {expression(d.at('last'), s)};
}}
"""
    return Program(text, plain_call() + ' show(" total %d", total@);', PLAIN)


ENDS = [
    lambda d, s: f"if ({guard(d.at('c'), s)}) {d.choice(['exit', '_exit', 'exit', 'stop@'])}({expression(d.at('e'), s, 1)});",
    lambda d, s: f"if ({guard(d.at('c'), s)}) abort();",
    lambda d, s: f"x {d.choice(['=', '+='])} {expression(d.at('e'), s, 0)} {d.choice('/%')} ({expression(d.at('f'), s, 0)});",
    lambda d, s: f"if ({guard(d.at('c'), s)}) atexit({d.choice(['bye@', 'again@'])});",
    lambda d, s: f"if ({guard(d.at('c'), s)}) return {expression(d.at('e'), s, 1)};",
    lambda d, s: f"x += check@({expression(d.at('e'), s, 1)});",
    lambda d, s: f"{{ int *p = {d.choice(['a & 1', 'b', 'a > 100'])} ? &x : 0; *p {d.choice(['=', '+='])} {number(d)}; }}",
    lambda d, s: 'printf("%d ", x);',
    lambda d, s: "total@ += x;",
]


def ends(d):
    inner = Scope(["v", "v", "total@"], ["total@"], [ENDS[k] for k in (0, 1, 2, 4, 8)], 1)
    s = Scope(["a", "a", "b", "x"], ["x", "total@"], ENDS)
    innerText = body(d.at('check/body'), inner, 1 + d.below(2)).replace("x ", "v ").replace("x)", "v)").replace("x;", "v;").replace("&x", "&v").replace("(a &", "(v &").replace("a >", "v >")
    text = f"""int total@ = 2;
static void bye@(void) {{ printf("bye %d", total@); {d.at('bye').choice(['', 'total@++;', '_exit(total@ & 7);'])} }}
static void again@(void) {{ total@ += 3; {d.at('again').choice(['', 'printf("again");', 'atexit(bye@);'])} }}
static void stop@(int s) {{ {d.at('stop').choice(['exit(s & 3);', 'if (s) exit(s); abort();', 'printf("stop"); exit(s);', '_exit(s);'])} }}
static int check@(int v) {{
  unsigned char a = v; _Bool b = v > 3;
{innerText}
  return v;
}}
int f@(unsigned char a, _Bool b) {{
  int x = {number(d)};
{body(d.at('body'), s, 2 + d.below(4))}
  return x ^ {expression(d.at('last'), s)};
}}
"""
    return Program(text, plain_call() + ' show(" total %d", total@);', PLAIN)


PROFILES = {"files": files, "ends": ends}
INCLUDES = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n"
CLEAVE = ["--stdin", "0"]
