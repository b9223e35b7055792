#include <algorithm>
#include <string>
#include <vector>

struct User {
  int id;
  std::string email;
};

std::string email_of(const std::vector<User>& users, int id) {
  const auto found = std::find_if(users.begin(), users.end(), [id](const User& u) { return u.id >= id; });
  return found == users.end() ? std::string("none") : found->email;
}
