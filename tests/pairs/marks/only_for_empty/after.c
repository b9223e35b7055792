int start(const char *name) { return name[0] == 0 ? -1 : name[0] - 'a'; }
