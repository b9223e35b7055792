bool under(const int& val, const int* it) { return val < *it; }
