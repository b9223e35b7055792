int area(int width, int height) { return width * height; }
int untouched(int a) { return a; }
