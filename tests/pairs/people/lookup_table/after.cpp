#include <array>
#include <string>
#include <string_view>

constexpr std::array<std::string_view, 3> kNames{"sun", "mon", "tue"};

std::string weekday(int n) {
  if (n < 0 || static_cast<size_t>(n) >= kNames.size()) return "?";
  return std::string{kNames[static_cast<size_t>(n)]};
}
