#include <deque>
#include <list>

int sum(const std::list<int>& values, std::deque<int>& queue) {
  int result = 0;
  for (const int each : values) {
    result += each;
    queue.push_back(each);
  }
  return result;
}
