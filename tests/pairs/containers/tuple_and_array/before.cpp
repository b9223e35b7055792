#include <array>
#include <tuple>

std::tuple<int, bool> ends(const std::array<int, 3>& values) { return {values.front() + values.back(), values[0] < values[2]}; }
