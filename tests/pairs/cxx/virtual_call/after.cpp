int f(bool square) { return square ? 4 : 3; }
