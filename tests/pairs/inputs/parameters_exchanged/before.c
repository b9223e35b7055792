int span(int low, int high) { return high - low; }
