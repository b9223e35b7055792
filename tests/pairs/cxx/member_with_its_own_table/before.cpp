// A member is of its own class, whatever class the object is that has it.
struct A { virtual ~A() {} virtual int id() const; int x; };
struct B : A { int id() const override; int y; };
struct C { virtual ~C() {} virtual int other() const; int z; };
struct D : B { int id() const override; A inner; B many[2]; C c; };
int A::id() const { return 1; }
int B::id() const { return 2; }
int C::other() const { return 5; }
int D::id() const { return 3; }
int h(const D *d, int k) {
  const A *p = k == 0 ? (const A *)d : k == 1 ? &d->inner : k == 2 ? (const A *)&d->many[1] : 0;
  const C *c = &d->c;
  return p ? p->id() * 10 + c->other() : -1;
}
