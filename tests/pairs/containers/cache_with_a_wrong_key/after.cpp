#include <map>

int twice(int a, int b) {
  std::map<unsigned char, int> cache;
  const auto known = [&](int x) {
    const auto [at, isNew] = cache.try_emplace(static_cast<unsigned char>(x), 0);
    if (isNew) at->second = x * x + 1;
    return at->second;
  };
  return known(a) + known(b);
}
