// Numbers of 128 bits are passed in two parts.
__int128 scaled(__int128 x, int by, unsigned __int128 y) {
  if (x > by) return x + (__int128)y;
  return -x;
}
