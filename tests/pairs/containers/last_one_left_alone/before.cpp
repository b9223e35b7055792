#include <vector>

void doubled(std::vector<int>& values) {
  for (int& each : values) each *= 2;
}
