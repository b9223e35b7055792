"""C++: classes with virtual functions, references to a base, exceptions and destructors, static objects, and containers within functions."""
from dice import Scope, body, expression, guard, number
from program import PLAIN, Program

TEXTS = ['"ab"', '"q"', "(char)(65 + (a & 3))"]
RUNTIME = 'std::runtime_error("r")'
KINDS = ["Round@", "Square@", "Shape@"]


def hierarchy(d):
    h = d.at("classes")
    area = h.form(["return k * 3;", "return k + k + k;", "return 3 * k;"], "form_area")
    name = h.at("name").choice(["return 'r';", "return 'q';", "return k & 1 ? 'r' : 'o';"])
    extra = h.at("extra").choice(["", "  int area() const override { return k - w; }\n", "  int area() const override { return Shape@::area() + w; }\n"])
    destroyed = h.at("destroyed").choice(['total@ = total@ * 3 + k;', 'std::printf("~%d", k);', 'total@ -= k;'])
    final = h.form(["", " final", ""], "form_final")
    thrown = h.at("thrown").choice(["if (x > 200) throw x;", 'if (x > 150) throw std::out_of_range("far");', "if (x == 3) throw Round@(x);", ""])
    return f"""int total@ = 1;
struct Shape@ {{
  int k; explicit Shape@(int k) : k(k) {{ total@++; }}
  Shape@(const Shape@& s) : k(s.k) {{ total@ += 10; }}
  virtual ~Shape@() {{ {destroyed} }}
  virtual int area() const {{ {area} }}
  virtual char name() const {{ return 's'; }}
  bool operator<(const Shape@& o) const {{ return {h.form(['k < o.k', 'o.k > k', '!(o.k <= k)'], 'form_less')}; }}
}};
struct Round@{final} : Shape@ {{
  using Shape@::Shape@;
  int area() const override {{ return k * {h.choice('235')}; }}
  char name() const override {{ {name} }}
}};
struct Square@ : Shape@ {{
  short w = {number(h)};
  explicit Square@(int k) : Shape@(k) {{}}
{extra}  char name() const override {{ return 'q'; }}
}};
struct Guard@ {{ int id; ~Guard@() {{ total@ = total@ * 2 + id; }} }};
static int look@(const Shape@& s) {{ return s.area() * 7 + s.name(); }}
static int risky@(int x) {{ Guard@ g{{x & 3}}; {thrown} return x {h.choice('+-')} 1; }}
template <class T> static T twice@(T v) {{ return {h.form(['v + v', 'v * 2', 'T(2) * v'], 'form_twice')}; }}
"""


CLASS_STATEMENTS = [
    lambda d, s: f"{{ {d.choice(KINDS)} o({expression(d.at('e'), s, 1)}); x {d.choice(['+=', '=', '^='])} look@(o); }}",
    lambda d, s: f"{{ Shape@* p = {d.choice(['b', 'a & 1', 'a > 100'])} ? (Shape@*)new Round@(a) : new Square@({number(d)}); x += look@(*p); {d.choice(['delete p;', 'delete p;', 'std::unique_ptr<Shape@> u(p);'])} }}",
    lambda d, s: f"try {{ x += risky@({expression(d.at('e'), s, 1)}); {d.choice(['', 'throw 5;', 'Guard@ g{2};'])} }} catch ({d.choice(['int e', 'const Shape@& e', 'const std::exception& e', '...'])}) {{ x {d.choice(['+=', '-='])} {number(d)}; }}",
    lambda d, s: f"x += risky@({expression(d.at('e'), s, 1)});",
    lambda d, s: f"{{ Guard@ g{{{expression(d.at('e'), s, 0)}}}; if ({guard(d.at('c'), s)}) return {number(d)}; }}",
    lambda d, s: f"x += twice@({d.choice(['x', '(short)a', '(long)a', '1.5'])});",
    lambda d, s: f"{{ Round@ r({number(d)}); Shape@ t = r; x += t.area() {d.choice('+-')} r.area(); }}",
    lambda d, s: f"{{ Shape@& r = {d.choice(['one', 'two'])}; x += r.area() - (r < one); }}",
    lambda d, s: f"if ({guard(d.at('c'), s)}) throw {d.choice(['x', 'Round@(a)', '(char)a', RUNTIME])};" if d.chance(50) else "x += seen@(a);",
    lambda d, s: f"{{ auto l = [{d.choice(['&', '=', 'x'])}](int v) {{ return v * 2 + x; }}; x = 1; x += l(a); }}",
]
CATCH = """ catch (int e) { show("threw int %d", e); } catch (char e) { show("threw char %d", e); } catch (const Square@& e) { show("threw square %d", e.k); }
  catch (const Round@& e) { show("threw round %d", e.k); } catch (const std::out_of_range& e) { show("threw oor %s", e.what()); } catch (const std::exception& e) { show("threw %s", e.what()); }"""


def call(shown):
    return 'try { int r = f@((unsigned char)c[0], (bool)c[1]); show("return %d", r); }' + CATCH + shown


def classes(d):
    s = Scope(["a", "a", "b", "x"], ["x", "total@"], CLASS_STATEMENTS)
    text = hierarchy(d) + f"""int seen@(int v) {{ static Guard@ last{{4}}; int old = last.id; last.id = v; return old; }}
int f@(unsigned char a, bool b) {{
  int x = {number(d)}; Round@ one(a); Square@ two({number(d)});
{body(d.at('body'), s, 2 + d.below(3))}
  return x ^ {expression(d.at('last'), s)};
}}
"""
    return Program(text, call(' show(" total %d", total@); show(" last %d", seen@(0));'), PLAIN, entry="f@(unsigned char, bool)")


CONTAINER_STATEMENTS = [
    lambda d, s: f"v.{d.choice(['push_back', 'push_back', 'emplace_back'])}({expression(d.at('e'), s, 1)});",
    lambda d, s: f"if (!v.empty()) x {d.choice(['+=', '='])} v{d.choice(['.back()', '.front()', '[v.size() / 2]'])};",
    lambda d, s: f"if (v.size() > {d.choice('12')}) v.{d.choice(['pop_back()', 'erase(v.begin())', 'resize(1)', 'insert(v.begin() + 1, a)', 'clear()'])};",
    lambda d, s: d.form(["for (int e : v) x = x * 3 + e;", "for (unsigned long i = 0; i < v.size(); ++i) x = v[i] + 3 * x;", "for (auto i = v.begin(); i != v.end(); ++i) x = x * 3 + *i;"]),
    lambda d, s: f"t {d.choice(['+=', '='])} {d.choice(TEXTS)};",
    lambda d, s: f"x += (int)t.size() * {d.choice('23')} + (t.empty() ? 1 : t[0]);",
    lambda d, s: f"if (t {d.choice(['==', '!=', '<'])} {chr(34)}{d.choice(['ab', 'q', 'abab'])}{chr(34)}) x += {number(d)};",
    lambda d, s: f"{d.choice(['std::sort(v.begin(), v.end());', 'std::reverse(v.begin(), v.end());', 'std::swap(v, w);', 'w = v;', 'w = std::move(v); v.clear();', 'x += v == w;'])}",
    lambda d, s: f"x += (int)std::count(v.begin(), v.end(), {number(d)});",
    lambda d, s: f"{{ std::array<short, 3> k{{{{1, (short)a, 3}}}}; x += k[{d.choice(['a % 3', '1', 'b'])}]; }}",
    lambda d, s: f"{{ std::optional<int> o; if ({guard(d.at('c'), s)}) o = x; x += o.value_or({number(d)}); }}",
    lambda d, s: f"try {{ x += v.at({d.choice(['1', '2', 'a & 3'])}); }} catch (const std::out_of_range&) {{ x -= {number(d)}; }}",
    lambda d, s: f"{{ auto p = std::make_{d.choice(['unique', 'shared'])}<int>({expression(d.at('e'), s, 1)}); x += *p; }}",
    lambda d, s: f"{{ std::pair<int, short> p{{x, (short)a}}, q{{{number(d)}, 1}}; x += p {d.choice(['<', '==', '>='])} q; }}",
]


def containers(d):
    s = Scope(["a", "a", "b", "x"], ["x", "total@"], CONTAINER_STATEMENTS)
    text = f"""int total@;
int f@(unsigned char a, bool b) {{
  int x = {number(d)}; std::vector<int> v{{a & 7, {number(d)}}}, w; std::string t;
{body(d.at('body'), s, 2 + d.below(3))}
  for (int e : v) x = x * 5 + e;
  return x ^ {expression(d.at('last'), s)};
}}
"""
    return Program(text, 'try { int r = f@((unsigned char)c[0], (bool)c[1]); show("return %d", r); } catch (const std::exception& e) { show("threw %s", e.what()); } show(" total %d", total@);', PLAIN,
                   entry="f@(unsigned char, bool)")


PROFILES = {"classes": classes, "containers": containers}
LANGUAGE = "cpp"
INCLUDES = "".join(f"#include <{h}>\n" for h in ("cstdio", "stdexcept", "memory", "vector", "string", "array", "optional", "algorithm", "utility"))
FLAGS = ["-std=c++20"]
CLEAVE = ["--cflags=-w -std=c++20"]
