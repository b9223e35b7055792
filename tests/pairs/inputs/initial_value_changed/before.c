static int calls = 0;

int f(void) { return calls++; }
