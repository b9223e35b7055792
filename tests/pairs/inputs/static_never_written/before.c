static int most = 10;
int fits(int x) { return x <= most; }
