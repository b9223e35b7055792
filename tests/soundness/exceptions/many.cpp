#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>
struct Trace { int id; explicit Trace(int i) : id(i) { std::printf("+%d ", i); } Trace(const Trace& o) : id(o.id + 100) { std::printf("c%d ", id); } ~Trace() { std::printf("-%d ", id); } };
struct Base { int tag; explicit Base(int t) : tag(t) {} virtual ~Base() { std::printf("~B%d ", tag); } virtual int kind() const { return 1; } };
struct Derived : Base { Trace t; explicit Derived(int x) : Base(x), t(x) {} int kind() const override { return 2; } };
struct Other { long a = 5; };
struct Both : Other, Base { explicit Both(int x) : Base(x) {} int kind() const override { return 3; } };
struct MyError : std::runtime_error { int code; MyError(const char* t, int c) : std::runtime_error(t), code(c) {} };
class Private : Base { public: explicit Private(int x) : Base(x) {} };
enum Color { red, green };
namespace { struct Hidden { int h; }; }

static void thrower(int x) {
  Trace t(1);
  switch (x) {
    case 0: return;
    case 1: throw 42;
    case 2: throw 2.5;
    case 3: throw "text";
    case 4: throw Derived(7);
    case 5: throw Both(8);
    case 6: throw std::runtime_error("rt");
    case 7: throw std::out_of_range(std::string("oor"));
    case 8: throw MyError("mine", 9);
    case 9: throw Private(3);
    case 10: throw green;
    case 11: throw Other();
    case 12: throw Hidden{77};
    case 13: throw std::bad_alloc();
    case 14: throw 'c';
    case 15: throw static_cast<unsigned>(5);
    case 16: { int y = x; int* p = &y; (void)p; throw static_cast<void*>(nullptr); }
    case 17: { std::vector<int> v(3); std::printf("%d ", v.at(static_cast<unsigned long>(x))); return; }
    case 18: throw std::logic_error("le");
    case 19: { std::runtime_error e("moved"); throw e; }
    default: throw Base(x);
  }
}

int catchOrder(int x) {
  Trace a(2);
  try { Trace b(3); thrower(x); return 0; }
  catch (const Derived& d) { std::printf("[D%d k%d] ", d.tag, d.kind()); return 1; }
  catch (Base& b) { std::printf("[B%d k%d] ", b.tag, b.kind()); return 2; }
  catch (int v) { std::printf("[i%d] ", v); return 3; }
  catch (const char* s) { std::printf("[s%s] ", s); return 4; }
  catch (const std::out_of_range& e) { std::printf("[oor %s] ", e.what()); return 5; }
  catch (const MyError& e) { std::printf("[my %s %d] ", e.what(), e.code); return 6; }
  catch (const std::exception& e) { std::printf("[e %s] ", e.what()); return 7; }
  catch (void* p) { std::printf("[p %d] ", p == nullptr); return 8; }
  catch (Color c) { std::printf("[c %d] ", c); return 9; }
  catch (...) { std::printf("[...] "); return 10; }
}

int rethrow(int x) {
  try {
    try { thrower(x); }
    catch (int) { std::printf("i "); throw; }
    catch (const std::exception& e) { std::printf("e %s ", e.what()); throw; }
    catch (Base b) { std::printf("copy %d ", b.tag); throw Derived(b.tag + 1); }
    catch (...) { std::printf("any "); throw; }
  } catch (int v) { return v; }
  catch (std::runtime_error& e) { std::printf("outer %s ", e.what()); return -1; }
  catch (const Base& b) { return b.tag; }
  return 1;
}

int nested(int x) {
  int r = 0;
  try { thrower(x); } catch (...) {
    std::printf("u%d ", std::uncaught_exceptions());
    try { thrower(x == 1 ? 4 : 1); r += 1; } catch (int v) { r += v; } catch (const Base& b) { r += 1000 * b.tag; }
    std::printf("in ");
  }
  return r;
}

struct Member { Trace a; Trace b; int v; Member(int x) : a(20), b(21), v((thrower(x), x)) { std::printf("ctor "); } ~Member() { std::printf("dtor "); } };
int constructor(int x) { try { Member m(x); return m.v; } catch (int v) { return v; } catch (double d) { return static_cast<int>(d * 2); } }

struct Guarded { int depth; ~Guarded() { try { thrower(depth); } catch (...) { std::printf("swallowed "); } } };
int cleanupThrows(int x) { try { Guarded g{1}; thrower(x); return 1; } catch (double) { return 2; } catch (const Base& b) { return b.tag; } }

int loops(int x) { int n = 0; for (int i = 0; i < x && i < 6; ++i) { try { thrower(i); n += 1; } catch (int) { n += 10; continue; } catch (double) { n += 100; break; } } return n; }

struct Shape { virtual ~Shape() {} virtual int area(int x) = 0; };
struct Bad : Shape { int area(int x) override { thrower(x); return 5; } };
struct Good : Shape { int area(int x) override { return x * x; } };
int virtuals(int x) { Bad b; Good g; Shape* s = x > 3 ? static_cast<Shape*>(&b) : &g; try { return s->area(x); } catch (const Base& e) { return -e.kind(); } catch (const std::exception&) { return -9; } }

int pointers(int (*f)(int), int x) { try { return f(x); } catch (int v) { return v + 1; } }
int viaPointer(int x) { return pointers(x > 2 ? rethrow : nested, x); }


int functionTry(int x) try { thrower(x); return 1; } catch (const std::exception& e) { return e.what()[1]; }
int recursive(int x) { Trace t(x + 50); if (x <= 0) thrower(6); try { return recursive(x - 1); } catch (const std::runtime_error&) { if (x == 2) return 77; throw; } }
int specified(int x) noexcept(false) { Trace t(60); thrower(x); return x; }
[[noreturn]] void fail(int c) { throw MyError("fail", c); }
int viaNoreturn(int x) { try { if (x > 5) fail(x); return x; } catch (const MyError& e) { return e.code * 2; } }
int returned; 
int globals(int x) { returned = 1; thrower(x); returned = 2; return returned; }
int strings(int x) { std::string s("abc"); try { return s.at(static_cast<unsigned long>(x)); } catch (const std::out_of_range& e) { std::printf("%s ", e.what()); return -1; } }
int vectors(int x) { std::vector<int> v{1, 2, 3}; try { v.at(static_cast<unsigned long>(x)) += 1; v.reserve(x == 2 ? static_cast<unsigned long>(-1) : 4); return v[0]; } catch (const std::length_error& e) { std::printf("%s ", e.what()); return -2; } catch (const std::exception& e) { std::printf("%s ", e.what()); return -1; } }
int assigned(int x) { std::runtime_error a("a"), b("b"); a = b; if (x > 1) throw a; std::printf("%s %s ", a.what(), b.what()); return 0; }
int swapped(int x) { std::exception* p = nullptr; std::logic_error l("l"); p = &l; std::puts(p->what()); try { throw *p; } catch (std::exception& e) { std::puts(e.what()); } if (x == 1) throw l; return 1; }
int quiet(int x) noexcept { thrower(x); return 4; }

// Every function with every exception; what leaves it is shown here.
template <class Function>
void all(const char* name, Function function) {
  for (int x = 0; x < 22; ++x) {
    std::printf("%s %d: ", name, x);
    try {
      std::printf("= %d", function(x));
    } catch (const MyError& e) {
      std::printf("! MyError %s %d", e.what(), e.code);
    } catch (const std::exception& e) {
      std::printf("! %s", e.what());
    } catch (const Hidden& h) {
      std::printf("! Hidden %d", h.h);
    } catch (Other o) {
      std::printf("! Other %ld", o.a);
    } catch (unsigned u) {
      std::printf("! unsigned %u", u);
    } catch (char c) {
      std::printf("! char %c", c);
    } catch (const char*& s) {
      std::printf("! text %s", s);
    } catch (...) {
      std::printf("! something");
    }
    std::printf(" (%d)\n", std::uncaught_exceptions());
  }
}

int main() {
  std::setvbuf(stdout, nullptr, _IONBF, 0);
  all("catchOrder", catchOrder);
  all("rethrow", rethrow);
  all("nested", nested);
  all("constructor", constructor);
  all("cleanupThrows", cleanupThrows);
  all("loops", loops);
  all("virtuals", virtuals);
  all("viaPointer", viaPointer);
  all("functionTry", functionTry);
  all("recursive", recursive);
  all("specified", specified);
  all("viaNoreturn", viaNoreturn);
  all("globals", globals);
  all("strings", strings);
  all("vectors", vectors);
  all("assigned", assigned);
  all("swapped", swapped);
  std::printf("%d\n", returned);
  return quiet(8);
}
