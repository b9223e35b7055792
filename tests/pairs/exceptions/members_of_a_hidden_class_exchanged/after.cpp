namespace {
struct Range {
  short most, least;
};
}
int check(short low, short high) {
  if (low != high) throw Range{low, high};
  return low;
}
