#include <map>
#include <string>
#include <vector>

std::map<char, std::vector<std::string>> grouped(const std::vector<std::string>& words) {
  std::map<char, std::vector<std::string>> result;
  for (auto word = words.rbegin(); word != words.rend(); ++word) {
    if (word->empty()) continue;
    auto& group = result[word->front()];
    group.insert(group.begin(), *word);
  }
  return result;
}
