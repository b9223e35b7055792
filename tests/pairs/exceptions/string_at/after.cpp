#include <stdexcept>
#include <string>
int f(unsigned x) {
  std::string s("abcd");
  return s.at(x);
}
