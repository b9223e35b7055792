int f(int x) { if (x == 3) __asm__ volatile("cld"); return x; }
