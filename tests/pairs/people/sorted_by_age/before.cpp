#include <algorithm>
#include <vector>

struct Person {
  int age;
  int id;
};

void oldest_first(std::vector<Person>& people) {
  std::sort(people.begin(), people.end(), [](const Person& a, const Person& b) {
    if (a.age != b.age) return a.age > b.age;
    return a.id < b.id;
  });
}
