// Another function of the file uses what another file defines; that keeps nobody from running this one natively.
extern int table[];
int lookup(int key);
int weigh(int key) { return lookup(key) + table[key & 3]; }
int half(int x) { return x >> 1; }
