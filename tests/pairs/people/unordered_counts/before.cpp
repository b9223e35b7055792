#include <unordered_map>
#include <vector>

int most_frequent(const std::vector<unsigned char>& values) {
  std::unordered_map<int, int> counts;
  for (int v : values) counts[v]++;
  int best = -1, most = 0;
  for (int v : values)
    if (counts[v] > most) { most = counts[v]; best = v; }
  return best;
}
