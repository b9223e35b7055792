// A small seeded generator (splitmix64). Equal seeds give equal reports on every machine, which std:: distributions do not promise.
#pragma once

#include <cstdint>

namespace cleave {

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t next() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  uint64_t below(uint64_t bound) { return next() % bound; }  // bound > 0; the bias does not matter for choosing inputs
  bool chance(unsigned percent) { return below(100) < percent; }

 private:
  uint64_t state_;
};

}  // namespace cleave
