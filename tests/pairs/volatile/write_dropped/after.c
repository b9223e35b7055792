volatile int control;
void start(int mode) { control = mode; }
