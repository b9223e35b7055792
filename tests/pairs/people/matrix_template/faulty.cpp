#include <array>

template <int N>
struct Matrix {
  std::array<std::array<int, N>, N> cells;
  int operator()(int r, int c) const { return cells[r][c]; }
};

template <int N, int K = N - 1>
int diagonal(const Matrix<N>& m) {
  if constexpr (K == 0) return m(0, 0);
  else return m(K, 0) + diagonal<N, K - 1>(m);
}

int trace(const Matrix<3>& m) { return diagonal(m); }
