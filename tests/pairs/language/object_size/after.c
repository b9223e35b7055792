char b[10];
int f(char* p, int k) { return 10 + 7 + 1 + 7; }
