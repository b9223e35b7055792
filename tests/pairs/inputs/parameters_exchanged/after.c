int span(int high, int low) { return high - low; }
