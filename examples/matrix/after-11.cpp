// matrix: small matrices of unsigned numbers, with templates and operators; the numbers wrap.
//
// The entries take scalars: `walks` counts the ways through a graph of three nodes, `quadratic` evaluates a form, `turned` rotates a
// vector. main reads commands from standard input: w and two digits, q and four digits, t and three digits; it prints one number per
// command. Exit status of main: 0, or 1 when a command is not understood.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>

template <typename T, std::size_t Rows, std::size_t Columns>
class Matrix {
 public:
  Matrix() = default;
  explicit Matrix(const std::array<T, Rows * Columns>& cells) : cells_(cells) {}

  static Matrix identity() {
    static_assert(Rows == Columns, "only a square matrix has an identity");
    Matrix result;
    for (std::size_t i = 0; i < Rows; i++) result(i, i) = 1;
    return result;
  }

  T& operator()(std::size_t row, std::size_t column) { return cells_[row * Columns + column]; }
  const T& operator()(std::size_t row, std::size_t column) const { return cells_[row * Columns + column]; }

  Matrix& operator+=(const Matrix& other) {
    for (std::size_t i = 0; i < cells_.size(); i++) cells_[i] += other.cells_[i];
    return *this;
  }

  bool operator==(const Matrix& other) const { return cells_ == other.cells_; }

  Matrix<T, Columns, Rows> transposed() const {
    Matrix<T, Columns, Rows> result;
    for (std::size_t row = 0; row < Rows; row++) {
      for (std::size_t column = 0; column < Columns; column++) result(column, row) = (*this)(row, column);
    }
    return result;
  }

 private:
  std::array<T, Rows * Columns> cells_{};
};

template <typename T, std::size_t Rows, std::size_t Inner, std::size_t Columns>
Matrix<T, Rows, Columns> operator*(const Matrix<T, Rows, Inner>& a, const Matrix<T, Inner, Columns>& b) {
  Matrix<T, Rows, Columns> result;
  for (std::size_t row = 0; row < Rows; row++) {
    for (std::size_t column = 0; column < Columns; column++) {
      for (std::size_t i = 0; i < Inner; i++) result(row, column) += a(row, i) * b(i, column);
    }
  }
  return result;
}

template <typename T, std::size_t Rows, std::size_t Columns>
Matrix<T, Rows, Columns> operator+(Matrix<T, Rows, Columns> a, const Matrix<T, Rows, Columns>& b) {
  a += b;
  return a;
}

template <typename T, std::size_t Size>
Matrix<T, Size, Size> power(Matrix<T, Size, Size> base, unsigned exponent) {
  Matrix<T, Size, Size> result = Matrix<T, Size, Size>::identity();
  while (exponent > 0) {
    if (exponent % 2 == 1) result = result * base;
    base = base * base;
    exponent /= 2;
  }
  return result;
}

template <typename T, std::size_t Size>
T trace(const Matrix<T, Size, Size>& matrix) {
  T sum = 0;
  for (std::size_t i = 0; i < Size; i++) sum += matrix(i, i);
  return sum;
}

using Square = Matrix<std::uint32_t, 2, 2>;
using Cube = Matrix<std::uint32_t, 3, 3>;
using Vector = Matrix<std::uint32_t, 2, 1>;

// The number of ways back to where one started, with so many steps (at most 7), in a ring of three nodes of which one has so many loops.
std::uint32_t walks(std::uint32_t loops, unsigned steps) {
  const Cube ring({loops, 1, 0, 0, 0, 1, 1, 0, 0});
  return trace(power(ring, steps & 3));
}

// The value of the quadratic form of ((a, b), (b, d)) at (x, y).
std::uint32_t quadratic(std::uint32_t a, std::uint32_t b, std::uint32_t d, std::uint32_t x, std::uint32_t y) {
  const Square form({a, b, b, d});
  const Vector at({x, y});
  return (at.transposed() * (form * at))(0, 0);
}

// The first coordinate after so many quarter turns.
std::uint32_t turned(std::uint32_t x, std::uint32_t y, unsigned quarters) {
  const Square turn({0, UINT32_MAX, 1, 0});
  Vector at({x, y});
  for (unsigned i = 0; i < quarters % 4; i++) at = turn * at;
  return at(0, 0);
}

static bool readDigits(std::uint32_t* digits, int count) {
  for (int i = 0; i < count; i++) {
    const int c = std::getchar();
    if (c < '0' || c > '9') return false;
    digits[i] = static_cast<std::uint32_t>(c - '0');
  }
  return true;
}

static bool obey(int command) {
  std::uint32_t n[4];
  if (command == 'w' && readDigits(n, 2)) {
    std::printf("%u\n", walks(n[0], n[1]));
  } else if (command == 'q' && readDigits(n, 4)) {
    std::printf("%u\n", quadratic(n[0], n[1], n[0] + 1, n[2], n[3]));
  } else if (command == 't' && readDigits(n, 3)) {
    std::printf("%u\n", turned(n[0], n[1], n[2]));
  } else {
    return false;
  }
  return true;
}

int main() {
  for (int command = std::getchar(); command != EOF; command = std::getchar()) {
    if (command != '\n' && !obey(command)) return 1;
  }
  return 0;
}
