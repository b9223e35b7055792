// An object that is an input has its tables of virtual functions where its constructor would have put them.
#include <utility>

struct A {
  virtual ~A() {}
  virtual int id() const;
  int x;
};
struct B : A {
  int id() const override;
  virtual int more() const;
  char y;
};
struct C {
  virtual ~C() {}
  virtual int other() const;
  long z;
};
struct Plain {
  A a;
  int n;
};
struct D : B, C {
  int id() const override;
  A inner;
  Plain plain;
  C row[2];
  std::pair<int, C> pair;
};
struct E : D {
  int other() const override;
  D whole;
};
int A::id() const { return 1; }
int B::id() const { return 2; }
int B::more() const { return 3; }
int C::other() const { return 4; }
int D::id() const { return 5; }
int E::other() const { return 6; }

static const void *table(const void *object) { return *static_cast<const void *const *>(object); }

static bool areSame(const D &one, const D &other) {
  const C *const first = &one, *const second = &other;
  return table(&one) == table(&other) && table(first) == table(second) && table(&one.inner) == table(&other.inner) &&
         table(&one.plain.a) == table(&other.plain.a) && table(&one.row[0]) == table(&other.row[0]) && table(&one.row[1]) == table(&other.row[1]) &&
         table(&one.pair.second) == table(&other.pair.second);
}

int check(const E &) { return 1; }
