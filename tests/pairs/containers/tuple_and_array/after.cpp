#include <array>
#include <tuple>

std::tuple<int, bool> ends(const std::array<int, 3>& values) {
  const auto [first, second, third] = values;
  (void)second;
  return std::make_tuple(third + first, third > first);
}
