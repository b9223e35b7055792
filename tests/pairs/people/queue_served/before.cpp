#include <deque>

// Serves at most `most` jobs, each for one unit of time; what is not done goes to the back.
int served(std::deque<int>& queue, int most) {
  int done = 0;
  while (!queue.empty() && most > 0) {
    int job = queue.front();
    queue.pop_front();
    if (job > 1) {
      queue.push_back(job - 1);
    } else {
      ++done;
    }
    --most;
  }
  return done;
}
