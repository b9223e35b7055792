#include <optional>
#include <vector>

std::optional<int> largest(const std::vector<int>& values) {
  if (values.empty()) return std::nullopt;
  int best = values[0];
  for (const int each : values)
    if (each > best) best = each;
  return best;
}
