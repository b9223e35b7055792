int limit = 3;
int get(void) { return limit; }
void set(int x) { limit = x; }
int f(int n) { return n < get(); }
