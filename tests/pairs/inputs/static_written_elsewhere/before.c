static int most = 10;
void set(int x) { most = x; }
int fits(int x) { return x <= most; }
