/* Workloads for the speed of the VM: each takes a size and returns a checksum. */
unsigned sieve(unsigned n) {
  static unsigned char composite[20000];
  unsigned count = 0;
  if (n > 20000) n = 20000;
  for (unsigned i = 0; i < n; i++) composite[i] = 0;
  for (unsigned i = 2; i < n; i++) {
    if (composite[i]) continue;
    count++;
    for (unsigned j = i * 2; j < n; j += i) composite[j] = 1;
  }
  return count;
}

unsigned hash_rounds(unsigned n) {
  unsigned h = 2166136261u;
  for (unsigned i = 0; i < n; i++) {
    h ^= i & 0xff;
    h *= 16777619u;
    h = (h << 5) | (h >> 27);
  }
  return h;
}

static unsigned fib(unsigned n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
unsigned recursion(unsigned n) { return fib(n); }

unsigned matrix(unsigned n) {
  static int a[40][40], b[40][40], c[40][40];
  if (n > 40) n = 40;
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < n; j++) {
      a[i][j] = (int)(i + j);
      b[i][j] = (int)(i * j);
    }
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < n; j++) {
      int sum = 0;
      for (unsigned k = 0; k < n; k++) sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
  return (unsigned)c[n - 1][n / 2];
}

struct point { double x, y; };
unsigned floats(unsigned n) {
  struct point p = {0.5, 0.25};
  for (unsigned i = 0; i < n; i++) {
    double x = p.x * p.x - p.y * p.y + 0.1;
    p.y = 2 * p.x * p.y + 0.2;
    p.x = x > 2 ? 0.5 : x;
  }
  return (unsigned)(p.x * 1000);
}

/* The same kind of work, but on an input x that stays symbolic: the loop count is concrete. */
unsigned mix_input(unsigned x) {
  unsigned h = x;
  for (unsigned i = 0; i < 3000; i++) {
    h ^= i;
    h += h << 3;
    h = (h << 5) | (h >> 27);
  }
  return h;
}

/* Symbolic values pass through memory, most of the work is concrete. */
unsigned sparse_input(unsigned x) {
  unsigned table[64];
  for (unsigned i = 0; i < 64; i++) table[i] = i;
  unsigned sum = 0;
  for (unsigned round = 0; round < 60; round++) {
    table[round & 63] += x;
    for (unsigned i = 0; i < 64; i++) sum += i * round;
  }
  return sum + table[5];
}

/* A decision in every iteration. */
unsigned branch_input(unsigned x) {
  unsigned sum = 0;
  for (unsigned i = 0; i < 2000; i++)
    if (x + i > 5) sum += i;
  return sum;
}
