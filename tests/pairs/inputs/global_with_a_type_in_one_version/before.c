// An input here, and nothing that is known in the other version.
int limit;
int capped(int x) { return x > limit ? limit : x; }
