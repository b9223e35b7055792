int area(int radius) { return 3 * radius * radius; }
long rectangle(long width, long height) { return width * height; }
int untouched(int a) { return a; }
