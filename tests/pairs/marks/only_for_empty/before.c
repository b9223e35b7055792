int start(const char *name) { return name[0] == 0 ? 0 : name[0] - 'a'; }
