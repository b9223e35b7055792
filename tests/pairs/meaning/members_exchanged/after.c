struct range {
  int high;
  int low;
};
struct range around(int center, int by) {
  struct range result = {center - by, center + by};
  return result;
}
