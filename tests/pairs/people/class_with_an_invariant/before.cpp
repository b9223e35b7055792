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
  if (count_ > 4 || first_ >= 4) return false;
  if (count_ == 4) return false;
  std::size_t place = first_ + count_;
  if (place >= 4) place -= 4;
  numbers_[place] = value;
  count_++;
  return true;
}
