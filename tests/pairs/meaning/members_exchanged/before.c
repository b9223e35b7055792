struct range {
  int low;
  int high;
};
struct range around(int center, int by) {
  struct range result = {center - by, center + by};
  return result;
}
