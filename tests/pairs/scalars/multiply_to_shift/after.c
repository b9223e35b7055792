unsigned f(unsigned y) { return (y << 3) + 1; }
