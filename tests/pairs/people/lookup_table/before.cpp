#include <string>

std::string weekday(int n) {
  switch (n) {
    case 0: return "sun";
    case 1: return "mon";
    case 2: return "tue";
    default: return "?";
  }
}
