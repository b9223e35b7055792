#include <algorithm>
#include <optional>
#include <string>
#include <vector>

struct Person {
  std::string name;
  int age;
};

std::optional<std::string> oldest(std::vector<Person> people) {
  const auto found = std::max_element(people.begin(), people.end(), [](const Person& x, const Person& y) { return x.age < y.age; });
  if (found == people.end() || found->age < 0) return {};
  return found->name;
}
