int f(__int128 a, __int128 b, __int128* r) { return __builtin_add_overflow(a, b, r) + 2 * __builtin_sub_overflow(b, a, r); }
