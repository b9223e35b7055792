#include <algorithm>
#include <vector>

struct Person {
  int age;
  int id;
};

static bool before(const Person& a, const Person& b) { return a.age > b.age || (a.age == b.age && a.id < b.id); }

void oldest_first(std::vector<Person>& people) { std::sort(people.begin(), people.end(), before); }
