#include <array>

template <int N>
struct Matrix {
  std::array<std::array<int, N>, N> cells;
  int operator()(int r, int c) const { return cells[r][c]; }
};

int trace(const Matrix<3>& m) {
  int sum = 0;
  for (int i = 0; i < 3; ++i) sum += m(i, i);
  return sum;
}
