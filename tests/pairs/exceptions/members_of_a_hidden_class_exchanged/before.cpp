namespace {
struct Range {
  short least, most;
};
}
int check(short low, short high) {
  if (low != high) throw Range{low, high};
  return low;
}
