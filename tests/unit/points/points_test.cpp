#include "compiled.h"

namespace cleave::points {
namespace {

using probes::PointKind;
using probes::Role;
using probes::ValueKind;
using test::Compiled;

TEST(Points, EntryExitsLoopsAndCalls) {
  const Compiled c(R"(
int g(int x);
int f(int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    while (sum < 10) sum += g(i);
  if (sum > 20) return 1;
  return sum;
}
)");
  std::vector<std::string> keys;
  for (const probes::Point& each : c.points("f")) keys.push_back(keyOf(each) + "@" + std::to_string(each.line));
  EXPECT_EQ(keys, (std::vector<std::string>{"f:entry@3", "f:exit:0@9", "f:loop:0@5", "f:loop:1@6", "f:call:0@6"}));
  EXPECT_EQ(c.names("f", "entry"), "n");
  EXPECT_EQ(c.names("f", "exit:0"), "return, n");
  EXPECT_EQ(c.names("f", "loop:0"), "n, sum, i");
  EXPECT_EQ(c.names("f", "call:0"), "g(), n, sum, i");
  EXPECT_EQ(c.point("f", "call:0").callee, "g");
  const probes::Point exit = c.point("f", "exit:0");
  ASSERT_NE(exit.find("n", true), nullptr);
  EXPECT_EQ(exit.find("return", true), nullptr);
  EXPECT_EQ(exit.find("return")->role, Role::Return);
}

TEST(Points, WhatIsAskedForByItsPath) {
  const Compiled c(R"(
struct item { int count; unsigned low : 3; struct item* next; };
struct table { struct { int size; struct item* first; } slots[4]; union { long whole; char part[8]; }; };
int other[3];
int f(struct table* t, char** words, int n) {
  int r = n;
  return r + t->slots[n].size + words[0][0];
}
)");
  probes::Point place;
  place.kind = probes::PointKind::Statement;
  place.function = "f";
  place.line = 7;
  place.column = 10;
  const char* const paths[] = {"t->slots[3].first->next->count", "t->slots[3].first", "t->slots[1].first->low", "(*words)[2]", "words[1][0]", "t->part[7]", "other[2]", "n"};
  for (const char* path : paths) place.variables.emplace_back().name = path;
  for (const char* path : {"t->slots[4].size", "t->none", "nobody", "n->x", "t->slots[", "t->slots[0]", "*n"}) place.variables.emplace_back().name = path;
  const auto found = findPoints(c.bitcode(), {place});
  ASSERT_TRUE(found && (*found)[0]);
  const probes::Point& point = *(*found)[0];
  for (const char* path : paths) EXPECT_NE(point.find(path), nullptr) << path;
  for (const char* path : {"t->slots[4].size", "t->none", "nobody", "n->x", "t->slots[0]", "*n"}) EXPECT_EQ(point.find(path), nullptr) << path;
  EXPECT_EQ(point.find("t->slots[3].first")->type.kind, ValueKind::Pointer);
  EXPECT_EQ(point.find("t->slots[1].first->low")->type.bits, 3u);
  // Asked for once more, with what was there anyway: the same variables.
  EXPECT_EQ(findPoints(c.bitcode(), {point}).take()[0]->variables, point.variables);
}

TEST(Points, WhatIsNotWrittenIsNotThere) {
  const Compiled c(R"(
int g(int x);
void fill(int* x);
int f(int n) {
  int early = 1, late, maybe, given;
  g(1);
  if (n) maybe = 2;
  g(2);
  late = 3;
  fill(&given);
  g(3);
  return early + late + maybe + given;
}
)");
  EXPECT_EQ(c.names("f", "call:0"), "g(), n, early");
  EXPECT_EQ(c.names("f", "call:1"), "g(), n, early, maybe");
  EXPECT_EQ(c.names("f", "call:3"), "g(), n, early, late, maybe, given");
  const probes::Point last = c.point("f", "call:3");
  EXPECT_TRUE(last.find("late")->sure);
  EXPECT_FALSE(last.find("maybe")->sure);
  EXPECT_FALSE(last.find("given")->sure) << "its address was given away: nobody knows";
}

TEST(Points, ADeclarationInALoopStartsAnew) {
  const Compiled c(R"(
int g(int x);
int f(int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    int inner;
    g(1);
    inner = i;
    sum += inner;
    g(2);
  }
  return sum;
}
)");
  EXPECT_EQ(c.names("f", "call:0"), "g(), n, sum, i") << "inner was written only in the last iteration";
  EXPECT_EQ(c.names("f", "call:1"), "g(), n, sum, i, inner");
  EXPECT_EQ(c.names("f", "loop:0"), "n, sum, i");
}

TEST(Points, ARecordIsWrittenFieldByField) {
  const Compiled c(R"(
int g(int x);
struct S { int a, b; };
int f(int n) {
  struct S s;
  s.a = n;
  g(1);
  s.b = n;
  g(2);
  return s.a + s.b;
}
)");
  EXPECT_EQ(c.names("f", "call:0"), "g(), n, s.a");
  EXPECT_EQ(c.names("f", "call:1"), "g(), n, s.a, s.b");
}

TEST(Points, TheInnerOneOfTwoNames) {
  const Compiled c(R"(
int g(int x);
int f(int n) {
  int x = 1;
  { long x = 2; g(1); n += x; }
  g(2);
  return x + n;
}
)");
  EXPECT_EQ(c.point("f", "call:0").find("x")->type.bits, 64u);
  EXPECT_EQ(c.point("f", "call:1").find("x")->type.bits, 32u);
}

TEST(Points, PointersOneLevelDeep) {
  const Compiled c(R"(
struct In { short x; };
struct S { int count; unsigned flag : 3; signed neg : 5; struct S* next; char* name; struct In in; int a[4]; };
void f(struct S* p, const char* s, int* q, char** argv, void* v, double* d) {}
)");
  EXPECT_EQ(c.names("f", "entry"),
            "p, p->count, p->flag, p->neg, p->next, p->name, p->in.x, p->a[0..4), s, strlen(s), q, *q, argv, *argv, v, d, *d");
  const probes::Point entry = c.point("f", "entry");
  EXPECT_EQ(entry.find("p->flag")->type.bits, 3u);
  EXPECT_EQ(entry.find("p->neg")->type.kind, ValueKind::Signed);
  EXPECT_EQ(entry.find("*d")->type.kind, ValueKind::Float);
  EXPECT_EQ(entry.find("p->next")->type.kind, ValueKind::Pointer);
  EXPECT_FALSE(entry.find("p->count")->sure);
}

TEST(Points, KindsOfTypes) {
  const Compiled c(R"(
#include <stdbool.h>
#include <stddef.h>
enum Color { RED = -1, GREEN = 5 };
typedef unsigned long Count;
float f(bool b, enum Color c, Count n, unsigned char u, volatile int v, long double l, __int128 w) { return 0; }
)");
  EXPECT_EQ(c.names("f", "entry"), "b, c, n, u") << "what must not be read twice or is too wide is left out";
  const probes::Point entry = c.point("f", "entry");
  EXPECT_EQ(entry.find("b")->type.kind, ValueKind::Bool);
  EXPECT_EQ(entry.find("c")->type.kind, ValueKind::Enum);
  EXPECT_TRUE(entry.find("c")->type.isSigned);
  EXPECT_EQ(entry.find("c")->type.enumerators, (std::vector<probes::Enumerator>{{"RED", -1}, {"GREEN", 5}}));
  EXPECT_EQ(entry.find("n")->type.kind, ValueKind::Unsigned);
  EXPECT_EQ(entry.find("u")->type.bits, 8u);
  EXPECT_EQ(c.point("f", "exit:0").find("return")->type.kind, ValueKind::Float);
}

TEST(Points, SequencesAndStrings) {
  const Compiled c(R"(
int g(int x);
int table[3];
int f(int* a, int n, int m) {
  char text[8] = "x";
  int local[2] = {1, 2};
  int vla[m];
  vla[0] = 1;
  table[0] = 1;
  return g(local[0]);
}
)");
  EXPECT_EQ(c.names("f", "call:0"), "g(), a, *a, a[0..n), n, m, strlen(text), local[0..2), vla[0..), table[0..3)");
}

TEST(Points, GlobalsThatAreUsed) {
  const Compiled c(R"(
static int used;
int unused;
const int constant = 3;
_Thread_local int own;
struct { int x, y; } record;
int f(void) { static int calls; ++calls; own = 1; record.x = 2; return used + constant; }
)");
  EXPECT_EQ(c.names("f", "entry"), "calls, own, record.x, record.y, used");
  EXPECT_EQ(c.point("f", "entry").find("used")->role, Role::Global);
}

TEST(Points, RecordsByValue) {
  const Compiled c(R"(
struct Small { int a, b; };
struct Large { long a, b, c, d; };
struct Small small(struct Small s) { struct Small r = {s.b, s.a}; return r; }
struct Large large(struct Large l) { l.a = 1; return l; }
)");
  EXPECT_EQ(c.names("small", "entry"), "s.a, s.b");
  EXPECT_EQ(c.names("small", "exit:0"), "return.a, return.b, s.a, s.b");
  EXPECT_EQ(c.names("large", "exit:0"), "return.a, return.b, return.c, return.d, l.a, l.b, l.c, l.d");
}

TEST(Points, Cxx) {
  const Compiled c(R"(
#include <string>
struct Base { int id; virtual ~Base() {} };
struct Counter : Base {
  int count = 0;
  int add(int by) { count += by; return count; }
};
int twice(int& r) { r *= 2; return r; }
int field(const Counter& c) { return c.count; }
int text(std::string s) { return s.size(); }
int captured(int k) {
  int base = k;
  auto closure = [base, &k](int x) { return base + k + x; };
  Counter c;
  return closure(1) + c.add(2);
}
)",
                   "t.cpp");
  EXPECT_EQ(c.names("add", "entry"), "this->id, this->count, by");
  EXPECT_EQ(c.names("add", "exit:0"), "return, this->id, this->count, by");
  EXPECT_EQ(c.names("twice", "entry"), "r");
  EXPECT_EQ(c.names("field", "entry"), "c.id, c.count");
  EXPECT_EQ(c.names("text", "entry"), "") << "what a standard string is made of is its own business";
  EXPECT_EQ(c.names("operator()", "entry"), "base, x") << "k is a pointer to it, behind a pointer";
}

TEST(Points, Exceptions) {
  const Compiled c(R"(
int g(int);
struct Guard { ~Guard(); };
int f(int n) { Guard guard; return g(n); }
int h(int n) { try { return g(n); } catch (int& code) { return g(code); } }
)",
                   "t.cpp");
  EXPECT_EQ(c.names("f", "throw:0"), "n");
  EXPECT_NE(c.point("f", "throw:0").find("n", true), nullptr);
  EXPECT_EQ(c.names("f", "exit:0"), "return, n");
  EXPECT_EQ(c.names("f", "call:0"), "_Z1gi(), n");
  EXPECT_NO_THROW(c.point("h", "throw:0"));
}

TEST(Points, WithOptimisationTheSame) {
  const std::string text = R"(
int g(int x);
struct S { int count; };
int f(struct S* p, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) { int inner = g(i); sum += inner + p->count; }
  return sum;
}
)";
  const Compiled plain(text), optimised(text, "t.c", "-O2");
  const std::vector<probes::Point> a = plain.points("f"), b = optimised.points("f");
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(keyOf(a[i]), keyOf(b[i]));
    EXPECT_EQ(a[i].line, b[i].line);
    EXPECT_EQ(a[i].variables.size(), b[i].variables.size()) << keyOf(a[i]);
  }
}

TEST(Points, NoDebugInformationNoPoints) {
  const TempDir directory = TempDir::create("points-test").take();
  const std::string source = (directory.path() / "t.c").string(), output = (directory.path() / "t.bc").string();
  ASSERT_FALSE(writeFile(source, "int f(int n) { return n; }").has_value());
  test::runOrThrow({"clang-19", "-emit-llvm", "-c", source, "-o", output});
  EXPECT_TRUE(pointsOf(output).take().empty());
  EXPECT_FALSE(pointsOf(source + ".missing").hasValue());
}

}  // namespace
}  // namespace cleave::points
