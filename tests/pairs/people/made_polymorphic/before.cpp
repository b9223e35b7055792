#include <memory>
#include <string>

struct Ticket {
  virtual ~Ticket() = default;
  virtual int price() const { return 100; }
};
struct Child : Ticket {
  int price() const override { return 40; }
};
struct Group : Ticket {
  explicit Group(int n) : size(n) {}
  int price() const override { return size * 80; }
  int size;
};
std::unique_ptr<Ticket> make(int age, int people) {
  if (people > 5) return std::make_unique<Group>(people);
  if (age < 12) return std::make_unique<Child>();
  return std::make_unique<Ticket>();
}
int price_of(int age, int people) { return make(age, people)->price(); }
