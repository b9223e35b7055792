int counter;
void f(int x) { if (x > 10) counter += x; }
