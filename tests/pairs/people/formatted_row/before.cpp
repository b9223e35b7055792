#include <iomanip>
#include <sstream>
#include <string>

std::string row(const std::string& name, unsigned char count) {
  std::ostringstream out;
  out << std::left << std::setw(4) << name << '|' << std::right << std::setw(3) << static_cast<int>(count);
  return out.str();
}
