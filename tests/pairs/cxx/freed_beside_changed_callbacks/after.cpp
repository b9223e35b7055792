#include <stdexcept>
// free and delete call nothing of the program, so a function whose address is taken elsewhere does not matter here.
static int less(const void* a, const void* b) {
  const int *x = static_cast<const int*>(a), *y = static_cast<const int*>(b);
  return *y - *x;
}
typedef int (*Order)(const void*, const void*);
Order order = less;
int next(signed char x) {
  try {
    if (x > 100) throw std::runtime_error("far");
    int* copy = new int(x);
    const int kept = *copy;
    delete copy;
    return 1 + kept;
  } catch (const std::exception&) {
    return 0;
  }
}
