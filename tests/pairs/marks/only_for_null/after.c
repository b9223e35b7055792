int first(const int *p) { return p == 0 ? -1 : *p; }
