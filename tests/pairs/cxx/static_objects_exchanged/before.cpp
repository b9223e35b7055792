// Static objects go in the reverse order of their making.
#include <cstdio>

struct Tracer {
  char mark;
  explicit Tracer(char m) : mark(m) {}
  ~Tracer() { std::putchar(mark); }
};

static Tracer outer('o');
static Tracer inner('i');

int main() { return 0; }
