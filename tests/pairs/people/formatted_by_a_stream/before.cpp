#include <sstream>
#include <string>

std::string shown(const std::string& name, int count) {
  std::ostringstream out;
  out << name << ": " << count;
  if (count != 1) out << " items";
  return out.str();
}
