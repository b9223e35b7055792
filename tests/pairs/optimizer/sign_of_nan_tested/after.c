int isBelow(int unused) { return 0; }
