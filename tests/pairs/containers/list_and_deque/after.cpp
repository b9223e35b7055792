#include <deque>
#include <list>
#include <numeric>

int sum(const std::list<int>& values, std::deque<int>& queue) {
  queue.insert(queue.end(), values.begin(), values.end());
  return std::accumulate(values.begin(), values.end(), 0);
}
