// Of the functions that a pointer may lead to, those come first that do something else in the other version.
typedef int (*operation)(int, int);
static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int both(int a, int b) { return a & b; }
static int either(int a, int b) { return a | b; }
static int one(int a, int b) { return a ^ b; }
static int larger(int a, int b) { return a >= b ? a : b; }
operation const operations[] = {add, subtract, both, either, one, larger};

int apply(operation of, int a, int b) { return of ? of(a, b) : 0; }
