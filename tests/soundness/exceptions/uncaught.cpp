// An exception thrown while another is being handled, in code that must not throw: the program says which one ended it.
#include <cstdio>
#include <stdexcept>

struct Careful {
  ~Careful() {
    std::puts("destructor");
    try {
      throw 1;
    } catch (int) {
      std::puts("caught inside");
    }
    throw std::length_error("from a destructor");
  }
};

static void run() noexcept {
  try {
    throw std::logic_error("first");
  } catch (const std::exception& e) {
    std::puts(e.what());
    Careful careful;
    std::puts("in the handler");
  }
}

int main() {
  std::setvbuf(stdout, nullptr, _IONBF, 0);
  run();
  return 0;
}
