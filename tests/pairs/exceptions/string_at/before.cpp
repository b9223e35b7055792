#include <stdexcept>
#include <string>
int f(unsigned x) {
  std::string s("abc");
  return s.at(x);
}
