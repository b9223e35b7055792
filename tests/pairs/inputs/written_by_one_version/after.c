int offset, dirty;

int place(int x) { return x + offset; }
