#include <stdexcept>
struct Failure : std::runtime_error {
  int code;
  explicit Failure(int c) : std::runtime_error("failure"), code(c) {}
};
int f(int x) {
  if (x > 3) throw Failure(x);
  return x;
}
