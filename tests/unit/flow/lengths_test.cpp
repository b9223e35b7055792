#include "flow/lengths.h"

#include <gtest/gtest.h>

#include "../c_program.h"

namespace cleave::flow {
namespace {

using Parameters = std::set<Lengths::Parameters>;

Lengths of(const std::string& text) {
  const test::CProgram code(text);
  return findLengths(code.program(), code.id("f"));
}

TEST(Lengths, OfAnIndexThatIsCompared) {
  EXPECT_EQ(of("int f(int q, int *v) { int s = 0; for (int i = 0; i < q; i++) s += v[i]; return s; }").parameters, (Parameters{{1, 0}}));
  EXPECT_EQ(of("int f(const int *v, int i, int x) { return i >= x ? -1 : v[i]; }").parameters, (Parameters{{0, 2}}));
  EXPECT_EQ(of("int f(const int *v, unsigned long x) { return x ? v[x - 1] : 0; }").parameters, (Parameters{{0, 1}}));
}

TEST(Lengths, AreNotWhatNobodyComparesAnIndexWith) {
  EXPECT_EQ(of("int f(const int *v, int i, int x) { return x > 3 ? v[i] : 0; }").parameters, Parameters());
  EXPECT_EQ(of("int f(const int *v, int i) { return v[i & 3]; }").parameters, Parameters());
}

TEST(Lengths, AreCountedDown) {
  EXPECT_EQ(of("int f(const unsigned char *p, int left) { int s = 0; while (left-- > 0) s += *p++; return s; }").parameters,
            (Parameters{{0, 1}}));
}

TEST(Lengths, OfCopiesAndCalls) {
  const Lengths lengths = of(R"(static int at(const int *a, int m, int i) { return i < m ? a[i] : 0; }
int f(char *to, const char *from, unsigned long howmany, const int *v, int x) { __builtin_memcpy(to, from, howmany); return at(v, x, 2 * x - 7); })");
  EXPECT_EQ(lengths.parameters, (Parameters{{0, 2}, {1, 2}, {3, 4}}));
}

TEST(Lengths, OfMembers) {
  const Lengths lengths = of(R"(struct b { const char *buf; unsigned long pos, len; };
int f(struct b *r) { if (r->pos + 1 < r->len) return r->buf[r->pos + 1]; return -1; })");
  EXPECT_EQ(lengths.members, (std::set<Lengths::Members>{{"struct b", "buf", "len"}}));
  const Lengths popped = of(R"(struct b { int *items; int n; };
int f(struct b *r) { return r->n > 0 ? r->items[--r->n] : 0; })");
  EXPECT_EQ(popped.members, (std::set<Lengths::Members>{{"struct b", "items", "n"}}));
}

TEST(Lengths, MayStandBehindPointersToPointers) {
  const Lengths plain = of("int f(const char **p, const char *end) { return end - *p < 2 ? 0 : *(*p)++; }");
  EXPECT_EQ(plain.endsBehind, (Parameters{{0, 1}}));
  EXPECT_EQ(plain.ends, Parameters());
  // A variable whose address is taken is what it is set to.
  const Lengths moved = of(R"(static void skip(const char **at, const char *end) { while (*at != end && **at == ' ') ++*at; }
int f(const char *p, const char *end) { skip(&p, end); return p == end ? -1 : *p; })");
  EXPECT_EQ(moved.ends, (Parameters{{0, 1}}));
  EXPECT_EQ(of("int f(int **p, int n) { return *p[0] < n; }").parameters, Parameters());
}

// Names of what pointers to anything are taken for.
template <class Key>
std::map<Key, std::set<std::string>> namesOf(const test::CProgram& code, const std::map<Key, std::set<program::SourceTypeId>>& types) {
  std::map<Key, std::set<std::string>> names;
  for (const auto& [place, all] : types)
    for (const program::SourceTypeId each : all) names[place].insert(code.program().sourceType(each).name);
  return names;
}

TEST(Lengths, PointersToAnythingAreTakenForSomething) {
  const test::CProgram code(R"(struct s { int x; }; struct r { int n; void *own; };
static int first(const struct s *s) { return s->x; }
static void *same(void *p) { return p; }
static int second(void *p) { return first(p); }
int f(void *a, void *b, void *c, void *d, struct r *r) {
  const struct s *named = a;
  return named->x + second(b) + (same(c) != 0) + *((char *)d + 1) + first(r->own);
})");
  const Lengths found = findLengths(code.program(), code.id("f"));
  using Parameters = std::map<size_t, std::set<std::string>>;
  Parameters parameters = namesOf(code, found.types);
  std::erase_if(parameters, [](const auto& each) { return each.first == 4; });
  EXPECT_EQ(parameters, (Parameters{{0, {"struct s *"}}, {1, {"struct s *"}}}));
  using Members = std::map<std::pair<std::string, std::string>, std::set<std::string>>;
  EXPECT_EQ(namesOf(code, found.memberTypes), (Members{{{"struct r", "own"}, {"struct s *"}}}));
}

TEST(Lengths, SomethingStandsInFront) {
  const test::CProgram code(R"(struct h { int length, room; }; struct c { char *out; };
static struct h *header_of(const char *t) { return (struct h *)t - 1; }
static int flags(const char *t) { return t[-1]; }
int f(const char *s, struct c *c, const char *t, const char *end) {
  int sum = header_of(s)->room + flags(c->out) + flags(t + 1);
  while (t != end && end[-1] == ' ') --end;
  return sum + (end - t);
})");
  const Lengths found = findLengths(code.program(), code.id("f"));
  EXPECT_EQ(found.fronts, (std::map<size_t, std::set<uint64_t>>{{0, {4}}}));
  EXPECT_EQ(found.memberFronts, (std::map<std::pair<std::string, std::string>, std::set<uint64_t>>{{{"struct c", "out"}, {1}}}));
}

TEST(Lengths, MayBePointers) {
  EXPECT_EQ(of("int f(const char *p, const char *end) { int s = 0; while (p < end) s += *p++; return s; }").ends, (Parameters{{0, 1}}));
  EXPECT_EQ(of("int f(const char *p, const char *q) { return p == q; }").ends, Parameters());
  const Lengths members = of(R"(struct c { unsigned char *at, *end; };
int f(struct c *c) { return c->end - c->at < 2 ? -1 : *c->at; })");
  EXPECT_EQ(members.memberEnds, (std::set<Lengths::Members>{{"struct c", "at", "end"}}));
}

TEST(Lengths, OfStringsThatEndThemselves) {
  const Lengths lengths = of("int f(const char *s, int most) { int i = 0; while (i < most && s[i]) i++; return i; }");
  EXPECT_EQ(lengths.terminated, std::set<size_t>{0});
}

}  // namespace
}  // namespace cleave::flow
