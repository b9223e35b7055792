#include <map>
#include <memory>
#include <string>
#include <vector>

int kinds(const std::vector<std::string>& words) {
  std::map<std::string, std::shared_ptr<int>> counts;
  for (const auto& word : words) {
    auto& count = counts[word];
    if (!count) count = std::make_shared<int>(0);
    ++*count;
  }
  return static_cast<int>(counts.size()) + std::stoi(std::to_string(words.size()));
}
