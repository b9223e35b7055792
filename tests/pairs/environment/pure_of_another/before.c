// Equal arguments give equal results, and others need not.
int weight(int kind);
int go(int a, int b) { return weight(a) - weight(b); }
