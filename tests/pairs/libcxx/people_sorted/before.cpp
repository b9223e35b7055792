#include <algorithm>
#include <optional>
#include <string>
#include <vector>

struct Person {
  std::string name;
  int age;
};

std::optional<std::string> oldest(std::vector<Person> people) {
  if (people.empty()) return std::nullopt;
  std::sort(people.begin(), people.end(), [](const Person& x, const Person& y) { return x.age < y.age; });
  return people.back().age < 0 ? std::nullopt : std::optional(people.back().name);
}
