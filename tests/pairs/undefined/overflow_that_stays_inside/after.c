// The machine wraps forth and back: only a sanitizer sees it.
int f(int n) { int t = n + 1; return t - 1; }
