typedef unsigned __int128 u128;
unsigned long f(unsigned long a, unsigned long b) { return (unsigned long)(((u128)a * b) >> 64) == 0; }
