#include <locale>
int scale(int);
int show(int x) {
  std::locale here;
  return scale(x) + 2;
}
