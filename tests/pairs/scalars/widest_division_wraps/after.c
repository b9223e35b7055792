// The smallest number of 128 bits divided by -1 is itself: no processor instruction computes it, so none stops.
int half(int by) {
  __int128 least = (__int128)1 << 127;
  if (by == 0) return 7;
  __int128 quotient = least / by;
  return by == -1 ? 5 : (int)(quotient >> 120);
}
