int control(int fd, int command, ...);
int go(int fd, int flags) { return control(fd, 4, flags + 2048); }
