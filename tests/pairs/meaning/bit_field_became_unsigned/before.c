struct flags {
  int kind : 4;
};
struct flags mark(int kind) {
  struct flags result = {kind};
  return result;
}
