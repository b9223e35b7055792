#define K(x) _Generic((x), int : 1, long : 2, char* : 3, default : 4)
int f(int a, long b, char* s) { return K(a) + K(b) * a + K(s) + K(1.0); }
