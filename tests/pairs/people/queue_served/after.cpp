#include <deque>

int served(std::deque<int>& queue, int most) {
  int done = 0;
  for (; most > 0 && !queue.empty(); --most) {
    const int job = queue.front();
    queue.pop_front();
    if (job <= 1) {
      ++done;
      continue;
    }
    queue.emplace_back(job - 1);
  }
  return done;
}
