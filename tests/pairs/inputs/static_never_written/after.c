static int most = 11;
int fits(int x) { return x <= most; }
