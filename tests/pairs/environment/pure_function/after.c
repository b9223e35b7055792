int weight(int kind);
int go(int a, int b) { return weight(b) + weight(a); }
