bool below(const int* it, const int& val) { return *it < val; }
