// The same in C.
typedef unsigned long word;
typedef unsigned __int128 wide;
word top(word a, word b, word c) {
  wide product = (wide)(a & 0xffff) * (b & 0xffff);
  wide sum = product + c;
  return (word)(sum >> 64) ^ (word)sum;
}
