#include <array>
#include <cstddef>

// At most four numbers; count <= 4 and first < 4.
class Ring {
 public:
  bool push(int value);

 private:
  std::array<int, 4> numbers_{};
  std::size_t first_ = 0;
  std::size_t count_ = 0;
};

bool Ring::push(int value) {
  if (count_ >= numbers_.size() || first_ >= numbers_.size()) return false;
  numbers_[(first_ + count_++) % numbers_.size()] = value;
  return true;
}
