#include <map>
#include <string>
#include <vector>

std::map<char, std::vector<std::string>> grouped(const std::vector<std::string>& words) {
  std::map<char, std::vector<std::string>> result;
  for (const auto& word : words)
    if (!word.empty()) result[word[0]].push_back(word);
  return result;
}
