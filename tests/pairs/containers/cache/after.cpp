#include <map>

static int slow(int x) { return (x ^ 21) + 1; }

int twice(int a, int b) {
  std::map<int, int> cache;
  const auto known = [&](int x) {
    const auto found = cache.find(x);
    return found != cache.end() ? found->second : cache[x] = slow(x);
  };
  return known(a) + known(b) + known(a);
}
