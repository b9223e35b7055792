int say(const char *text, int times);
int go(int a) { return say(a > 3 ? "many" : "few", a); }
