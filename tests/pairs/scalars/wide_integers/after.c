typedef unsigned __int128 u128;
unsigned long f(unsigned long a, unsigned long b) { u128 p = (u128)a * b; return (unsigned long)(p >> 64) ? 0 : 1; }
