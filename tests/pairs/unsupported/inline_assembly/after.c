int f(int x) { if (x == 3) __asm__ volatile("nop"); return x + 0 * x; }
