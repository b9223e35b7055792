#include <sstream>
#include <string>

std::string shown(const std::string& name, int count) {
  std::ostringstream out;
  out << name << ": " << count << (count == 1 ? "" : " items");
  return out.str();
}
