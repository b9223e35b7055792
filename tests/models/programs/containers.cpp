// Containers of the C++ library, by what their code in headers and that of the models make together: many random operations.
#include <cstdio>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace {

unsigned state = 12345;
unsigned draw(unsigned below) {
  state = state * 1103515245u + 12345u;
  return (state >> 16) % below;
}

void trees() {
  std::map<int, int> map;
  std::multiset<unsigned> set;
  unsigned sum = 0;
  for (int k = 0; k < 400; ++k) {
    const int key = static_cast<int>(draw(60));
    if (draw(3) != 0) {
      map[key] += k;
      set.insert(draw(20));
    } else {
      sum += static_cast<unsigned>(map.erase(key));
      if (!set.empty()) set.erase(set.begin());
    }
    if (k % 40 == 0)
      for (auto each = map.rbegin(); each != map.rend(); ++each) sum = sum * 31 + static_cast<unsigned>(each->first * 7 + each->second);
  }
  for (const auto& [key, value] : map) std::printf("%d=%d ", key, value);
  for (const unsigned each : set) std::printf("%u ", each);
  const auto lower = map.lower_bound(30);
  std::printf("\n%u %zu %d\n", sum, map.size(), lower == map.end() ? -1 : lower->first);
}

void lists() {
  std::list<int> one, other;
  for (int k = 0; k < 40; ++k) (draw(2) != 0 ? one : other).push_front(static_cast<int>(draw(100)));
  one.sort();
  other.sort();
  one.merge(other);
  one.remove_if([](int each) { return each % 3 == 0; });
  other.splice(other.begin(), one, one.begin(), std::next(one.begin(), 3));
  one.reverse();
  one.swap(other);
  for (const int each : one) std::printf("%d ", each);
  std::printf("| ");
  for (const int each : other) std::printf("%d ", each);
  std::printf("\n");
}

void tables() {
  std::unordered_map<std::string, int> words;
  std::unordered_set<int> numbers;
  for (int k = 0; k < 300; ++k) {
    std::string word;
    for (unsigned length = draw(20); length > 0; --length) word += static_cast<char>('a' + draw(3));
    words[word] += 1;
    if (draw(4) == 0) words.erase(word);
    numbers.insert(static_cast<int>(draw(500)));
  }
  std::printf("%zu %zu %zu:", words.size(), words.bucket_count(), numbers.bucket_count());
  for (const auto& [word, count] : words) std::printf(" %s=%d", word.c_str(), count);
  for (const int each : numbers) std::printf(" %d", each);
  std::printf(" %zu\n", std::hash<std::string>()("cleave"));
  words.rehash(100);
  words.reserve(700);
  std::printf("%zu\n", words.bucket_count());
}

void others() {
  std::deque<int> queue;
  for (int k = 0; k < 300; ++k) {
    if (draw(2) != 0) queue.push_back(k); else queue.push_front(-k);
    if (draw(3) == 0) queue.pop_front();
  }
  int sum = 0;
  for (const int each : queue) sum = sum * 3 + each;
  auto shared = std::make_shared<std::string>("shared");
  std::shared_ptr<std::string> copy = shared;
  auto owned = std::make_unique<std::vector<int>>(3, 7);
  std::function<int(int)> twice = [&](int x) { return x * 2 + static_cast<int>(owned->size()); };
  std::printf("%zu %d %ld %s %d\n", queue.size(), sum, copy.use_count(), copy->c_str(), twice(20));
  std::printf("%s %s %s\n", std::to_string(-1234567).c_str(), std::to_string(18446744073709551615ull).c_str(), std::to_string(2.5).c_str());
  std::printf("%d %ld %.3f\n", std::stoi(" -42x"), std::stol("7f", nullptr, 16), std::stod("1e3"));
  try {
    std::stoi("x");
  } catch (const std::invalid_argument& error) {
    std::printf("%s\n", error.what());
  }
  try {
    std::stoi("99999999999");
  } catch (const std::out_of_range& error) {
    std::printf("%s\n", error.what());
  }
}

}  // namespace

int main() noexcept {
  trees();
  lists();
  tables();
  others();
}
