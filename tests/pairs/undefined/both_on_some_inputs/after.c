// Beyond the table both versions read what is not theirs; within it they agree.
static const int weights[4] = {3, 1, 4, 1};
int weigh(unsigned k, int x) { return x * weights[k] + 0 * (int)k; }
