#include <map>
#include <string>

std::string richest(const std::map<std::string, int>& accounts) {
  std::string best;
  int most = 0;
  for (std::map<std::string, int>::const_iterator it = accounts.begin(); it != accounts.end(); ++it) {
    if (it->second > most) {
      most = it->second;
      best = it->first;
    }
  }
  return best;
}
