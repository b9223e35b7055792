// Where i + 1 overflows C gives before no meaning.
int next(int i) { return i + 1 > i; }
