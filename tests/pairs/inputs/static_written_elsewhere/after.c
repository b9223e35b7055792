static int most = 11;
void set(int x) { most = x; }
int fits(int x) { return !(x > most); }
