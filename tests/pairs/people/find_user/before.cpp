#include <string>
#include <vector>

struct User {
  int id;
  std::string email;
};

std::string email_of(const std::vector<User>& users, int id) {
  for (const auto& user : users)
    if (user.id == id) return user.email;
  return "none";
}
