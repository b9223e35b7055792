unsigned level;
int f(void) { return level > 3; }
