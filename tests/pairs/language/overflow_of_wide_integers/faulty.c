int f(__int128 a, __int128 b, __int128* r) {
  __int128 s;
  int o = __builtin_add_overflow(b, a, &s);
  o += 2 * __builtin_sub_overflow(a, b, r);
  return o;
}
