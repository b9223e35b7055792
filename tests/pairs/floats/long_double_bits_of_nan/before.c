int is_nan(long double x) { return __builtin_isnan(x); }
