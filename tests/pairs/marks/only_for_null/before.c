int first(const int *p) { return p == 0 ? 0 : *p; }
