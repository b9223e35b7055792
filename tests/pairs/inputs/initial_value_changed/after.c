static int calls = 1;

int f(void) { return calls++; }
